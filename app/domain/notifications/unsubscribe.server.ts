import { sql } from "kysely";
import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import { deliveryByDefault, DIGEST, GROUP_NAMES, type Unsubscribed } from "./notification.ts";
import { isOfAddress, namesNoAddress, readUnsubscribeToken, type UnsubscribeLink } from "./unsubscribe-link.server.ts";

const TOKEN_MAX = 200;

/**
 * Ends the mails that a link names, without a session; pushes stay. Idempotent. Returns false for an altered link, for one of a mail to
 * another address than the account's, and for a deleted account.
 */
export async function unsubscribe(services: Pick<Services, "db" | "settings" | "storage" | "log">, token: string) {
  const link = token.length > TOKEN_MAX ? null : readUnsubscribeToken(token);
  if (!link) return false;
  const isKnown = await endMails(services.db, services.settings.secret, link);
  await writeTombstones(services);
  return isKnown;
}

function endMails(db: Database, secret: Secret, link: UnsubscribeLink): Promise<boolean> {
  const { userId, group } = link;
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom("profiles")
      .select("email")
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) return false;
    const isOld = namesNoAddress(secret, link);
    if (isOld ? await hasMoved(tx, userId) : !isOfAddress(secret, link, person.email)) return false;
    const stored = await tx.selectFrom("notification_settings").selectAll().where("user_id", "=", userId).execute();
    const mailOf = (name: Unsubscribed) =>
      stored.find((each) => each.group === name)?.mail ?? deliveryByDefault(name).mail;
    // Ends DIGEST itself too: the digest also has notifications of other groups that exceeded the day's individual mails.
    const ended: Unsubscribed[] =
      group === DIGEST ? [DIGEST, ...GROUP_NAMES.filter((name) => mailOf(name) === "daily")] : [group];
    const changed = ended.filter((name) => mailOf(name) !== "off");
    if (changed.length === 0) return true;
    const values = changed.map((name) => ({
      user_id: userId,
      group: name,
      push: deliveryByDefault(name).push,
      mail: "off",
    }));
    await tx
      .insertInto("notification_settings")
      .values(values)
      .onConflict((conflict) => conflict.columns(["user_id", "group"]).doUpdateSet({ mail: sql`excluded.mail` }))
      .execute();
    await recordEvent(tx, { event: "unsubscribed_by_link", user_id: userId });
    return true;
  });
}

/** Whether an account's address changed, as far as the audit knows. A link of before, which names no address, then ends nothing. */
async function hasMoved(tx: Tx, userId: string): Promise<boolean> {
  const moved = await tx
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .select("e.id")
    .where("u.id", "=", userId)
    .where("e.event", "in", ["email_changed", "email_restored"])
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}

/** The button of the page that such a link opens. Throws NOT_FOUND for what ends nothing. */
export const byLink = anyone
  .meta({
    summary: "Ends the mails of a group by the link of one of them.",
    refuses: ["NOT_FOUND"],
    writes: { unkeyed: "done again it changes nothing" },
  })
  .input(z.object({ token: z.string().max(TOKEN_MAX) }))
  .output(z.strictObject({ ended: z.literal(true) }))
  .handler(async ({ input: { token }, context: { services } }) => {
    if (!(await unsubscribe(services, token))) throw new AppError("NOT_FOUND");
    return { ended: true as const };
  });
