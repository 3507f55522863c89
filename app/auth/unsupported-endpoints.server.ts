import { type Context, Hono } from "hono";
import { z } from "zod";
import { AuthFailure } from "./core/auth-errors.server.ts";
import { type AuthEnv, readBody } from "./core/requests.server.ts";

/** Whether an operation is refused; throws when another refusal takes precedence. */
type When = (c: Context<AuthEnv>, liveSession: (c: Context) => Promise<unknown>) => unknown;

const ContactFields = z.object({ email: z.unknown().optional(), phone: z.unknown().optional() });
const byContact =
  (isMeant: (email: unknown, phone: unknown) => boolean): When =>
  async (c) => {
    const { email, phone } = await readBody(c, ContactFields);
    return isMeant(email ?? null, phone ?? null);
  };
const byPhone = byContact((email, phone) => email === null && phone !== null);
const byNoContact = byContact((email, phone) => email === null && phone === null);

/** Grants of the protocol, supported or not; any other is refused before its body is read. */
const GRANTS = ["password", "refresh_token", "pkce", "id_token", "web3"];
const byGrant =
  (name: string): When =>
  (c) =>
    c.req.query("grant_type") === name;
const byNoGrant: When = (c) => !GRANTS.includes(c.req.query("grant_type") ?? "");

const inSession: When = (c, liveSession) => liveSession(c);

const noSaml = [404, "saml_provider_disabled", "SAML 2.0 is disabled"] as const;
const noOauthServer = [404, "feature_disabled", "OAuth server is disabled"] as const;

const noProofByCode = [422, "otp_disabled", "Proving oneself by one-time codes is disabled"] as const;
const noServiceRole = [403, "not_admin", "User not allowed"] as const;

/** Protocol operations that this product does not support, with the protocol's own error for each. */
const refusals: [call: string, status: number, code: string, message: string, when?: When][] = [
  ["POST /signup", 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled", byNoContact],
  ["POST /signup", 400, "phone_provider_disabled", "Phone signups are disabled", byPhone],
  ["POST /token", 400, "invalid_credentials", "unsupported_grant_type", byNoGrant],
  ["POST /token", 422, "web3_provider_disabled", "Web3 provider is disabled", byGrant("web3")],
  ["POST /token", 400, "provider_disabled", "No provider of ID tokens is enabled", byGrant("id_token")],
  ["POST /token", 422, "phone_provider_disabled", "Phone logins are disabled", byPhone],
  ["POST /otp", 400, "validation_failed", "One of email or phone must be set", byNoContact],
  ["POST /otp", 400, "phone_provider_disabled", "Unsupported phone provider", byPhone],
  ["POST /otp", 422, "otp_disabled", "Sign-in by one-time codes or links is disabled"],
  ["POST /resend", 400, "phone_provider_disabled", "Phone logins are disabled", byPhone],
  ["POST /verify", 400, "phone_provider_disabled", "Phone logins are disabled", byPhone],
  ["PUT /user", 400, "phone_provider_disabled", "Phone logins are disabled", byContact((_, phone) => Boolean(phone))],
  ["POST /magiclink", 422, "email_provider_disabled", "Login with magic link is disabled"],
  ["POST /sso", ...noSaml],
  // The first two paths are the published specification's, the other two those of the protocol's own server.
  ["GET /saml/metadata", ...noSaml],
  ["POST /saml/acs", ...noSaml],
  ["GET /sso/saml/metadata", ...noSaml],
  ["POST /sso/saml/acs", ...noSaml],
  ["POST /oauth/clients/register", ...noOauthServer],
  ["POST /oauth/token", ...noOauthServer],
  ["GET /oauth/authorize", ...noOauthServer],
  ["GET /oauth/userinfo", ...noOauthServer],
  ["GET /oauth/authorizations/:id", ...noOauthServer],
  ["POST /oauth/authorizations/:id/consent", ...noOauthServer],
  ["GET /.well-known/oauth-authorization-server", ...noOauthServer],
  ["GET /.well-known/openid-configuration", ...noOauthServer],
  ["GET /scim/v2/*", 404, "feature_disabled", "SCIM server is disabled"],
  ["GET /reauthenticate", ...noProofByCode, inSession],
  ["POST /reauthenticate", ...noProofByCode, inSession],
  ["GET /user/oauth/grants", ...noOauthServer, inSession],
  ["DELETE /user/oauth/grants", ...noOauthServer, inSession],
  ["POST /invite", ...noServiceRole, inSession],
  ["ALL /admin/*", ...noServiceRole, inSession],
];

/** Refuses the operations above. */
export function unsupportedEndpoints(liveSession: (c: Context) => Promise<unknown>): Hono<AuthEnv> {
  const routes = new Hono<AuthEnv>();
  for (const [call, status, code, message, when] of refusals) {
    const [method = "", path = ""] = call.split(" ");
    routes.on(method, path, async (c, next) => {
      if (when && !(await when(c, liveSession))) return next();
      throw new AuthFailure(status, code, message);
    });
  }
  return routes;
}
