import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "../../db/types.ts";
import { personAsViewer } from "../../app/api/viewer.server.ts";
import { watchedApi } from "../lists/query-plans.ts";
import { openApp } from "../../app/server/app.server.ts";
import { types } from "../../app/platform/database/database.server.ts";
import { readSettings } from "../../app/platform/settings.ts";
import type { Draw, Question } from "./questions.ts";

/** A statement of the reference server: a number is the index of a value in the request, everything else is constant. */
export type Recorded = { text: string; values: (number | { constant: unknown })[] };
/** By procedure: the statements of some calls each, without those that read the caller or store idempotency keys. */
export type Recording = Record<string, { isWrite: boolean; calls: Recorded[][] }>;

/** The recorded calls of a read: what it sends may depend on who asks and on the rows that it finds. */
const CALLS = 32;

/** Records the statements of each procedure by calling it in process, on the database. */
export async function record(
  databaseUrl: string,
  environment: { DATA_DIR: string; SECRET: string },
  questions: Question[],
): Promise<Recording> {
  const app = await openApp({ ...readSettings(environment), secret: environment.SECRET }, databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, types }).on("error", () => undefined);
  const recording: Recording = {};
  for (const { procedure, draws, rows, restore, bare } of questions) {
    if (bare) {
      // The first value is the person.
      const values = draws()().ids.map((_, n) => n + 1);
      recording[procedure] = { isWrite: true, calls: [[{ text: bare, values }]] };
      continue;
    }
    const undo = () => restore && pool.query(`begin; set local session_replication_role = replica; ${restore}; commit`);
    await undo();
    const [noun = "", verb = ""] = procedure.split(".");
    const callWith = async (draw: Draw) => {
      const { api, takeAsked } = await watchedApi(app.services, pool, draw.person?.id ?? null);
      await (api as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>)[noun]?.[verb]?.(
        draw.input,
      );
      const queries = takeAsked();
      // Reading the caller is not the procedure's own work, except where the caller is the answer.
      return (queries.length > 0 || !draw.person ? queries : await readingOf(pool, draw.person.id))
        .filter(({ sql }) => !/set_config/.test(sql))
        .map(({ sql, parameters }) => asRecorded(sql, parameters, draw, rows === undefined));
    };
    const next = draws();
    // The first call of a read fills the node's caches.
    if (rows === undefined) await callWith(next());
    const calls: Recorded[][] = [];
    while (calls.length < (rows === undefined ? CALLS : 1)) calls.push(await callWith(next()));
    await undo();
    recording[procedure] = { isWrite: rows !== undefined, calls };
  }
  await pool.end();
  await app.close();
  return recording;
}

/** The statement that reads a person as the caller. */
async function readingOf(pool: pg.Pool, id: string): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) });
  await personAsViewer(db, id);
  return queries;
}

/** An id, or a list of ids as PostgreSQL writes it. */
const IDS = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Constants become literals, as the product's own statements have them: only then may a generic plan use a partial index. */
function asRecorded(sql: string, parameters: readonly unknown[], { person, ids }: Draw, isRead: boolean): Recorded {
  const values: Recorded["values"] = [];
  const slot = (value: number | { constant: unknown }) => `$${values.push(value)}`;
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    const place = value === null ? -1 : [person?.id, ...ids].indexOf(String(value));
    if (place >= 0) return slot(place);
    // Ids that an earlier statement found stay values, as in the product: all recorded calls then share one prepared statement.
    if (typeof value === "string" && !IDS.test(value)) return pg.escapeLiteral(value);
    if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
    return slot({ constant: value });
  });
  if (!isRead) return { text, values };
  return { text: `select coalesce(json_agg(x), '[]')::text as json from (${text}) x`, values };
}
