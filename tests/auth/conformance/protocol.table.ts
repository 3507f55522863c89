import { codeNow, sure } from "../second-factors.ts";
import { newEmail, PASSWORD, patient } from "../service.ts";
import { operations } from "./operations.ts";
import type { Stage } from "./stage.ts";

const SOME_ID = "21648a9d-8d5a-4555-a9d1-d6375dc14e92";

/** A request as clients other than the session client make it. */
type Request = { path?: string; token?: string; body?: unknown; text?: string; type?: string };

/** One request of an operation with the protocol's status and code; no code for a success. */
export type Call = {
  operation: string;
  says: string;
  request: (stage: Stage) => Request | Promise<Request>;
  status: number;
  code?: string;
};

const call = (operation: string, says: string, request: Call["request"], status: number, code?: string): Call => ({
  operation,
  says,
  request,
  status,
  ...(code && { code }),
});
const bare = () => ({});
const asPatient =
  (more: Request = {}) =>
  async (stage: Stage) => ({ token: (await stage.patient()).session.access_token, ...more });
const patientsEmail = async (stage: Stage) => (await stage.patient()).email;

/** A user with an authenticator app, in a session that has verified it. */
async function withApp(stage: Stage) {
  const { client, factorId, secret } = await stage.patientWithApp();
  return { client, factorId, secret, token: sure(await client.getSession()).session?.access_token ?? "" };
}

const token: Call[] = [
  call(
    "POST /token",
    "a password",
    async (stage) => ({
      path: "/token?grant_type=password",
      body: { email: await patientsEmail(stage), password: PASSWORD },
    }),
    200,
  ),
  call(
    "POST /token",
    "a wrong password",
    () => ({ path: "/token?grant_type=password", body: { email: newEmail(), password: PASSWORD } }),
    400,
    "invalid_credentials",
  ),
  call(
    "POST /token",
    "no e-mail",
    () => ({ path: "/token?grant_type=password", body: { password: PASSWORD } }),
    400,
    "validation_failed",
  ),
  call(
    "POST /token",
    "an unknown grant",
    () => ({ path: "/token?grant_type=carrier_pigeon", body: {} }),
    400,
    "invalid_credentials",
  ),
  call(
    "POST /token",
    "an unknown grant without a body",
    () => ({ path: "/token?grant_type=carrier_pigeon" }),
    400,
    "invalid_credentials",
  ),
  call("POST /token", "no grant", () => ({ body: {} }), 400, "invalid_credentials"),
  call(
    "POST /token",
    "an unknown refresh token",
    () => ({ path: "/token?grant_type=refresh_token", body: { refresh_token: "nobodys" } }),
    400,
    "refresh_token_not_found",
  ),
  call(
    "POST /token",
    "an unknown code",
    () => ({ path: "/token?grant_type=pkce", body: { auth_code: "nobodys", code_verifier: "v".repeat(43) } }),
    404,
    "flow_state_not_found",
  ),
  call(
    "POST /token",
    "an ID token",
    () => ({ path: "/token?grant_type=id_token", body: {} }),
    400,
    "provider_disabled",
  ),
  call("POST /token", "a wallet", () => ({ path: "/token?grant_type=web3", body: {} }), 422, "web3_provider_disabled"),
  call("POST /token", "no JSON", () => ({ path: "/token?grant_type=password", text: "{" }), 400, "bad_json"),
];

const accounts: Call[] = [
  call("POST /signup", "an account", () => ({ body: { email: newEmail(), password: PASSWORD, data: patient } }), 200),
  call(
    "POST /signup",
    "a weak password",
    () => ({ body: { email: newEmail(), password: "corta" } }),
    422,
    "weak_password",
  ),
  call(
    "POST /signup",
    "a body that is too large",
    () => ({ text: "a".repeat(100_000) }),
    413,
    "request_entity_too_large",
  ),
  call("POST /signup", "nobody's name", () => ({ body: {} }), 422, "anonymous_provider_disabled"),
  call("POST /logout", "a session", asPatient(), 204),
  call("POST /logout", "an unknown scope", asPatient({ path: "/logout?scope=everything" }), 400, "validation_failed"),
  call("POST /logout", "no session", bare, 401, "no_authorization"),
  call("GET /user", "the person", asPatient(), 200),
  call("GET /user", "a token that is not one", () => ({ token: "a.b.c" }), 403, "bad_jwt"),
  call("PUT /user", "metadata", asPatient({ body: { data: { color: "verde" } } }), 200),
  call("PUT /user", "a phone", asPatient({ body: { phone: "+5491155555555" } }), 400, "phone_provider_disabled"),
  call("POST /reauthenticate", "a code", asPatient(), 422, "otp_disabled"),
  call("POST /reauthenticate", "no session", bare, 401, "no_authorization"),
  call("GET /reauthenticate", "a code", asPatient(), 422, "otp_disabled"),
];

