import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveFigures } from "../../app/domain/moved-rows/figures.server.ts";
import { beginTelling, tellMovedJob } from "../../app/domain/moved-rows/tell.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { sure } from "../auth/second-factors.ts";
import { messagesTo } from "../support/outbox.ts";
import type { openNode } from "../support/test-app.ts";
import { enter } from "../support/people.ts";
import { openMove, type TestMove } from "./moving.ts";
import { OLD_PASSWORD, oldId } from "./source-database.ts";

let move: TestMove;
let isClosed = false;
let node: Awaited<ReturnType<typeof openNode>>;
beforeAll(async () => {
  move = await openMove({ isOld: true });
  const { source } = move;
  const ana = await source.person("Ana");
  const beto = await source.person("Beto", { user: { encrypted_password: null } });
  await source.person("Unconfirmed", { user: { email_confirmed_at: null } });
  await source.person("Confirmed By Nobody", { user: { confirmation_sent_at: null } });
  await source.person("Long Ago", { user: { last_sign_in_at: "2020-01-01" } });
  const waiting = await source.person("Long Ago With Case", { user: { last_sign_in_at: "2020-01-01" } });
  await source.person("Banned", { user: { banned_until: "2099-01-01" } });
  const google = { provider: "google", id: "108765432109876543210", created_at: "2025-03-01" };
  const data = { sub: google.id, email: "ana@example.com", email_verified: true };
  await source.insert("auth.identities", { ...google, user_id: ana, identity_data: data });
  const other = { ...google, id: "208765432109876543210" };
  const ofBeto = { sub: other.id, email: "beto@example.com", email_verified: true };
  await source.insert("auth.identities", { ...other, user_id: beto, identity_data: ofBeto });
  await source.kine("Carla", "MN 12345");
  await source.case("Rodilla", ana);
  await source.case("Cadera", waiting);
  await move.run();
  node = await move.open();
});
afterAll(async () => {
  if (!isClosed) await node?.close();
  await move?.close();
});

test("links of the old system lead on: a specialist's page and a case, and nobody else's", async () => {
  const ask = async (path: string) => {
    const { status, headers } = await fetch(node.url + path, { redirect: "manual" });
    return [status, headers.get("location")];
  };
  const [kine] = await move.rows<{ id: string }>("select id from profiles where name = 'Carla'");
  const [knee] = await move.rows<{ id: string }>("select id from cases where title = 'Rodilla'");
  expect(await ask(`/kines/${oldId("user", "Carla")}?x=1`)).toEqual([301, `/kines/${kine?.id}?x=1`]);
  const cases = "/dashboard/patient/cases";
  expect(await ask(`${cases}?caso=${oldId("case", "Rodilla")}`)).toEqual([301, `${cases}?caso=${knee?.id}`]);
  expect((await ask(`/kines/${oldId("user", "Ana")}`))[0]).not.toBe(301);
  expect((await ask(`${cases}?caso=${oldId("nobody")}`))[0]).not.toBe(301);
});

test("a link of the old system leads to no other site, and no browser keeps where it led", async () => {
  const { port } = new URL(node.url);
  const old = `?caso=${oldId("case", "Rodilla")}`;
  // As it was typed: fetch would normalise the path.
  const ask = (path: string) =>
    new Promise<IncomingMessage>((answer) => get({ port, path }, (given) => answer(given.resume())));
  for (const path of [
    "//evil.example/x",
    "/.//evil.example/x",
    "/x/..//evil.example",
    "/\\evil.example",
    "/%2f/evil.example",
    "/terminos",
  ])
    expect((await ask(path + old)).headers.location, path).toBeUndefined();
  const { statusCode, headers } = await ask(`/dashboard/kine/matches${old}`);
  expect([statusCode, headers["cache-control"]]).toEqual([301, "private, no-store"]);
});

