import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";

const EVERY_MS = 60_000;
/** The rows of one transaction, and the most transactions of a minute. */
const [AT_ONCE, MOST_TIMES] = [5_000, 20];
/** Acts of nodes of the version before, which count nothing, are of cases about so old. */
const LATE_DAYS = 2;

/** Adds what was counted to the sums, each minute on any node. */
export function openFlow({ db, log }: { db: Database; log: Logger }): Repeated {
  return repeat(
    EVERY_MS,
    () => foldCounts(db),
    (error) => log.warn({ err: error }, "counts of cases not folded"),
  );
}

/** Adds the new counts to the sums, in steps. */
export async function foldCounts(db: Database): Promise<void> {
  for (let time = 0; time < MOST_TIMES; time += 1) {
    const { rows } = await sql<{ folded: number }>`select fold_flow(${AT_ONCE}) as folded`.execute(db);
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return;
  }
}

/** Counts what the newest cases show and nobody counted, and forgets the days of months that are long over. */
export async function mendCounts(db: Database): Promise<void> {
  await sql`select count_missing_steps(now() - ${`${LATE_DAYS} days`}::interval), fold_flow_months()`.execute(db);
}
