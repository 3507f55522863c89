import { PARAMETERS, TYPED_PARAMETERS } from "../../domain/directory/query.ts";
import { appContext } from "../../shared/app-context.ts";
import type { Route } from "./+types/robots";

const FILTERS = [...PARAMETERS.filter((name) => name !== "pagina"), ...TYPED_PARAMETERS];

/** /robots.txt: the paths excluded from crawling, including filtered lists, and the sitemap's URL. */
export function loader({ context }: Route.LoaderArgs): Response {
  const text = `User-agent: *
Disallow: /dashboard
Disallow: /pending-approval
Disallow: /auth
Disallow: /kinesiologos/buscar
${FILTERS.map((name) => `Disallow: /kinesiologos*${name}=`).join("\n")}
Sitemap: ${context.get(appContext).publicUrl}/sitemap.xml
`;
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" };
  return new Response(text, { headers });
}