test("an identity of the old schema moves, and Google's word for the address claims an account without a password", async () => {
  const identities = await move.rows(
    `select split_part(u.email, '@', 1) as name, provider, issuer, provider_id ~ '^.0876' as by_sub, u.claimed_at is not null as claimed
    from auth.identities i join auth.users u on u.id = i.user_id where u.email in ('ana@example.com', 'beto@example.com') order by 1, 2`,
  );
  const [email, byGoogle] = [
    { provider: "email", issuer: null, by_sub: false },
    { provider: "google", issuer: "https://accounts.google.com", by_sub: true },
  ];
  expect(identities).toEqual([
    { name: "ana", ...email, claimed: false },
    { name: "ana", ...byGoogle, claimed: false },
    { name: "beto", ...email, claimed: true },
    { name: "beto", ...byGoogle, claimed: true },
  ]);
  expect(await move.rows("select count(*)::int as count from auth.users where claimed_at is not null")).toEqual([
    { count: 2 },
  ]);
});

test("people are told once, so many an hour, who can be reached and use it; the operator sees how many entered", async () => {
  const { db, mail } = node.app.services;
  expect(await moveFigures(db)).toMatchObject({ people: 8, entered: 0, without_password: 1, told: 0 });
  expect(await beginTelling(db, 120)).toBe(true);
  const told = async () => (await moveFigures(db))?.told;
  const attempt = { isLast: false, signal: AbortSignal.timeout(60_000) } as Parameters<typeof tellMovedJob.run>[2];
  await expect.poll(told).toBe(2);
  // A minute later, and after an interruption.
  for (let turn = 0; turn < 3; turn += 1) await tellMovedJob.run({ db, mail } as never, { id: "only" }, attempt);
  expect(await told()).toBe(5);
  const mails = await move.rows(
    "select p.name from outgoing_messages m join profiles p on p.id = m.user_id where kind = 'account_moved' order by 1",
  );
  expect(mails).toEqual(
    ["Ana", "Beto", "Carla", "Confirmed By Nobody", "Long Ago With Case"].map((name) => ({ name })),
  );
  await enter(node.url, { ...cast.ana, email: "ana@example.com", password: OLD_PASSWORD }, "sign in");
  const elena = await enter(node.url, cast.elena, "sign in");
  expect((await elena.api.status.read()).move).toEqual({ people: 8, entered: 1, without_password: 1 });
});

test("who arrives unconfirmed reads so in the mail and once they sign in, and confirms by the link that they ask for", async () => {
  const lettersTo = (email: string) => messagesTo(join(node.dataDir, "outbox"), email);
  const email = "confirmed.by.nobody@example.com";
  await expect.poll(async () => (await lettersTo(email)).length).toBe(1);
  await expect.poll(async () => (await lettersTo("ana@example.com")).length).toBe(1);
  const [[toAna], [toNobody]] = [await lettersTo("ana@example.com"), await lettersTo(email)];
  expect(toAna?.subject).toBe("Kinexo se mudó: tu cuenta sigue igual");
  expect(toNobody?.subject).toBe("Kinexo se mudó: confirmá tu email");
  expect(toNobody?.text).toMatch(/tocá «Confirmar»[\s\S]*\/dashboard/);
  // A stranger may have signed up with the address: the mail opens nothing by itself.
  expect(toNobody?.text).not.toContain("token");
  const enterAs = (address: string) =>
    enter(node.url, { ...cast.ana, email: address, password: OLD_PASSWORD }, "sign in");
  expect((await (await enterAs("ana@example.com")).api.accounts.me()).claim_due).toBe(false);
  const unproven = await enterAs(email);
  const isAsked = async () => (await unproven.api.accounts.me()).claim_due;
  expect(await isAsked()).toBe(true);
  sure(await unproven.auth.resend({ type: "signup", email }));
  const linkOf = async () => (await lettersTo(email)).find(({ subject }) => subject.startsWith("Confirmá"))?.link;
  await expect.poll(linkOf).toBeDefined();
  const link = new URL((await linkOf()) ?? "");
  const token_hash = new URLSearchParams(link.hash.slice(1)).get("token_hash") ?? "";
  sure(await unproven.auth.verifyOtp({ type: "signup", token_hash }));
  expect(await isAsked()).toBe(false);
});

test("once people were told no other run is taken", async () => {
  await node.close();
  isClosed = true;
  await expect(move.run()).rejects.toThrow("people were told of the last run");
});
