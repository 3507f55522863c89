import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import OidcProvider from "oidc-provider";
import type { ProviderSettings } from "../../app/server/auth/providers.server.ts";
import { type Browser, browser, ORIGIN, type Service } from "./service.ts";
import { sure } from "./second-factors.ts";

const CLIENT = { clientId: "kinexo", clientSecret: "a secret that both sides know" };

type Account = { email?: string; email_verified?: boolean; name?: string };
export type Elsewhere = Awaited<ReturnType<typeof startElsewhere>>;

/** A real OpenID provider with accounts of its own, which sends people back to `callback`. */
export async function startElsewhere(callback = `${ORIGIN}/auth/v1/callback`) {
  const accounts = new Map<string, Account>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (!pathname.startsWith("/interaction/")) {
      answer(request, response);
      return;
    }
    const accountId = request.headers["x-account"] ?? searchParams.get("account");
    if (accountId === "refuse") {
      void provider.interactionFinished(request, response, { error: "access_denied" });
    } else if (accountId) {
      void provider.interactionFinished(request, response, { login: { accountId } });
    } else {
      const links = [...accounts.keys()].map((id) => `<li><a href="?account=${id}">${id}</a></li>`).join("");
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><html lang="es"><title>Otro sitio</title><h1>¿Quién sos?</h1><ul>${links}</ul></html>`);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OidcProvider = new OidcProvider(issuer, {
    clients: [{
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [callback],
      token_endpoint_auth_method: "client_secret_post",
    }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "one", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["of the tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: CLIENT.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return {
    issuer,
    accounts,
    settings: (id = "custom:oidc", name = "Clínica Sur"): ProviderSettings => ({ id, name, issuer, ...CLIENT }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** One browser that can come back from elsewhere: a session client that proves which one began. */
export const pkceBrowser = (service: Service): Browser => browser(service, new Map(), "pkce");

/** Follows redirects as a browser does, with `account` signing in elsewhere, up to a page of ours or `until`. */
export async function walk(service: Service, from: string, account: string, until = "\n"): Promise<URL> {
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

/** The address that a browser is sent to for signing in elsewhere. */
export async function begun(client: Browser, { provider = "custom:oidc", redirectTo }: Way = {}): Promise<string> {
  return sure(await client.signInWithOAuth({ provider, options: { redirectTo: redirectTo ?? `${ORIGIN}/auth` } })).url;
}

/** Signs in elsewhere and comes back; the session. */
export async function enterFrom(service: Service, account: string, client = pkceBrowser(service), way: Way = {}) {
  const back = await walk(service, await begun(client, way), account);
  const { session, user } = sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  return { client, session, user };
}

/** Links an account elsewhere to a signed-in person's own; the address that they come back to. */
export async function linkFrom(service: Service, client: Browser, account: string, way: Way = {}): Promise<URL> {
  const { provider = "custom:oidc", redirectTo = `${ORIGIN}/dashboard/patient/security` } = way;
  return walk(service, sure(await client.linkIdentity({ provider, options: { redirectTo } })).url, account);
}
