import { type Context, Hono } from "hono";
import type { AuthDeps } from "../deps.server.ts";
import { challengeFactor } from "./factors-challenge.server.ts";
import { EnrollBody, enrollFactor } from "./factors-enroll.server.ts";
import { removeFactor } from "./factors-remove.server.ts";
import { VerifyBody, verifyFactor } from "./factors-verify.server.ts";
import {
  listPasskeys,
  PasskeyBody,
  PasskeyName,
  passkeyProofOptions,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  proveByPasskey,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "./passkeys.server.ts";
import {
  GenerateCodesBody,
  generateRecoveryCodes,
  recoveryCodesId,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  VerifyCodeBody,
  verifyRecoveryCode,
} from "./recovery-codes.server.ts";
import { type AuthEnv, deviceBehind, idOf, readBody, readOptionalBody } from "../../core/requests.server.ts";
import type { OpenedSession, Session } from "../../core/session.server.ts";

/** How the mounting routes read a request's session and answer with one. */
export type SessionAnswers = {
  liveSession(c: Context): Promise<Session>;
  sessionAnswer(opened: OpenedSession): Promise<object>;
};

/** Routes of second factors and recovery codes, under /factors. */
export function factorRoutes(deps: AuthDeps, { liveSession, sessionAnswer }: SessionAnswers): Hono<AuthEnv> {
  const routes = new Hono<AuthEnv>();
  routes.get("/recovery-codes", async (c) => c.json(await recoveryCodesStatus(deps, await liveSession(c))));
  routes.post("/recovery-codes", async (c) => {
    const session = await liveSession(c);
    const { friendly_name } = await readOptionalBody(c, GenerateCodesBody);
    return c.json(await generateRecoveryCodes(deps, session, friendly_name));
  });
  routes.post("/recovery-codes/regenerate", async (c) =>
    c.json(await regenerateRecoveryCodes(deps, await liveSession(c))),
  );
  routes.post("/recovery-codes/verify", async (c) => {
    const session = await liveSession(c);
    const { code } = await readBody(c, VerifyCodeBody);
    return c.json(await sessionAnswer(await verifyRecoveryCode(deps, session, code)));
  });
  routes.delete("/recovery-codes", async (c) => {
    const session = await liveSession(c);
    return c.json(await removeFactor(deps, session, await recoveryCodesId(deps, session)));
  });

  routes.post("/", async (c) => {
    const session = await liveSession(c);
    return c.json(await enrollFactor(deps, session, await readBody(c, EnrollBody)));
  });
  routes.post("/:id/challenge", async (c) => {
    const session = await liveSession(c);
    return c.json(await challengeFactor(deps, session, idOf(c, "factor_id")));
  });
  routes.post("/:id/verify", async (c) => {
    const session = await liveSession(c);
    const verified = await verifyFactor(deps, session, idOf(c, "factor_id"), await readBody(c, VerifyBody));
    return c.json(await sessionAnswer(verified));
  });
  routes.delete("/:id", async (c) => c.json(await removeFactor(deps, await liveSession(c), idOf(c, "factor_id"))));
  return routes;
}

/** Routes of passkeys, under /passkeys. */
export function passkeyRoutes(deps: AuthDeps, { liveSession, sessionAnswer }: SessionAnswers): Hono<AuthEnv> {
  const device = deviceBehind(deps.settings.trustedProxies);
  const routes = new Hono<AuthEnv>();
  routes.post("/registration/options", async (c) =>
    c.json(await passkeyRegistrationOptions(deps, await liveSession(c))),
  );
  routes.post("/registration/verify", async (c) => {
    const session = await liveSession(c);
    return c.json(await registerPasskey(deps, session, await readBody(c, PasskeyBody)));
  });
  routes.post("/authentication/options", async (c) => c.json(await passkeySignInOptions(deps, device(c))));
  routes.post("/authentication/verify", async (c) =>
    c.json(await sessionAnswer(await signInWithPasskey(deps, await readBody(c, PasskeyBody), device(c)))),
  );
  routes.post("/proof/options", async (c) => c.json(await passkeyProofOptions(deps, await liveSession(c), device(c))));
  routes.post("/proof/verify", async (c) => {
    const session = await liveSession(c);
    await proveByPasskey(deps, session, await readBody(c, PasskeyBody), device(c));
    return c.body(null, 204);
  });
  routes.get("/", async (c) => c.json(await listPasskeys(deps, await liveSession(c))));
  routes.patch("/:id", async (c) => {
    const session = await liveSession(c);
    const id = idOf(c, "passkey_id");
    const { friendly_name } = await readBody(c, PasskeyName);
    return c.json(await renamePasskey(deps, session, id, friendly_name));
  });
  routes.delete("/:id", async (c) => {
    await removePasskey(deps, await liveSession(c), idOf(c, "passkey_id"));
    return c.body(null, 204);
  });
  return routes;
}
