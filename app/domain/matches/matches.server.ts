import { sql } from "kysely";
import { z } from "zod";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { removeDroppedFilesSoon } from "../../platform/storage/dropped-files.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { kine, patient } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { contactLeakIn, noteContactLeak } from "../contacts/contact-leaks.server.ts";
import { applied, ended, withdrawn } from "./course.server.ts";
import { decide, ending, holdRejection, ownApplication, undoRejection } from "./decide.server.ts";
import { Applied, Decided } from "./match-output.server.ts";
import { NewMatch } from "./match.ts";

const ById = z.object({ id: z.uuid() });

type NewRow = { kine_id: string; case_id: string; message: string | null; offer: string | null; valid_days: number };

/** Inserts an application to a case; the database decides whether it is allowed. */
const newMatch = prepared("matches.apply", (db, { valid_days, offer, ...match }: NewRow) =>
  db
    .with("made", (query) =>
      query
        .insertInto("matches")
        .values({
          ...match,
          offer: sql`${offer}::jsonb`,
          offered_at: sql`case when ${offer}::jsonb is not null then now() end`,
          valid_until: sql`case when ${offer}::jsonb is not null then now() + make_interval(hours => 24 * ${valid_days}::int) end`,
        })
        .returning(["id", "status", "case_id", "kine_id"]),
    )
    .selectFrom("made")
    .innerJoin("cases as c", "c.id", "made.case_id")
    .select(["made.id", "made.status", "made.case_id", "made.kine_id", sql<string>`c.patient_id`.as("patient_id")]),
);

/** Applies to a case in course, once, with an offer or without. */
export const apply = kine
  .meta({
    summary: "Applies to a case.",
    refuses: [
      "CASE_NOT_FOUND",
      "CASE_CLOSED",
      "ALREADY_APPLIED",
      "LICENSE_UNCHECKED",
      "CASE_FULL",
      "TOO_MANY_APPLICATIONS",
    ],
    writes: "once",
  })
  .input(NewMatch)
  .output(Applied)
  .handler(({ input: { case_id, message = null, offer, valid_days }, context: { transaction, viewer, services } }) => {
    const leak = contactLeakIn(services, [message, offer?.place]);
    const stated = { offer: offer ? JSON.stringify(offer) : null, valid_days };
    return transaction(async (tx) => {
      const match = await newMatch.first(tx, { case_id, kine_id: viewer.id, message, ...stated });
      if (!match) throw new AppError("CASE_NOT_FOUND");
      if (leak !== null) await noteContactLeak(tx, viewer.id, leak);
      await applied(tx, match, stated.offer !== null);
      return { id: match.id, status: match.status };
    });
  });

/** Withdraws the viewer's pending application; they may apply again. What follows is in `course.server.ts`, at `withdrawn`. */
export const withdraw = kine
  .meta({
    summary: "Withdraws an undecided application of the caller.",
    refuses: ["NOT_FOUND", "MATCH_DECIDED"],
    writes: "once",
  })
  .input(ById)
  .output(z.strictObject({ case_id: z.uuid() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // Locks the case first, as a decision does, so that the seat queue is up to date.
      await sql`select from cases where id = (select case_id from matches where id = ${input.id} and kine_id = ${viewer.id})
        for no key update`.execute(tx);
      const gone = await tx
        .deleteFrom("matches")
        .where("id", "=", input.id)
        .where("kine_id", "=", viewer.id)
        .where("status", "=", "proposed")
        .returning("case_id")
        .executeTakeFirst();
      if (gone) {
        await withdrawn(tx, input.id);
        return gone;
      }
      const own = await tx
        .selectFrom("matches")
        .select("id")
        .where("id", "=", input.id)
        .where("kine_id", "=", viewer.id)
        .executeTakeFirst();
      throw new AppError(own ? "MATCH_DECIDED" : "NOT_FOUND");
    }),
  );

/**
 * Accepts an application: an open case becomes matched and both sides see each other's contact data. `offered_at` restricts the acceptance
 * to the offer of that time.
 */
export const accept = patient
  .meta({
    summary: "Accepts an application to one of the caller's cases.",
    refuses: [
      "NOT_FOUND",
      "MATCH_DECIDED",
      "CASE_CLOSED",
      "CONSENT_NEEDED",
      "UNBLOCK_FIRST",
      "OFFER_LAPSED",
      "OFFER_CHANGED",
    ],
    writes: "once",
  })
  .input(ById.extend({ offered_at: z.iso.datetime().nullish() }))
  .output(Decided)
  .handler(({ input: { id, offered_at }, context: { transaction, viewer } }) =>
    transaction((tx) => {
      const offeredAt = typeof offered_at === "string" ? Date.parse(offered_at) : offered_at;
      return decide(tx, { patientId: viewer.id, matchId: id, offeredAt }, "accepted");
    }),
  );

/** Rejects an application, at once or, with `can_undo`, when its time to be undone is over. */
export const reject = patient
  .meta({
    summary: "Rejects an application to one of the caller's cases.",
    refuses: ["NOT_FOUND", "MATCH_DECIDED", "CASE_CLOSED"],
    writes: "once",
  })
  .input(ById.extend({ can_undo: z.boolean().default(false) }))
  .output(Decided)
  .handler(({ input: { id, can_undo }, context: { transaction, viewer } }) =>
    transaction((tx) => {
      const request = { patientId: viewer.id, matchId: id };
      return can_undo ? holdRejection(tx, request, viewer) : decide(tx, request, "rejected");
    }),
  );

/** Takes a rejection back before the server applies it. */
export const undoReject = patient
  .meta({
    summary: "Takes the caller's rejection of an application back while it waits.",
    refuses: ["NOT_FOUND", "MATCH_DECIDED"],
    writes: "once",
  })
  .input(ById)
  .output(z.strictObject({ status: z.literal("proposed") }))
  .handler(({ input: { id }, context: { transaction, viewer } }) => transaction((tx) => undoRejection(tx, id, viewer)));

/**
 * Takes an acceptance back: contact ends for both, and the case stays matched only while another specialist is accepted. Of a patient who took their
 * consent back it is deleted then, as their open cases were.
 */
export const end = patient
  .meta({
    summary: "Takes the acceptance of an application to one of the caller's cases back.",
    refuses: ["NOT_FOUND", "MATCH_NOT_ACCEPTED", "CASE_CLOSED"],
    writes: "once",
  })
  .input(ById)
  .output(Decided)
  .handler(async ({ input: { id }, context: { transaction, viewer, services } }) => {
    const done = await transaction(async (tx) => {
      const found = await ending.first(tx, { patientId: viewer.id, matchId: id });
      if (found) {
        const { is_open: _, is_dormant: __, ...answer } = found;
        await ended(tx, { ...answer, patient_id: viewer.id });
        return answer;
      }
      const own = await ownApplication(tx, { patientId: viewer.id, matchId: id });
      throw new AppError(own ? "MATCH_NOT_ACCEPTED" : "NOT_FOUND");
    });
    await writeTombstones(services);
    await removeDroppedFilesSoon(services);
    return done;
  });
