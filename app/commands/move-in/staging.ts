import { createHash } from "node:crypto";
import type pg from "pg";
import type { Ledger } from "./ledger.ts";
import { Refusal } from "./refusal.ts";
import { isRead, READ, type ReadTable, type Source, type SourceRow } from "./source.ts";

/** The temporary table with the rows of a table of the source: `n` in the order read, `old_id`, `data` (an object of texts), `sha256`. */
export const staged = (table: ReadTable): string => `source_${table.replace(".", "_")}`;

/** Stages every row of the source in temporary tables of this connection, and counts them. Returns a hash of all rows, whatever their order. */
export async function stage(client: pg.Client, source: Source, ledger: Ledger): Promise<Buffer> {
  for (const table of Object.keys(READ) as ReadTable[])
    await client.query(`create temporary table ${staged(table)} (
      n bigint generated always as identity, old_id text primary key, data jsonb not null, sha256 bytea not null)`);
  const sum = Buffer.alloc(32);
  for await (const { table, rows, counted } of source.batches()) {
    if (!isRead(table)) ledger.leaveTable(table, counted);
    else await stageRows(client, { table, rows, ledger, sum });
  }
  if (ledger.countOf("auth.users") === 0) throw new Refusal("auth.users has no row: the dump has the schema only");
  await client.query(
    Object.keys(READ)
      .map((table) => `analyze ${staged(table as ReadTable)}`)
      .join(";"),
  );
  return sum;
}

type Staging = { table: ReadTable; rows: SourceRow[]; ledger: Ledger; sum: Buffer };

async function stageRows(client: pg.Client, { table, rows, ledger, sum }: Staging): Promise<void> {
  const ids: string[] = [];
  const texts: string[] = [];
  const hashes: Buffer[] = [];
  for (const row of rows) {
    // Newer schemas have both a provider's id and an id of the row's own.
    const parts = READ[table].map((column) => row[column] ?? "");
    const id = table === "auth.identities" ? `${parts[0]} ${parts[1] || parts[2]}` : parts.join(" ");
    const text = JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    const hash = createHash("sha256").update(`${table}\n${text}`).digest();
    for (const [at, byte] of hash.entries()) sum[at] = (sum[at] ?? 0) ^ byte;
    ids.push(id.slice(0, 200));
    texts.push(text);
    hashes.push(hash);
  }
  const { rows: added } = await client.query<{ old_id: string }>(
    `insert into ${staged(table)} (old_id, data, sha256)
    select id, text::jsonb, hash from unnest($1::text[], $2::text[], $3::bytea[]) with ordinality given (id, text, hash, n) order by n
    on conflict do nothing returning old_id`,
    [ids, texts, hashes],
  );
  ledger.count(table, rows.length);
  if (added.length === rows.length) return;
  const first = new Set(added.map(({ old_id }) => old_id));
  for (const id of ids) if (!first.delete(id)) ledger.left(table, id, "repeated");
}

/** Rows of a query by a cursor, in batches of 500. */
export async function* batchesOf<Row>(client: pg.Client, query: string): AsyncGenerator<Row[]> {
  await client.query(`declare staged no scroll cursor with hold for ${query}`);
  try {
    for (;;) {
      const { rows } = await client.query<Row & pg.QueryResultRow>("fetch 500 from staged");
      if (rows.length > 0) yield rows;
      if (rows.length < 500) return;
    }
  } finally {
    await client.query("close staged").catch(() => undefined);
  }
}
