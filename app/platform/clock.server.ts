import { sql } from "kysely";
import type { Logger } from "pino";
import { repeat } from "./repeat.server.ts";
import type { Database } from "./database/database.server.ts";

const MEASURE_MS = 30_000;
/** Whoever is further away is told of. */
const WRONG_MS = 5_000;

/** PostgreSQL's time, for what is decided without asking it: a node's own clock may be wrong, or be set while it runs. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  close(): Promise<void>;
};

/**
 * Asks the database for its time now and every half a minute, and counts on from there by a timer that nobody sets. While the
 * database is away it counts on. Throws when the database does not answer the first time.
 */
export async function openClock(db: Database, log: Pick<Logger, "warn">): Promise<Clock> {
  let offset = Number.NaN;
  let isWrong = false;
  const now = () => performance.now() + offset;

  async function measure(): Promise<void> {
    const asked = performance.now();
    const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
    const halfway = (performance.now() - asked) / 2;
    const found = Number(rows[0]?.ms) - asked - halfway;
    // What the way there and back explains is no other time.
    if (!(Math.abs(found - offset) <= halfway)) offset = found;
    const ahead = Date.now() - now();
    if (Math.abs(ahead) > WRONG_MS && !isWrong) log.warn({ ahead_seconds: Math.round(ahead / 1000) }, "this machine's clock is not the database's");
    isWrong = Math.abs(ahead) > WRONG_MS;
  }

  await measure();
  // A database that is away is logged by those who need it.
  const measuring = repeat(MEASURE_MS, measure, () => undefined);
  return { now, close: () => measuring.stop() };
}
