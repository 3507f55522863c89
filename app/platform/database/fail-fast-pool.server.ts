import type { Socket } from "node:net";
import type { PostgresPool } from "kysely";
import pg from "pg";

const LOOK_MS = 250;
/** After this long without an answer, a health check runs on a new connection. */
const PATIENCE_MS = 500;
/** When the health check takes longer than this and nothing else is answered meanwhile, every waiting request is refused. */
const ANSWER_MS = 4_000;

/** A pool for Kysely whose connections also run named statements. */
export type Pool = Omit<PostgresPool, "connect"> & { connect(): Promise<pg.PoolClient> };

type Wait = { since: number; giveUp(): void };

/**
 * A pool that distinguishes a slow answer from a database that does not answer at all (frozen, or cut off silently): a busy machine may take
 * longer for a new connection than a request should wait, and goes on answering the others. While the database is
 * away, waiting and new requests are refused. An abandoned connection is closed and never reused, since its statement may still run.
 */
export function failFastPool(pool: pg.Pool, url: string, isPooled: boolean): Pool {
  const waits = new Map<object, Wait>();
  let isAway = false;
  let isLooking = false;
  const connected = new Set<pg.PoolClient>();
  pool.on("connect", (client) => connected.add(client));
  pool.on("remove", (client) => connected.delete(client));

  async function look() {
    if (isLooking || (!isAway && !waitsLong())) return;
    isLooking = true;
    const before = new Map([...connected].map((client) => [client, streamOf(client).bytesRead]));
    const answersOthers = () => [...connected].some((client) => streamOf(client).bytesRead !== before.get(client));
    isAway = !(await answers(url, isPooled)) && !answersOthers();
    isLooking = false;
    if (isAway) for (const wait of waits.values()) wait.giveUp();
  }

  function waitsLong() {
    const [longest] = waits.values();
    return longest !== undefined && performance.now() - longest.since > PATIENCE_MS;
  }

  pool.on("release", (_error, client) => waits.delete(client));
  const timer = setInterval(() => void look(), LOOK_MS).unref();

  return {
    options: pool.options,
    connect: () =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(Object.assign(new Error("the database does not answer"), { code: "08006" }));
        if (isAway) return refuse();
        const ticket = {};
        waits.set(ticket, {
          since: performance.now(),
          giveUp() {
            waits.delete(ticket);
            refuse();
          },
        });
        pool.connect().then(
          (client) => {
            if (!waits.delete(ticket)) return client.release();
            waits.set(client, { since: performance.now(), giveUp: () => cut(client) });
            resolve(client);
          },
          (error: Error) => {
            waits.delete(ticket);
            reject(error);
          },
        );
      }),
    end() {
      clearInterval(timer);
      return pool.end();
    },
  };
}

const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Closes a connection whose statements may never be answered: the driver's own `end` would wait for them. */
function cut(client: pg.PoolClient): void {
  streamOf(client).destroy();
}

/**
 * Whether a new connection gets an answer, including a refusal by PostgreSQL itself. A pooler accepts connections on its own, so a query is
 * run too.
 */
async function answers(url: string, isPooled: boolean): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (isPooled) await client.query("select 1");
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
