import { randomInt } from "node:crypto";
import type pg from "pg";

/** Texts as people type them into searches, and what they choose. */
export type Typed = {
  coverages: string[];
  coverageIds: number[];
  places: string[];
  complaints: string[];
  licences: string[];
};

const LEAST_LETTERS = 3;
/** Every tenth text has a wrong letter. */
const WRONG = 10;

/** The beginnings of names, as long as somebody may have typed; some with a wrong letter. */
const begun = (names: string[]) =>
  names.flatMap((name) =>
    Array.from({ length: 3 }, () => {
      const text = name.slice(0, randomInt(Math.min(LEAST_LETTERS, name.length), name.length + 1)).toLowerCase();
      const at = randomInt(text.length);
      return randomInt(WRONG) === 0 ? `${text.slice(0, at)}q${text.slice(at + 1)}` : text;
    }),
  );

/** Draws typed texts from the names in a database. */
export async function typedIn(client: pg.Client): Promise<Typed> {
  const column = async <T>(text: string) =>
    (await client.query<[T]>({ text, rowMode: "array" })).rows.map(([value]) => value);
  const complaints = await column<string>("select name from specialties union select name from body_zones");
  return {
    coverages: begun(await column("select unnest(short || aliases) from coverages where retired_at is null")),
    coverageIds: await column("select distinct coverage_id from kine_coverages"),
    places: begun(await column("select name from places where kind <> 'jurisdiction'")),
    complaints: begun([
      ...complaints,
      "Ciática",
      "Esguince",
      "Hernia de disco",
      "ACV",
      "Cesárea",
      "Me duele la espalda",
    ]),
    licences: await column("select license_number from profiles where license_number is not null limit 5000"),
  };
}

/** The paths of the directory's pages, from the sitemap for search engines. */
export async function pathsOf(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/sitemaps/kinesiologos-1.xml`)).text();
  const found = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  if (found.length === 0) throw new Error("the directory has no pages");
  return found;
}
