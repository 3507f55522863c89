import { setTimeout as wait } from "node:timers/promises";
import type { CompiledQuery } from "kysely";
import pg from "pg";
import { noteNode } from "../../../db/node-lock.ts";
import type { Logger } from "pino";

const CHANNEL = "kinexo_live";
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/**
 * The polling interval when no NOTIFY arrives: on an engine without it, behind a pooler that lends connections, or when a node died between
 * its commit and its NOTIFY.
 */
const LOOK_MS = 2_000;
/** The minimum time between two reads: while many writes arrive, one read serves several commits. */
const PAUSE_MS = 20;
const ANSWER_MS = 10_000;

export type LiveReader = {
  /** Reads at once and notifies every other node. Called after a commit. */
  wake(): void;
  close(): Promise<void>;
};

type ReaderOptions<Row> = {
  databaseUrl: string;
  log: Logger;
  /** The next query to run. */
  query(): CompiledQuery<Row>;
  /** Receives the answer before the next query is built. */
  take(row: Row): void;
  /** Another channel, and what to do at each of its notifications, and after each connecting, since some may have been missed. */
  also: { channel: string; hear(): void };
};

/**
 * Reads on a connection of its own, at each NOTIFY and at a fixed interval. Reconnects by itself; the polling also detects a connection
 * that died silently. Resolves once the first answer has arrived or failed.
 */
export async function openLiveReader<Row extends object>({
  databaseUrl,
  log,
  query,
  take,
  also,
}: ReaderOptions<Row>): Promise<LiveReader> {
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let wasLost = false;
  let lacksNotify = false;
  let isClosed = false;
  /** Whether this node has commits that it has not announced to the other nodes. */
  let mustNotify = false;
  let look = () => Promise.resolve();

  function lose(lost: pg.Client, reason: string) {
    if (client !== lost) return;
    client = null;
    void lost.end().catch(() => undefined);
    if (isClosed) return;
    if (!wasLost) log.warn({ reason }, "live connection lost");
    wasLost = true;
    retry = setTimeout(() => void open(), Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
    failures += 1;
  }

  async function open() {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      pipeline: true,
      application_name: CHANNEL,
    });
    client = next;
    look = spaced(async () => {
      // Sends both statements in one write; the notification is committed before the query reads.
      if (mustNotify && !lacksNotify)
        next
          .query(`notify ${CHANNEL}`)
          .catch(continueWithoutNotify)
          .catch(() => undefined);
      mustNotify = false;
      const { sql, parameters } = query();
      const answer = await next.query<Row>(sql, [...parameters]).catch((error: Error) => lose(next, error.message));
      const row = answer?.rows[0];
      if (!row || client !== next) return;
      failures = 0;
      wasLost = false;
      take(row);
    });
    next.on("error", (error) => lose(next, error.message));
    next.on("end", () => lose(next, "ended"));
    // Ignores this node's own notifications: it reads at the same time as it sends them.
    next.on("notification", ({ channel, processId }) => {
      if (channel === also.channel) also.hear();
      else if (processId !== pidOf(next)) void look();
    });
    try {
      await next.connect();
      await noteNode(next);
      await next.query(`listen ${CHANNEL}`).catch(continueWithoutNotify);
      if (!lacksNotify) await next.query(`listen ${also.channel}`);
    } catch (error) {
      return lose(next, (error as Error).message);
    }
    also.hear();
    await look();
  }

  /** Polling still works on an engine without LISTEN/NOTIFY. */
  function continueWithoutNotify(error: unknown) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (!lacksNotify) log.warn({ reason: error.message }, "nothing wakes the reader of live events");
    lacksNotify = true;
  }

  const looking = setInterval(() => void look(), LOOK_MS).unref();
  await open();
  return {
    wake() {
      mustNotify = true;
      void look();
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      clearTimeout(retry);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}

const pidOf = (client: pg.Client) => (client as unknown as { processID: number | null }).processID;

/**
 * Throttles `work`: runs never overlap, and `PAUSE_MS` pass between them. Calls during a run or its pause share the next run; any other call
 * runs at once. Resolves when the run for the call has ended.
 */
function spaced(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = () => {
    next = null;
    const own = work();
    underWay = own
      .catch(() => undefined)
      .then(() => wait(PAUSE_MS))
      .finally(() => (underWay = null));
    return own;
  };
  return () => {
    if (underWay && !next) next = underWay.then(run);
    return next ?? run();
  };
}
