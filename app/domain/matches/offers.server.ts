import { sql } from "kysely";
import { z } from "zod";
import { kine, patientReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { noteContactLeaks } from "../contacts/contact-leaks.server.ts";
import { coverageOfCase } from "../coverages/patient-coverage.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { relationOf } from "../cases/case-access.server.ts";
import { isVisibleToPatient } from "./applications.server.ts";
import { offerEdited } from "./course.server.ts";
import { Comparison, OFFER_COLUMNS } from "./match-output.server.ts";
import { OfferEdit } from "./offer.ts";
import { STATED_COLUMNS, statedFor } from "./stated.server.ts";
import { shownToPatient } from "./shown-to-patient.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/** The most applications that are compared: first the accepted ones, then the newest. */
const MOST_COMPARED = 20;

/** Changes or renews the offer of an own pending application and notifies its patient. Null withdraws the offer. */
export const edit = kine
  .meta({
    summary: "Changes the offer of an undecided application of the caller.",
    refuses: ["NOT_FOUND", "MATCH_DECIDED", "CASE_CLOSED", "CASE_FULL"],
    writes: "once",
  })
  .input(OfferEdit)
  .output(z.strictObject({ has_offer: z.boolean() }))
  .handler(({ input: { id, offer, valid_days }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      const facts = offer && JSON.stringify(offer);
      const edited = await newFacts.first(tx, { viewer: viewer.id, id, facts, days: valid_days });
      if (edited) {
        const { message, place_before } = edited;
        await noteContactLeaks(tx, services, viewer.id, [message, offer?.place], [message, place_before]);
        await offerEdited(tx, { ...edited, kine_id: viewer.id }, edited.is_news);
        return { has_offer: edited.valid_until !== null };
      }
      const own = await tx
        .selectFrom("matches as m")
        .innerJoin("cases as c", "c.id", "m.case_id")
        .innerJoin("profiles as p", "p.id", "c.patient_id")
        .select("m.id")
        .where("m.id", "=", id)
        .where("m.kine_id", "=", viewer.id)
        .where("p.health_withdrawn_at", "is", null)
        .executeTakeFirst();
      throw new AppError(own ? "MATCH_DECIDED" : "NOT_FOUND");
    }),
  );

type Edited = { viewer: string; id: string; facts: string | null; days: number };
const newFacts = prepared("matches.edit", (db, { viewer, id, facts, days }: Edited) =>
  db
    // Locks the case before the application, as a decision does.
    .with("own", (query) =>
      query
        .selectFrom("cases as c")
        .innerJoin("matches as asked", "asked.case_id", "c.id")
        .innerJoin("profiles as p", "p.id", "c.patient_id")
        .select([
          "c.id",
          "c.patient_id",
          sql<string | null>`asked.offer ->> 'place'`.as("place"),
          sql<boolean>`asked.offer is distinct from ${facts}::jsonb or asked.valid_until <= now()`.as("is_news"),
        ])
        .where("asked.id", "=", id)
        .where("asked.kine_id", "=", viewer)
        .where("p.health_withdrawn_at", "is", null)
        .forNoKeyUpdate("c"),
    )
    .updateTable("matches as m")
    .from("own")
    .set({
      offer: sql`${facts}::jsonb`,
      offered_at: sql`case when ${facts}::jsonb is not null then now() end`,
      valid_until: sql`case when ${facts}::jsonb is not null then now() + make_interval(hours => 24 * ${days}::int) end`,
    })
    .whereRef("m.case_id", "=", "own.id")
    .where("m.id", "=", id)
    .where("m.status", "=", "proposed")
    .returning([
      "m.id",
      "m.case_id",
      "m.valid_until",
      "m.message",
      sql<string>`own.patient_id`.as("patient_id"),
      "own.place as place_before",
      sql<boolean>`coalesce(own.is_news, false)`.as("is_news"),
    ]),
);

/** The pending and accepted applications to an own case side by side, each fact with the day of its check. */
export const compare = patientReads
  .meta({
    summary: "Returns the applications to one of the caller's cases for comparison.",
    refuses: ["CASE_NOT_FOUND"],
  })
  .input(z.object({ id: z.uuid() }))
  .output(Comparison)
  .handler(async ({ input: { id }, context: { db, viewer, services } }) => {
    const [found, offers] = await Promise.all([
      ownCase.first(db, { id, viewer: viewer.id }),
      compared.all(db, { id, viewer: viewer.id }),
    ]);
    if (!found) throw new AppError("CASE_NOT_FOUND");
    return {
      coverage: found.coverage?.short ?? null,
      offers: offers
        .slice(0, MOST_COMPARED)
        .map(({ is_in_contact, ...row }) => (is_in_contact ? row : shownToPatient(services, row)))
        .map(({ message: _message, ...row }) => shownToOthers(services, row)),
      has_more: offers.length > MOST_COMPARED,
    };
  });

const ownCase = prepared("cases.compare case", (db, { id, viewer }: { id: string; viewer: string }) =>
  db
    .selectFrom("cases as c")
    .select(coverageOfCase("c.id").as("coverage"))
    .where("c.id", "=", id)
    .where("c.patient_id", "=", viewer),
);

const compared = prepared("cases.compare", (db, { id, viewer }: { id: string; viewer: string }) =>
  db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .innerJoinLateral(relationOf("m.id").as("a"), (join) => join.onTrue())
    .innerJoinLateral(statedFor.as("stated"), (join) => join.onTrue())
    .select([
      // Judged together with the place of the offer.
      "m.message",
      "m.id",
      "m.status",
      "m.kine_id",
      "k.name",
      "k.specialty",
      "k.modalities",
      sql<boolean>`coalesce(a.access = 'accepted', false)`.as("is_in_contact"),
      ...OFFER_COLUMNS,
      ...ratingOf("m.kine_id"),
      ...STATED_COLUMNS,
    ])
    .where("m.case_id", "=", id)
    .where("c.patient_id", "=", viewer)
    .where("m.status", "in", ["proposed", "accepted"])
    .where(isVisibleToPatient)
    .orderBy(sql`m.status = 'accepted'`, "desc")
    .orderBy("m.id", "desc")
    .limit(MOST_COMPARED + 1),
);
