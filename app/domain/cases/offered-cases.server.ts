import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { kineReads } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { coverageOfCase } from "../coverages/patient-coverage.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import type { OfferFacts } from "../matches/offer.ts";
import type { Modality } from "../profiles/modality.ts";
import { ageInYears } from "../profiles/profile.ts";
import { studyLinks, withoutPatient } from "../studies/studies.server.ts";
import { maskedCase, maskedView } from "./masked-case.server.ts";
import { AvailableCases, CASE_COLUMNS, factsOfCase, SeenCase } from "./case-output.server.ts";
import { OfferedListing } from "./case-input.ts";
import { saysWords } from "./says-words.server.ts";

/** The cases that a specialist may see, with their own application: cases on offer, and cases that they applied to. */
const visibleCases = (db: Database, viewer: Pick<Viewer, "id">) =>
  db
    .selectFrom("cases as c")
    .leftJoin("matches as own", (join) => join.onRef("own.case_id", "=", "c.id").on("own.kine_id", "=", viewer.id))
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where((eb) =>
      eb.or([
        eb.and([
          eb("c.status", "in", ["open", "matched"]),
          eb("poster.suspended_at", "is", null),
          sql<boolean>`not are_blocked(c.patient_id, ${viewer.id})`,
        ]),
        eb("own.id", "is not", null),
      ]),
    );

type OfferedPage = { viewer: string; before?: string | undefined };
type Narrowed = OfferedPage & {
  location_city?: string | undefined;
  injury_area?: string | undefined;
  preferred_modality?: Modality | undefined;
};

/** The cases on offer to a specialist, newest first. */
function offered(db: Database, { viewer, before }: OfferedPage) {
  const query = db
    .selectFrom("cases as c")
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where("c.status", "in", ["open", "matched"])
    .where("c.dormant_at", "is", null)
    .where("c.patient_id", "<>", viewer)
    .where("poster.health_withdrawn_at", "is", null)
    .where("poster.suspended_at", "is", null)
    // The same rule as `are_blocked`. Calling that for each row would cost ten times as much as these joins.
    .where(
      sql<boolean>`not exists (select from blocks b where b.blocker_id = c.patient_id and b.blocked_id = ${viewer})
      and not exists (select from blocks b where b.blocked_id = c.patient_id and b.blocker_id = ${viewer})`,
    )
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

/** Whether the patient's identity is hidden from the viewer; `own` is the status of the viewer's application, or null. */
const isWithheld = (own: RawBuilder<unknown>) =>
  sql<boolean>`c.identity_access = 'accepted' and ${own} is distinct from 'accepted'`;
/** The name of a case's patient, or its initial. */
const posterName = (own: RawBuilder<unknown>) =>
  sql<string>`case when ${isWithheld(own)} then left(poster.name, 1) || '.' else poster.name end`.as("poster_name");

// The status is null: a case is offered only to specialists who have not applied to it.
const OFFERED_COLUMNS = [...CASE_COLUMNS, posterName(sql`null::text`)] as const;
const applicationCount = sql<number>`(select count(*)::int from matches a where a.case_id = c.id)`.as(
  "application_count",
);

/** The number of seats of a case, and how many are taken; null unless the operator sets a cap. */
const seats = [
  sql<number | null>`(select nullif(setting_number('offers_max', 0), 0))`.as("seats"),
  sql<number | null>`case when (select setting_number('offers_max', 0)) > 0 then seats_taken(c.id) end`.as(
    "seats_taken",
  ),
] as const;

const offeredPage = prepared("cases.available", (db, page: OfferedPage) =>
  offered(db, page)
    .select([...OFFERED_COLUMNS, applicationCount, ...seats])
    .limit(PAGE_AND_ONE),
);

/** The most cases that one page of a filtered list scans; the next page continues after them. */
const REACH = 2_000;

const has = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`strpos(text_key(${text}), text_key(${words})) > 0`;

const narrowedPage = prepared("cases.available narrowed", (db, narrowed: Narrowed) => {
  const { location_city, injury_area, preferred_modality, ...offer } = narrowed;
  let query = db
    .selectFrom(offered(db, offer).select(OFFERED_COLUMNS).limit(REACH).as("c"))
    .selectAll("c")
    .select([applicationCount, ...seats]);
  if (location_city) query = query.where(has(sql`coalesce(c.location_city, '')`, location_city));
  if (injury_area) query = query.where(has(sql`concat(c.injury_area, ' ', c.title)`, injury_area));
  // A case without a preference matches every modality.
  if (preferred_modality)
    query = query.where(sql<boolean>`coalesce(c.preferred_modality, ${preferred_modality}) = ${preferred_modality}`);
  return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
});
const endOfReach = prepared("cases.available reach", (db, page: OfferedPage) =>
  offered(db, page)
    .select("c.id")
    .offset(REACH - 1)
    .limit(1),
);

/**
 * Open and matched cases that the specialist has not applied to, newest first, 20 a page from `before` (a case id). Filters: words of the
 * barrio, words of the zone or title, and the modality. A filtered page may hold fewer cases, or no case, and still have a next page.
 */
export const available = kineReads
  .meta({ summary: "Lists cases that the caller may apply to." })
  .input(OfferedListing)
  .output(AvailableCases)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const shown = (rows: Awaited<ReturnType<typeof offeredPage.all>>) =>
      rows.map((row) => ({ ...row, ...maskedCase(services, row), poster_name: services.masked(row.poster_name) }));
    const offer = { viewer: viewer.id, before: input.before ?? undefined };
    const { location_city, injury_area, preferred_modality } = input;
    if (!location_city && !injury_area && !preferred_modality) return asPage(shown(await offeredPage.all(db, offer)));
    const narrowed = {
      ...offer,
      location_city: location_city || undefined,
      injury_area: injury_area || undefined,
      preferred_modality: preferred_modality ?? undefined,
    };
    const end = (await endOfReach.first(db, offer))?.id ?? null;
    // Rows that have the words only behind the mask are passed over, so that neither the page nor its cursor reveals them.
    const said: ReturnType<typeof shown> = [];
    for (let before = offer.before; ;) {
      const rows = await narrowedPage.all(db, { ...narrowed, before });
      said.push(...shown(rows).filter((each) => saysWords(each, narrowed) && (end === null || each.id >= end)));
      before = rows.at(-1)?.id;
      const isOver = rows.length < PAGE_AND_ONE || before === undefined || (end !== null && before < end);
      if (isOver || said.length >= PAGE_AND_ONE) return asPage(said, end);
    }
  });

