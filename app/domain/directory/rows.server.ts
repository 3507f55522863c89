import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { serverRun } from "../../platform/live/live-table.server.ts";
import type { Modality } from "../profiles/modality.ts";
import type { Listed, Names } from "./contents.server.ts";

/** The most rows that a statement returns. */
export const MOST_ROWS = 1_000;
/** The cursor before the first row. */
export const BEGINNING = { changedIn: "0", number: 0 };

type Row = {
  number: number;
  changed_in: string;
  listed: boolean;
  licence_until: number | null;
  place: string | null;
  specialty: string | null;
  modalities: Modality[];
  licensed: string[];
  licensed_until: number[];
  coverages: number[];
  coverages_until: number[];
  prices: (number | null)[];
  prices_until: (number | null)[];
  weekdays: number[];
  reply_hours: number | null;
  score: number;
  newcomer: boolean;
  changed: number;
};

const columns = [
  "d.number",
  sql<string>`d.changed_in::text`.as("changed_in"),
  "d.listed",
  "d.licence_until",
  "d.place",
  "d.specialty",
  sql<Modality[]>`to_json(d.modalities)`.as("modalities"),
  "d.licensed",
  "d.licensed_until",
  "d.coverages",
  "d.coverages_until",
  "d.prices",
  "d.prices_until",
  "d.weekdays",
  "d.reply_hours",
  "d.score",
  "d.newcomer",
  sql<number>`extract(epoch from d.changed_at)::integer`.as("changed"),
] as const;

/**
 * The state, and the rows changed by transactions that the snapshot `seen` does not include: the first rows after a cursor. Rows of an
 * earlier cluster, restored from a backup, may have transaction ids that this cluster has not reached; only a full read returns them.
 */
export const changes = prepared(
  "directory.changes",
  (db, { seen, changedIn, number }: { seen: string; changedIn: string; number: number }) => {
    const isNew = sql<boolean>`changed_in >= pg_snapshot_xmin(${seen}::pg_snapshot)
      and changed_in < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(changed_in, ${seen}::pg_snapshot)`;
    return db.selectFrom("directory_state as s").select([
      serverRun.as("server"),
      sql<string>`pg_current_snapshot()::text`.as("seen"),
      sql<number>`extract(epoch from now())::float8`.as("now"),
      sql<number>`day_number(directory_today())`.as("day"),
      sql<boolean>`not s.is_filled or exists (select from directory where computed_on < directory_today())`.as(
        "is_due",
      ),
      "s.names_changed_in",
      sql<boolean>`(select value from settings where key = 'licence_rule') is not distinct from '"strict"'::jsonb`.as(
        "is_strict",
      ),
      sql<Row[]>`coalesce((select json_agg(c) from (${db
        .selectFrom("directory as d")
        .select(columns)
        .where(isNew)
        .where(sql<boolean>`(d.changed_in, d.number) > (${changedIn}::xid8, ${number}::integer)`)
        .orderBy("d.changed_in")
        .orderBy("d.number")
        .limit(MOST_ROWS)}) c), '[]')`.as("changed"),
      sql<number[]>`coalesce((select json_agg(number) from (${db
        .selectFrom("directory_departures")
        .select("number")
        .where(isNew)
        .limit(MOST_ROWS)}) c), '[]')`.as("departed"),
    ]);
  },
);

/** A batch of a full read: the listed rows after a number. */
export const batch = prepared("directory.batch", (db, { after }: { after: number }) =>
  db
    .selectFrom("directory as d")
    .select(columns)
    .where("d.listed", "=", true)
    .where("d.number", ">", after)
    .orderBy("d.number")
    .limit(MOST_ROWS),
);

/** The current snapshot. */
export async function currentSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(db);
  return rows[0]?.seen ?? "";
}

/** The places with their centres, and the coverages in use. */
export async function readNames(db: Database): Promise<Names> {
  const [places, coverages] = await Promise.all([
    db.selectFrom("places").select(["slug", "kind", "name", "jurisdiction", "latitude", "longitude"]).execute(),
    db.selectFrom("coverages").select(["id", "short"]).where("retired_at", "is", null).orderBy("short").execute(),
  ]);
  return {
    places: new Map(
      places.map((place) => [
        place.slug,
        { ...place, latitude: Number(place.latitude), longitude: Number(place.longitude) },
      ]),
    ),
    coverages: new Map(coverages.map(({ id, short }) => [id, short])),
  };
}

const MODALITY_BITS: Record<Modality, number> = { consultorio: 1, domicilio: 2, online: 4 };

/** Converts a row to the form of the contents. */
export const asListed = (row: Row): Listed => ({
  number: row.number,
  licenceUntil: row.licence_until ?? 0,
  place: row.place,
  specialty: row.specialty,
  modalities: row.modalities.reduce((bits, modality) => bits | MODALITY_BITS[modality], 0),
  licensed: row.licensed,
  licensedUntil: row.licensed_until,
  coverages: row.coverages,
  coveragesUntil: row.coverages_until,
  prices: row.prices,
  pricesUntil: row.prices_until,
  weekdays: row.weekdays.reduce((bits, day) => bits | (1 << day), 0),
  replyHours: row.reply_hours,
  score: row.score,
  newcomer: row.newcomer,
  changed: row.changed,
});
