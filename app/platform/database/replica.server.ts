import { sql } from "kysely";
import type { Logger } from "pino";
import { type Database, openDatabase } from "./database.server.ts";
import { repeat } from "../repeat.server.ts";

/** A source of reads. */
export type Source = { db: Database };

/** A standby that serves reads while it is known to hold everything up to two seconds ago. */
export type Replica = {
  /** Whether the replica is in use, and the age of the moment up to which it is known to hold everything (Infinity: never known). */
  figures(): { in_use: boolean; age_ms: number };
  /** Reads from the replica; null when it is not in use or fails. */
  read<T>(work: (from: Source) => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
};

const LOOK_MS = 500;
/** Every answer includes all changes acknowledged longer ago than this. */
const BOUND_MS = 2_000;
/** The longest wait for a read. */
const PATIENCE_MS = 1_000;
/** The time for which the replica is not used after a failed read. */
const REST_MS = 10_000;
/** The most positions of the primary tracked at once; a new one is added after the replica has reached an older one. */
const MARKS = 20;

/** A WAL position on one timeline of one cluster: positions before and after a failover cannot be compared. */
type Place = { position: number; line: string };

type Options = {
  url: string;
  primary: { url: string; isPooled: boolean };
  max: number;
  log: Pick<Logger, "warn">;
  onQuery?: Parameters<typeof openDatabase>[1]["onQuery"];
};

/** Opens a replica and keeps comparing it with its primary. An unreachable replica delays nothing. */
export function openReplica({ url, primary, max, log, onQuery }: Options): Replica {
  const onError = () => undefined;
  const { db } = openDatabase(url, { max, onError, onQuery });
  // Separate connections, so that a busy pool does not make either server seem late.
  const { db: primaryDb } = openDatabase(primary.url, { max: 1, isPooled: primary.isPooled, onError });
  const { db: replicaDb } = openDatabase(url, { max: 1, onError });
  let marks: { at: number; position: number }[] = [];
  let line = "";
  let heldAt = -Infinity;
  let restsUntil = -Infinity;
  let lastLogged: boolean | null = null;

  const age = () => performance.now() - heldAt;
  const isInUse = () => age() < BOUND_MS && performance.now() >= restsUntil;

  function logChange(reason: string) {
    if (isInUse() === lastLogged) return;
    lastLogged = isInUse();
    if (lastLogged) log.warn("the replica is asked");
    else log.warn({ reason }, "the replica is not asked");
  }

  /** Compares WAL positions: commit times stand still while nobody writes, and come from different clocks. */
  async function look() {
    const at = performance.now();
    const primaryIs = (await placeOfPrimary(primaryDb)) ?? { position: 0, line: "" };
    if (primaryIs.line !== line) [line, marks] = [primaryIs.line, []];
    if (marks.length < MARKS) marks.push({ at, position: primaryIs.position });
    const replicaIs = await placeOfReplica(replicaDb);
    if (replicaIs?.line !== line) throw new Error("it does not follow this primary");
    for (; marks[0] && marks[0].position <= replicaIs.position; marks.shift()) heldAt = marks[0].at;
    logChange("it is behind");
  }

  const looking = repeat(LOOK_MS, look, (error) => logChange((error as Error).message));

  return {
    figures: () => ({ in_use: isInUse(), age_ms: age() }),
    async read(work) {
      if (!isInUse()) return null;
      try {
        return await soon(work({ db }));
      } catch (error) {
        restsUntil = performance.now() + REST_MS;
        logChange((error as Error).message);
        return null;
      }
    },
    async close() {
      await looking.stop();
      await Promise.all([db, primaryDb, replicaDb].map((each) => each.destroy()));
    },
  };
}

/**
 * Reads public data from the replica when it is in use, else from the primary. An empty replica answer is also read from the primary, since
 * the row may be new.
 */
export async function readPublicly<T>(
  services: Source & { replica: Replica | null },
  work: (from: Source) => Promise<T>,
): Promise<T> {
  return (await services.replica?.read(work)) ?? work(services);
}

async function placeOfPrimary(db: Database): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select (pg_current_wal_lsn() - '0/0')::float8 as position,
      (select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as line`.execute(
    db,
  );
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
