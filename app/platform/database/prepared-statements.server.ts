import { createHash } from "node:crypto";
import DataLoader from "dataloader";
import type { Kysely, RawBuilder } from "kysely";
import pg from "pg";
import type { DB } from "../../../db/types.ts";

/**
 * A statement compiled once, whose plan each connection caches; `order` names its parameters. One that `isBatched` takes the parameters of
 * several calls and begins each row with the index of its call.
 */
export type Prepared<Name extends string> = { name: string; text: string; order: Name[]; isBatched: boolean };

type Values = Record<string, string | null>;
/** The columns of a row, as text. */
type Row = (string | null)[];
/** Runs a statement and returns the first row, or an empty one. */
export type Ask = <Name extends string>(statement: Prepared<Name>, values: Record<Name, string | null>) => Promise<Row>;

/** The most calls that share one run. */
const SHARED_BY = 16;
/** The most concurrent runs of a statement; further calls are collected into a batch. */
const RUNS = 2;
/** The longest wait of a call for a batch, even when the runs do not end. */
const MOST_WAIT_MS = 100;

type Build<Name extends string> = (slot: (name: Name) => string) => RawBuilder<unknown>;

/** Compiles a query into a statement; `slot` returns the placeholder of a parameter. */
export function prepare<Name extends string>(db: Kysely<DB>, name: string, build: Build<Name>): Prepared<Name> {
  const { text, order } = compile(db, build, (n) => `$${n + 1}`);
  return { name: nameOf(name, text), text, order, isBatched: false };
}

/**
 * Compiles a query of at most one row, whose parameters are ids. Concurrent calls share one run, which costs PostgreSQL and its connection
 * little more than a single call.
 */
export function prepareBatched<Name extends string>(db: Kysely<DB>, name: string, build: Build<Name>): Prepared<Name> {
  const { text: query, order } = compile(db, build, (n) => `asked.value_${n}`);
  const columns = ["place int", ...order.map((_, n) => `value_${n} uuid`)].join(", ");
  // The planner cannot see how many calls the JSON holds; otherwise it would compare a custom with a generic plan again and again.
  const text = `select asked.place::text, found.*
    from (select * from jsonb_to_recordset($1) as asked (${columns}) limit ${SHARED_BY}) asked, lateral (${query}) found`;
  return { name: nameOf(name, text), text, order, isBatched: true };
}

function compile<Name extends string>(db: Kysely<DB>, build: Build<Name>, written: (n: number) => string) {
  const slots = new Map<unknown, Name>();
  const { sql, parameters } = build((slot) => {
    const mark = `slot ${slot}`;
    slots.set(mark, slot);
    return mark;
  }).compile(db);
  const order: Name[] = [];
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    const slot = slots.get(value);
    // Constants are inlined: only then can a generic plan use a partial index.
    if (slot === undefined) return literal(value);
    if (!order.includes(slot)) order.push(slot);
    return written(order.indexOf(slot));
  });
  return { text, order };
}

/** The name includes a hash of the text: a balancer may lend a connection on which another version of the app prepared the same name. */
const nameOf = (name: string, text: string) =>
  `${name} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;

function literal(value: unknown): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  throw new Error(`a statement cannot hold a value of type ${typeof value}`);
}

// PostgreSQL's states for an unknown statement name and for one that already exists.
const OTHERS_CONNECTION = new Set(["26000", "42P05"]);

/** Runs statements on the connections of a pool. */
export function openAsk(pool: { connect(): Promise<pg.PoolClient> }): Ask {
  // A balancer may route each statement to another connection, which knows none of the names.
  let keepsNames = true;
  async function run({ name, text }: Prepared<string>, values: (string | null)[]): Promise<Row[]> {
    const client = await pool.connect();
    try {
      const query = { text, values, rowMode: "array" as const };
      const { rows } = await (keepsNames ? client.query<Row>({ ...query, name }) : client.query<Row>(query)).catch(
        (error: { code?: string }) => {
          if (!OTHERS_CONNECTION.has(error.code ?? "")) throw error;
          keepsNames = false;
          // Safe to send again: the statement was refused before it ran.
          return client.query<Row>(query);
        },
      );
      return rows;
    } finally {
      client.release();
    }
  }

  const shared = new Map<string, DataLoader<Values, Row>>();
  function share(statement: Prepared<string>): DataLoader<Values, Row> {
    const opened =
      shared.get(statement.name) ??
      batchWhileBusy(async (asked) => {
        const listed = asked.map((values, place) => ({
          place,
          ...Object.fromEntries(statement.order.map((slot, n) => [`value_${n}`, values[slot]])),
        }));
        const rows = await run(statement, [JSON.stringify(listed)]);
        const answers = new Map(rows.map(([place, ...row]) => [Number(place), row]));
        return asked.map((_, place) => answers.get(place) ?? []);
      });
    shared.set(statement.name, opened);
    return opened;
  }

  return async (statement, values) => {
    if (statement.isBatched) return share(statement).load(values);
    const [row] = await run(
      statement,
      statement.order.map((slot) => values[slot]),
    );
    return row ?? [];
  };
}

/**
 * Collects calls while `RUNS` runs are in progress and starts the next run with them. A full batch does not wait: when the database is slow
 * or away, its calls reach the pool, which has its own timeout.
 */
function batchWhileBusy(run: (asked: readonly Values[]) => Promise<Row[]>): DataLoader<Values, Row> {
  let running = 0;
  let next: (() => void) | undefined;
  let patience: NodeJS.Timeout | undefined;
  function start() {
    clearTimeout(patience);
    const dispatch = next;
    next = undefined;
    dispatch?.();
  }
  return new DataLoader(
    async (asked) => {
      running++;
      try {
        return await run(asked);
      } finally {
        running--;
        if (running < RUNS) start();
      }
    },
    {
      cache: false,
      maxBatchSize: SHARED_BY,
      batchScheduleFn(dispatch) {
        // DataLoader opens another batch only when the one before is full.
        start();
        next = dispatch;
        patience = setTimeout(start, MOST_WAIT_MS);
        // `setImmediate` lets calls that have already arrived on other sockets join the batch.
        setImmediate(() => running < RUNS && start());
      },
    },
  );
}
