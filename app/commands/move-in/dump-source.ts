import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { copyRow } from "./copy-text.ts";
import { linesOf } from "./lines.ts";
import { Refusal } from "./refusal.ts";
import { followStatements } from "./statements.ts";
import { type Batch, isRead, NEEDED, type Source, type SourceRow } from "./source.ts";

const ROWS_AT_ONCE = 500;
const RIGHT_DUMP = "supabase db dump --data-only --use-copy --schema auth,public,storage";
const NAME = String.raw`("(?:[^"]|"")+"|[A-Za-z_][\w$]*)`;
const COPY = new RegExp(String.raw`^COPY ${NAME}\.${NAME}(?: \((.*)\))?\s+FROM stdin;$`, "i");
const ANY_COPY = /^COPY\b.*\bFROM\s+stdin\b/i;
const INSERT = new RegExp(String.raw`^INSERT\s+INTO\s+${NAME}\.${NAME}`, "i");
const COLUMN = new RegExp(`${NAME}(?:, |$)`, "gy");

/**
 * A plain dump (`.sql`, or compressed by gzip), read as a stream: only its blocks of COPY … FROM stdin are data, and no statement of it is run.
 */
export async function openDump(file: string): Promise<Source> {
  const head = await headOf(file);
  if (head.subarray(0, 5).toString("latin1") === "PGDMP")
    throw new Refusal(`${file} is an archive: make a plain dump of it with pg_restore --data-only -f dump.sql ${file}`);
  return { batches: () => batchesOf(file, head[0] === 0x1f && head[1] === 0x8b), close: async () => undefined };
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => {
    throw new Refusal(`there is no file ${file}`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    throw new Refusal(`${file} is no file of a dump`);
  } finally {
    await handle.close();
  }
}

async function* batchesOf(file: string, isZipped: boolean): AsyncGenerator<Batch, void, void> {
  const plain = createReadStream(file);
  const unzip = isZipped ? createGunzip() : null;
  const bytes = unzip ? plain.on("error", (error) => unzip.destroy(error)).pipe(unzip) : plain;
  const copied = new Set<string>();
  try {
    yield* blocksOf(linesOf(bytes as AsyncIterable<Uint8Array>), copied);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${file} is damaged: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    plain.destroy();
  }
  if (!copied.has("auth.users")) throw new Refusal(`${file} has no data of auth.users: make it with ${RIGHT_DUMP}`);
}

type Block = { table: string; columns: string[] | null; at: number };

async function* blocksOf(
  lines: AsyncGenerator<{ text: string; at: number }>,
  copied: Set<string>,
): AsyncGenerator<Batch, void, void> {
  const statements = followStatements();
  let block: Block | null = null;
  let rows: SourceRow[] = [];
  let counted = 0;
  for await (const { text, at } of lines) {
    if (!block) {
      const { isQuoted } = statements;
      const begun = statements.read(text);
      // A statement before it lacks its end.
      if (begun.length === 0 && !isQuoted && ANY_COPY.test(text)) throw new Refusal(`line ${at} is within a statement`);
      for (const statement of begun) block = blockAt(statement, at);
      if (block && copied.has(block.table)) throw new Refusal(`line ${at}: ${block.table} comes a second time`);
      if (block) copied.add(block.table);
      continue;
    }
    if (text === "\\.") {
      yield { table: block.table, rows, counted: counted + rows.length };
      [block, rows, counted] = [null, [], 0];
    } else if (!block.columns) counted += 1;
    else {
      rows.push(copyRow(text, block.columns, at));
      if (rows.length < ROWS_AT_ONCE) continue;
      yield { table: block.table, rows, counted: rows.length };
      rows = [];
    }
  }
  if (block) throw new Refusal(`the dump ends in the middle of ${block.table}: it was cut off`);
  if (statements.isQuoted) throw new Refusal("the dump ends in the middle of a text: it was cut off");
}

const plainName = (name: string) =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();

/** The block that a statement begins, with its columns where the table is read. Throws `Refusal` for data that would be missed. */
function blockAt(text: string, at: number): Block | null {
  const [, into, inserted] = INSERT.exec(text) ?? [];
  if (into && inserted && isRead(`${plainName(into)}.${plainName(inserted)}`))
    throw new Refusal(`line ${at} is an INSERT statement, which is not run: make the dump with ${RIGHT_DUMP}`);
  const [, schema, name, list = ""] = COPY.exec(text) ?? [];
  if (schema === undefined || name === undefined) {
    if (ANY_COPY.test(text)) throw new Refusal(`line ${at} is no COPY of pg_dump: make the dump with ${RIGHT_DUMP}`);
    return null;
  }
  const table = `${plainName(schema)}.${plainName(name)}`;
  if (!isRead(table)) return { table, columns: null, at };
  const columns = [...list.matchAll(COLUMN)].map(([, column = ""]) => plainName(column));
  const missing = NEEDED[table].find((column) => !columns.includes(column));
  if (missing) throw new Refusal(`line ${at}: ${table} has no column ${missing}`);
  if (new Set(columns).size < columns.length) throw new Refusal(`line ${at}: ${table} names a column twice`);
  return { table, columns, at };
}
