import { PROFILES_A_FILE } from "../../domain/profiles/listed-profiles.server.ts";
import { tallied } from "../../domain/lists/tallies.server.ts";
import { callContext } from "../../server-api.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Route } from "./+types/sitemap";
import { xmlResponse } from "./sitemap-xml.ts";

/** /sitemap.xml: the sitemaps by kind of page. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { services } = context.get(callContext);
  const row = await readPublicly(services, ({ db }) =>
    db.selectNoFrom(tallied("specialists").as("count")).executeTakeFirst(),
  );
  const files = Array.from({ length: Math.ceil((row?.count ?? 0) / PROFILES_A_FILE) }, (_, n) => `perfiles-${n + 1}`);
  const lines = ["paginas", "kinesiologos", ...files].map(
    (name) => `<sitemap><loc>${services.settings.publicUrl}/sitemaps/${name}.xml</loc></sitemap>`,
  );
  return xmlResponse("sitemapindex", lines);
}
