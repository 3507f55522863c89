import { createRouterClient } from "@orpc/server";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Context } from "../../app/api/request-context.server.ts";
import type { Services } from "../../app/api/services.server.ts";
import { personAsViewer } from "../../app/api/viewer.server.ts";
import { nameOf } from "../../app/platform/database/prepared-statements.server.ts";
import { router } from "../../app/router.server.ts";
import type { DB } from "../../db/types.ts";

export type InProcessApi = Awaited<ReturnType<typeof watchedApi>>["api"];

/** The API in process for a user (null: nobody), and the queries of its calls since the last look. `more` replaces parts of the context. */
export async function watchedApi(
  services: Services,
  pool: pg.Pool,
  personId: string | null,
  more: Partial<Context> = {},
) {
  const viewer = personId === null ? null : await personAsViewer(services.db, personId);
  let queries: CompiledQuery[] = [];
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) });
  const api = createRouterClient(router, {
    context: {
      services: { ...services, db },
      requestId: "plan",
      clientAddress: "127.0.0.1",
      findViewer: async () => viewer,
      ...more,
    },
  });
  return {
    api,
    takeAsked: () => {
      const taken = queries;
      queries = [];
      return taken;
    },
  };
}

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
} & Record<string, unknown>;

export type Cost = {
  queries: number;
  rows: number;
  entries: number;
  blocks: number;
  ms: number;
  tablesScanned: string[];
  /** The rows touched by table. */
  rowsOf: Record<string, number>;
};

// Tables that always have few rows: a sequential scan is the cheapest plan. Zones are counted for 90 days and some hundred places.
const SMALL = [
  "tallies",
  "directory_state",
  "coverages",
  "settings",
  "holidays",
  // What was decided in the last seconds.
  "held_decisions",
  // One row, or none.
  "move_in",
  "zone_counts",
  "kine_segments",
  // Two rows a week, and four.
  "signup_counts",
  "queue_weeks",
  "places",
  "chores",
  "departure_secrets",
  // In these data nobody keeps an agenda; each has an index by specialist.
  "agendas",
  "agenda_places",
  "agenda_next",
  // In these data nobody left; it has an index by hash.
  "departure_keys",
  "departures",
  "star_answers",
  "schema_migrations",
  "_private_jobs",
  "_private_tasks",
  "pg_database",
];

/** The cost of queries: rows touched by scans, bitmap index entries, blocks, and sequentially scanned tables. */
export async function costOf(pool: pg.Pool, queries: CompiledQuery[]): Promise<Cost> {
  return total(queries, ({ sql, parameters }) => pool.query(`${EXPLAIN} ${sql}`, [...parameters]));
}

/** The same for prepared statements, by the generic plan that connections reuse for all values. */
export async function genericCostOf(pool: pg.Pool, queries: CompiledQuery[]): Promise<Cost> {
  const client = await pool.connect();
  await client.query("set plan_cache_mode = force_generic_plan");
  const cost = await total(
    queries.filter(({ sql }) => nameOf(sql) !== null),
    async ({ sql, parameters }) => {
      const values = parameters.map((value) => (value === null ? "null" : pg.escapeLiteral(String(value))));
      await client.query(`prepare generic as ${sql}`);
      const explained = await client.query(
        `${EXPLAIN} execute generic${values.length > 0 ? ` (${values.join()})` : ""}`,
      );
      await client.query("deallocate generic");
      return explained;
    },
  );
  client.release(true);
  return cost;
}

/** PostgreSQL plans each of the first five runs of a prepared statement separately. */
const RUNS = 7;

/** The prepared statements that PostgreSQL plans again at each run, because plans for these values seem cheaper than the generic plan. */
export async function plannedEachTime(pool: pg.Pool, queries: CompiledQuery[]): Promise<string[]> {
  const client = await pool.connect();
  for (const { sql, parameters } of queries) {
    const name = nameOf(sql)?.name;
    for (let run = 0; name && run < RUNS; run++) await client.query({ name, text: sql, values: [...parameters] });
  }
  const { rows } = await client.query<{ name: string }>(
    "select name from pg_prepared_statements where generic_plans = 0 order by name",
  );
  client.release(true);
  return rows.map(({ name }) => name.replace(/ \w{12}$/, ""));
}

const EXPLAIN = "explain (analyze, buffers, timing off, format json)";

async function total(
  queries: CompiledQuery[],
  explain: (query: CompiledQuery) => Promise<pg.QueryResult>,
): Promise<Cost> {
  const cost: Cost = { queries: queries.length, rows: 0, entries: 0, blocks: 0, ms: 0, tablesScanned: [], rowsOf: {} };
  const visit = (node: Node) => {
    const loops = node["Actual Loops"];
    if (node["Node Type"] === "Bitmap Index Scan") cost.entries += loops * node["Actual Rows"];
    else if (node["Node Type"].includes("Scan")) {
      const removed = ["Filter", "Index Recheck", "Join Filter"].map((by) =>
        Number(node[`Rows Removed by ${by}`] ?? 0),
      );
      const touched = loops * removed.reduce((sum, rows) => sum + rows, node["Actual Rows"]);
      const table = node["Relation Name"] ?? "";
      cost.rows += touched;
      cost.rowsOf[table] = (cost.rowsOf[table] ?? 0) + touched;
    }
    if (node["Node Type"] === "Seq Scan" && loops > 0 && !SMALL.includes(node["Relation Name"] ?? "")) {
      cost.tablesScanned.push(node["Relation Name"] ?? "?");
    }
    node.Plans?.forEach(visit);
  };
  for (const query of queries) {
    if (!/^\s*(select|with)\b/i.test(query.sql)) continue;
    const { rows } = await explain(query);
    const [explained] = (rows[0] as { "QUERY PLAN": { Plan: Node; "Execution Time": number }[] })["QUERY PLAN"];
    visit(explained!.Plan);
    cost.blocks += explained!.Plan["Shared Hit Blocks"] + explained!.Plan["Shared Read Blocks"];
    cost.ms += explained!["Execution Time"];
  }
  return { ...cost, rows: Math.round(cost.rows) };
}
