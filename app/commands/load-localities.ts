// npm run admin -- places:load FILE: adds the localities of a file of the state's GeoRef service (localidades.json) to the places. Known places
// stay unchanged. The operator downloads the file; this command reads nothing from the network.
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { z } from "zod";
import { placeKeysOf } from "../domain/places/place-names.ts";
import { slugOf } from "../domain/vocabulary/vocabulary.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";
import { openCommandDatabase } from "./command-database.ts";

const GeoRef = z.object({
  localidades: z.array(
    z.object({
      nombre: z.string().min(2).max(80),
      provincia: z.object({ id: z.string().regex(/^\d\d$/) }),
      centroide: z.object({ lat: z.number().min(-90).max(0), lon: z.number().min(-90).max(0) }),
    }),
  ),
});

const closing: (() => unknown)[] = [];

async function load(file: string | undefined): Promise<void> {
  if (!file) throw new Error("name the file: npm run admin -- places:load localidades.json");
  const { localidades } = GeoRef.parse(JSON.parse(await readFile(file, "utf8")));
  const { db } = openDatabase(await openCommandDatabase(readSettings(process.env), closing), {
    max: 1,
    onError: () => undefined,
  });
  closing.unshift(() => db.destroy());
  let added = 0;
  await db.transaction().execute(async (tx) => {
    for (const { nombre, provincia, centroide } of localidades) {
      const [key, ...aliases] = placeKeysOf(nombre, provincia.id);
      const slug = `${slugOf(nombre)}-${provincia.id}`;
      const { numAffectedRows } = await sql`
        insert into places (slug, kind, name, jurisdiction, latitude, longitude)
          select ${slug}, 'locality', ${nombre}, ${provincia.id}, round(${centroide.lat}::numeric, 2), round(${centroide.lon}::numeric, 2)
          where not exists (select from places where jurisdiction = ${provincia.id} and vocabulary_key(name) = ${key})
          on conflict do nothing`.execute(tx);
      if (!numAffectedRows) continue;
      added += 1;
      for (const each of [key, ...aliases])
        await sql`insert into vocabulary_names (kind, key, place_slug, source) values ('place', ${each}, ${slug}, 'georef')
          on conflict do nothing`.execute(tx);
    }
  });
  console.log(`places: ${localidades.length} read, ${added} added`);
}

try {
  await load(process.argv[2]);
} catch (error) {
  console.error(`Cannot load: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
