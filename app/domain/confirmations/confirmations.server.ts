import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { anyone, kine } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { confirmCoverages } from "../coverages/kine-coverages.server.ts";
import { Raise } from "../prices/price-input.ts";
import { confirmPrices } from "../prices/prices.server.ts";
import { askLater } from "./ask.server.ts";
import { isAddressOf, readConfirmationToken } from "./confirmation-link.server.ts";
import { lockSpecialist } from "./lock-specialist.server.ts";

const Confirmed = z.strictObject({ coverages: z.int(), prices: z.int() });

/** "Todo sigue igual": confirms the specialist's coverages, and their prices raised by `raise` percent. */
export const confirm = kine
  .meta({ summary: "Confirms all coverages and prices of the caller.", writes: "once" })
  .input(Raise.default({ raise: 0 }))
  .output(Confirmed)
  .handler(({ input: { raise }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await lockSpecialist(tx, viewer.id);
      return confirmAll(tx, viewer.id, raise);
    }),
  );

async function confirmAll(tx: Tx, kineId: string, raise: number) {
  const coverages = await confirmCoverages(tx, kineId);
  const prices = await confirmPrices(tx, kineId, raise);
  await askLater(tx, kineId);
  return { coverages, prices };
}

const TOKEN_MAX = 200;

/**
 * The same by the link of the latest monthly message, without a session. A repeated use changes nothing. Throws NOT_FOUND for any other
 * link, after 60 days, when the account's address has changed since, and when the person is not an approved specialist now.
 */
export const byLink = anyone
  .meta({
    summary: "Confirms a specialist's coverages and prices by the link of a message.",
    refuses: ["NOT_FOUND"],
    writes: { unkeyed: "a link that was used changes nothing" },
  })
  .input(z.object({ token: z.string().max(TOKEN_MAX), raise: Raise.shape.raise }))
  .output(Confirmed.extend({ is_first: z.boolean() }))
  .handler(async ({ input: { token, raise }, context: { services } }) => {
    const asked = readConfirmationToken(services.settings.secret, token);
    if (!asked) throw new AppError("NOT_FOUND");
    return services.db.transaction().execute(async (tx) => {
      await lockSpecialist(tx, asked.id);
      const found = await tx
        .selectFrom("kine_confirmations as f")
        .innerJoin("profiles as p", "p.id", "f.kine_id")
        .select(["f.answered_at", "p.email"])
        .where("f.kine_id", "=", asked.id)
        .where("f.asked_at", "=", sql<Date>`to_timestamp(${asked.askedAt}::float8 / 1000)`)
        .where("f.asked_at", ">", sql<Date>`now() - interval '60 days'`)
        .where("p.approval_status", "=", "approved")
        .where("p.suspended_at", "is", null)
        .where(sql<boolean>`has_role(p.id, 'kine')`)
        .executeTakeFirst();
      if (!found || !isAddressOf(services.settings.secret, found.email, asked.address)) throw new AppError("NOT_FOUND");
      if (found.answered_at) return { coverages: 0, prices: 0, is_first: false };
      const confirmed = await confirmAll(tx, asked.id, raise);
      await recordEvent(tx, { event: "facts_confirmed_by_link", user_id: asked.id });
      return { ...confirmed, is_first: true };
    });
  });
