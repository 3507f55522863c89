import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  clockSkew,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import { z } from "zod";
import type { Clock } from "../../platform/clock.server.ts";
import type { ProviderSettings } from "../../platform/settings.ts";
import { AuthFailure } from "../core/auth-errors.server.ts";

/** Timeout of a request to a provider, and how long its discovery document is cached. */
const TIMEOUT_SECONDS = 5;
const DISCOVERY_MS = 60 * 60 * 1000;
/** Discovery is repeated when the clock skew has changed by more than this. */
const SKEW_SECONDS = 5;

/** A provider's claims about a user, after all checks. */
export const Claims = z.object({
  sub: z.string().min(1).max(255),
  // Validated before lower-casing, which turns the Kelvin sign into a "k": another mailbox would pass for the user's address.
  email: z
    .string()
    .trim()
    .pipe(z.email().max(254))
    .transform((email) => email.toLowerCase())
    .nullish()
    .catch(null),
  // Some providers send it as a string.
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .nullish()
    .catch(null),
  name: z.string().trim().max(100).nullish().catch(null),
});
export type Claims = z.output<typeof Claims>;

/** Secrets that bind a sign-in at a provider, besides the state. */
export type FlowSecrets = { verifier: string; nonce: string };

export type Provider = {
  id: string;
  name: string;
  /** The configured issuer without a trailing slash, which discovery and each ID token are held to. */
  issuer: string;
  /** Throws AuthFailure 503 when the provider does not answer. */
  ready(): Promise<void>;
  /** The URL to redirect the browser to. Throws AuthFailure 503 when the provider does not answer. */
  authorizationUrl(flow: FlowSecrets & { state: string; prompt?: string }): Promise<URL>;
  /** The provider's claims, from the query of its callback. Throws AuthFailure: 400 access_denied, bad_oauth_callback, 503. */
  claims(query: URLSearchParams, flow: FlowSecrets & { state: string }): Promise<Claims>;
};

/** The configured providers by id; `callback` is their redirect URI. */
export function openProviders(
  settings: ProviderSettings[],
  callback: string,
  clock: Pick<Clock, "now">,
): Map<string, Provider> {
  return new Map(settings.map((provider) => [provider.id, openProvider(provider, callback, clock)]));
}

function openProvider(
  { id, name, issuer, clientId, clientSecret }: ProviderSettings,
  callback: string,
  clock: Pick<Clock, "now">,
): Provider {
  let cached: { configuration: Promise<Configuration>; at: number; skew: number } | null = null;

  function configuration(): Promise<Configuration> {
    // The clock that all nodes share decides how old a provider's tokens are.
    const [at, skew] = [performance.now(), Math.round((clock.now() - Date.now()) / 1000)];
    const isCurrent = cached && at - cached.at < DISCOVERY_MS && Math.abs(skew - cached.skew) <= SKEW_SECONDS;
    if (cached && isCurrent) return cached.configuration;
    const entry = {
      at,
      skew,
      configuration: discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [clockSkew]: skew },
        undefined,
        {
          timeout: TIMEOUT_SECONDS,
          // Verifies signatures also of tokens received directly from the provider.
          execute: [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [allowInsecureRequests] : [])],
        },
      ),
    };
    cached = entry;
    entry.configuration.catch(() => {
      if (cached === entry) cached = null;
    });
    return entry.configuration;
  }

  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw refusalOf(error, name);
    }
  };

  return {
    id,
    name,
    issuer: issuer.replace(/\/+$/, ""),
    ready: () => explained(async () => void (await configuration())),
    authorizationUrl: ({ verifier, nonce, state, prompt }) =>
      explained(async () =>
        buildAuthorizationUrl(await configuration(), {
          redirect_uri: callback,
          scope: "openid email profile",
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(prompt && { prompt }),
        }),
      ),
    claims: (query, { verifier, nonce, state }) =>
      explained(async () => {
        const config = await configuration();
        const answer = await authorizationCodeGrant(config, new URL(`${callback}?${query.toString()}`), {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const idClaims = answer.claims();
        if (!idClaims) throw new ClientError("no ID token");
        // Many providers omit the e-mail from the ID token.
        const userInfo =
          idClaims["email"] === undefined && config.serverMetadata().userinfo_endpoint
            ? await fetchUserInfo(config, answer.access_token, idClaims.sub)
            : {};
        return Claims.parse({ ...userInfo, ...idClaims });
      }),
  };
}

/** Whether the provider did not answer, or answered that it is unavailable. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof ClientError)) return false;
  const status = error.cause instanceof Response ? error.cause.status : 0;
  return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT" || status >= 500;
}

function refusalOf(error: unknown, name: string): AuthFailure {
  if (error instanceof AuthorizationResponseError && error.error === "access_denied") {
    return new AuthFailure(400, "access_denied", `No diste permiso en ${name}. Podés intentarlo de nuevo.`);
  }
  const failure = isAway(error)
    ? new AuthFailure(
        503,
        "temporarily_unavailable",
        `${name} no responde en este momento. Probá de nuevo en unos minutos.`,
      )
    : new AuthFailure(400, "bad_oauth_callback", `No pudimos comprobar lo que respondió ${name}. Probá de nuevo.`);
  failure.cause = error;
  return failure;
}
