import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { routineAdmin } from "../../api/guards.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { mustBeAboutOthers } from "../moderation/not-own.server.ts";
import { departuresOf } from "./departures.server.ts";
import { isAsked } from "./is-asked.ts";
import { passStars } from "./pass-stars.server.ts";
import type { Past } from "./past.ts";

type By = { id: string; session_id: string | null };

async function answer(tx: Tx, by: By, kineId: string, { id, is_same }: { id: string; is_same: boolean }) {
  await passStars(tx, kineId, id, is_same);
  const event = is_same ? "past_confirmed" : "past_denied";
  await recordEvent(tx, { event, user_id: kineId, actor_id: by.id, session_id: by.session_id });
}

/**
 * Throws PROFILE_CHANGED where an admin decides about a person without having read of an earlier account that there is now, or answers about one that nobody
 * asks about any more; PAST_UNANSWERED where they did not say whether one with stars was the same person's. Returns what was answered, with all that there is to read now.
 */
export async function mustHaveAnswered(tx: Tx, secret: Secret, kineId: string, past: Past) {
  const all = (await departuresOf(tx, secret, [kineId])).get(kineId) ?? [];
  const asked = new Set(all.filter(isAsked).map(({ id }) => id));
  const answers = past?.answers ?? [];
  if ((past && all.some(({ id }) => !past.shown.includes(id))) || answers.some(({ id }) => !asked.has(id)))
    throw new AppError("PROFILE_CHANGED", "Lo que se sabe de antes cambió mientras lo mirabas. Miralo de nuevo.");
  for (const { id } of answers) asked.delete(id);
  if (asked.size > 0) throw new AppError("PAST_UNANSWERED");
  return { shown: all.map(({ id }) => id), answers };
}

/** Stores what an admin, the transaction's viewer, answered about a person's earlier accounts before a decision. Throws as `mustHaveAnswered`. */
export async function settlePast(tx: Tx, { secret, ...by }: By & { secret: Secret }, kineId: string, past: Past) {
  const { answers } = await mustHaveAnswered(tx, secret, kineId, past);
  for (const each of answers) await answer(tx, by, kineId, each);
}

/** Says of an earlier account whether it was an approved specialist's, also after another answer: its stars pass, or come back to it. */
export const answerPast = routineAdmin
  .meta({
    summary: "Says whether a deleted account was a specialist's own: its stars pass to them, or are taken back.",
    refuses: ["NOT_FOUND", "OWN_ACCOUNT", "PROFILE_CHANGED"],
    writes: "once",
  })
  .input(z.object({ kine_id: z.uuid(), earlier_id: z.uuid(), is_same: z.boolean() }))
  .output(z.strictObject({ is_same: z.boolean() }))
  .handler(({ input: { kine_id, earlier_id: id, is_same }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      mustBeAboutOthers(viewer, [kine_id]);
      const kine = await tx
        .selectFrom("profiles")
        .select("id")
        .where("id", "=", kine_id)
        .where("approval_status", "=", "approved")
        .where(sql<boolean>`exists (select from user_roles r where r.user_id = profiles.id and r.role = 'kine')`)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!kine) throw new AppError("NOT_FOUND");
      const all = (await departuresOf(tx, services.settings.secret, [kine_id])).get(kine_id) ?? [];
      const earlier = all.find((each) => each.id === id);
      if (!earlier || earlier.review_count === 0) throw new AppError("NOT_FOUND");
      if (is_same && earlier.is_of_another)
        throw new AppError("PROFILE_CHANGED", "Esas reseñas pasaron a otra cuenta mientras tanto.");
      await answer(tx, viewer, kine_id, { id, is_same });
      return { is_same };
    }),
  );
