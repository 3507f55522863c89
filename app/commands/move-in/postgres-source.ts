import { readFileSync } from "node:fs";
import pg from "pg";
import { EXACT_TEXT, nameOf, quoted } from "../../../db/catalogue.ts";
import { Refusal, sourceProblem } from "./refusal.ts";
import { type Batch, isRead, NEEDED, type Source, type SourceRow } from "./source.ts";

const ROWS_AT_ONCE = 500;
const CONNECT_MS = 15_000;

/**
 * A running database, read in one transaction that can write nothing and sees one moment. PostgreSQL refuses the read, rather than leave rows out, where
 * a policy hides some of them. `caFile` holds the certificate of its authority.
 */
export async function openPostgres(address: string, caFile: string | null): Promise<Source> {
  const client = new pg.Client({
    ...connectionTo(address, caFile),
    connectionTimeoutMillis: CONNECT_MS,
    // Each value as the text that the server sends.
    types: { getTypeParser: () => (text: string | Buffer) => String(text) },
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(EXACT_TEXT);
    await client.query("set row_security = off");
    await client.query("begin isolation level repeatable read, read only");
  } catch (error) {
    await client.end().catch(() => undefined);
    throw refusalOf(error);
  }
  return {
    async *batches() {
      try {
        yield* batchesOf(client);
      } catch (error) {
        throw refusalOf(error);
      }
    },
    close: () => client.end(),
  };
}

/** Whatever is not on this machine is reached over TLS, with a certificate that is verified. */
function connectionTo(address: string, caFile: string | null): pg.ClientConfig {
  const url = URL.parse(address);
  if (!url) throw new Refusal("the source's address is not one: postgres://user:password@host:5432/postgres");
  const isHere = ["", "localhost", "127.0.0.1", "[::1]"].includes(url.hostname) || url.searchParams.has("host");
  url.searchParams.delete("sslmode");
  if (isHere && !caFile) return { connectionString: url.href };
  return { connectionString: url.href, ssl: caFile ? { ca: readCertificate(caFile) } : true };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Refusal(`there is no file ${file}`);
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(sourceProblem(error) ?? `the source: ${(error as Error).message.split("\n")[0]}`);
}

async function* batchesOf(client: pg.Client): AsyncGenerator<Batch, void, void> {
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'public', 'storage') and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`,
  );
  if (!tables.some(({ schema, name }) => schema === "auth" && name === "users"))
    throw new Refusal("the source has no table auth.users: it is none of this kind");
  for (const { schema, name } of tables) {
    const table = `${schema}.${name}`;
    if (isRead(table)) yield* rowsOf(client, { schema, name }, NEEDED[table]);
    else {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) as count from ${nameOf({ schema, name })}`,
      );
      yield { table, rows: [], counted: Number(rows[0]?.count ?? 0) };
    }
  }
}

type Table = { schema: string; name: string };

async function* rowsOf(client: pg.Client, of: Table, needed: readonly string[]): AsyncGenerator<Batch, void, void> {
  const table = `${of.schema}.${of.name}`;
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [nameOf(of)],
  );
  const missing = needed.find((column) => !columns.some(({ name }) => name === column));
  if (missing) throw new Refusal(`the source's ${table} has no column ${missing}`);
  const list = columns.map(({ name }) => quoted(name)).join(", ");
  await client.query(`declare moving no scroll cursor for select ${list} from ${nameOf(of)}`);
  for (;;) {
    const { rows } = await client.query<SourceRow>(`fetch ${ROWS_AT_ONCE} from moving`);
    yield { table, rows, counted: rows.length };
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close moving");
}
