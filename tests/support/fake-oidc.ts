import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import OidcProvider from "oidc-provider";
import type { ProviderSettings } from "../../app/platform/settings.ts";

const CLIENT = { clientId: "kinexo", clientSecret: "a secret that both sides know" };

type Account = { email?: string; email_verified?: boolean; name?: string };

/** A real OpenID provider with its own accounts, which redirects to `callback`. */
export async function startFakeOidc(callback: string) {
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
      response.end(
        `<!doctype html><html lang="es"><link rel="icon" href="data:,"><title>Otro sitio</title><h1>¿Quién sos?</h1><ul>${links}</ul></html>`,
      );
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OidcProvider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [callback],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
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
