import { type Context, Hono } from "hono";
import { z } from "zod";
import { openSparingLog } from "../platform/log.server.ts";
import { CodeGrant, exchangeCode } from "./flows/oauth/auth-codes.server.ts";
import type { AuthDeps } from "./flows/deps.server.ts";
import { asFailure, AuthFailure, failureResponse, isOverload, sessionNotFound } from "./core/auth-errors.server.ts";
import { factorRoutes, passkeyRoutes } from "./flows/factors/factors-routes.server.ts";
import { countAttempt, sourceKeys } from "./limits/limits.server.ts";
import { askForMessage, RecoverBody, ResendBody } from "./flows/links/email-link-requests.server.ts";
import { unsupportedEndpoints } from "./unsupported-endpoints.server.ts";
import { oauthRoutes } from "./flows/oauth/oauth-routes.server.ts";
import {
  type AuthEnv,
  bearerToken,
  deviceBehind,
  mustBeShort,
  readBody,
  validationFailed,
} from "./core/requests.server.ts";
import { endSessions, findLiveSession } from "./sessions/sessions.server.ts";
import type { OpenedSession, Session } from "./core/session.server.ts";
import { PasswordGrant, signInWithPassword } from "./flows/password/sign-in.server.ts";
import { signUp, SignUpBody } from "./flows/password/sign-up.server.ts";
import { updateUser, UpdateUserBody } from "./flows/password/update-user.server.ts";
import { asKnownAt, asOwnerOfAddress, findUser } from "./core/users.server.ts";
import { undo, UndoBody } from "./flows/links/undo-links.server.ts";
import { followLink, verify, VerifyBody, VerifyQuery } from "./flows/links/verify.server.ts";
import { hasFullAssurance, requireFullAssurance } from "./sessions/assurance.server.ts";
import { heldBack } from "./sessions/recovery.server.ts";

const TOKEN_MAX_LENGTH = 256;
const JWKS_SECONDS = 300;

const RefreshGrant = z.object({ refresh_token: z.string().max(TOKEN_MAX_LENGTH) });
const LogoutScope = z.enum(["global", "local", "others"]);

