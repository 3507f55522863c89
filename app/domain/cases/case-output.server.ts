import { sql } from "kysely";
import { z } from "zod";
import { StandingBooking } from "../bookings/standing-booking.server.ts";
import { PatientCoverage } from "../coverages/patient-coverage.server.ts";
import { pageOf } from "../lists/pages.server.ts";
import { Application } from "../matches/match-output.server.ts";
import { MATCH_STATUSES } from "../matches/match-words.ts";
import { Offer } from "../matches/offer.ts";
import { CASE_STATUSES, STUDIES_ACCESS } from "./case.ts";
import { CASE_ACCESS } from "./case-access.ts";
import { StructuredFacts } from "./structured-facts.ts";
import { MODALITIES } from "../profiles/modality.ts";

const text = z.string().nullable();
const Case = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  status: z.enum(CASE_STATUSES),
  injury_area: text,
  location_city: text,
  preferred_modality: z.enum(MODALITIES).nullable(),
  created_at: z.date(),
});
/** The columns of `Case`. */
export const CASE_COLUMNS = [
  "c.id",
  "c.title",
  "c.description",
  "c.status",
  "c.injury_area",
  "c.location_city",
  "c.preferred_modality",
  "c.created_at",
] as const;
/** The facts of a case as a selected column. */
export const factsOfCase = sql<StructuredFacts | null>`c.facts`.as("facts");
/** The facts that the patient wrote as free text (operation and activities), one per line, or null. */
export const factWords = sql<string | null>`nullif(concat_ws(E'\\n', c.facts ->> 'operation',
  (select string_agg(activity.fact ->> 'name', E'\\n') from jsonb_array_elements(c.facts -> 'activities') activity (fact))), '')`;
/** The facts of a case as stored. */
export const factsColumn = (facts: StructuredFacts | null | undefined) => (facts ? JSON.stringify(facts) : null);

const Opened = Case.extend({
  studies_access: z.enum(STUDIES_ACCESS),
  edited_at: z.date().nullable(),
  closed_reason: text,
  coverage: PatientCoverage,
  facts: StructuredFacts.nullable(),
  identity_access: z.enum(STUDIES_ACCESS),
  studies: z.array(z.strictObject({ name: z.string(), url: z.string(), kind: z.enum(["image", "pdf"]) })),
});

export const Published = Case.pick({ id: true, status: true });
export const Closed = z.strictObject({
  status: z.literal("closed"),
  due: z.array(z.strictObject({ kine_id: z.uuid(), name: z.string() })),
});

/** The wall time of the last turno of a matched case, once none is ahead. */
const LastSession = text;

export const OwnCases = pageOf(
  Case.extend({
    studies_access: z.enum(STUDIES_ACCESS),
    closed_reason: text,
    is_dormant: z.boolean(),
    pending_applications: z.int(),
    accepted_professionals: z.int(),
    /** How many specialists opened it. */
    opened_by: z.int(),
    /** The accepted specialists whose contact data are open, also once the case is closed. */
    attending: z.array(
      z.strictObject({ id: z.uuid(), kine_id: z.uuid(), name: z.string(), photo_url: text, phone: text, email: text }),
    ),
    /** The accepted specialists of a closed case who have no review yet. */
    reviews_due: z.int(),
    last_session: LastSession,
  }),
);
export const OwnCase = Opened.extend({
  version: z.int(),
  is_dormant: z.boolean(),
  application_count: z.int(),
  /** How many specialists opened it. */
  opened_by: z.int(),
  last_session: LastSession,
  applications: z.array(Application),
  more_applications: text,
});

/** The number of seats for applications, and how many are taken; null without a cap. */
const Seats = { seats: z.int().nullable(), seats_taken: z.int().nullable() };
export const AvailableCases = pageOf(Case.extend({ poster_name: z.string(), application_count: z.int(), ...Seats }));
/** A case as a specialist reads it. With the access "ended", only id, title, dates and the own application are set. */
export const SeenCase = Opened.extend({
  access: z.enum(CASE_ACCESS),
  description: text,
  status: Case.shape.status.nullable(),
  studies_access: Opened.shape.studies_access.nullable(),
  identity_access: Opened.shape.identity_access.nullable(),
  poster_name: text,
  poster_city: text,
  poster_photo_url: text,
  poster_age: z.int().nullable(),
  // Replaces the age while the identity is hidden; the photo and all but the initial of the name are hidden as well.
  poster_decade: z.int().nullable(),
  phone: text,
  studies_withheld: z.int(),
  application_count: z.int(),
  match: Offer.extend({
    id: z.uuid(),
    status: z.enum(MATCH_STATUSES),
    message: text,
    decided_at: z.date().nullable(),
    ended_at: z.date().nullable(),
    /** While they accept. */
    booking: StandingBooking.nullable(),
  }).nullable(),
  ...Seats,
  has_seat: z.boolean(),
  /** Until when the invited viewer's seat is reserved. */
  seat_until: z.date().nullable(),
  is_queued: z.boolean(),
});

export const StudyViews = pageOf(
  z.strictObject({ id: z.uuid(), study: z.string(), viewed_at: z.date(), viewer_name: text }),
);

export const ListedCases = pageOf(
  Case.omit({ preferred_modality: true }).extend({
    closed_reason: text,
    patient_id: z.uuid().nullable(),
    patient_name: text,
    application_count: z.int(),
  }),
);
