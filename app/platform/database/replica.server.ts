import { sql } from "kysely";
import type { Logger } from "pino";
import { type Database, openDatabase } from "./database.server.ts";
import type { Ask } from "./prepared-statements.server.ts";
import { repeat } from "../repeat.server.ts";

/** Where something is read: by queries, or by statements made once. */
export type Source = { db: Database; ask: Ask };

/** A standby that is read instead of the primary while it is known to hold everything up to two seconds ago. */
export type Replica = {
  /** Whether it is asked, and how long ago the moment is up to which it is known to hold everything (Infinity: never was). */
  figures(): { in_use: boolean; age_ms: number };
  /** What it says, or null where it may not be asked or fails. */
  read<T>(work: (from: Source) => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
};

const LOOK_MS = 500;
/** What was acknowledged longer ago than this is in every answer. */
const BOUND_MS = 2_000;
/** For longer than this nobody waits for it … */
const PATIENCE_MS = 1_000;
/** … and after a read that failed it is left alone for this long. */
const REST_MS = 10_000;
/** How many positions of the primary are waited for at once: later ones come when these were reached. */
const MARKS = 20;

/** A position in one history of one cluster: after another server took over, positions of both can not be compared. */
type Place = { position: number; line: string };

type Options = {
  url: string;
  primary: { url: string; isPooled: boolean };
  max: number;
  log: Pick<Logger, "warn">;
  onQuery?: Parameters<typeof openDatabase>[1]["onQuery"];
};

/** Opens a replica and goes on comparing it with its primary; one that is away holds nothing up. */
export function openReplica({ url, primary, max, log, onQuery }: Options): Replica {
  const onError = () => undefined;
  const { db, ask } = openDatabase(url, { max, onError, onQuery });
  // Of their own, so that neither is taken for late when all others are busy.
  const { db: here } = openDatabase(primary.url, { max: 1, isPooled: primary.isPooled, onError });
  const { db: there } = openDatabase(url, { max: 1, onError });
  let marks: { at: number; position: number }[] = [];
  let line = "";
  let heldAt = -Infinity;
  let restsUntil = -Infinity;
  let isTold: boolean | null = null;

  const age = () => performance.now() - heldAt;
  const isInUse = () => age() < BOUND_MS && performance.now() >= restsUntil;

  function tell(reason: string) {
    if (isInUse() === isTold) return;
    isTold = isInUse();
    if (isTold) log.warn("the replica is asked");
    else log.warn({ reason }, "the replica is not asked");
  }

  /** By positions and not by times of commits: those tell nothing while nobody writes, and are of other clocks. */
  async function look() {
    const at = performance.now();
    const primaryIs = (await placeOfPrimary(here)) ?? { position: 0, line: "" };
    if (primaryIs.line !== line) [line, marks] = [primaryIs.line, []];
    if (marks.length < MARKS) marks.push({ at, position: primaryIs.position });
    const replicaIs = await placeOfReplica(there);
    if (replicaIs?.line !== line) throw new Error("it does not follow this primary");
    for (; marks[0] && marks[0].position <= replicaIs.position; marks.shift()) heldAt = marks[0].at;
    tell("it is behind");
  }

  const looking = repeat(LOOK_MS, look, (error) => tell((error as Error).message));

  return {
    figures: () => ({ in_use: isInUse(), age_ms: age() }),
    async read(work) {
      if (!isInUse()) return null;
      try {
        return await soon(work({ db, ask }));
      } catch (error) {
        restsUntil = performance.now() + REST_MS;
        tell((error as Error).message);
        return null;
      }
    },
    async close() {
      await looking.stop();
      await Promise.all([db, here, there].map((each) => each.destroy()));
    },
  };
}

/**
 * Reads what everybody may see: from the replica, if there is one that may be asked, or else from the primary, who is asked too when
 * the replica has nothing, since it may have come just now.
 */
export async function readPublicly<T>(services: Source & { replica: Replica | null }, work: (from: Source) => Promise<T>): Promise<T> {
  return (await services.replica?.read(work)) ?? work(services);
}

async function placeOfPrimary(db: Database): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select (pg_current_wal_lsn() - '0/0')::float8 as position,
      (select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as line`.execute(db);
  return rows[0];
}

async function placeOfReplica(db: Database): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select (pg_last_wal_replay_lsn() - '0/0')::float8 as position, (select system_identifier from pg_control_system()) || ' ' ||
      (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) as line
    where pg_is_in_recovery()`.execute(db);
  return rows[0];
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it does not answer")), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
