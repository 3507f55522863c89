import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { removeDroppedFiles } from "../../app/platform/storage/dropped-files.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
import { png } from "../files/png.ts";
import { sessionOf } from "../support/accounts.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let other: Person;
let elena: Person;
let licence: string;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, elena] = [await testApp.signUp(cast.ana), await testApp.signIn(cast.elena)];
  carla = await testApp.approvedKine(cast.carla);
  other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
  ({ id: licence } = await carla.api.licences.add({ kind: "MP", jurisdiction: "06", number: "700" }));
});
afterAll(() => testApp?.close());

const put = async (
  who: Person | null,
  id: string,
  body: Uint8Array<ArrayBuffer> = new Uint8Array(png),
  name = "a.png",
) =>
  (
    await fetch(`${testApp.url}/files/licence-evidence/${id}?name=${name}`, {
      method: "PUT",
      body,
      headers: who ? { authorization: `Bearer ${await who.token()}` } : {},
    })
  ).status;
const shown = async (id: string) => (await elena.api.licences.queue({})).items.find((each) => each.id === id)!;
const linkOf = async (id: string) => (await shown(id)).evidence_url;
const verify = async (id: string, evidenceAt?: Date | null) =>
  elena.api.licences.verify({ id, method: "evidence", evidence_at: evidenceAt?.toISOString() });
const open = async (link: string) => fetch(testApp.url + link);
const files = () =>
  readdir(join(testApp.dataDir, "files/licence-evidence"), { recursive: true }).then(
    (all) => all.filter((path) => /\.\w{3}$/.test(path)),
    () => [],
  );

test("its specialist sends it, it is inspected as every file is, and nobody else can send it", async () => {
  expect(await put(carla, licence)).toBe(200);
  expect(await put(carla, licence, new Uint8Array(Buffer.from("<script>alert(1)</script>")))).toBe(415);
  for (const [who, status] of [
    [null, 401],
    [ana, 403],
    [elena, 403],
    [other, 404],
  ] as const)
    expect(await put(who, licence)).toBe(status);
  expect(await put(carla, "01890000-0000-7000-8000-000000000000")).toBe(404);
  expect((await carla.api.licences.mine()).items.find(({ id }) => id === licence)?.evidence_at).toBeInstanceOf(Date);
  expect(await files()).toHaveLength(1);
});

test("only an admin opens it, by a link of their own session, and it is never cached", async () => {
  const link = (await linkOf(licence))!;
  const answer = await open(link);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  const mine = sessionOf(await elena.token());
  for (const who of [carla, other, ana]) {
    const theirs = sessionOf(await who.token());
    expect((await open(link.replace(mine, theirs))).status).toBe(404);
  }
  expect((await open(link.split("?")[0]!)).status).toBe(404);
  expect((await open(link.replace(carla.id, other.id))).status).toBe(404);
  // Once the user is no admin any more, an earlier link opens nothing.
  const second = await testApp.signUp(like(cast.bruno, "Segundo Admin"));
  await confirmAddresses(testApp.db, second);
  await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
  const held = (await second.api.licences.queue({})).items.find(({ id }) => id === licence)!.evidence_url!;
  expect((await open(held)).status).toBe(200);
  await elena.api.accounts.assignRole({ user_id: second.id, role: "patient" });
  expect((await open(held)).status).toBe(403);
});

test("another file takes its place, and the one before is gone", async () => {
  const link = (await linkOf(licence))!;
  const [before] = await files();
  expect(await put(carla, licence)).toBe(200);
  const now = await files();
  expect(now).toHaveLength(1);
  expect(now).not.toContain(before);
  expect((await open(link)).status).toBe(404);
});

