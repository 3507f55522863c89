import { createHash } from "node:crypto";
import DataLoader from "dataloader";
import type { Kysely, RawBuilder } from "kysely";
import pg from "pg";
import type { DB } from "../../../db/types.ts";

/**
 * A statement whose text was made once and whose plan each connection keeps; `order` names the values that it takes. One that `isBatched`
 * takes those of many and answers each in a row that begins with their place among them.
 */
export type Prepared<Name extends string> = { name: string; text: string; order: Name[]; isBatched: boolean };

type Values = Record<string, string | null>;
/** The columns of a row, as text. */
type Row = (string | null)[];
/** Runs a statement and gives the first row, or none. */
export type Ask = <Name extends string>(statement: Prepared<Name>, values: Record<Name, string | null>) => Promise<Row>;

/** So many share a run at most. */
const SHARED_BY = 16;
/** While so many runs of a statement are under way, those who ask wait for each other … */
const RUNS = 2;
/** … but not for longer than this, whatever becomes of the runs. */
const MOST_WAIT_MS = 100;

type Build<Name extends string> = (slot: (name: Name) => string) => RawBuilder<unknown>;

/** Makes a statement of a query; `slot` gives what stands in it for a value that comes with each run. */
export function prepare<Name extends string>(db: Kysely<DB>, name: string, build: Build<Name>): Prepared<Name> {
  const { text, order } = compile(db, build, (n) => `$${n + 1}`);
  return { name: nameOf(name, text), text, order, isBatched: false };
}

/**
 * Makes a statement of a query of at most one row, whose values are ids: those who ask at the same time share a run of it, which costs
 * PostgreSQL and its connection little more than one of them would.
 */
export function prepareBatched<Name extends string>(db: Kysely<DB>, name: string, build: Build<Name>): Prepared<Name> {
  const { text: query, order } = compile(db, build, (n) => `asked.value_${n}`);
  const columns = ["place int", ...order.map((_, n) => `value_${n} uuid`)].join(", ");
  // Of JSON the planner does not see how many ask: it would weigh a plan for these few against one for any number, again and again.
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
    // Only what is written out lets a plan for all values use an index of some rows.
    if (slot === undefined) return literal(value);
    if (!order.includes(slot)) order.push(slot);
    return written(order.indexOf(slot));
  });
  return { text, order };
}

/** A balancer may give a connection on which another version has the name: that one's statement is not this one's. */
const nameOf = (name: string, text: string) => `${name} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;

function literal(value: unknown): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  throw new Error(`a statement cannot hold a value of type ${typeof value}`);
}

// PostgreSQL's states for a name that it does not know, or knows already.
const OTHERS_CONNECTION = new Set(["26000", "42P05"]);

/** Lets statements be run on the connections of a pool. */
export function openAsk(pool: { connect(): Promise<pg.PoolClient> }): Ask {
  // A balancer of connections may give each statement another one, which knows none of the names.
  let keepsNames = true;
  async function run({ name, text }: Prepared<string>, values: (string | null)[]): Promise<Row[]> {
    const client = await pool.connect();
    try {
      const query = { text, values, rowMode: "array" as const };
      const { rows } = await (keepsNames ? client.query<Row>({ ...query, name }) : client.query<Row>(query))
        .catch((error: { code?: string }) => {
          if (!OTHERS_CONNECTION.has(error.code ?? "")) throw error;
          keepsNames = false;
          // It was refused before it was run.
          return client.query<Row>(query);
        });
      return rows;
    } finally {
      client.release();
    }
  }

  const shared = new Map<string, DataLoader<Values, Row>>();
  function share(statement: Prepared<string>): DataLoader<Values, Row> {
    const opened = shared.get(statement.name) ?? batchWhileBusy(async (asked) => {
      const listed = asked.map((values, place) => ({ place, ...Object.fromEntries(statement.order.map((slot, n) => [`value_${n}`, values[slot]])) }));
      const rows = await run(statement, [JSON.stringify(listed)]);
      const answers = new Map(rows.map(([place, ...row]) => [Number(place), row]));
      return asked.map((_, place) => answers.get(place) ?? []);
    });
    shared.set(statement.name, opened);
    return opened;
  }

  return async (statement, values) => {
    if (statement.isBatched) return share(statement).load(values);
    const [row] = await run(statement, statement.order.map((slot) => values[slot]));
    return row ?? [];
  };
}

/**
 * Gathers what is asked while `RUNS` runs are under way for the next one. As many as one run takes do not wait: where the database is slow or
 * away they come to the pool, which has its own patience.
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
  return new DataLoader(async (asked) => {
    running++;
    try {
      return await run(asked);
    } finally {
      running--;
      if (running < RUNS) start();
    }
  }, {
    cache: false,
    maxBatchSize: SHARED_BY,
    batchScheduleFn(dispatch) {
      // There is another batch to be asked because the one before is full.
      start();
      next = dispatch;
      patience = setTimeout(start, MOST_WAIT_MS);
      // What has come over other sockets by now is asked along with it.
      setImmediate(() => running < RUNS && start());
    },
  });
}
