// npm run export -- FOLDER [--as supabase] [--credentials]: writes everything that is of the product and its people into a new folder, in forms that any program
// reads: a CSV for each table, the tables' SQL, the files; or in the shape of a Supabase project. The app may run.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { nameOf, quoted } from "../../db/catalogue.ts";
import { openLog } from "../platform/log.server.ts";
import { readSettings } from "../platform/settings.ts";
import { openStorage } from "../platform/storage/open-storage.server.ts";
import type { Storage } from "../platform/storage/storage.server.ts";
import { writeHashed } from "./archive.ts";
import { openCommandDatabase } from "./command-database.ts";
import { LEFT_OUT } from "./export/left-out.ts";
import { type Exporting, writeSupabase } from "./export/supabase.ts";
import { csvOf, type ExportedTable, exportedTables, schemaOf } from "./export/tables.ts";
import { storedFiles } from "./stored-files.ts";

const closing: (() => unknown)[] = [];

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { as: { type: "string" }, credentials: { type: "boolean", default: false } },
  });
  const [given, ...extra] = positionals;
  if (!given || extra.length > 0 || (values.as ?? "supabase") !== "supabase")
    throw new Error("usage: npm run export -- FOLDER [--as supabase] [--credentials]");
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder`);
  const settings = readSettings(process.env);
  process.umask(0o077);
  const url = await openCommandDatabase(settings, closing);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  closing.unshift(() => client.end());
  // The folder has another name until it is complete.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  closing.unshift(() => rmSync(unfinished, { recursive: true, force: true }));
  await client.query("begin isolation level repeatable read, read only");
  const storage = await openStorage(settings, openLog());
  closing.unshift(() => storage.close());
  const exporting = { client, storage, folder: unfinished, withPasswords: values.credentials };
  const { tables, files } = await (values.as ? writeSupabase(exporting) : writeTables(exporting));
  renameSync(unfinished, folder);
  console.log(`Exported to ${folder}: ${tables} tables, ${files} files`);
  console.log("It holds health data of people: keep it where such data may be, and delete it when it is not needed");
}

const csvName = ({ schema, name }: ExportedTable) => join("tablas", `${schema}.${name}.csv`);

async function writeTables({ client, storage, folder, withPasswords }: Exporting) {
  const tables = await exportedTables(client, withPasswords);
  for (const table of tables) await writeHashed(join(folder, csvName(table)), csvOf(client, table));
  await client.query("commit");
  // Files go some time after their rows.
  const files = await writeFiles(storage, folder);
  writeFileSync(join(folder, "schema.sql"), schemaOf(tables));
  writeFileSync(join(folder, "LEEME.md"), readmeOf(tables, withPasswords));
  return { tables: tables.length, files };
}

async function writeFiles(storage: Storage, folder: string): Promise<number> {
  let count = 0;
  for await (const { bucket, path } of storedFiles(storage)) {
    // A note of a deletion is for this installation's own backups.
    const found = bucket === "deletions" ? null : await storage.open(bucket, path);
    if (!found) continue;
    await writeHashed(join(folder, "archivos", bucket, path), found.bytes);
    count += 1;
  }
  return count;
}

function readmeOf(tables: readonly ExportedTable[], withPasswords: boolean): string {
  const copies = tables.map((table) => {
    const columns = table.columns.map(({ name }) => quoted(name)).join(", ");
    return `\\copy ${nameOf(table)} (${columns}) from '${csvName(table)}' with (format csv, header)`;
  });
  const left = Object.entries(LEFT_OUT).map(([name, why]) => `- \`${name}\`: ${why}`);
  return `# Tus datos, para llevarlos a otro lado

- \`tablas/\`: una tabla por archivo CSV, en UTF-8, separado por comas. Nada entre las comas es un valor que falta; \`""\` es un texto vacío. Las fechas están en UTC.
- \`schema.sql\`: crea las tablas vacías en cualquier PostgreSQL.
- \`archivos/\`: fotos (\`avatars\`), estudios (\`case-studies\`) y constancias de matrículas (\`licence-evidence\`), con las rutas que nombran las tablas.

Tiene datos de salud de personas. ${
    withPasswords
      ? "También las contraseñas, cifradas de un solo sentido (argon2id)."
      : "No tiene contraseñas: con `--credentials` van, cifradas de un solo sentido."
  }

Para cargarlo en PostgreSQL, con \`psql\` y desde esta carpeta: \`\\i schema.sql\`, y después

\`\`\`
${copies.join("\n")}
\`\`\`

## Lo que no está, y por qué

${left.join("\n")}
`;
}

try {
  await run();
} catch (error) {
  console.error(`Cannot export: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