/**
 * One case as a specialist sees it: poster, studies if accessible, the specialist's application, and the patient's phone only if that
 * application is accepted.
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
      is_withheld,
      health_withdrawn_at,
      suspended_at,
      is_blocked,
      match_id,
      match_status,
      match_message,
      offer,
      offered_at,
      valid_until,
      is_lapsed,
      ...rest
    } = row;
    const mayOpenStudies =
      health_withdrawn_at === null &&
      suspended_at === null &&
      (match_status === "accepted" || (row.studies_access === "verified" && row.status !== "closed" && !is_blocked));
    const age = poster_birth_date === null ? null : ageInYears(String(poster_birth_date));
    return {
      ...rest,
      ...(match_status !== "accepted" && {
        ...maskedView(services, rest),
        poster_name: services.masked(rest.poster_name),
      }),
      poster_age: is_withheld ? null : age,
      poster_decade: is_withheld && age !== null ? Math.floor(age / 10) * 10 : null,
      studies: mayOpenStudies
        ? studyLinks(services, viewer, is_withheld ? withoutPatient(studies_urls) : studies_urls)
        : [],
      studies_withheld: mayOpenStudies ? 0 : studies_urls.length,
      match:
        match_id && match_status
          ? { id: match_id, status: match_status, message: match_message, offer, offered_at, valid_until, is_lapsed }
          : null,
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
      posterName(sql`own.status`),
      "poster.location_city as poster_city",
      sql<string | null>`case when not (${isWithheld(sql`own.status`)}) then poster.photo_url end`.as(
        "poster_photo_url",
      ),
      isWithheld(sql`own.status`).as("is_withheld"),
      "poster.birth_date as poster_birth_date",
      "poster.health_withdrawn_at",
      "poster.suspended_at",
      sql<boolean>`are_blocked(c.patient_id, ${viewer})`.as("is_blocked"),
      "own.id as match_id",
      "own.status as match_status",
      "own.message as match_message",
      eb.case().when("own.status", "=", "accepted").then(eb.ref("poster.phone")).end().as("phone"),
      coverageOfCase("c.id").as("coverage"),
      factsOfCase,
      "c.identity_access",
      ...seats,
      sql<boolean>`has_seat(c.id, ${viewer}::uuid)`.as("has_seat"),
      sql<Date | null>`(select a.seat_until from case_alerts a where a.case_id = c.id and a.kine_id = ${viewer}::uuid
        and a.seat_until > now())`.as("seat_until"),
      sql<boolean>`exists (select from seat_queue q where q.case_id = c.id and q.kine_id = ${viewer}::uuid)`.as(
        "is_queued",
      ),
      sql<OfferFacts | null>`own.offer`.as("offer"),
      sql<Date | null>`own.offered_at`.as("offered_at"),
      sql<Date | null>`own.valid_until`.as("valid_until"),
      sql<boolean>`own.status = 'proposed' and coalesce(own.valid_until <= now(), false)`.as("is_lapsed"),
    ])
    .where("c.id", "=", id),
);
