import { startFakeOidc as startProvider } from "../support/fake-oidc.ts";
import { sure } from "./second-factors.ts";
import { type Browser, browser, newEmail, ORIGIN, type Service } from "./service.ts";

export type FakeOidc = Awaited<ReturnType<typeof startFakeOidc>>;

/** A real OpenID provider that redirects back to the service. */
export const startFakeOidc = () => startProvider(`${ORIGIN}/auth/v1/callback`);

let accounts = 0;
/** A new account at the provider, with a verified address by default. */
export function newAccount(elsewhere: FakeOidc, more: { email?: string; email_verified?: boolean } = {}) {
  const id = `person-${(accounts += 1)}`;
  const account = { email: newEmail(), email_verified: true, name: "Ana Suárez", ...more };
  elsewhere.accounts.set(id, account);
  return { id, ...account };
}

/** A browser for provider sign-ins: a session client with PKCE. */
export const pkceBrowser = (service: Pick<Service, "url">): Browser => browser(service, new Map(), "pkce");

/** Follows redirects as a browser does, signing in at the provider as `account`, up to a page of ours or `until`. */
export async function walk(service: Pick<Service, "url">, from: string, account: string, until = "\n"): Promise<URL> {
  const jar = new Map<string, string>();
  let url = from;
  for (let steps = 0; steps < 12; steps += 1) {
    const { href } = new URL(url);
    if (href.includes(until)) return new URL(href);
    if (href.startsWith(`${ORIGIN}/`) && !href.startsWith(`${ORIGIN}/auth/v1/`)) return new URL(href);
    const reached = href.replace(`${ORIGIN}/auth/v1`, service.url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(reached, { redirect: "manual", headers: { cookie, "x-account": account } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get("location");
    if (!next) throw new Error(`${href} answered ${response.status}: ${await response.text()}`);
    url = new URL(next, href).href;
  }
  throw new Error(`no end of redirects: ${url}`);
}

type Way = { provider?: `custom:${string}` | "google"; redirectTo?: string };

/** The URL of the provider where the sign-in begins. */
export async function begun(client: Browser, { provider = "custom:oidc", redirectTo }: Way = {}): Promise<string> {
  return sure(await client.signInWithOAuth({ provider, options: { redirectTo: redirectTo ?? `${ORIGIN}/auth` } })).url;
}

/** Signs in at the provider and returns the session. */
export async function enterFrom(
  service: Pick<Service, "url">,
  account: string,
  client = pkceBrowser(service),
  way: Way = {},
) {
  const back = await walk(service, await begun(client, way), account);
  const { session, user } = sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  return { client, session, user };
}

/** Links an account at the provider to a signed-in user; returns the URL redirected back to. */
export async function linkFrom(service: Service, client: Browser, account: string, way: Way = {}): Promise<URL> {
  const { provider = "custom:oidc", redirectTo = `${ORIGIN}/dashboard/patient/security` } = way;
  return walk(service, sure(await client.linkIdentity({ provider, options: { redirectTo } })).url, account);
}