const sweep = async () => {
  await removeExpiredRows(testApp.db);
  await removeDroppedFiles(testApp.app.services);
  return files();
};
/** Sends a file and makes it so many days old. */
const sentAgo = async (who: Person, id: string, days: number) => {
  expect(await put(who, id)).toBe(200);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update licences set evidence_at = evidence_at - make_interval(days => ${days}::int),
      decided_at = decided_at - make_interval(days => ${days + 1}::int) where id = ${id}`.execute(tx);
  });
};

test("a licence is verified by the file that the admin saw, and by no other that came meanwhile", async () => {
  const { id } = await other.api.licences.add({ kind: "MP", jurisdiction: "82", number: "702" });
  expect(await outcome(verify(id))).toBe("PROFILE_CHANGED");
  await put(other, id);
  const { evidence_at: first } = await shown(id);
  await put(other, id);
  expect(await outcome(verify(id, first))).toBe("PROFILE_CHANGED");
  expect(await outcome(verify(id))).toBe("PROFILE_CHANGED");
  const { evidence_at: second, standing } = await shown(id);
  expect(standing).toBe("declared");
  expect(await outcome(verify(id, second))).toBe("ok");
  await other.api.licences.withdraw({ id });
});

test("it goes ninety days after the decision, and what was checked, when and by whom stays", async () => {
  const { db } = testApp;
  await verify(licence, (await shown(licence)).evidence_at);
  const decided = (days: number) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update licences set evidence_at = now() - make_interval(days => ${days + 1}::int),
        decided_at = now() - make_interval(days => ${days}::int) where id = ${licence}`.execute(tx);
    });
  await decided(89);
  expect(await sweep()).toHaveLength(1);
  await decided(91);
  expect(await sweep()).toEqual([]);
  const row = await db
    .selectFrom("licences")
    .select(["state", "method", "checked_by", "checked_at", "evidence_path", "evidence_at"])
    .where("id", "=", licence)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    state: "verified",
    method: "evidence",
    checked_by: elena.id,
    evidence_path: null,
    evidence_at: null,
  });
  expect(row.checked_at).toBeInstanceOf(Date);
  // Evidence without a decision stays until there is one.
  const { id } = await carla.api.licences.add({ kind: "MP", jurisdiction: "14", number: "701" });
  await put(carla, id);
  expect(await sweep()).toHaveLength(1);
});

test("it goes with its licence and with its specialist's account", async () => {
  const { items } = await carla.api.licences.mine();
  const held = items.find(({ evidence_at }) => evidence_at);
  await carla.api.licences.withdraw({ id: held!.id });
  expect(await files()).toEqual([]);
  const [first] = (await other.api.licences.mine()).items;
  await put(other, first!.id);
  expect(await files()).toHaveLength(1);
  await other.api.accounts.delete();
  expect(await files()).toEqual([]);
  const { rows } = await sql`select from licences where kine_id = ${other.id}`.execute(testApp.db);
  expect(rows).toEqual([]);
});

test("evidence of an inactive licence asks for another decision, and leaves the queue with it", async () => {
  const { id } = await carla.api.licences.add({ kind: "MP", jurisdiction: "22", number: "702" });
  const isDue = async () => (await elena.api.licences.queue({})).items.some((each) => each.id === id);
  await elena.api.licences.deactivate({ id, reason: "No figura" });
  expect(await isDue()).toBe(false);
  expect(await put(carla, id)).toBe(200);
  expect(await isDue()).toBe(true);
  expect((await carla.api.licences.mine()).items.find((each) => each.id === id)?.standing).toBe("inactive");
  await elena.api.licences.deactivate({ id, reason: "Sigue sin figurar" });
  expect(await isDue()).toBe(false);
  await carla.api.licences.withdraw({ id });
});

test("it goes ninety days after it was sent where no queue shows it, as of a suspended specialist", async () => {
  const before = await files();
  const kine = await testApp.approvedKine(like(cast.carla, "Suspendida", { license_number: "MN 3" }));
  const { id } = await kine.api.licences.add({ kind: "MP", jurisdiction: "06", number: "703" });
  const [first] = (await kine.api.licences.mine()).items;
  await sentAgo(kine, id, 91);
  // The licence is verified and not due, so the check for which the file could serve is far away.
  await sentAgo(kine, first!.id, 91);
  expect(await sweep()).toHaveLength(before.length + 1);
  await sentAgo(kine, first!.id, 89);
  expect(await sweep()).toHaveLength(before.length + 2);
  await elena.api.moderation.suspend({ id: kine.id, reason: "Prueba" });
  expect(await sweep()).toHaveLength(before.length + 1);
  const { rows } = await sql`select from licences where id = ${id} and evidence_path is null`.execute(testApp.db);
  expect(rows).toHaveLength(1);
});

test("twenty files a day are taken of a specialist, however many are sent at once and for whichever licence", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Muchas Constancias", { license_number: "MN 4" }));
  const { id } = await kine.api.licences.add({ kind: "MP", jurisdiction: "06", number: "704" });
  const [first] = (await kine.api.licences.mine()).items;
  for (let n = 0; n < 18; n += 1) expect(await put(kine, n % 2 ? id : first!.id)).toBe(200);
  const rest = await Promise.all(Array.from({ length: 4 }, () => put(kine, id)));
  expect(rest.toSorted()).toEqual([200, 200, 429, 429]);
  await kine.api.licences.withdraw({ id });
  expect(await put(kine, first!.id)).toBe(429);
  await sql`alter table licences disable trigger user`.execute(testApp.db);
  await sql`update licences set evidence_uploaded_on = evidence_uploaded_on - 1 where kine_id = ${kine.id}`.execute(
    testApp.db,
  );
  await sql`alter table licences enable trigger user`.execute(testApp.db);
  expect(await put(kine, first!.id)).toBe(200);
});
