import { randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuth } from "../../app/auth/auth.server.ts";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { findLiveSession } from "../../app/auth/sessions/sessions.server.ts";
import { openAccessTokens } from "../../app/auth/sessions/tokens.server.ts";
import { openPasswords } from "../../app/auth/credentials/passwords.server.ts";
import { PASSWORD_MEMORY } from "../../app/platform/settings.ts";
import { ask, browser, openService, PASSWORD, SECRET, type Service, signedUp } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

const kidsOf = async (at: Service) =>
  ((await ask(at, "GET", "/.well-known/jwks.json")).json.keys as { kid: string }[]).map(({ kid }) => kid);

const open = (secret: string | null) =>
  openAuth({
    db: service.db,
    clock: Date,
    log: pino({ level: "silent" }),
    register: async () => {},
    acceptTerms: async () => {},
    freeAddress: async () => {},
    giveAdminBack: async () => {},
    takeRolesBack: async () => {},
    mailboxes: { leave: async () => {}, charge: async () => {}, hasPlace: async () => true },
    mail: { post: async () => "" },
    settings: {
      publicUrl: "http://127.0.0.1",
      productName: "Kinexo",
      secret,
      trustedProxies: 0,
      signInProviders: [],
      passwordMemory: PASSWORD_MEMORY,
      contactEmail: "",
      contactPhone: "",
    },
  });

test("a SECRET that is missing or not the database's stops the start with one line", async () => {
  await expect(open("another secret")).rejects.toThrow(/^SECRET does not open .*$/);
  await expect(open(null)).rejects.toThrow(/^SECRET is missing.*$/);
});

test("a SECRET that is not the database's stops the start also when the key is due, and replaces nothing", async () => {
  const keys = () => service.db.selectFrom("auth.signing_keys").select(["kid", "retired_at"]).execute();
  await sql`update auth.signing_keys set created_at = now() - interval '91 days'`.execute(service.db);
  const before = await keys();
  await expect(open("another secret")).rejects.toThrow(/^SECRET does not open .*$/);
  expect(await keys()).toEqual(before);
});

test("nodes that start together agree on one key, and verify each other's tokens", async () => {
  await service.db.deleteFrom("auth.signing_keys").execute();
  const start = () => openService({ databaseUrl: service.databaseUrl });
  const nodes = await Promise.all([start(), start(), start()]);
  const kids = await Promise.all(nodes.map(kidsOf));
  expect(new Set(kids.flat()).size).toBe(1);
  const { session } = await signedUp(nodes[0]);
  expect((await ask(nodes[1], "GET", "/user", { token: session.access_token })).status).toBe(200);
  await Promise.all(nodes.map((node) => node.close()));
});

test("an old key is replaced, and its tokens keep working until they expire", async () => {
  const node = await openService({ databaseUrl: service.databaseUrl });
  const { client, session, email } = await signedUp(node);
  await sql`update auth.signing_keys set created_at = now() - interval '91 days'`.execute(service.db);
  const keys = await openSigningKeys(service.db, SECRET);
  expect(keys.jwks().keys).toHaveLength(2);
  const renewed = await openService({ databaseUrl: service.databaseUrl });
  expect((await ask(renewed, "GET", "/user", { token: session.access_token })).status).toBe(200);
  const elsewhere = browser(renewed);
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  expect((await elsewhere.getClaims()).data?.header.kid).toBe(keys.active().kid);
  expect((await client.getUser()).error).toBeNull();
  await sql`update auth.signing_keys set retired_at = now() - interval '2 hours',
    created_at = now() - interval '99 days' where retired_at is not null`.execute(service.db);
  await keys.refresh();
  expect(keys.jwks().keys).toHaveLength(1);
  await Promise.all([node.close(), renewed.close()]);
});

