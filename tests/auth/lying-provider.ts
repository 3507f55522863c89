import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import type { ProviderSettings } from "../../app/platform/settings.ts";

/** What is wrong in the provider's answer. */
export type Lie = {
  claims?: JWTPayload & { email?: string };
  key?: "another" | "none";
  withoutToken?: true;
  iss?: string;
  silent?: "discovery" | "token";
};

/** A provider that signs everybody in as `sub`, with configurable wrong answers. */
export async function startLyingProvider() {
  let lie: Lie = {};
  let authorization = { nonce: "" };
  const own = await generateKeyPair("RS256");
  const another = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" };

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: "kinexo",
      sub: "liar",
      iat: now,
      exp: now + 300,
      nonce: authorization.nonce,
      email: "victim@example.com",
      email_verified: true,
      ...lie.claims,
    };
    if (lie.key === "none") return new UnsecuredJWT(claims).encode();
    const { privateKey } = lie.key === "another" ? another : own;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    const json = (body: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (pathname === "/.well-known/openid-configuration") {
      if (lie.silent === "discovery") return;
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      });
    } else if (pathname === "/jwks") {
      json({ keys: [jwk] });
    } else if (pathname === "/authorize") {
      authorization = { nonce: searchParams.get("nonce") ?? "" };
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({
        code: "any",
        state: searchParams.get("state") ?? "",
        iss: lie.iss ?? issuer,
      }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else if (lie.silent !== "token") {
      void idToken().then((id_token) =>
        json({ access_token: "any", token_type: "Bearer", expires_in: 60, ...(!lie.withoutToken && { id_token }) }),
      );
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      id: "custom:oidc",
      name: "Clínica Sur",
      issuer,
      clientId: "kinexo",
      clientSecret: "any",
    } satisfies ProviderSettings,
    tell: (next: Lie) => void (lie = next),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
