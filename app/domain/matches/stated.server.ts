import { sql } from "kysely";
import { z } from "zod";
import { COVERAGE_HOWS, type CoverageHow } from "../coverages/coverage-labels.ts";
import { firstSlotOf } from "../agendas/first-slot.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { KM_PER_DEGREE } from "../places/distance.ts";

/** The known facts about an application's specialist, each with the day of its check. Stale statements are left out. */
export const Stated = z.strictObject({
  license_checked_at: z.date().nullable(),
  /** What the specialist states about the case's coverage. */
  coverage_how: z.enum(COVERAGE_HOWS).nullable(),
  coverage_confirmed_at: z.date().nullable(),
  /** The lowest price of their profile, for the modality that is offered or else requested. */
  listed_price: z.int().nullable(),
  price_confirmed_at: z.date().nullable(),
  /** The next free time of their agenda, of the same modality, while it is shown and fresh. */
  free_at: z.date().nullable(),
  /** The distance between the centres of the case's place and theirs; null where one is unknown or a whole province. */
  km: z.number().nullable(),
});

type Row = {
  coverage_how: CoverageHow | null;
  coverage_confirmed_at: Date | null;
  listed_price: number | null;
  price_confirmed_at: Date | null;
  free_at: Date | null;
  km: number | null;
};

/** The modality that is offered or else requested; "" when neither is given. */
const asked = sql<Modality | "">`coalesce(m.offer ->> 'modality', c.preferred_modality::text, '')`;

/** What the specialist of an application `m` to a case `c` states about it, as one row. */
export const statedFor = sql<Row>`(
  select s.how as coverage_how, s.confirmed_at as coverage_confirmed_at,
    price.session as listed_price, price.confirmed_at as price_confirmed_at, away.km,
    (select (${firstSlotOf(asked)} ->> 'local_start')::timestamp at time zone g.zone from profiles p join agendas g on g.kine_id = p.id
      where p.id = m.kine_id) as free_at
  from (values (true)) as one (row)
  left join lateral (
    select s.how, s.confirmed_at from case_coverages v join kine_coverages s on s.coverage_id = v.coverage_id
    where v.case_id = m.case_id and s.kine_id = m.kine_id and s.disputed_at is null
      and fact_freshness(s.confirmed_at, now()) <> 'stale'
  ) s on true
  left join lateral (
    select r.session, r.confirmed_at from kine_prices r
    where r.kine_id = m.kine_id and fact_freshness(r.confirmed_at, now()) <> 'stale'
      -- The price for the modality that is offered or else requested; for any modality when neither is given.
      and r.modality = coalesce(m.offer ->> 'modality', c.preferred_modality::text, r.modality::text)::modality
    order by r.session limit 1
  ) price on true
  left join lateral (
    select sqrt(power((there.latitude - here.latitude)::float8, 2)
      + power((there.longitude - here.longitude)::float8 * cos(radians(here.latitude::float8)), 2)) * ${KM_PER_DEGREE}::float8 as km
    from case_places cp join places here on here.slug = cp.place
      join kine_places kp on kp.kine_id = m.kine_id join places there on there.slug = kp.place
    where cp.case_id = m.case_id and 'jurisdiction' not in (here.kind, there.kind)
  ) away on true
)`;

/** The columns of `Stated`, of the specialist `k` and of `statedFor` joined as `stated`. */
export const STATED_COLUMNS = [
  "k.license_checked_at",
  "stated.coverage_how",
  "stated.coverage_confirmed_at",
  "stated.listed_price",
  "stated.price_confirmed_at",
  "stated.free_at",
  "stated.km",
] as const;
