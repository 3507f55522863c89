import { data } from "react-router";
import { callContext } from "../../server-api.server.ts";
import type { Route } from "./+types/sitemap-file";
import { pagesOf } from "./sitemap-pages.server.ts";
import { xmlResponse } from "./sitemap-xml.ts";

/** /sitemaps/{kind}.xml: the pages of one kind that search engines should list, with the day of their last change. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { services } = context.get(callContext);
  const pages = await pagesOf(services, params.file);
  if (!pages || pages.length === 0) throw data(null, { status: 404 });
  const lines = pages.map(
    ({ path, changedOn }) =>
      `<url><loc>${services.settings.publicUrl}${path}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ""}</url>`,
  );
  return xmlResponse("urlset", lines);
}
