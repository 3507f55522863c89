import { z } from "zod";
import { issueCode } from "./auth-codes.server.ts";
import { challengeOf, withCodeChallenge } from "../../core/code-challenge.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { asFailure, AuthFailure } from "../../core/auth-errors.server.ts";
import { accountOf, requireSure, requireUnlinked } from "./identities.server.ts";
import { countAttempt, sourceKeys } from "../../limits/limits.server.ts";
import { beginFlow, type Flow, takeFlow } from "./oauth-flows.server.ts";
import type { FlowSecrets, Provider } from "../../credentials/providers.server.ts";
import { validationFailed } from "../../core/requests.server.ts";
import type { Device, Session } from "../../core/session.server.ts";

const REDIRECT_MAX = 2048;

/** Query of a request to sign in at a provider. */
export const AuthorizeQuery = z.object({
  provider: z.string("Unsupported provider: provider is missing").max(100),
  redirect_to: z.string().nullish(),
  prompt: z.enum(["login", "consent", "select_account"]).nullish(),
  ...withCodeChallenge,
});
type AuthorizeQuery = z.output<typeof AuthorizeQuery>;

/** Redirect target, restricted to this site; the sign-in page by default. */
function ownAddress({ settings }: Pick<AuthDeps, "settings">, requested?: string | null): URL {
  const { origin } = new URL(settings.publicUrl);
  const target = requested ? URL.parse(requested, origin) : null;
  const isOwn = target?.origin === origin && !target.username && !target.password && target.href.length <= REDIRECT_MAX;
  return isOwn ? target : new URL("/auth", origin);
}

/** Adds a failure to an address's query, in the form that account clients read. */
function refusedAddress(address: URL, { status, code, message }: AuthFailure): URL {
  const refused = new URL(address);
  const standard = code === "access_denied" || code === "temporarily_unavailable" ? code : null;
  refused.searchParams.set("error", standard ?? (status >= 500 ? "server_error" : "access_denied"));
  refused.searchParams.set("error_code", code);
  refused.searchParams.set("error_description", message);
  return refused;
}

/** Maps any error to an AuthFailure; errors that are not the user's are logged. */
function explain(
  { log, settings }: Pick<AuthDeps, "log" | "settings">,
  error: unknown,
  provider?: string,
): AuthFailure {
  const failure = asFailure(error, settings) ?? new AuthFailure(500, "unexpected_failure", "Algo salió mal");
  const cause = failure.cause instanceof Error ? failure.cause : error;
  if (failure.status >= 500 || failure.code === "bad_oauth_callback") {
    log.error({ err: cause, provider }, "sign-in at a provider failed");
  }
  return failure;
}

async function begin(deps: AuthDeps, query: AuthorizeQuery, linking: Session | null): Promise<URL> {
  const provider = deps.providers.get(query.provider);
  if (!provider) throw validationFailed("Unsupported provider: provider is not enabled");
  const challenge = challengeOf(query);
  // Without a challenge, the session itself would have to travel in a URL.
  if (!challenge) throw validationFailed("A code challenge is required: use the PKCE flow");
  // Checked before a row is stored, so that a provider that is down leaves no rows.
  await provider.ready();
  const flow = await beginFlow(deps, {
    provider: provider.id,
    challenge,
    redirect_to: ownAddress(deps, query.redirect_to).href,
    linking_session_id: linking?.id ?? null,
  });
  return provider.authorizationUrl({ ...flow, prompt: query.prompt ?? undefined });
}

/** Redirect for a sign-in: to the provider, or back with an error. Throws AuthFailure 400, 429. */
export async function authorize(deps: AuthDeps, query: AuthorizeQuery, device: Device): Promise<URL> {
  try {
    await countAttempt(deps, sourceKeys("oauth", device.address));
    return await begin(deps, query, null);
  } catch (error) {
    const failure = explain(deps, error, query.provider);
    // An invalid request comes from a program, so answer it with a status instead of a redirect.
    if (failure.status < 500) throw failure;
    return refusedAddress(ownAddress(deps, query.redirect_to), failure);
  }
}

/**
 * Redirect to link a provider account in a session. Throws AuthFailure: validation_failed, insufficient_aal,
 * reauthentication_needed, temporarily_unavailable, 429.
 */
export async function authorizeLink(
  deps: AuthDeps,
  query: AuthorizeQuery,
  session: Session,
  device: Device,
): Promise<URL> {
  await countAttempt(deps, sourceKeys("oauth", device.address));
  await requireSure(deps.db, session);
  return begin(deps, query, session);
}

/** Redirect after a provider's callback: to the app with a code, or back with an error. */
export async function callback(deps: AuthDeps, query: URLSearchParams, device: Device): Promise<URL> {
  const state = query.get("state") ?? "";
  let address = ownAddress(deps);
  let name: string | undefined;
  try {
    const flow = await takeFlow(deps, state);
    const provider = flow && deps.providers.get(flow.provider);
    if (!provider) {
      throw new AuthFailure(400, "bad_oauth_state", "Ese ingreso venció o ya se usó. Empezá de nuevo.");
    }
    name = provider.id;
    address = new URL(flow.redirect_to);
    const code = await codeFor(deps, { provider, query, flow: { ...flow, state }, device });
    address.searchParams.set("code", code);
    return address;
  } catch (error) {
    return refusedAddress(address, explain(deps, error, name));
  }
}

type Answer = {
  provider: Provider;
  query: URLSearchParams;
  flow: Flow & FlowSecrets & { state: string };
  device: Device;
};

async function codeFor(deps: AuthDeps, { provider, query, flow, device }: Answer): Promise<string> {
  const identity = { provider: provider.id, issuer: provider.issuer, claims: await provider.claims(query, flow) };
  const { challenge, linking_session_id } = flow;
  return deps.db.transaction().execute(async (tx) => {
    if (linking_session_id === null) {
      const user_id = await accountOf(deps, tx, identity, device);
      return issueCode(tx, { user_id, challenge, sign_in_method: "oauth" });
    }
    await requireUnlinked(tx, identity);
    const session = await tx
      .selectFrom("auth.sessions")
      .select("user_id")
      .where("id", "=", linking_session_id)
      .executeTakeFirstOrThrow();
    return issueCode(tx, {
      user_id: session.user_id,
      challenge,
      sign_in_method: "oauth",
      linking: { session_id: linking_session_id, identity },
    });
  });
}
