import { type Context, Hono } from "hono";
import type { AuthDeps } from "../deps.server.ts";
import type { SessionAnswers } from "../factors/factors-routes.server.ts";
import { unlinkIdentity } from "./identities.server.ts";
import { authorize, authorizeLink, AuthorizeQuery, callback } from "./oauth.server.ts";
import { type AuthEnv, deviceBehind, idOf, readText, validationFailed } from "../../core/requests.server.ts";

/** Routes for signing in with, linking and unlinking provider accounts. */
export function oauthRoutes(deps: AuthDeps, { liveSession }: SessionAnswers): Hono<AuthEnv> {
  const device = deviceBehind(deps.settings.trustedProxies);
  const routes = new Hono<AuthEnv>();
  routes.get("/authorize", async (c) => c.redirect((await authorize(deps, queryOf(c), device(c))).href));
  routes.get("/callback", async (c) =>
    c.redirect((await callback(deps, new URL(c.req.url).searchParams, device(c))).href),
  );
  // Some providers return by a form post (response_mode=form_post).
  routes.post("/callback", async (c) =>
    c.redirect((await callback(deps, new URLSearchParams(await readText(c)), device(c))).href, 303),
  );
  routes.get("/user/identities/authorize", async (c) => {
    const session = await liveSession(c);
    const url = await authorizeLink(deps, queryOf(c), session, device(c));
    return c.req.query("skip_http_redirect") === "true" ? c.json({ url: url.href }) : c.redirect(url.href);
  });
  routes.delete("/user/identities/:id", async (c) => {
    await unlinkIdentity(deps, await liveSession(c), idOf(c, "identity_id"));
    return c.json({});
  });
  return routes;
}

function queryOf(c: Context<AuthEnv>) {
  const parsed = AuthorizeQuery.safeParse(c.req.query());
  if (!parsed.success) throw validationFailed(parsed.error.issues[0]?.message ?? "Invalid request");
  return parsed.data;
}
