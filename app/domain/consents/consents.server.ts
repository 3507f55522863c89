import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { memberReads, patient, provenMember } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { forgetMeasures } from "../measures/course.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { removeDroppedFilesSoon } from "../../platform/storage/dropped-files.server.ts";
import { asParagraphs, asText, HEALTH_CONSENT_VERSION, healthConsent } from "./health-consent.ts";

const DOCUMENT = "health_data";

/** Stores this version's consent text unless it is stored already. Throws when another text has the same version. */
export async function publishConsentTexts(db: Database): Promise<void> {
  const [version, text] = [HEALTH_CONSENT_VERSION, asText(healthConsent)];
  await sql`insert into consent_texts (document, version, text, sha256)
    values (${DOCUMENT}, ${version}, ${text}, encode(sha256(convert_to(${text}, 'UTF8')), 'hex'))
    on conflict do nothing`.execute(db);
  const published = await db
    .selectFrom("consent_texts")
    .select("text")
    .where("document", "=", DOCUMENT)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (published.text !== text)
    throw new Error(`The consent of version ${version} was published with another text: give this one a new version`);
}

const HealthConsent = z.strictObject({
  version: z.string(),
  sha256: z.string(),
  paragraphs: z.array(z.strictObject({ title: z.string(), text: z.string() })),
  given_at: z.date().nullable(),
  withdrawn_at: z.date().nullable(),
  is_current: z.boolean(),
});

const current = (db: Database | Tx) =>
  db
    .selectFrom("consent_texts")
    .select(["version", "sha256", "text"])
    .where("document", "=", DOCUMENT)
    .orderBy("published_at", "desc")
    .orderBy("version", "desc")
    .limit(1);

/**
 * The current text about health data and the patient's consent: `given_at` for any version, `is_current` when it was to this text,
 * `withdrawn_at` when it was withdrawn.
 */
export const health = memberReads
  .meta({ summary: "Returns the caller's consent to the use of health data." })
  .output(HealthConsent)
  .handler(async ({ context: { db, viewer } }) => {
    const found = await ownConsent.first(db, { viewer: viewer.id });
    // The account has been deleted meanwhile.
    if (!found) throw new AppError("NOT_SIGNED_IN");
    const { text, health_consent, given_at, ...rest } = found;
    return {
      ...rest,
      paragraphs: asParagraphs(text),
      given_at: health_consent === null ? null : given_at,
      is_current: health_consent === rest.version,
    };
  });

const ownConsent = prepared("consents.health", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("profiles as p")
    .innerJoin(current(db).as("asked"), (join) => join.onTrue())
    .select((eb) => [
      "asked.version",
      "asked.sha256",
      "asked.text",
      "p.health_consent",
      "p.health_withdrawn_at as withdrawn_at",
      eb
        .selectFrom("consents as c")
        .select("c.accepted_at")
        .whereRef("c.user_id", "=", "p.id")
        .where("c.document", "=", DOCUMENT)
        .where("c.action", "=", "given")
        .orderBy("c.id", "desc")
        .limit(1)
        .as("given_at"),
    ])
    .where("p.id", "=", viewer),
);

/** Consents to the text that was shown. Throws CONSENT_CHANGED when it is no longer current. */
export const giveHealth = patient
  .meta({ summary: "Gives consent to the use of health data.", refuses: ["CONSENT_CHANGED"], writes: "once" })
  .input(z.object({ version: z.string().max(40), sha256: z.string().max(64) }))
  .output(z.strictObject({ given: z.literal(true) }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { health_consent } = await lockPerson(tx, viewer.id);
      const asked = await current(tx).executeTakeFirstOrThrow();
      if (asked.version !== input.version || asked.sha256 !== input.sha256) throw new AppError("CONSENT_CHANGED");
      // A retried request, whose answer was lost, records no second consent.
      if (health_consent === input.version) return { given: true as const };
      await tx
        .insertInto("consents")
        .values({ ...input, user_id: viewer.id, document: DOCUMENT })
        .execute();
      await recordEvent(tx, { event: "health_consent_given", user_id: viewer.id, session_id: viewer.session_id });
      return { given: true as const };
    }),
  );

/**
 * Withdraws the consent: open cases are deleted with their files, measures at once, and specialists can no longer open the viewer's studies. Does nothing
 * when no consent is given. Any role may: the consent was given in an earlier one.
 */
export const withdrawHealth = provenMember
  .meta({ summary: "Withdraws consent to the use of health data.", writes: "once" })
  .output(z.strictObject({ withdrawn: z.literal(true) }))
  .handler(async ({ context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      if (!(await writeWithdrawal(tx, viewer.id))) return { withdrawn: true as const };
      await recordEvent(tx, { event: "health_consent_withdrawn", user_id: viewer.id, session_id: viewer.session_id });
      return { withdrawn: true as const };
    });
    await writeTombstones(services);
    await removeDroppedFilesSoon(services);
    return answer;
  });

/** Records the withdrawal of a user's consent; `viewer_id()` must be that user. Returns false when no consent is given. */
export async function writeWithdrawal(tx: Tx, userId: string): Promise<boolean> {
  const { health_consent: version } = await lockPerson(tx, userId);
  if (version === null) return false;
  const { sha256 } = await tx
    .selectFrom("consent_texts")
    .select("sha256")
    .where("document", "=", DOCUMENT)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("consents")
    .values({ user_id: userId, document: DOCUMENT, version, sha256, action: "withdrawn" })
    .execute();
  // After the open cases, whose acceptance may have begun to measure meanwhile.
  await forgetMeasures(tx, userId);
  await endBookings(tx, userId, userId);
  return true;
}

const lockPerson = (tx: Tx, id: string) =>
  tx.selectFrom("profiles").select("health_consent").where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();

/**
 * Blocks the withdrawal of the patient's consent until this transaction ends, or waits for a withdrawal in progress. Must be called before
 * a case of the patient is locked, since a withdrawal locks in that order.
 */
export async function holdConsent(tx: Tx, patientId: string): Promise<void> {
  await tx.selectFrom("profiles").select("id").where("id", "=", patientId).forShare().execute();
}