const links: Call[] = [
  call("POST /recover", "an address", () => ({ body: { email: newEmail() } }), 200),
  call("POST /recover", "no address", () => ({ body: {} }), 400, "validation_failed"),
  call("POST /resend", "an address", () => ({ body: { type: "signup", email: newEmail() } }), 200),
  call("POST /resend", "no kind of message", () => ({ body: { email: newEmail() } }), 400, "validation_failed"),
  call("POST /magiclink", "an address", () => ({ body: { email: newEmail() } }), 422, "email_provider_disabled"),
  call("POST /otp", "an address", () => ({ body: { email: newEmail() } }), 422, "otp_disabled"),
  call("POST /otp", "a phone", () => ({ body: { phone: "+5491155555555" } }), 400, "phone_provider_disabled"),
  call("POST /otp", "neither", () => ({ body: {} }), 400, "validation_failed"),
  call("GET /verify", "an unknown token", () => ({ path: "/verify?type=signup&token=nobodys" }), 303),
  call("GET /verify", "no token", () => ({ path: "/verify?type=signup" }), 400, "validation_failed"),
  call(
    "POST /verify",
    "an unknown token",
    () => ({ body: { type: "signup", token_hash: "nobodys" } }),
    403,
    "otp_expired",
  ),
  call("POST /verify", "no token", () => ({ body: { type: "signup" } }), 400, "validation_failed"),
  call(
    "POST /verify",
    "an empty token",
    () => ({ body: { type: "signup", token: "", token_hash: "" } }),
    400,
    "validation_failed",
  ),
  call(
    "POST /verify",
    "two tokens",
    () => ({ body: { type: "signup", token: "a", token_hash: "a" } }),
    400,
    "validation_failed",
  ),
  call("POST /verify", "no type", () => ({ body: { token_hash: "nobodys" } }), 400, "validation_failed"),
];

const form = "application/x-www-form-urlencoded";
const identities: Call[] = [
  call(
    "GET /authorize",
    "an unknown provider",
    () => ({ path: "/authorize?provider=github" }),
    400,
    "validation_failed",
  ),
  call("GET /callback", "an unknown sign-in", () => ({ path: "/callback?state=nobodys&code=a" }), 302),
  call("POST /callback", "an unknown sign-in", () => ({ text: "state=nobodys&code=a", type: form }), 303),
  call("GET /user/identities/authorize", "no session", bare, 401, "no_authorization"),
  call(
    "DELETE /user/identities/{identityId}",
    "an unknown identity",
    asPatient({ path: `/user/identities/${SOME_ID}` }),
    422,
    "identity_not_found",
  ),
  call(
    "DELETE /user/identities/{identityId}",
    "an id that is no UUID",
    asPatient({ path: "/user/identities/x" }),
    404,
    "validation_failed",
  ),
  call("GET /user/oauth/grants", "a session", asPatient(), 404, "feature_disabled"),
  call("GET /user/oauth/grants", "no session", bare, 401, "no_authorization"),
  call("DELETE /user/oauth/grants", "a session", asPatient(), 404, "feature_disabled"),
  call("POST /sso", "a domain", () => ({ body: { domain: "example.com" } }), 404, "saml_provider_disabled"),
  ...["GET /saml/metadata", "POST /saml/acs", "GET /sso/saml/metadata", "POST /sso/saml/acs"].map((operation) =>
    call(operation, "anything", bare, 404, "saml_provider_disabled"),
  ),
  ...[
    "POST /oauth/clients/register",
    "POST /oauth/token",
    "GET /oauth/authorize",
    "GET /oauth/userinfo",
    "GET /.well-known/openid-configuration",
    "GET /.well-known/oauth-authorization-server",
    "GET /scim/v2/Schemas",
  ].map((operation) => call(operation, "anything", bare, 404, "feature_disabled")),
  ...["GET /oauth/authorizations/{authorization_id}", "POST /oauth/authorizations/{authorization_id}/consent"].map(
    (operation) =>
      call(
        operation,
        "anything",
        () => ({ path: operation.split(" ")[1]!.replace(/\{.*\}/, SOME_ID), body: {} }),
        404,
        "feature_disabled",
      ),
  ),
];

