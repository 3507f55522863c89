import { sql } from "kysely";
import type { Logger } from "pino";
import { repeat } from "./repeat.server.ts";
import type { Database } from "./database/database.server.ts";

const MEASURE_MS = 30_000;
/** A larger difference between this machine's clock and the database's is logged. */
const WRONG_MS = 5_000;

/** PostgreSQL's time without a query for each reading: a node's own clock may be wrong, or be set while it runs. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  close(): Promise<void>;
};

/**
 * Reads the database's time now and every 30 seconds, and adds a monotonic timer in between. Keeps counting while the database is away.
 * Throws when the first reading fails.
 */
export async function openClock(db: Database, log: Pick<Logger, "warn">): Promise<Clock> {
  let offset = Number.NaN;
  let isWrong = false;
  const now = () => performance.now() + offset;

  async function measure(): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
    const halfway = (performance.now() - sentAt) / 2;
    const measured = Number(rows[0]?.ms) - sentAt - halfway;
    // A difference within half the round trip is measurement error.
    if (!(Math.abs(measured - offset) <= halfway)) offset = measured;
    const ahead = Date.now() - now();
    if (Math.abs(ahead) > WRONG_MS && !isWrong)
      log.warn({ ahead_seconds: Math.round(ahead / 1000) }, "this machine's clock is not the database's");
    isWrong = Math.abs(ahead) > WRONG_MS;
  }

  await measure();
  // Other components log a database that is away.
  const measuring = repeat(MEASURE_MS, measure, () => undefined);
  return { now, close: () => measuring.stop() };
}
