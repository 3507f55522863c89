import { sql } from "kysely";
import type { Logger } from "pino";
import type { InMemoryIndex, CopyKind } from "../../platform/copies.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { runMaintenance } from "../../platform/maintenance.server.ts";
import { repeat } from "../../platform/repeat.server.ts";
import { type Contents, type IndexWriter, type Listed, type Names, openContents } from "./contents.server.ts";
import { asListed, batch, BEGINNING, changes, currentSnapshot, MOST_ROWS, readNames } from "./rows.server.ts";
import { openShowings, type Showings } from "./showings.server.ts";

/** The maximum age of the copy at a read. */
const REFRESH_MS = 500;
const KEPT_AT_ONCE = 500;
const UPKEEP_MS = 60 * 1000;
/** Departures of rows are stored for a day: a copy that was not refreshed for half of that is read in full. */
const LONGEST_GAP_S = 12 * 60 * 60;

type Changes = NonNullable<Awaited<ReturnType<typeof changes.first>>>;
/** The state of a copy: the snapshot up to which it has read, the run of the server, and the time. */
type Held = {
  keeping: IndexWriter;
  copy: DirectoryCopy;
  names: Names;
  seen: string;
  server: string;
  namesChangedIn: string;
  isDue: boolean;
  /** When the copy was read, by the database server's clock and by this node's. */
  now: number;
  at: number;
};

/** The directory as it was at most half a second ago, and the counts of showings. */
export type DirectoryCopy = Contents & { showings: Showings };

/**
 * A node's copy of the directory. While the database is unavailable, the copy stays as it was. It is refreshed in the background, and starts
 * the recomputation of rows that are due.
 */
export const directoryCopy: CopyKind<DirectoryCopy> = { open: openDirectory };

function openDirectory({ db, log }: { db: Database; log: Logger }): InMemoryIndex<DirectoryCopy> {
  const showings = openShowings();
  const openedAt = performance.now();
  let held: Held | null = null;
  let isOver = false;
  let isFailing = false;
  let isReadingWhole = false;
  let failedAt = -Infinity;
  let reading: Promise<Held> | null = null;
  let recomputing: Promise<void> | null = null;

  async function changesSince(seen: string, after = BEGINNING): Promise<Changes> {
    const found = await changes.first(db, { seen, ...after });
    if (!found) throw new Error("the directory has no state");
    return found;
  }

  const heldOf = (
    { seen, server, now, names_changed_in: namesChangedIn, is_due: isDue }: Changes,
    of: Pick<Held, "keeping" | "copy" | "names" | "at">,
  ): Held => ({ ...of, seen, server, now, namesChangedIn, isDue });

  function readWhole(): Promise<Held> {
    isReadingWhole = true;
    return readAll().finally(() => (isReadingWhole = false));
  }

  async function readAll(): Promise<Held> {
    const at = performance.now();
    const state = await changesSince(await currentSnapshot(db));
    const names = await readNames(db);
    const whole = openContents({ names, isStrict: state.is_strict, day: state.day });
    const rows: Listed[] = [];
    for (let after = 0; !isOver;) {
      const found = await batch.all(db, { after });
      rows.push(...found.map(asListed));
      if (found.length < MOST_ROWS) break;
      after = found.at(-1)?.number ?? after;
    }
    whole.change([], rows);
    return heldOf(state, { keeping: whole, copy: Object.assign(whole.contents, { showings }), names, at });
  }

  /** Reads the changes of other transactions, or everything when they cannot be known: another run of the server may have lost some. */
  async function readChanges(before: Held): Promise<Held> {
    const at = performance.now();
    const state = await changesSince(before.seen);
    const isLost = state.server !== before.server || state.now - before.now > LONGEST_GAP_S;
    if (isLost || state.departed.length === MOST_ROWS) return readWhole();
    const { change, around } = before.keeping;
    const names = state.names_changed_in === before.namesChangedIn ? before.names : await readNames(db);
    around({ names, isStrict: state.is_strict, day: state.day });
    let { departed, changed } = state;
    for (;;) {
      const gone = changed.filter(({ listed }) => !listed).map(({ number }) => number);
      change([...departed, ...gone], changed.filter(({ listed }) => listed).map(asListed));
      const last = changed.at(-1);
      if (!last || changed.length < MOST_ROWS) break;
      ({ changed } = await changesSince(before.seen, { changedIn: last.changed_in, number: last.number }));
      departed = [];
    }
    return heldOf(state, { ...before, names, at });
  }

  async function refresh(): Promise<Held> {
    try {
      held = held ? await readChanges(held) : await readWhole();
      isFailing = false;
      if (held.isDue) recompute();
    } catch (error) {
      if (!isFailing && !isOver) log.warn({ err: error }, "the directory was not read");
      isFailing = true;
      failedAt = performance.now();
      if (!held) throw error;
    }
    return held;
  }

  /** Concurrent readers share a refresh. During a full read, and for a moment after a failure, they get the previous copy. */
  async function read(): Promise<DirectoryCopy> {
    const isUsable = held && (isReadingWhole || performance.now() - Math.max(held.at, failedAt) < REFRESH_MS);
    const { copy } = isUsable && held ? held : await (reading ??= refresh().finally(() => (reading = null)));
    return copy;
  }

  function recompute() {
    recomputing ??= keepDirectory(db, () => isOver)
      .catch((error: unknown) => isOver || log.warn({ err: error }, "the directory was not kept"))
      .then(() => void (recomputing = null));
  }

  const onError = (error: unknown) => isOver || log.warn({ err: error }, "the directory was not kept");
  /** Rows that are due are kept here too, while nobody reads. */
  async function keep() {
    await read();
    if (isFailing) throw new Error("the directory was not read");
    await keepDirectory(db, () => isOver);
  }
  async function upkeep() {
    await runMaintenance(db, "directory", keep).catch(onError);
    await showings.write(db).catch((error: unknown) => isOver || log.warn({ err: error }, "showings were not written"));
  }
  const first = read().catch(() => undefined);
  const later = repeat(UPKEEP_MS, upkeep, onError);
  return {
    read,
    ageMs: () => performance.now() - (held?.at ?? openedAt),
    async close() {
      isOver = true;
      await Promise.all([first, later.stop(), reading?.catch(() => undefined), recomputing]);
      await showings.write(db).catch(() => undefined);
    },
  };
}

/** Recomputes the due rows of the directory in batches until only locked rows remain. Any node may do this. */
export async function keepDirectory(db: Database, isOver: () => boolean = () => false): Promise<void> {
  for (let kept = 1; kept > 0 && !isOver();) {
    const { rows } = await sql<{ kept: number }>`select directory_keep(${KEPT_AT_ONCE}) as kept`.execute(db);
    kept = rows[0]?.kept ?? 0;
  }
}
