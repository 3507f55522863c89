// @module-tag operations/full
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun, enterFrom, pkceBrowser, walk } from "./oidc-accounts.ts";
import { type Lie, startLyingProvider } from "./lying-provider.ts";
import { openService, type Service } from "./service.ts";

let service: Service;
let provider: Awaited<ReturnType<typeof startLyingProvider>>;
beforeAll(async () => {
  provider = await startLyingProvider();
  service = await openService({ signInProviders: [provider.settings] });
});
afterAll(async () => {
  await service?.close();
  await provider?.close();
});

const now = () => Math.floor(Date.now() / 1000);
const lies: [string, Lie][] = [
  ["another nonce", { claims: { nonce: "another" } }],
  ["another issuer", { claims: { iss: "https://accounts.google.com" } }],
  ["another audience", { claims: { aud: "somebody else" } }],
  ["several audiences and another party", { claims: { aud: ["kinexo", "other"], azp: "other" } }],
  ["a token that has expired", { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ["a token of another key", { key: "another" }],
  ["a token without a signature", { key: "none" }],
  ["no token", { withoutToken: true }],
  ["an answer in another's name", { iss: "https://accounts.google.com" }],
  ["an empty subject", { claims: { sub: "" } }],
];

test.each(lies)("a provider's answer with %s lets nobody in", async (_, lie) => {
  provider.tell(lie);
  const back = await walk(service, await begun(pkceBrowser(service)), "anybody");
  expect([back.pathname, back.searchParams.get("error_code"), back.searchParams.get("code")]).toEqual([
    "/auth",
    "bad_oauth_callback",
    null,
  ]);
  expect(await service.db.selectFrom("auth.users").select("id").execute()).toEqual([]);
});

test("a provider that falls silent is said within seconds, and is asked again", async () => {
  const silentAt = async (silent: "discovery" | "token") => {
    const fresh = await openService({ signInProviders: [provider.settings], databaseUrl: service.databaseUrl });
    provider.tell({ silent });
    const since = performance.now();
    const back = await walk(fresh, await begun(pkceBrowser(fresh)), "anybody");
    expect(back.searchParams.get("error")).toBe("temporarily_unavailable");
    expect(back.searchParams.get("error_description")).toBe(
      "Clínica Sur no responde en este momento. Probá de nuevo en unos minutos.",
    );
    expect(performance.now() - since).toBeLessThan(12_000);
    provider.tell({});
    expect((await enterFrom(fresh, "anybody")).user.email).toBe("victim@example.com");
    await fresh.close();
  };
  await silentAt("discovery");
  await silentAt("token");
});
