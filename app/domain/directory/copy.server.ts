import { sql } from "kysely";
import type { Logger } from "pino";
import type { Copy, CopyKind } from "../../platform/copies.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { repeat } from "../../platform/repeat.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { type Contents, contentsOf, type Listed, type Names } from "./contents.server.ts";

const BATCH = 5_000;
const AGED_AT_ONCE = 500;
const UPKEEP_MS = 10 * 60 * 1000;
/** Rows that went are told for a day: a copy that read nothing for longer is read whole. */
const LONGEST_GAP_MS = 12 * 60 * 60 * 1000;

type Row = {
  number: number;
  listed: boolean;
  place: string | null;
  specialty: string | null;
  modalities: Modality[];
  licensed: string[];
  coverages: number[];
  price: number | null;
  weekdays: number[];
  score: number;
  newcomer: boolean;
  changed: number;
};

/** What the copy knows beside the rows, and when it was read. */
type Held = { seen: string; at: number; names: Names; namesChangedIn: string; isStrict: boolean };

const columns = [
  "d.number",
  "d.listed",
  "d.place",
  "d.specialty",
  sql<Modality[]>`to_json(d.modalities)`.as("modalities"),
  "d.licensed",
  "d.coverages",
  "d.price",
  "d.weekdays",
  "d.score",
  "d.newcomer",
  sql<number>`extract(epoch from d.changed_at)::integer`.as("changed"),
] as const;

/**
 * What transactions changed that `seen` did not see. Rows of an earlier cluster, which a backup brought, may bear numbers that no transaction has had
 * yet; they are read with the whole.
 */
const changes = prepared("directory.changes", (db, { seen }: { seen: string }) => {
  const isNew = sql<boolean>`changed_in >= pg_snapshot_xmin(${seen}::pg_snapshot)
    and changed_in < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(changed_in, ${seen}::pg_snapshot)`;
  return db.selectFrom("directory_state as s").select((eb) => [
    sql<string>`pg_current_snapshot()::text`.as("seen"),
    "s.names_changed_in",
    sql<boolean>`(select value from settings where key = 'licence_rule') is not distinct from '"strict"'::jsonb`.as(
      "is_strict",
    ),
    sql<Row[]>`coalesce((select json_agg(c) from (${db
      .selectFrom("directory as d")
      .select(columns)
      .where(isNew)}) c), '[]')`.as("changed"),
    eb
      .selectFrom("directory_departures")
      .select(sql<number[]>`coalesce(json_agg(number), '[]')`.as("left"))
      .where(isNew)
      .as("departed"),
  ]);
});

const batch = prepared("directory.batch", (db, { after }: { after: number }) =>
  db
    .selectFrom("directory as d")
    .select(columns)
    .where("d.listed", "=", true)
    .where("d.number", ">", after)
    .orderBy("d.number")
    .limit(BATCH),
);

/**
 * A node's copy of the directory as it is now; of a database that is away, as it was. It is read in the background, and keeps the ageing parts of the
 * directory itself.
 */
export const directoryCopy: CopyKind<Contents> = { open: openDirectory };

function openDirectory({ db, log }: { db: Database; log: Logger }): Copy<Contents> {
  let held: Held | null = null;
  let listed = new Map<number, Listed>();
  let contents: Contents | null = null;
  let isOver = false;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Contents> | null = null;

  async function readWhole(): Promise<Held> {
    const state = await changes.first(db, { seen: await currentSnapshot(db) });
    if (!state) throw new Error("the directory has no state");
    const found = new Map<number, Listed>();
    for (let after = 0; ;) {
      const rows = await batch.all(db, { after });
      for (const row of rows) found.set(row.number, asListed(row));
      if (rows.length < BATCH || isOver) break;
      after = rows.at(-1)?.number ?? after;
    }
    const { seen, names_changed_in: namesChangedIn, is_strict: isStrict } = state;
    listed = found;
    contents = null;
    return { seen, at: performance.now(), names: await readNames(db), namesChangedIn, isStrict };
  }

  async function refresh(): Promise<Contents> {
    const isKnown = held && performance.now() - held.at <= LONGEST_GAP_MS;
    const since = held && isKnown ? held : await readWhole();
    const state = await changes.first(db, { seen: since.seen });
    if (!state) throw new Error("the directory has no state");
    const { changed, departed, names_changed_in: namesChangedIn, is_strict: isStrict, seen } = state;
    const gone = departed ?? [];
    const isSame = namesChangedIn === since.namesChangedIn;
    const names = isSame ? since.names : await readNames(db);
    for (const number of gone) listed.delete(number);
    for (const row of changed) {
      if (row.listed) listed.set(row.number, asListed(row));
      else listed.delete(row.number);
    }
    if (changed.length > 0 || gone.length > 0 || !isSame || isStrict !== since.isStrict || !contents)
      contents = contentsOf(contents, listed, new Set([...gone, ...changed.map(({ number }) => number)]), {
        names,
        isStrict,
      });
    held = { seen, at: performance.now(), names, namesChangedIn, isStrict };
    return contents;
  }

  /** Who asks while a reading is under way shares the next one, so that each sees what was there before they asked. */
  function read(): Promise<Contents> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        const reading = refresh().catch((error: unknown) => {
          if (!contents) throw error;
          return contents;
        });
        running = reading;
        return reading;
      });
    return next;
  }

  async function upkeep() {
    await keepAges(db, () => isOver);
    await read();
  }
  const onError = (error: unknown) => isOver || log.warn({ err: error }, "the directory was not kept");
  const first = upkeep().catch(onError);
  const later = repeat(UPKEEP_MS, upkeep, onError);
  return {
    read,
    async close() {
      isOver = true;
      await Promise.all([first, later.stop()]);
    },
  };
}

/** Works out the ageing parts of every specialist whose were not worked out today, in batches; any node may. */
export async function keepAges(db: Database, isOver: () => boolean = () => false): Promise<void> {
  for (let aged = AGED_AT_ONCE; aged === AGED_AT_ONCE && !isOver();) {
    const { rows } = await sql<{ aged: number }>`select directory_age(${AGED_AT_ONCE}) as aged`.execute(db);
    aged = rows[0]?.aged ?? 0;
  }
}

async function currentSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(db);
  return rows[0]?.seen ?? "";
}

/** The places with their centres, and the coverages in use. */
async function readNames(db: Database): Promise<Names> {
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

function asListed({ modalities, weekdays, licensed, coverages, price, ...row }: Row): Listed {
  return {
    number: row.number,
    place: row.place,
    specialty: row.specialty,
    score: row.score,
    newcomer: row.newcomer,
    changed: row.changed,
    price,
    licensed,
    coverages,
    modalities: modalities.reduce((bits, modality) => bits | MODALITY_BITS[modality], 0),
    weekdays: weekdays.reduce((bits, day) => bits | (1 << day), 0),
  };
}
