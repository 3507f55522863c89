import { type RawBuilder, sql } from "kysely";
import { kineReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { isVerified } from "./case-access.server.ts";
import { excerpted } from "./excerpt.ts";
import { maskedCase } from "./masked-case.server.ts";
import { AvailableCases, CASE_COLUMNS } from "./case-output.server.ts";
import { OfferedListing } from "./case-input.ts";
import { saysWords } from "./says-words.server.ts";

type OfferedPage = { viewer: string; before?: string | undefined };
type Narrowed = OfferedPage & {
  location_city?: string | undefined;
  injury_area?: string | undefined;
  preferred_modality?: Modality | undefined;
};

/** The cases on offer to a specialist, newest first. */
export function offered(db: Database, { viewer, before }: OfferedPage) {
  const query = db
    .selectFrom("cases as c")
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where("c.status", "in", ["open", "matched"])
    .where("c.dormant_at", "is", null)
    .where("c.patient_id", "<>", viewer)
    .where("poster.health_withdrawn_at", "is", null)
    .where("poster.suspended_at", "is", null)
    .where(sql<boolean>`'patient' <> all (poster.ended_roles)`)
    // The same rule as `blocked_cases`, where nobody has applied. Asking `case_access` for each row would cost ten times as much.
    .where(
      sql<boolean>`not exists (select from blocks b where b.blocker_id = c.patient_id and b.blocked_id = ${viewer})
      and not exists (select from blocks b where b.blocked_id = c.patient_id and b.blocker_id = ${viewer}
        and (b.case_id = c.id or (b.case_id is null and c.identity_access = 'verified' and ${isVerified(sql`${viewer}::uuid`)})))`,
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

/** Whether the patient's identity is hidden from a viewer whom they have not accepted. */
const isWithheld = (viewer: string) =>
  sql<boolean>`(c.identity_access = 'accepted' or not ${isVerified(sql`${viewer}::uuid`)})`;
/** The patient's name as an offered case shows it: in full, or its initial. */
const offeredName = (viewer: string) =>
  sql<string>`case when ${isWithheld(viewer)} then left(coalesce(public_name(poster.name), poster.name), 1) || '.' else poster.name end`.as(
    "poster_name",
  );

const offeredColumns = (viewer: string) => [...CASE_COLUMNS, offeredName(viewer)] as const;
/** How many applied to a case `c`. */
export const applicationCount = sql<number>`(select count(*)::int from matches a where a.case_id = c.id)`.as(
  "application_count",
);

/** The number of seats of a case `c`, and how many are taken; null unless the operator sets a cap. */
export const seats = [
  sql<number | null>`(select nullif(setting_number('offers_max', 0), 0))`.as("seats"),
  sql<number | null>`case when (select setting_number('offers_max', 0)) > 0 then seats_taken(c.id) end`.as(
    "seats_taken",
  ),
] as const;

const offeredPage = prepared("cases.available", (db, page: OfferedPage) =>
  offered(db, page)
    .select([...offeredColumns(page.viewer), applicationCount, ...seats])
    .limit(PAGE_AND_ONE),
);

/** The most cases that one page of a filtered list scans; the next page continues after them. */
const REACH = 2_000;

const has = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`strpos(text_key(${text}), text_key(${words})) > 0`;

const narrowedPage = prepared("cases.available narrowed", (db, narrowed: Narrowed) => {
  const { location_city, injury_area, preferred_modality, ...offer } = narrowed;
  let query = db
    .selectFrom(offered(db, offer).select(offeredColumns(offer.viewer)).limit(REACH).as("c"))
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
      rows.map((row) =>
        excerpted({ ...row, ...maskedCase(services, row), poster_name: services.masked(row.poster_name) }),
      );
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
