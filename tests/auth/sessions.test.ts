import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSuccessor } from "../../app/auth/sessions/refresh-tokens.server.ts";
import { deriveKey, hashToken, sign } from "../../app/platform/crypto.server.ts";
import { ask, browser, openService, PASSWORD, refresh, SECRET, type Service, signedUp } from "./service.ts";

let service: Service;
let otherNode: Service;
beforeAll(async () => {
  service = await openService();
  otherNode = await openService({ databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await otherNode?.close();
  await service?.close();
});

const userStatus = async (token: unknown) => (await ask(service, "GET", "/user", { token: String(token) })).status;

/** Ages a session's replaced tokens. */
const letPass = (userId: string, seconds: number) =>
  sql`
  update auth.refresh_tokens set replaced_at = replaced_at - make_interval(secs => ${seconds})
  where session_id in (select id from auth.sessions where user_id = ${userId})`.execute(service.db);

test("refreshing gives new tokens and keeps the session", async () => {
  const { client, session } = await signedUp(service);
  const { data, error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect((await client.getUser()).error).toBeNull();
});

test("200 refreshes at once over two nodes give one new token", async () => {
  const { session, user } = await signedUp(service);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, turn) => refresh(turn % 2 ? service : otherNode, session.refresh_token)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
  const tokens = new Set(answers.map(({ json }) => json.refresh_token));
  expect(tokens.size).toBe(1);
  expect(tokens).not.toContain(session.refresh_token);
  const { count } = await service.db
    .selectFrom("auth.refresh_tokens as t")
    .innerJoin("auth.sessions as s", "s.id", "t.session_id")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("s.user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe("2");
});

test("50 tabs of one session client refresh together and stay signed in", async () => {
  const { session } = await signedUp(service);
  const tabs = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const tab = browser(service);
      const { data } = await tab.refreshSession({ refresh_token: session.refresh_token });
      return data.session?.refresh_token;
    }),
  );
  expect(new Set(tabs).size).toBe(1);
  expect(tabs[0]).toBeTypeOf("string");
});

test("a lost response may be asked for again within 30 seconds", async () => {
  const { session, user } = await signedUp(service);
  const lost = await refresh(service, session.refresh_token);
  await letPass(user.id, 25);
  const again = await refresh(otherNode, session.refresh_token);
  expect(again.json.refresh_token).toBe(lost.json.refresh_token);
  expect((await refresh(service, String(again.json.refresh_token))).status).toBe(200);
});

test("the previous token after 30 seconds ends the session, its newest access token included", async () => {
  const { session, user } = await signedUp(service);
  const current = (await refresh(service, session.refresh_token)).json;
  await letPass(user.id, 31);
  expect((await refresh(service, session.refresh_token)).json).toMatchObject({ code: "refresh_token_already_used" });
  expect((await refresh(service, String(current.refresh_token))).json).toMatchObject({
    code: "refresh_token_already_used",
  });
  expect(await userStatus(current.access_token)).toBe(403);
});

test("a token older than the previous one ends the session at once and no other session", async () => {
  const { session, email } = await signedUp(service);
  const elsewhere = browser(service);
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  const second = (await refresh(service, session.refresh_token)).json;
  const third = (await refresh(service, String(second.refresh_token))).json;
  const replay = await refresh(otherNode, session.refresh_token);
  expect([replay.status, replay.json.code]).toEqual([400, "refresh_token_already_used"]);
  expect(await userStatus(third.access_token)).toBe(403);
  expect((await refresh(service, String(third.refresh_token))).status).toBe(400);
  expect((await elsewhere.refreshSession()).error).toBeNull();
});

test("a session ends after 14 idle days and after 30 days in all", async () => {
  const idle = await signedUp(service);
  await sql`update auth.sessions set created_at = created_at - interval '14 days',
    refreshed_at = refreshed_at - interval '14 days' where user_id = ${idle.user.id}`.execute(service.db);
  expect((await refresh(service, idle.session.refresh_token)).json.code).toBe("session_expired");
  const old = await signedUp(service);
  await sql`update auth.sessions set created_at = created_at - interval '30 days',
    not_after = not_after - interval '30 days' where user_id = ${old.user.id}`.execute(service.db);
  expect(await userStatus(old.session.access_token)).toBe(403);
  expect((await refresh(service, old.session.refresh_token)).json.code).toBe("session_expired");
});

test("an unknown refresh token is refused for good, which the session client understands", async () => {
  const { error } = await browser(service).refreshSession({ refresh_token: "made-up" });
  expect(error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
});

test("no refresh token is kept in the database as it is", async () => {
  const { session } = await signedUp(service);
  const next = (await refresh(service, session.refresh_token)).json;
  const { rows } = await sql<{ line: string }>`select t::text as line from auth.refresh_tokens t
    union all select s::text from auth.sessions s`.execute(service.db);
  const dump = rows.map(({ line }) => line).join("\n");
  for (const token of [session.refresh_token, String(next.refresh_token)]) {
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, "base64url").toString("hex"));
  }
});

test("neither the database nor SECRET yields a successor: only its parent opens it, until it is replaced itself", async () => {
  const { session, user } = await signedUp(service);
  const links = () =>
    service.db
      .selectFrom("auth.refresh_tokens as t")
      .innerJoin("auth.sessions as s", "s.id", "t.session_id")
      .select(["t.token_hash", "t.successor_sealed"])
      .where("s.user_id", "=", user.id)
      .orderBy("t.created_at")
      .execute();
  const second = String((await refresh(service, session.refresh_token)).json.refresh_token);
  const [first, latest] = await links();
  const computed = sign(deriveKey(SECRET, "refresh tokens"), first!.token_hash.toString("base64url"));
  expect(hashToken(computed)).not.toEqual(latest!.token_hash);
  expect(openSuccessor(session.refresh_token, first!.successor_sealed!)).toBe(second);
  for (const other of [second, SECRET, computed, first!.token_hash.toString("base64url")])
    expect(() => openSuccessor(other, first!.successor_sealed!)).toThrow(/authenticate data/);
  await refresh(service, second);
  expect((await links()).map(({ successor_sealed }) => successor_sealed !== null)).toEqual([false, true, false]);
});

test.for([
  { scope: "local", here: 403, there: 200 },
  { scope: "others", here: 200, there: 403 },
  { scope: "global", here: 403, there: 403 },
] as const)("signing out with scope $scope ends the right sessions at once", async ({ scope, here, there }) => {
  const { client, session, email } = await signedUp(service);
  const elsewhere = browser(service);
  const { data } = await elsewhere.signInWithPassword({ email, password: PASSWORD });
  expect((await client.signOut({ scope })).error).toBeNull();
  expect(await userStatus(session.access_token)).toBe(here);
  expect(await userStatus(data.session?.access_token)).toBe(there);
  expect((await refresh(service, session.refresh_token)).status).toBe(here === 200 ? 200 : 400);
  expect((await refresh(service, String(data.session?.refresh_token))).status).toBe(there === 200 ? 200 : 400);
});

test("a deleted account's token opens nothing, and signing out with it is no error", async () => {
  const { client, session, user } = await signedUp(service);
  await service.db.deleteFrom("auth.users").where("id", "=", user.id).execute();
  expect(await userStatus(session.access_token)).toBe(403);
  expect((await refresh(service, session.refresh_token)).json.code).toBe("refresh_token_not_found");
  expect((await client.signOut()).error).toBeNull();
});
