import type { Services } from "../../api/services.server.ts";
import { directoryCopy } from "../../domain/directory/copy.server.ts";
import { indexedPages } from "../../domain/directory/topics.server.ts";
import { profileFiles, profilesOfFile } from "../../domain/profiles/listed-profiles.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";

type Page = { path: string; changedOn: string | null };

/** The sitemap protocol's maximum number of URLs per file. */
const MOST_ADDRESSES = 50_000;

/** The pages of a sitemap file; empty or null when there is no such file. */
export async function pagesOf(services: Services, name: string): Promise<Page[] | null> {
  if (name === "paginas.xml")
    return ["/", "/como-ordenamos", "/como-moderamos", "/terminos", "/privacidad"].map((path) => ({
      path,
      changedOn: null,
    }));
  const [, kind, digits] = /^(kinesiologos|perfiles)-([1-9]\d{0,4})\.xml$/.exec(name) ?? [];
  const file = Number(digits);
  if (kind === "kinesiologos") {
    const pages = indexedPages(await services.copies.of(directoryCopy).read());
    return pages
      .slice((file - 1) * MOST_ADDRESSES, file * MOST_ADDRESSES)
      .map(({ path, changed }) => ({ path, changedOn: new Date(changed * 1000).toISOString().slice(0, 10) }));
  }
  if (kind !== "perfiles") return null;
  const profiles = await readPublicly(services, ({ db }) => profilesOfFile(db, file));
  return profiles.map(({ id, changed_on }) => ({ path: `/kines/${id}`, changedOn: changed_on }));
}

/** The names of the sitemap files that have pages. */
export async function sitemapFiles(services: Services): Promise<string[]> {
  const pages = indexedPages(await services.copies.of(directoryCopy).read());
  const files = await readPublicly(services, ({ db }) => profileFiles(db));
  return [
    "paginas",
    ...Array.from({ length: Math.ceil(pages.length / MOST_ADDRESSES) }, (_, n) => `kinesiologos-${n + 1}`),
    ...files.map((file) => `perfiles-${file}`),
  ];
}
