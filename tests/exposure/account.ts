import { type Asker, isLiving, type Somebody } from "./people.ts";
import { isFull } from "../support/full.ts";
import type { Ask } from "./requests.ts";
import { type Field, NONE } from "./fixture.ts";

const json = (surface: string, method: string, path: string, body?: object): Ask => ({
  surface,
  method,
  path: `/auth/v1/${path}`,
  body: body && JSON.stringify(body),
  type: "application/json",
});

/** Requests to the account service as this caller, including attempts on other users' e-mails, tokens and factors. */
export function accountCalls(field: Field, asker: Asker): Ask[] {
  const { refreshTokens, canaries } = field;
  const stranger = `${canaries.word("em", "quiet patient")}@example.com`;
  const isRefused = !isLiving(asker) && !asker.startsWith("half");
  const calls = [
    json("account", "GET", "user"),
    json("account", "PUT", "user", { data: { theme: "dark" } }),
    { ...json("account", "PUT", "user", { email: stranger }), typed: stranger },
    ...(isFull ? [json("account", "PUT", "user", { password: "Equivocada2026" })] : []),
    ...factorCalls(field, asker),
    ...linkCalls(field, asker),
    json("account", "POST", "token?grant_type=refresh_token", { refresh_token: refreshTokens[asker] ?? "none" }),
    json("sign in", "POST", "token?grant_type=password", { email: stranger, password: "Equivocada2026" }),
    json("sign in", "POST", "signup", { email: stranger, password: "Caminata2026", data: {} }),
    json("sign in", "GET", "settings"),
    json("sign in", "GET", "captcha"),
    json("sign in", "GET", ".well-known/jwks.json"),
    json("sign in", "GET", "admin/users"),
    json("account", "POST", "logout?scope=local"),
  ];
  return calls.map((one) => ({ ...one, isRefused: isRefused && one.surface === "account" }));
}

/** Requests about factors, recovery codes and passkeys: the caller's own, the owner's, the admin's and non-existent ones. */
function factorCalls({ factors, canaries: c }: Field, asker: Asker): Ask[] {
  const none = { totp: NONE, key: NONE, codes: NONE, passkey: NONE, identity: NONE };
  const own = factors[asker.replace("half ", "") as Somebody];
  const credential = { id: c.word("ck", "owner"), response: {} };
  return [
    json("account", "GET", "passkeys"),
    json("account", "GET", "factors/recovery-codes"),
    json("account", "POST", "factors/recovery-codes", {}),
    json("account", "POST", "factors/recovery-codes/regenerate"),
    json("account", "POST", "factors/recovery-codes/verify", { code: "0000-0000-0000-0000" }),
    ...["totp", "webauthn", "phone"].map((factor_type) =>
      json("account", "POST", "factors", { factor_type, friendly_name: factor_type }),
    ),
    json("account", "POST", "passkeys/registration/options"),
    json("account", "POST", "passkeys/registration/verify", { challenge_id: NONE, credential }),
    json("sign in", "POST", "passkeys/authentication/options"),
    json("sign in", "POST", "passkeys/authentication/verify", { challenge_id: NONE, credential }),
    ...[own ?? none, factors.owner ?? none, ...(isFull ? [factors.admin ?? none, none] : [])].flatMap(
      ({ totp, key, codes, passkey }) => [
        ...[key, ...(isFull ? [totp, codes] : [])].map((id) => json("account", "POST", `factors/${id}/challenge`, {})),
        json("account", "POST", `factors/${totp}/verify`, { challenge_id: NONE, code: "000000" }),
        json("account", "PATCH", `passkeys/${passkey}`, { friendly_name: "Otra" }),
        json("account", "DELETE", `passkeys/${passkey}`),
        json("account", "DELETE", `factors/${totp}`),
      ],
    ),
    json("account", "DELETE", "factors/recovery-codes"),
  ];
}

/** Requests for messages, links, codes and linked accounts: the caller's own, other users' and non-existent ones. */
function linkCalls({ factors, canaries: c }: Field, asker: Asker): Ask[] {
  const another = `${c.word("em", "quiet patient")}@example.com`;
  const own = factors[asker.replace("half ", "") as Somebody];
  const invented = "made-up-by-whoever-asks";
  return [
    ...[another, "nobody@example.com"].map((email) => json("sign in", "POST", "recover", { email })),
    ...["signup", "email_change"].map((type) => json("sign in", "POST", "resend", { type, email: another })),
    ...["signup", "recovery", "email_change"].flatMap((type) => [
      json("sign in", "POST", "verify", { type, token_hash: invented }),
      json("sign in", "POST", "verify", { type, token: invented, email: another }),
      json("sign in", "GET", `verify?${new URLSearchParams({ type, token: invented })}`),
    ]),
    json("sign in", "POST", "token?grant_type=pkce", {
      auth_code: invented,
      code_verifier: c.word("cc", "owner").repeat(6),
    }),
    json("sign in", "GET", "authorize?provider=custom:oidc"),
    json("sign in", "GET", `callback?code=${invented}&state=${invented}`),
    json("account", "GET", "user/identities/authorize?provider=custom:oidc"),
    ...[own?.identity ?? NONE, factors.owner?.identity ?? NONE, NONE].map((id) =>
      json("account", "DELETE", `user/identities/${id}`),
    ),
  ];
}
