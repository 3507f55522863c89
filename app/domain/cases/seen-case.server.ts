import { sql } from "kysely";
import { z } from "zod";
import { kine } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { type StandingBooking, standingBooking } from "../bookings/standing-booking.server.ts";
import { coverageOfCase } from "../coverages/patient-coverage.server.ts";
import type { OfferFacts } from "../matches/offer.ts";
import { ageInYears } from "../profiles/profile.ts";
import { studyLinks, publicPath } from "../studies/studies.server.ts";
import { caseAccess, isVerified, mayOpenStudies } from "./case-access.server.ts";
import type { CaseAccess } from "./case-access.ts";
import { CASE_COLUMNS, factsOfCase, SeenCase } from "./case-output.server.ts";
import { maskedView } from "./masked-case.server.ts";
import { applicationCount, seats } from "./offered-cases.server.ts";

/** The fields of a case that nobody reads after their relation to it ended. */
const NOT_READ = {
  description: null,
  status: null,
  injury_area: null,
  location_city: null,
  preferred_modality: null,
  edited_at: null,
  closed_reason: null,
  studies_access: null,
  identity_access: null,
  coverage: null,
  facts: null,
  poster_name: null,
  poster_city: null,
  poster_photo_url: null,
  poster_age: null,
  poster_decade: null,
  phone: null,
  studies: [],
  studies_withheld: 0,
  application_count: 0,
  seats: null,
  seats_taken: null,
  has_seat: false,
  seat_until: null,
  is_queued: false,
};

/**
 * One case as a specialist may read it now (`case_access`): poster, studies if accessible, the own application, and the patient's phone
 * only once accepted. After the relation ended: its title and dates. An opening is noted for the patient before it is answered.
 */
export const view = kine
  .meta({ summary: "Returns a case as specialists see it.", refuses: ["CASE_NOT_FOUND", "TOO_MANY_CASES_OPENED"] })
  .input(z.object({ id: z.uuid() }))
  .output(SeenCase)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const asked = { viewer: viewer.id, id: input.id };
    const row = await seenCase.first(db, asked);
    if (!row?.access) throw new AppError("CASE_NOT_FOUND");
    const { access, title_read, match_id, match_status, ...found } = row;
    const {
      match_message: message,
      offer,
      offered_at,
      valid_until,
      is_lapsed,
      decided_at,
      ended_at,
      booking,
      ...seen
    } = found;
    const match =
      match_id && match_status
        ? {
            id: match_id,
            status: match_status,
            message,
            offer,
            offered_at,
            valid_until,
            is_lapsed,
            decided_at,
            ended_at,
            booking,
          }
        : null;
    if (access === "ended") {
      const { id, created_at } = seen;
      return { ...NOT_READ, access, id, created_at, title: services.masked(title_read ?? seen.title), match };
    }
    const noted = await noteOpening.first(db, asked);
    if (!noted?.is_noted) throw new AppError("TOO_MANY_CASES_OPENED");
    const { studies_urls, has_studies, is_withheld, poster_birth_date, ...rest } = seen;
    const age = poster_birth_date === null ? null : ageInYears(String(poster_birth_date));
    return {
      ...rest,
      ...(access !== "accepted" && {
        ...maskedView(services, rest),
        poster_name: rest.poster_name && services.masked(rest.poster_name),
      }),
      access,
      poster_age: is_withheld ? null : age,
      poster_decade: is_withheld && age !== null ? Math.floor(age / 10) * 10 : null,
      studies: has_studies ? studyLinks(services, viewer, is_withheld ? publicPath(studies_urls) : studies_urls) : [],
      studies_withheld: has_studies ? 0 : studies_urls.length,
      match,
    };
  });

type Asked = { viewer: string; id: string };

const seenCase = prepared("cases.view", (db, { viewer, id }: Asked) => {
  const isAccepted = sql<boolean>`a.access = 'accepted'`;
  // Once the case is closed, an application without an answer leads to nobody.
  const isWithheld = sql<boolean>`(not ${isAccepted}
    and (c.identity_access = 'accepted' or c.status = 'closed' or not ${isVerified(sql`${viewer}::uuid`)}))`;
  return db
    .selectFrom("cases as c")
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .leftJoin("matches as own", (join) => join.onRef("own.case_id", "=", "c.id").on("own.kine_id", "=", viewer))
    .leftJoin("case_relations as r", "r.match_id", "own.id")
    .innerJoinLateral(
      sql<{ access: CaseAccess | null }>`(select ${caseAccess(sql`c.id`, sql`${viewer}::uuid`)} as access offset 0)`.as(
        "a",
      ),
      (join) => join.onTrue(),
    )
    .select([
      ...CASE_COLUMNS,
      "a.access",
      "r.title as title_read",
      "c.edited_at",
      "c.studies_urls",
      "c.studies_access",
      "c.closed_reason",
      sql<string | null>`case when ${isAccepted} then r.patient_name
        when ${isWithheld} then left(coalesce(public_name(poster.name), poster.name), 1) || '.' else poster.name end`.as(
        "poster_name",
      ),
      sql<string | null>`case when ${isAccepted} then r.patient_city else poster.location_city end`.as("poster_city"),
      sql<string | null>`case when ${isAccepted} then r.patient_photo_url
        when not ${isWithheld} then poster.photo_url end`.as("poster_photo_url"),
      isWithheld.as("is_withheld"),
      "poster.birth_date as poster_birth_date",
      "r.patient_phone as phone",
      mayOpenStudies(sql`a.access`, sql`${viewer}::uuid`).as("has_studies"),
      "own.id as match_id",
      "own.status as match_status",
      "own.message as match_message",
      "own.decided_at",
      "own.ended_at",
      sql<StandingBooking | null>`case when ${isAccepted} then ${standingBooking(sql`own.id`)} end`.as("booking"),
      coverageOfCase("c.id").as("coverage"),
      factsOfCase,
      "c.identity_access",
      applicationCount,
      ...seats,
      sql<boolean>`has_seat(c.id, ${viewer}::uuid)`.as("has_seat"),
      sql<Date | null>`(select a.seat_until from case_alerts a where a.case_id = c.id and a.kine_id = ${viewer}::uuid
        and a.seat_until > now())`.as("seat_until"),
      sql<boolean>`exists (select from seat_queue q where q.case_id = c.id and q.kine_id = ${viewer}::uuid)`.as(
        "is_queued",
      ),
      sql<OfferFacts | null>`own.offer`.as("offer"),
      "own.offered_at",
      "own.valid_until",
      sql<boolean>`coalesce(own.status = 'proposed' and own.valid_until <= now(), false)`.as("is_lapsed"),
    ])
    .where("c.id", "=", id);
});

/** Notes the opening, once a day for each specialist and case; false beyond a day's most. */
const noteOpening = prepared("cases.view noted", (db, { viewer, id }: Asked) =>
  db.selectNoFrom(sql<boolean>`note_case_opening(${id}::uuid, ${viewer}::uuid)`.as("is_noted")),
);