/** Routes of the account protocol under /auth/v1, in matching order. */
export function authRoutes(deps: AuthDeps): Hono<AuthEnv> {
  const { db, clock, keys, tokens, settings } = deps;
  const device = deviceBehind(settings.trustedProxies);
  const routes = new Hono<AuthEnv>();
  const overloadLog = openSparingLog(deps.log, "account requests refused: overloaded");

  routes.use(async (c, next) => {
    await next();
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  });
  routes.use((c, next) => {
    mustBeShort(c);
    return next();
  });

  routes.route("/", unsupportedEndpoints(liveSession));
  routes.post("/signup", async (c) =>
    c.json(await sessionAnswer(await signUp(deps, await readBody(c, SignUpBody), device(c)))),
  );
  routes.post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    if (grant === "password") {
      const body = await readBody(c, PasswordGrant);
      return c.json(await sessionAnswer(await signInWithPassword(deps, body, device(c))));
    }
    if (grant === "refresh_token") {
      const { refresh_token } = await readBody(c, RefreshGrant);
      return c.json(await sessionAnswer(await deps.refresh(refresh_token)));
    }
    return c.json(await sessionAnswer(await exchangeCode(deps, await readBody(c, CodeGrant), device(c))));
  });
  routes.get("/user", async (c) => c.json(await personOf(await liveSession(c))));
  routes.put("/user", async (c) => {
    const session = await liveSession(c);
    await updateUser(deps, session, await readBody(c, UpdateUserBody), device(c));
    return c.json(await personOf(session));
  });
  routes.post("/logout", async (c) => {
    const scope = LogoutScope.safeParse(c.req.query("scope") ?? "global");
    if (!scope.success) throw validationFailed("Unsupported logout scope");
    const session = await liveSession(c);
    // The password or the mailbox alone ends no session of who has a second factor.
    const ends = (await hasFullAssurance(db, session)) ? scope.data : "local";
    await db.transaction().execute((tx) => endSessions(tx, session, ends, "signed_out"));
    return c.body(null, 204);
  });
  routes.post("/recover", async (c) => {
    await askForMessage(deps, "recovery", await readBody(c, RecoverBody), device(c));
    return c.json({});
  });
  routes.post("/resend", async (c) => {
    const body = await readBody(c, ResendBody);
    const session = body.type === "email_change" ? await sessionIfAny(c) : null;
    await askForMessage(deps, body.type === "signup" ? "confirmation" : body.type, body, device(c), session?.id);
    return c.json({});
  });
  routes.post("/verify", async (c) => {
    const { user_id, session } = await verify(deps, await readBody(c, VerifyBody), device(c), await sessionIfAny(c));
    return c.json(session ? await sessionAnswer(session) : asOwnerOfAddress(await account(user_id)));
  });
  routes.get("/verify", async (c) => {
    const query = VerifyQuery.safeParse(c.req.query());
    if (!query.success) throw validationFailed("Verify requires a token and a type");
    return c.redirect(await followLink(deps, query.data, device(c)), 303);
  });
  // Not of the protocol: undoes a new way in or a change of address by the link of its message.
  routes.post("/undo", async (c) => c.json(await undo(deps, await readBody(c, UndoBody), device(c))));
  // Not of the protocol: the ways in that a recovery holds back until its password is set.
  routes.get("/held-back", async (c) => {
    const session = await liveSession(c);
    await requireFullAssurance(db, session, 403);
    return c.json(await heldBack(db, session));
  });
  routes.route("/factors", factorRoutes(deps, { liveSession, sessionAnswer }));
  routes.route("/passkeys", passkeyRoutes(deps, { liveSession, sessionAnswer }));
  routes.route("/", oauthRoutes(deps, { liveSession, sessionAnswer }));
  routes.get("/.well-known/jwks.json", (c) =>
    c.json(keys.jwks(), 200, { "cache-control": `public, max-age=${JWKS_SECONDS}` }),
  );
  // The challenge to solve after a call fails with captcha_failed.
  routes.get("/captcha", async (c) => {
    await countAttempt(deps, sourceKeys("captcha", device(c).address));
    return c.json(await deps.captcha.challenge());
  });
  routes.get("/settings", (c) =>
    c.json({
      external: {
        email: true,
        phone: false,
        anonymous_users: false,
        ...Object.fromEntries([...deps.providers.keys()].map((id) => [id, true])),
      },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
    }),
  );
  routes.get("/health", (c) => c.json({ name: "auth", description: "Accounts and sessions" }));

  routes.all("*", (c) => failureResponse(c, new AuthFailure(404, "not_found", "Not found")));
  routes.onError((error, c) => {
    const failure = asFailure(error, settings) ?? new AuthFailure(500, "unexpected_failure", "Algo salió mal");
    if (isOverload(failure)) overloadLog.error({ err: error, path: c.req.path });
    else if (failure.status >= 500) deps.log.error({ err: error, path: c.req.path }, "account request failed");
    return failureResponse(c, failure);
  });
  return routes;

  async function liveSession(c: Context): Promise<Session> {
    const token = bearerToken(c);
    if (!token) throw new AuthFailure(401, "no_authorization", "This endpoint requires a valid Bearer token");
    const claims = await tokens.verify(token);
    if (!claims) throw new AuthFailure(403, "bad_jwt", "invalid JWT");
    const session = await findLiveSession(db, claims);
    if (session) return session;
    // A deleted account has no sessions left; the client must get user_not_found.
    await account(claims.user_id);
    throw sessionNotFound();
  }

  /** The session of a request that may be anonymous. */
  async function sessionIfAny(c: Context): Promise<Session | null> {
    const claims = await tokens.verify(bearerToken(c) ?? "");
    return claims && findLiveSession(db, claims);
  }

  async function account(id: string) {
    const user = await findUser(db, id);
    if (!user) throw new AuthFailure(403, "user_not_found", "User from sub claim in JWT does not exist");
    return user;
  }

  async function personOf({ user_id, aal }: Session) {
    return asKnownAt(aal, await account(user_id));
  }

  async function sessionAnswer({ session, refresh_token }: OpenedSession) {
    const [user, { access_token, expires_at }] = await Promise.all([personOf(session), tokens.issue(session)]);
    const expires_in = expires_at - Math.floor(clock.now() / 1000);
    return { access_token, token_type: "bearer", expires_in, expires_at, refresh_token, user };
  }
}