const factors: Call[] = [
  call("POST /factors", "an authenticator app", asPatient({ body: { factor_type: "totp" } }), 200),
  call(
    "POST /factors",
    "an unknown kind",
    asPatient({ body: { factor_type: "carrier pigeon" } }),
    400,
    "validation_failed",
  ),
  call(
    "POST /factors/{factorId}/challenge",
    "an app, without a body",
    async (stage) => {
      const { token: access, factorId } = await withApp(stage);
      return { path: `/factors/${factorId}/challenge`, token: access };
    },
    200,
  ),
  call(
    "POST /factors/{factorId}/challenge",
    "an unknown factor",
    asPatient({ path: `/factors/${SOME_ID}/challenge` }),
    404,
    "mfa_factor_not_found",
  ),
  call(
    "POST /factors/{factorId}/challenge",
    "an id that is no UUID",
    asPatient({ path: "/factors/x/challenge" }),
    404,
    "validation_failed",
  ),
  call(
    "POST /factors/{factorId}/verify",
    "a right code",
    async (stage) => {
      const { client, session } = await stage.patient();
      const { id, totp } = sure(await client.mfa.enroll({ factorType: "totp" }));
      const challenge = sure(await client.mfa.challenge({ factorId: id }));
      return {
        path: `/factors/${id}/verify`,
        token: session.access_token,
        body: { challenge_id: challenge.id, code: codeNow(totp.secret) },
      };
    },
    200,
  ),
  call(
    "POST /factors/{factorId}/verify",
    "an id that is no UUID",
    asPatient({ path: "/factors/x/verify", body: {} }),
    404,
    "validation_failed",
  ),
  call(
    "DELETE /factors/{factorId}",
    "one's own",
    async (stage) => {
      const { token: access, factorId } = await withApp(stage);
      return { path: `/factors/${factorId}`, token: access };
    },
    200,
  ),
  call(
    "DELETE /factors/{factorId}",
    "an id that is no UUID",
    asPatient({ path: "/factors/x" }),
    404,
    "validation_failed",
  ),
];

const passkeys: Call[] = [
  call("POST /passkeys/authentication/options", "anybody", bare, 200),
  call("POST /passkeys/authentication/verify", "an unknown challenge", () => ({ body: {} }), 400, "validation_failed"),
  call("POST /passkeys/registration/options", "a session", asPatient(), 200),
  call("POST /passkeys/registration/verify", "no session", bare, 401, "no_authorization"),
  call("GET /passkeys", "one's own", asPatient(), 200),
  call(
    "PATCH /passkeys/{passkey_id}",
    "an id that is no UUID",
    asPatient({ path: "/passkeys/x", body: { friendly_name: "a" } }),
    404,
    "validation_failed",
  ),
  call(
    "DELETE /passkeys/{passkey_id}",
    "an id that is no UUID",
    asPatient({ path: "/passkeys/x" }),
    404,
    "validation_failed",
  ),
  call(
    "DELETE /passkeys/{passkey_id}",
    "an unknown passkey",
    asPatient({ path: `/passkeys/${SOME_ID}` }),
    404,
    "webauthn_credential_not_found",
  ),
];

const administration = operations
  .filter((operation) => / \/(admin\/|invite$)/.test(operation))
  .flatMap((operation) => {
    const path = operation.split(" ")[1]!.replaceAll(/\{.*?\}/g, SOME_ID);
    return [
      call(operation, "no token", () => ({ path }), 401, "no_authorization"),
      call(operation, "a person's token", asPatient({ path }), 403, "not_admin"),
    ];
  });

const server = ["GET /health", "GET /settings", "GET /.well-known/jwks.json"].map((operation) =>
  call(operation, "anybody", bare, 200),
);

/** Requests of clients other than the session client, by operation. */
export const protocol: Call[] = [
  ...token,
  ...accounts,
  ...links,
  ...identities,
  ...factors,
  ...passkeys,
  ...administration,
  ...server,
];
