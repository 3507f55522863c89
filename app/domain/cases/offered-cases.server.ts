import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { kineReads } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/errors.ts";
import { coverageOfCase } from "../coverages/patient-coverage.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { ageInYears } from "../profiles/profile.ts";
import { studyLinks } from "../studies/studies.server.ts";
import { AvailableCases, CASE_COLUMNS, SeenCase } from "./case-output.server.ts";
import { OfferedListing } from "./case-input.ts";

/** The cases that a specialist may see: those on offer, and those they applied to, with their own application. */
const visibleCases = (db: Database, viewer: Pick<Viewer, "id">) =>
  db
    .selectFrom("cases as c")
    .leftJoin("matches as own", (join) => join.onRef("own.case_id", "=", "c.id").on("own.kine_id", "=", viewer.id))
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where((eb) =>
      eb.or([
        eb.and([eb("c.status", "in", ["open", "matched"]), eb("poster.suspended_at", "is", null)]),
        eb("own.id", "is not", null),
      ]),
    );

type Offer = { viewer: string; before?: string | undefined };
type Narrowed = Offer & {
  location_city?: string | undefined;
  injury_area?: string | undefined;
  preferred_modality?: Modality | undefined;
};

/** The cases on offer to a specialist, newest first. */
function offered(db: Database, { viewer, before }: Offer) {
  const query = db
    .selectFrom("cases as c")
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where("c.status", "in", ["open", "matched"])
    .where("c.dormant_at", "is", null)
    .where("c.patient_id", "<>", viewer)
    .where("poster.health_withdrawn_at", "is", null)
    .where("poster.suspended_at", "is", null)
    // An anti-join lets PostgreSQL read the index of cases in course backwards and stop at the end of the page.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("matches as own")
            .select("own.id")
            .whereRef("own.case_id", "=", "c.id")
            .where("own.kine_id", "=", viewer),
        ),
      ),
    )
    .orderBy("c.id", "desc");
  return before ? query.where("c.id", "<", before) : query;
}

const OFFERED_COLUMNS = [...CASE_COLUMNS, "poster.name as poster_name"] as const;
const applicationCount = sql<number>`(select count(*)::int from matches a where a.case_id = c.id)`.as(
  "application_count",
);

const offeredPage = prepared("cases.available", (db, offer: Offer) =>
  offered(db, offer)
    .select([...OFFERED_COLUMNS, applicationCount])
    .limit(PAGE_AND_ONE),
);

/** The most cases that one page of a narrowed list looks at; the next page goes on from there. */
const REACH = 2_000;

const has = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`strpos(name_key(${text}), name_key(${words})) > 0`;

const narrowedPage = prepared("cases.available narrowed", (db, narrowed: Narrowed) => {
  const { location_city, injury_area, preferred_modality, ...offer } = narrowed;
  let query = db
    .selectFrom(offered(db, offer).select(OFFERED_COLUMNS).limit(REACH).as("c"))
    .selectAll("c")
    .select(applicationCount);
  if (location_city) query = query.where(has(sql`coalesce(c.location_city, '')`, location_city));
  if (injury_area) query = query.where(has(sql`concat(c.injury_area, ' ', c.title)`, injury_area));
  // Who has no preference takes any.
  if (preferred_modality)
    query = query.where(sql<boolean>`coalesce(c.preferred_modality, ${preferred_modality}) = ${preferred_modality}`);
  return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
});
const endOfReach = prepared("cases.available reach", (db, offer: Offer) =>
  offered(db, offer)
    .select("c.id")
    .offset(REACH - 1)
    .limit(1),
);

/**
 * Cases in course that the specialist has not applied to, newest first, 20 a page from `before` (a case id); narrowed by words of the
 * barrio, by words of the zone or title, and by modality. A narrowed page may hold fewer, or none, and still have a next one.
 */
export const available = kineReads
  .meta({ summary: "Lists cases that the caller may apply to." })
  .input(OfferedListing)
  .output(AvailableCases)
  .handler(async ({ input, context: { db, viewer } }) => {
    const offer = { viewer: viewer.id, before: input.before ?? undefined };
    const { location_city, injury_area, preferred_modality } = input;
    if (!location_city && !injury_area && !preferred_modality) return asPage(await offeredPage.all(db, offer));
    const narrowed = {
      ...offer,
      location_city: location_city || undefined,
      injury_area: injury_area || undefined,
      preferred_modality: preferred_modality ?? undefined,
    };
    const [rows, end] = await Promise.all([narrowedPage.all(db, narrowed), endOfReach.first(db, offer)]);
    return asPage(rows, end?.id ?? null);
  });

/**
 * One case as a specialist sees it: poster, studies if accessible, the own application, and the patient's phone only if that application is
 * accepted.
 */
export const view = kineReads
  .meta({ summary: "Returns a case as specialists see it.", refuses: ["CASE_NOT_FOUND"] })
  .input(z.object({ id: z.uuid() }))
  .output(SeenCase)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const row = await seenCase.first(db, { viewer: viewer.id, id: input.id });
    if (!row) throw new AppError("CASE_NOT_FOUND");
    const {
      studies_urls,
      poster_birth_date,
      health_withdrawn_at,
      suspended_at,
      match_id,
      match_status,
      match_message,
      ...rest
    } = row;
    const mayOpenStudies =
      health_withdrawn_at === null &&
      suspended_at === null &&
      (match_status === "accepted" || (row.studies_access === "verified" && row.status !== "closed"));
    return {
      ...rest,
      poster_age: poster_birth_date === null ? null : ageInYears(String(poster_birth_date)),
      studies: mayOpenStudies ? studyLinks(services, viewer, studies_urls) : [],
      studies_withheld: mayOpenStudies ? 0 : studies_urls.length,
      match: match_id && match_status ? { id: match_id, status: match_status, message: match_message } : null,
    };
  });

const seenCase = prepared("cases.view", (db, { viewer, id }: { viewer: string; id: string }) =>
  visibleCases(db, { id: viewer })
    // After a withdrawn consent, only the accepted specialists still see the patient's cases.
    .where((eb) => eb.or([eb("poster.health_withdrawn_at", "is", null), eb("own.status", "=", "accepted")]))
    .select((eb) => [
      ...CASE_COLUMNS,
      "c.edited_at",
      "c.studies_urls",
      "c.studies_access",
      "c.closed_reason",
      "poster.name as poster_name",
      "poster.location_city as poster_city",
      "poster.photo_url as poster_photo_url",
      "poster.birth_date as poster_birth_date",
      "poster.health_withdrawn_at",
      "poster.suspended_at",
      "own.id as match_id",
      "own.status as match_status",
      "own.message as match_message",
      eb.case().when("own.status", "=", "accepted").then(eb.ref("poster.phone")).end().as("phone"),
      coverageOfCase("c.id").as("coverage"),
    ])
    .where("c.id", "=", id),
);
