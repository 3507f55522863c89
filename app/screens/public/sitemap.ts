import { callContext } from "../../server-api.server.ts";
import type { Route } from "./+types/sitemap";
import { sitemapFiles } from "./sitemap-pages.server.ts";
import { xmlResponse } from "./sitemap-xml.ts";

/** /sitemap.xml: the sitemaps by kind of page. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { services } = context.get(callContext);
  const lines = (await sitemapFiles(services)).map(
    (name) => `<sitemap><loc>${services.settings.publicUrl}/sitemaps/${name}.xml</loc></sitemap>`,
  );
  return xmlResponse("sitemapindex", lines);
}
