import { listedIds } from "../../domain/profiles/listed-ids.server.ts";
import { callContext } from "../../server-api.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Route } from "./+types/sitemap";

/** /sitemap.xml: the landing page, the legal pages and the public profiles, and no other URL. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { services } = context.get(callContext);
  const { publicUrl } = services.settings;
  const ids = await readPublicly(services, ({ db }) => listedIds(db));
  const pages = ["/", "/terminos", "/privacidad", ...ids.map((id) => `/kines/${id}`)];
  const lines = pages.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</urlset>
`;
  const headers = { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" };
  return new Response(xml, { headers });
}
