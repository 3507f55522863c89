import { drop, edit, type Guard, part, rewriteFunction, trigger } from "./guard.ts";

const BOOKINGS = "tests/bookings/bookings.test.ts";
const TREATMENTS = "tests/treatments/treatments.test.ts";
const AUTHORISATIONS = "tests/treatments/authorisations.test.ts";
const MEASURES = "tests/measures/measures.test.ts";
const WALLS = "tests/bookings/two-walls.test.ts";
const noticed = (test: string, file = BOOKINGS) => ({ file, test });

/** Guards of bookings: who may agree on them, until when, and that nobody has a time twice. */
export const bookingGuards: readonly Guard[] = [
  trigger("bookings_claim_their_time", "bookings", noticed("a time that is taken")),
  part("bookings_are_of_the_accepted", "bookings", noticed("a block beside requests", WALLS)),
  part("course", "bookings", noticed("an agenda that confirms at once")),
  drop(
    "specialists at one place at once",
    rewriteFunction("claim_time(bookings, timestamptz, timestamptz)", "c.place_id <> _booking.place_id", "false"),
    noticed("seats are shared"),
  ),
  edit(
    "one side of a booking answers",
    "app/domain/bookings/answers.server.ts",
    'if (state !== "requested" || asked_by === side || !is_open)',
    "if (false)",
    noticed("a patient asks"),
  ),
  edit(
    "bookings of one's own applications",
    "app/domain/bookings/pair.server.ts",
    "and ${viewer}::uuid in (m.kine_id, c.patient_id)",
    "",
    { file: "tests/access/states.test.ts", test: "bookings.book" },
  ),
  edit(
    "bookings end with the contact",
    "app/domain/bookings/end-bookings.server.ts",
    "if (rows.length > 0) continue;",
    "if (rows.length >= 0) continue;",
    noticed("the case closed"),
  ),
  part(
    "authorisations_never_overlap",
    "authorisations",
    noticed("has authorisations that never overlap", AUTHORISATIONS),
  ),
  part("kine_coverages_are_in_use", "authorisations", noticed("has at most forty authorisations", AUTHORISATIONS)),
  drop(
    "a treatment has at most 40 authorisations",
    rewriteFunction("authorisations_keep_their_course()", ">= 40", ">= 400"),
    noticed("has at most forty authorisations", AUTHORISATIONS),
  ),
  drop(
    "a noted session stays held",
    "alter table bookings drop constraint bookings_noted_are_held",
    noticed("takes one noted session a day", TREATMENTS),
  ),
  edit(
    "an authorisation is its patient's once the contact ends",
    "app/domain/treatments/treatment-rows.server.ts",
    " and ${readsAuthorisations(sql`v.side = 'patient'`)}",
    "",
    noticed("is exported to both", TREATMENTS),
  ),
  drop(
    "sessions are noted within 30 days",
    rewriteFunction("bookings_keep_their_course()", "interval '31 days'", "interval '31 years'"),
    noticed("takes one noted session a day", TREATMENTS),
  ),
  drop(
    "sessions are disputed within a week of their mark",
    rewriteFunction("may_dispute(bookings)", "end > now() - interval '7 days'", "end > now() - interval '7 years'"),
    noticed("is disputed within seven days", TREATMENTS),
  ),
  edit(
    "measures are read by accepted specialists alone",
    "app/domain/measures/measure-rows.server.ts",
    "when case_access(c.id, ${viewer}::uuid) = 'accepted' then 'kine' end",
    "when case_access(c.id, ${viewer}::uuid) is not null then 'kine' end",
    noticed("are read by the patient and the accepted specialist alone", MEASURES),
  ),
  edit(
    "a withdrawn consent deletes measures",
    "app/domain/consents/consents.server.ts",
    "await forgetMeasures(tx, userId);",
    "",
    noticed("need the consent to the current text", MEASURES),
  ),
  part("course", "measures", noticed("are one a day, corrected on it", MEASURES)),
  part("measures_are_of_their_patient", "measures", noticed("need the consent to the current text", MEASURES)),
  edit(
    "a plan is accepted as it was seen",
    "app/domain/treatments/treatments.server.ts",
    `.where("planned", "=", planned)
        // The browser knows the milliseconds.
        .where(sql<boolean>\`date_trunc('milliseconds', proposed_at) = \${proposed_at}::timestamptz\`)`,
    "",
    noticed("counts the sessions", TREATMENTS),
  ),
  edit(
    "how much of an agenda a patient holds",
    "app/domain/bookings/bookings.server.ts",
    "if (isMany || isManyOfPatient)",
    "if (false)",
    noticed("what a patient holds"),
  ),
  edit(
    "limits count a mailbox",
    "app/domain/bookings/pair.server.ts",
    "(select same_person(${patient}::uuid))",
    "(${patient}::uuid)",
    noticed("another account of the mailbox", "tests/bookings/limits.test.ts"),
  ),
];
