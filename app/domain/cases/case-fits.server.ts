import { sql } from "kysely";
import { z } from "zod";
import { kineReads } from "../../api/guards.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { freeTimes } from "../agendas/free-times.server.ts";
import { KM_PER_DEGREE } from "../places/distance.ts";
import type { CaseFit } from "./case-fit.ts";
import { offered } from "./offered-cases.server.ts";
import { halfDayOf } from "./structured-fact-words.ts";

/** The most cases of one call: a page. */
const MOST = 20;

const Fits = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      is_here: z.boolean(),
      km: z.number().nullable(),
      coverage: z.strictObject({ short: z.string(), plans: z.string().nullable() }).nullable(),
      free_at: z.string().nullable(),
    }),
  ),
});

/**
 * How cases on offer to the caller fit them; others are left out. Distances are between the centres of places that both sides name, so
 * nobody is found by asking from several places. A coverage is named only to who states it, with their own plans instead of the
 * patient's. Of the half-days only the caller's own free time is said.
 */
export const fits = kineReads
  .meta({ summary: "Tells how cases on offer fit the caller." })
  .input(z.object({ ids: z.array(z.uuid()).max(MOST) }))
  .output(Fits)
  .handler(async ({ input: { ids }, context: { db, viewer } }) => {
    const [rows, { times }] = await Promise.all([
      stated.all(db, { viewer: viewer.id, ids: `{${ids.join(",")}}` }),
      freeTimes(db, viewer.id),
    ]);
    return {
      items: rows.map(({ half_days, preferred_modality, ...fit }) => {
        const free = times.find(
          ({ local_start, modality }) =>
            half_days.includes(halfDayOf(local_start)) &&
            (modality === null || preferred_modality === null || modality === preferred_modality),
        );
        return { ...fit, free_at: free?.local_start ?? null };
      }),
    };
  });

type Given = { viewer: string; ids: string };

/** The distance between the place that the case names and the specialist's; an online case is equally near to everybody. */
const near = (viewer: string) => sql<Pick<CaseFit, "is_here" | "km">>`(
  select mine.slug = here.slug as is_here, sqrt(power((mine.latitude - here.latitude)::float8, 2)
    + power((mine.longitude - here.longitude)::float8 * cos(radians(here.latitude::float8)), 2)) * ${KM_PER_DEGREE}::float8 as km
  from places here, kine_places k join places mine on mine.slug = k.place
  where here.slug = c.place_slug and k.kine_id = ${viewer} and 'jurisdiction' not in (here.kind, mine.kind)
    and c.preferred_modality is distinct from 'online')`;

/** The case's coverage, where the specialist states it and the statement stands. */
const accepted = (viewer: string) => sql<CaseFit["coverage"]>`(
  select json_build_object('short', v.short, 'plans', s.plans)
  from case_coverages cc join coverages v on v.id = cc.coverage_id and v.retired_at is null
  join kine_coverages s on s.coverage_id = v.id and s.kine_id = ${viewer} and s.disputed_at is null
    and fact_freshness(s.confirmed_at, now()) <> 'stale'
  where cc.case_id = c.id)`;

const stated = prepared("cases.fits", (db, { viewer, ids }: Given) =>
  offered(db, { viewer })
    .where(sql<boolean>`c.id = any(${hideFromPlanner(ids, "uuid[]")})`)
    .leftJoinLateral(near(viewer).as("near"), (join) => join.onTrue())
    .select([
      "c.id",
      "c.preferred_modality",
      sql<boolean>`coalesce(near.is_here, false)`.as("is_here"),
      "near.km",
      accepted(viewer).as("coverage"),
      sql<string[]>`array(select jsonb_array_elements_text(c.facts -> 'times'))`.as("half_days"),
    ]),
);
