import { createHash } from "node:crypto";
import { type CompiledQuery, type Kysely, type QueryResult, sql } from "kysely";
import pg from "pg";
import type { DB } from "../../../db/types.ts";

type Database = Kysely<DB>;

/** The values of a statement. undefined means "not given" and may select another query text; null is a value. */
type Values = Record<string, string | number | null | undefined>;
type Compilable<Row> = { compile(db: Database): CompiledQuery<Row> };

/** A query that is compiled once for each set of given keys. Each connection parses and plans it once. */
export type Prepared<Given extends Values, Row> = {
  all(db: Database, values: Given): Promise<Row[]>;
  first(db: Database, values: Given): Promise<Row | undefined>;
  run(db: Database, values: Given): Promise<QueryResult<Row>>;
  /** The query as it is sent. */
  compile(db: Database, values: Given): CompiledQuery<Row>;
};

type Options = {
  /** Sends it with the next statement of its transaction, without waiting for its result. If it fails, that statement fails too. */
  isDeferred?: boolean;
};

type Compiled<Row> = { query: CompiledQuery<Row>; order: string[] };

/**
 * Prepares a query that reads a bounded number of rows, or writes. `build` receives placeholders in place of the values and may only pass
 * them on. Any other parameter becomes a literal, so that a generic plan can use partial indexes.
 */
export function prepared<Given extends Values, Row>(
  name: string,
  build: (db: Database, values: Given) => Compilable<Row>,
  { isDeferred = false }: Options = {},
): Prepared<Given, Row> {
  const shapes = new Map<string, Compiled<Row>>();

  function compile(db: Database, values: Given): CompiledQuery<Row> {
    const given = Object.keys(values).filter((key) => values[key] !== undefined);
    const shape = given.join();
    const { query, order } = shapes.get(shape) ?? compiled(db, given);
    if (!shapes.has(shape)) shapes.set(shape, { query, order });
    return { ...query, parameters: order.map((key) => values[key]) };
  }

  function compiled(db: Database, given: string[]): Compiled<Row> {
    const slots = new Map(given.map((key) => [`slot ${key}`, key]));
    const marks = Object.fromEntries(given.map((key) => [key, `slot ${key}`])) as Given;
    const { sql, parameters, ...query } = build(db, marks).compile(db);
    const order: string[] = [];
    const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = parameters[Number(number) - 1];
      const slot = slots.get(value as string);
      if (slot === undefined) return literal(value);
      if (!order.includes(slot)) order.push(slot);
      return `$${order.indexOf(slot) + 1}`;
    });
    return {
      query: { ...query, sql: `${text} ${tail(isDeferred ? `${LATER}${name}` : name, text)}`, parameters },
      order,
    };
  }

  const run = (db: Database, values: Given) => db.executeQuery(compile(db, values));
  return {
    compile,
    run,
    all: async (db, values) => (await run(db, values)).rows,
    first: async (db, values) => (await run(db, values)).rows[0],
  };
}

/**
 * Hides a value from the planner. PostgreSQL plans a prepared statement again at each call while custom plans seem cheaper than the generic
 * plan. They always do for short lists, and for values that rule out a part of the statement.
 */
export const hideFromPlanner = (value: unknown, type: "uuid" | "text" | "int" | "uuid[]" | "int[]" | "text[]") =>
  // Without the cast, ANY would take the subquery for a list of rows.
  sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`;

const LATER = "later: ";
const [TAIL_OPENS, TAIL_ENDS] = ["/* ", " */"];

/**
 * The comment that ends a statement's text holds its name, which a driver below Kysely would not receive otherwise. It includes a hash of the
 * text: a balancer may lend a connection on which another version of the app prepared the same name.
 */
function tail(name: string, text: string): string {
  return `${TAIL_OPENS}${name} ${createHash("sha256").update(text).digest("hex").slice(0, 12)}${TAIL_ENDS}`;
}

/** The name of a prepared statement by its text; null for any other. */
export function nameOf(text: string): { name: string; isDeferred: boolean } | null {
  if (!text.endsWith(TAIL_ENDS)) return null;
  // This runs for each statement: a regular expression would scan the whole text.
  const opening = text.lastIndexOf(TAIL_OPENS);
  if (opening < 0) return null;
  const name = text.slice(opening + TAIL_OPENS.length, -TAIL_ENDS.length);
  return { name, isDeferred: name.startsWith(LATER) };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

function literal(value: unknown): string {
  // An id in the text would give every caller the rows of the first caller.
  if (typeof value === "string" && UUID.test(value)) throw new Error("an id must be a value of a prepared statement");
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  throw new Error(`a statement cannot hold a value of type ${typeof value}`);
}
