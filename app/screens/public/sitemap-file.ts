import { data } from "react-router";
import type { Services } from "../../api/services.server.ts";
import { directoryCopy } from "../../domain/directory/copy.server.ts";
import { indexedPages } from "../../domain/directory/topics.server.ts";
import { listedProfiles } from "../../domain/profiles/listed-profiles.server.ts";
import { callContext } from "../../server-api.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Route } from "./+types/sitemap-file";
import { xmlResponse } from "./sitemap-xml.ts";

type Page = { path: string; changedOn: string | null };

/** /sitemaps/{kind}.xml: the pages of one kind that search engines are to list, with the day of their last change. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { services } = context.get(callContext);
  const pages = await pagesOf(services, params.file);
  if (!pages) throw data(null, { status: 404 });
  const lines = pages.map(
    ({ path, changedOn }) =>
      `<url><loc>${services.settings.publicUrl}${path}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ""}</url>`,
  );
  return xmlResponse("urlset", lines);
}

async function pagesOf(services: Services, file: string): Promise<Page[] | null> {
  if (file === "paginas.xml")
    return ["/", "/como-ordenamos", "/terminos", "/privacidad"].map((path) => ({ path, changedOn: null }));
  if (file === "kinesiologos.xml") {
    const pages = indexedPages(await services.copies.of(directoryCopy).read());
    return pages.map(({ path, changed }) => ({ path, changedOn: new Date(changed * 1000).toISOString().slice(0, 10) }));
  }
  const number = Number(/^perfiles-(\d{1,3})\.xml$/.exec(file)?.[1]);
  if (!number) return null;
  const profiles = await readPublicly(services, ({ db }) => listedProfiles(db, number));
  return profiles.map(({ id, changed_on }) => ({ path: `/kines/${id}`, changedOn: changed_on }));
}
