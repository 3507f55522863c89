import { appContext } from "../../shared/app-context.ts";
import type { Route } from "./+types/robots";

/** /robots.txt: the paths excluded from crawling, and the sitemap's URL. */
export function loader({ context }: Route.LoaderArgs): Response {
  const text = `User-agent: *
Disallow: /dashboard
Disallow: /pending-approval
Disallow: /auth
Sitemap: ${context.get(appContext).publicUrl}/sitemap.xml
`;
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" };
  return new Response(text, { headers });
}