test("keys are replaced at any moment, and no token of any node is refused by another", async () => {
  const openNode = async () => {
    const keys = await openSigningKeys(service.db, SECRET);
    return { keys, tokens: openAccessTokens(keys, "http://127.0.0.1/auth/v1", Date) };
  };
  const [one, two, three] = [await openNode(), await openNode(), await openNode()];
  const { session } = await signedUp(service);
  const { session_id, user_id } = (await service.auth.verifyAccessToken(session.access_token))!;
  const live = (await findLiveSession(service.db, { session_id, user_id }))!;
  const issued: string[] = [];
  let strangers = 0;
  for (let round = 0; round < 10; round += 1) {
    // Unknown key ids force reloads, so that one is always in progress.
    const lookups = Array.from({ length: 20 }, () => two.keys.publicKey(randomBytes(32).toString("base64url")));
    const [, ...fresh] = await Promise.all([
      one.keys.rotate(),
      ...[one, two, three].map(async ({ tokens }) => tokens.issue(live)),
    ]);
    issued.push((await one.tokens.issue(live)).access_token, ...fresh.map(({ access_token }) => access_token));
    const verdicts = await Promise.all(
      [one, two, three].flatMap(({ tokens }) => issued.map((token) => tokens.verify(token))),
    );
    expect(verdicts.filter((claims) => claims === null)).toEqual([]);
    strangers += (await Promise.all(lookups)).filter((key) => key !== null).length;
  }
  expect(strangers).toBe(0);
  expect(new Set(issued.map((token) => decodeProtectedHeader(token).kid)).size).toBeGreaterThanOrEqual(10);
  expect((await kidsOf(service)).length).toBeGreaterThan(0);
});

test("of several who replace the key at once each ends with the one that signs", async () => {
  const nodes = await Promise.all(Array.from({ length: 5 }, () => openSigningKeys(service.db, SECRET)));
  const kids = await Promise.all(nodes.map((keys) => keys.rotate()));
  const active = await service.db
    .selectFrom("auth.signing_keys")
    .select("kid")
    .where("retired_at", "is", null)
    .execute();
  expect(active).toHaveLength(1);
  expect(kids).toContain(active[0]?.kid);
});

test("a token that a node remembers is refused once its key leaked and was replaced, and so is whatever that key signs", async () => {
  const { session, user } = await signedUp(service);
  const keys = await openSigningKeys(service.db, SECRET);
  const { kid, privateKey } = keys.active();
  const claims = decodeJwt(session.access_token);
  const verify = (token: string) => service.auth.verifyAccessToken(token);
  expect(await verify(session.access_token)).toMatchObject({ user_id: user.id });
  await keys.rotate();
  await keys.replaceLeaked();
  service.auth.reloadKeys();
  await expect.poll(() => verify(session.access_token)).toBeNull();
  const forged = await new SignJWT({ ...claims, jti: "another" })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
    .sign(privateKey);
  expect(await verify(forged)).toBeNull();
  expect((await kidsOf(service)).length).toBe(1);
});

test("the private key is nowhere to be read in the database", async () => {
  const { rows } = await sql<{ line: string }>`select k::text as line from auth.signing_keys k`.execute(service.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ line }) => line).join("\n")).not.toContain('"d"');
});

test("passwords are argon2id hashes with their cost, and a cheaper one is replaced at the next sign-in", async () => {
  const passwords = openPasswords(PASSWORD_MEMORY);
  const encrypted = await passwords.hash(PASSWORD);
  expect(encrypted).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await passwords.verify(PASSWORD, encrypted)).toBe(true);
  expect(await passwords.verify("Otra-88-x", encrypted)).toBe(false);
  expect(await passwords.verify(PASSWORD, null)).toBe(false);
  expect(await passwords.verify("Cafe\u0301-1-pileta", await passwords.hash("Café-1-pileta"))).toBe(true);
  expect(passwords.isOutdated(encrypted)).toBe(false);
  expect(passwords.isOutdated(encrypted.replace("m=47104", "m=19456"))).toBe(true);
});

test("more hashes than the queue holds are refused as overload, not piled up", async () => {
  const passwords = openPasswords(PASSWORD_MEMORY, { longestQueue: 8 });
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.verify(PASSWORD, null)));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(30 - 8 - 3);
  expect(refused.length).toBeLessThan(30 - 8);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ status: 503, code: "over_request_rate_limit" });
});
