import { createHash } from "node:crypto";
import type { RawBuilder } from "kysely";
import pg from "pg";
import type { Database } from "./database.server.ts";

/** A statement whose text was made once and whose plan each connection keeps; `order` names the values that it takes. */
export type Prepared<Name extends string> = { name: string; text: string; order: Name[] };

/** Runs a statement and gives the columns, as text, of the first row. */
export type Ask = <Name extends string>(statement: Prepared<Name>, values: Record<Name, string | null>) => Promise<(string | null)[]>;

/** Makes a statement of a query; `slot` gives what stands in it for a value that comes with each run. */
export function prepare<Name extends string>(db: Database, name: string, build: (slot: (name: Name) => string) => RawBuilder<unknown>): Prepared<Name> {
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
    return `$${order.indexOf(slot) + 1}`;
  });
  // A balancer may give a connection on which another version has the name: that one's statement is not this one's.
  return { name: `${name} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`, text, order };
}

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
  return async ({ name, text, order }, values) => {
    const client = await pool.connect();
    try {
      const query = { text, values: order.map((slot) => values[slot]), rowMode: "array" as const };
      const { rows: [row] } = await (keepsNames ? client.query<(string | null)[]>({ ...query, name }) : client.query<(string | null)[]>(query))
        .catch((error: { code?: string }) => {
          if (!OTHERS_CONNECTION.has(error.code ?? "")) throw error;
          keepsNames = false;
          // It was refused before it was run.
          return client.query<(string | null)[]>(query);
        });
      return row ?? [];
    } finally {
      client.release();
    }
  };
}
