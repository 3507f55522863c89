import type { Writable } from "node:stream";
import type pg from "pg";

/** A named statement: each connection parses it once and, after some runs, keeps its plan. */
type Named = { name: string; text: string; values: unknown[] };
/** Runs a statement that only reads, and reads a bounded number of rows. */
export type SharedReads = (statement: Named) => Promise<pg.QueryResult>;

type Waiting = { statement: Named; resolve(result: pg.QueryResult): void; reject(error: unknown): void };

/** The most statements of one run. */
const MAX_BATCH = 16;
/** The most concurrent runs; statements that arrive meanwhile wait for the next one. */
const RUNS = 3;
/** The longest wait for a run, even when those in progress do not end. */
const MOST_WAIT_MS = 20;

// PostgreSQL's states for an unknown statement name and for one that already exists.
const WRONG_CONNECTION = new Set<unknown>(["26000", "42P05"]);

/** Whether an error says that a balancer lent a connection on which other statements were prepared. The statement did not run. */
export const knowsOtherNames = (error: unknown): boolean => WRONG_CONNECTION.has((error as { code?: string }).code);

/** Whether the statements of a pool go by names. A balancer may lend connections that know others, or none. */
export type Names = { areKept: boolean };

/**
 * Batches statements that arrive at the same time: sends them over one connection in one write, each as its own transaction. Sixteen cost the
 * node and PostgreSQL little more than one. Closes a connection after an error for which `isLost` holds.
 */
export function openSharedReads(
  pool: { connect(): Promise<pg.PoolClient> },
  isLost: (error: unknown) => boolean,
  names: Names = { areKept: true },
): SharedReads {
  let waiting: Waiting[] = [];
  let running = 0;
  let isScheduled = false;
  let patience: NodeJS.Timeout | undefined;

  function start(isImpatient: boolean) {
    while (waiting.length >= MAX_BATCH || (waiting.length > 0 && (running < RUNS || isImpatient))) {
      void run(waiting.slice(0, MAX_BATCH));
      waiting = waiting.slice(MAX_BATCH);
    }
  }

  async function run(group: Waiting[]) {
    running++;
    try {
      const client = await pool.connect();
      let isUnfit = false;
      const answers = corked(client, () => group.map(({ statement }) => ask(client, statement)));
      const settling = answers.map((answer, n) =>
        answer.then(group[n]?.resolve, (error: unknown) => {
          isUnfit ||= isLost(error);
          group[n]?.reject(error);
        }),
      );
      await Promise.all(settling);
      client.release(isUnfit);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running--;
      start(false);
    }
  }

  function ask(client: pg.PoolClient, statement: Named): Promise<pg.QueryResult> {
    const { text, values } = statement;
    if (!names.areKept) return client.query({ text, values });
    return client.query(statement).catch((error: unknown) => {
      if (!knowsOtherNames(error)) throw error;
      names.areKept = false;
      // Safe to send again: the statement was refused before it ran.
      return client.query({ text, values });
    });
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, resolve, reject });
      if (waiting.length >= MAX_BATCH) start(false);
      if (isScheduled) return;
      isScheduled = true;
      // `setImmediate` lets the statements of requests that have already arrived on other sockets join the run.
      setImmediate(() => {
        isScheduled = false;
        start(false);
        if (waiting.length === 0) return;
        patience ??= setTimeout(() => {
          patience = undefined;
          start(true);
        }, MOST_WAIT_MS);
      });
    });
}

/** Sends all queries that `send` makes on a connection in one write to its socket. */
export function corked<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
