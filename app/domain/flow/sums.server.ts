import { sql } from "kysely";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import type { Cell } from "./cells.ts";
import type { Counts } from "./flow.ts";

/** The driver reads JSON natively, and an array of PostgreSQL character by character. */
type Sum = Cell & { from_day: string; n: Counts };

/** What was counted of all cases by week, from a Monday on (as a date), the latest first. A week without cases has no row. */
export const weeksFrom = prepared(
  "flow weeks",
  (_, { from }: { from: string }) => sql<Sum>`
    select from_day::text, place, modality, zone, to_json(n) as n from flow_sums
    where span = 7 and place = '*' and modality = '*' and zone = '*' and from_day >= ${from}::date order by from_day desc limit 60`,
);

/** What was counted by four weeks of a cell and of all cells that hold it, the latest first. */
export const blocksFrom = prepared(
  "flow blocks",
  (_, { from, place, modality, zone }: Cell & { from: string }) => sql<Sum>`
    select from_day::text, place, modality, zone, to_json(n) as n from flow_sums
    where span = 28 and place = any(array[${hideFromPlanner(place, "text")}, '*']) and modality = any(array[${hideFromPlanner(modality, "text")}, '*'])
      and zone = any(array[${hideFromPlanner(zone, "text")}, '*']) and from_day >= ${from}::date order by from_day desc`,
);

type Least = { from: string; zone: string; most: number; place?: string | undefined; modality?: string | undefined };

/** The places and modalities with most cases without an application among those of four weeks, or of one place or modality. */
export const leastMet = prepared(
  "flow least met",
  (_, { from, zone, most, place, modality }: Least) => sql<{ place: string; modality: string }>`
    select place, modality from flow_sums
    where span = 28 and from_day = ${from}::date and zone = ${zone}::text and place <> '*' and modality <> '*'
      ${place === undefined ? sql`` : sql`and place = ${place}::text`} ${modality === undefined ? sql`` : sql`and modality = ${modality}::text`}
    order by unmet desc, place, modality limit ${hideFromPlanner(most, "int")}`,
);

/** What was counted of these cells in the blocks of these days, all as arrays in the text form of PostgreSQL. */
export const cellsOf = prepared(
  "flow cells",
  (_, given: { days: string; places: string; modalities: string; zones: string }) => sql<Sum>`
    select s.from_day::text, s.place, s.modality, s.zone, to_json(s.n) as n
    from unnest(${given.places}::text[], ${given.modalities}::text[], ${given.zones}::text[]) w(place, modality, zone)
      cross join lateral (select * from flow_sums where span = 28 and place = w.place and modality = w.modality and zone = w.zone
        and from_day = any(${hideFromPlanner(given.days, "text[]")}::date[]) offset 0) s`,
);
