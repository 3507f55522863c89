import { sql } from "kysely";
import { z } from "zod";
import { anyone, patient } from "../../api/guards.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { fellAsleep, wokeUp } from "../cases/course.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { SHOWN_WITH_CONSENT } from "../consents/shown-with-consent.ts";
import { closeNotifications } from "../notifications/notify.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { lookAtCase } from "./look-at-cases.server.ts";
import { isAddressOf, readLookingToken } from "./looking-link.server.ts";

const TOKEN_MAX = 200;
const VALID_DAYS = 60;

/**
 * Stores an answer. A yes brings the case back into the lists of specialists, a no takes it out; its status stays open. Throws CONSENT_NEEDED for
 * a case that would come back although its patient consents to nothing, as one that was moved in.
 */
async function answer(
  tx: Tx,
  { userId, caseId, isDormant }: { userId: string; caseId: string; isDormant: boolean },
  isLooking: boolean,
): Promise<void> {
  if (isLooking && isDormant) await mustHaveConsented(tx, userId);
  await tx
    .updateTable("cases")
    .set({ dormant_at: isLooking ? null : sql<Date>`coalesce(dormant_at, now())` })
    .where("id", "=", caseId)
    .execute();
  await tx
    .updateTable("case_levels")
    .set({ answered_at: sql`now()` })
    .where("case_id", "=", caseId)
    .where("asked_at", "is not", null)
    .execute();
  await closeNotifications(tx, { kinds: ["still_looking", "case_dormant"], userId, caseId });
  const of = { id: caseId, patient_id: userId };
  if (isLooking && isDormant) return wokeUp(tx, of);
  if (!isLooking && !isDormant) await fellAsleep(tx, of);
  await lookAtCase.run(tx, { id: caseId });
}

async function mustHaveConsented(tx: Tx, userId: string): Promise<void> {
  const { health_consent } = await tx
    .selectFrom("profiles")
    .select("health_consent")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (health_consent === null) throw new AppError("CONSENT_NEEDED", SHOWN_WITH_CONSENT);
}

/** "Sigo buscando": brings an own open case back into the lists of specialists, and answers whether they still look. */
export const keepLooking = patient
  .meta({
    summary: "Keeps an open case of the caller in the lists of specialists, or brings it back.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_OPEN", "CONSENT_NEEDED"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ is_dormant: z.literal(false) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { is_dormant } = await lockOwnOpenCase(tx, viewer.id, id);
      await answer(tx, { userId: viewer.id, caseId: id, isDormant: is_dormant }, true);
      return { is_dormant: false as const };
    }),
  );

type OwnOpenCase = { preferred_modality: Modality | null; is_dormant: boolean };

/** Locks an own open case. Throws CASE_NOT_FOUND, CASE_NOT_OPEN. */
export async function lockOwnOpenCase(tx: Tx, viewerId: string, id: string): Promise<OwnOpenCase> {
  const found = await tx
    .selectFrom("cases")
    .select([
      "status",
      sql<Modality | null>`preferred_modality`.as("preferred_modality"),
      sql<boolean>`dormant_at is not null`.as("is_dormant"),
    ])
    .where("id", "=", id)
    .where("patient_id", "=", viewerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError("CASE_NOT_FOUND");
  if (found.status !== "open") throw new AppError("CASE_NOT_OPEN", "Este caso ya no está abierto.");
  return found;
}

/**
 * Answers "¿Seguís buscando?" by the link of the latest message, without a session, once: used again it changes nothing. Throws NOT_FOUND
 * for any other link, after 60 days, for another address than the message went to, and for a case that is not open; CONSENT_NEEDED as `answer`.
 */
export const answerByLink = anyone
  .meta({
    summary: "Answers by the link of a message whether a patient still looks for a specialist.",
    refuses: ["NOT_FOUND", "CONSENT_NEEDED"],
    writes: { unkeyed: "a link that was used changes nothing" },
  })
  .input(z.object({ token: z.string().max(TOKEN_MAX), is_looking: z.boolean() }))
  .output(z.strictObject({ is_first: z.boolean(), is_dormant: z.boolean() }))
  .handler(async ({ input: { token, is_looking }, context: { services } }) => {
    const { secret } = services.settings;
    const asked = readLookingToken(secret, token);
    if (!asked) throw new AppError("NOT_FOUND");
    return services.db.transaction().execute(async (tx) => {
      await sql`select from cases where id = ${asked.caseId} for no key update`.execute(tx);
      const found = await tx
        .selectFrom("cases as c")
        .innerJoin("profiles as p", "p.id", "c.patient_id")
        .innerJoin("case_levels as l", "l.case_id", "c.id")
        .select(["p.id as patient_id", "p.email", "c.dormant_at", "l.answered_at"])
        .where("c.id", "=", asked.caseId)
        .where("c.status", "=", "open")
        .where("l.asked_at", "=", sql<Date>`to_timestamp(${asked.askedAt}::float8 / 1000)`)
        .where("l.asked_at", ">", sql<Date>`now() - make_interval(days => ${VALID_DAYS}::int)`)
        .where("p.suspended_at", "is", null)
        .where(sql<boolean>`'patient' <> all (p.ended_roles)`)
        .where("p.health_withdrawn_at", "is", null)
        .executeTakeFirst();
      if (!found || !isAddressOf(secret, found.email, asked.address)) throw new AppError("NOT_FOUND");
      if (found.answered_at) return { is_first: false, is_dormant: found.dormant_at !== null };
      const of = { userId: found.patient_id, caseId: asked.caseId, isDormant: found.dormant_at !== null };
      await answer(tx, of, is_looking);
      await recordEvent(tx, { event: "case_answered_by_link", user_id: found.patient_id });
      return { is_first: true, is_dormant: !is_looking };
    });
  });
