import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { quoted } from "../../../db/catalogue.ts";
import type { Bucket, Storage } from "../../platform/storage/storage.server.ts";
import { writeHashed } from "../archive.ts";
import { filesThere, NAMED_FILES, PROJECT, type ShapedTable, tablesThere } from "./supabase-shape.ts";
import { rowsOf } from "./tables.ts";

/** An export under way; `client` has begun a repeatable read. */
export type Exporting = { client: pg.Client; storage: Storage; folder: string; withPasswords: boolean };

/** Writes everything that the old system's shape holds: `dump.sql` of COPY blocks, which `move-in` reads, and the files. */
export async function writeSupabase({ client, storage, folder, withPasswords }: Exporting) {
  const gone: string[] = [];
  for await (const rows of rowsOf(client, NAMED_FILES))
    for (const [bucket, path] of rows as [Bucket, string][])
      if (!(await storage.find(bucket, path))) gone.push(`${bucket}/${path}`);
  const missing = `array[${gone.map((each) => pg.escapeLiteral(each)).join(", ")}]::text[]`;
  const tables = tablesThere({ withPasswords, missing });
  await writeHashed(join(folder, "dump.sql"), dumpOf(client, tables));
  let files = 0;
  for await (const rows of rowsOf(client, filesThere(missing)))
    for (const [bucket, path, there] of rows as [Bucket, string, string][]) {
      const found = await storage.open(bucket, path);
      if (!found) continue;
      await writeHashed(join(folder, "archivos", bucket, there), found.bytes);
      files += 1;
    }
  await client.query("commit");
  writeFileSync(join(folder, "LEEME.md"), readmeOf(tables, withPasswords));
  return { tables: tables.length, files };
}

async function* dumpOf(client: pg.Client, tables: readonly ShapedTable[]): AsyncGenerator<Buffer> {
  // Supabase's own dumps begin like this: its triggers must not run on rows that are loaded.
  yield Buffer.from("SET client_encoding = 'UTF8';\nSET session_replication_role = replica;\n\n");
  for (const { name, columns, query } of tables) {
    const table = name.split(".").map(quoted).join(".");
    yield Buffer.from(`COPY ${table} (${columns.split(/\s+/).map(quoted).join(", ")}) FROM stdin;\n`);
    for await (const rows of rowsOf(client, query))
      yield Buffer.from(`${rows.map((row) => row.map(fieldOf).join("\t")).join("\n")}\n`);
    yield Buffer.from("\\.\n\n");
  }
  yield Buffer.from("RESET ALL;\n");
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
/** A value in COPY's text format. */
const fieldOf = (value: string | null): string =>
  value === null ? "\\N" : value.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);

const readmeOf = (
  tables: readonly ShapedTable[],
  withPasswords: boolean,
): string => `# Tus datos, como los tiene un proyecto de Supabase

- \`dump.sql\`: ${tables.map(({ name }) => `\`${name}\``).join(", ")}, en bloques \`COPY\`. También lo lee \`npm run move-in -- --from dump.sql --files archivos\`.
- \`archivos/\`: los archivos de \`avatars\` y \`case-studies\`, con las rutas que nombran las filas. Subilos al Storage del proyecto.

Tiene datos de salud de personas. ${
  withPasswords
    ? "También las contraseñas, cifradas de un solo sentido (argon2id)."
    : "No tiene contraseñas: con `--credentials` van, cifradas de un solo sentido."
}

Para cargarlo en un proyecto con esas tablas vacías: cambiá \`${PROJECT}\` por la dirección del tuyo y corré \`psql -f dump.sql\` con la conexión del dueño. Lo que llegó
de un sistema anterior vuelve con el ID que tenía ahí. El dueño del proyecto nuevo no aparece solo: las cuentas son las de acá, también las de administración.

## Lo que esa forma no tiene, y queda

- Cuentas sin perfil: las que no terminaron de registrarse.
- Contraseñas de quienes usan un segundo paso, tienen una provisoria, o no entraron desde que llegaron de otro sistema: eligen una nueva por email.
- Segundos pasos, llaves de acceso, sesiones, y formas de ingreso que no son email ni Google.
- De las suspensiones, el motivo y las fechas: la cuenta queda bloqueada.
- De las matrículas, todas menos la primera, su comprobación y las constancias.
- Roles: queda el más alto de cada persona.
- Reseñas ocultas o en espera, de especialistas que se fueron, y las respuestas.
- Casos de personas que se fueron y que no tienen reseñas. De los demás: cuándo se cerraron, los datos de la lesión por campos, la cobertura, y si dormían.
- Propuestas con precio y fecha, fin de los tratamientos, mensajes, turnos, sesiones, mediciones, precios, coberturas, lugares de atención (los horarios que se superponen quedan
  unidos), cambios de perfil en espera, denuncias, consentimientos, avisos, zonas, direcciones cortas, auditoría y ajustes.
- Las horas, al milisegundo. Las fotos se vuelven a escribir en cada mudanza.

Todo eso está en \`npm run export -- CARPETA\`, una tabla por archivo.
`;
