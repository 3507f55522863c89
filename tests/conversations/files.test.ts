import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openOrphanSweep } from "../../app/domain/deletions/orphan-files.server.ts";
import { signLink } from "../../app/platform/signed-links.server.ts";
import { png } from "../files/png.ts";
import { sessionOf } from "../support/accounts.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let caseId: string;
let id: string;
let jpg: Uint8Array<ArrayBuffer>;
const pdf = new TextEncoder().encode("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
  carla = await testApp.approvedKine(cast.carla);
  ({ id: caseId } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" }));
  ({ id } = await carla.api.matches.apply({ case_id: caseId }));
  const drawn = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#C8553D" } })
    .withExif({ IFD0: { Copyright: "Zqsecreto" } })
    .jpeg()
    .toBuffer();
  jpg = new Uint8Array(drawn);
});
afterAll(() => testApp?.close());

async function send(who: Person, body: Uint8Array<ArrayBuffer>, { to = id, key = "" } = {}) {
  const headers = { authorization: `Bearer ${await who.token()}`, ...(key && { "idempotency-key": key }) };
  const answer = await fetch(`${testApp.url}/files/messages/${to}`, { method: "PUT", headers, body });
  return { status: answer.status, ...((await answer.json()) as { id?: string; code?: string }) };
}
const open = (url: string) => fetch(testApp.url + url);
const filesOf = async (who: Person) =>
  (await who.api.conversations.read({ id })).items.flatMap(({ file }) => (file ? [file] : []));

test("a specialist sends a PDF or a JPG, cleaned, that only the two of them can open", async () => {
  expect(await send(carla, jpg)).toMatchObject({ status: 200, id: expect.any(String) });
  expect(await send(carla, pdf)).toMatchObject({ status: 200 });
  const [document, image] = await filesOf(ana);
  expect([document!.kind, image!.kind]).toEqual(["pdf", "image"]);
  const answer = await open(image!.url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(Buffer.from(await answer.arrayBuffer()).includes("Zqsecreto")).toBe(false);
  expect((await open((await filesOf(carla))[0]!.url)).status).toBe(200);
  // A link is valid for one session, and for the time that it names.
  for (const wrong of [image!.url.replace(/expires=\d+/, "expires=99999999999999"), image!.url.split("?")[0]!])
    expect((await open(wrong)).status).toBe(404);
  const { secret } = testApp.app.services.settings;
  const ofBruno = signLink(secret, image!.url.split("?")[0]!, sessionOf(await bruno.token()), Date.now());
  expect((await open(ofBruno)).status).toBe(404);
  await ana.auth.signOut({ scope: "local" });
  expect((await open(image!.url)).status).not.toBe(200);
  ana = await testApp.signIn(cast.ana);
});

test("other files, patients, strangers and conversations that are over are refused, and leave no file behind", async () => {
  const stored = async () => {
    const found: string[] = [];
    for await (const path of testApp.app.services.storage.list("case-studies", carla.id)) found.push(path);
    return found;
  };
  const before = await stored();
  expect(await send(carla, new Uint8Array(png))).toMatchObject({ status: 415, code: "FILE_TYPE" });
  expect(await send(carla, new TextEncoder().encode("esto es un texto"))).toMatchObject({ code: "FILE_TYPE" });
  expect(await send(carla, new Uint8Array(6 * 1024 * 1024))).toMatchObject({ code: "FILE_TOO_LARGE" });
  expect(await send(ana, pdf)).toMatchObject({ code: "NOT_ALLOWED" });
  expect(await send(bruno, pdf)).toMatchObject({ code: "NOT_ALLOWED" });
  const other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
  expect(await send(other, pdf)).toMatchObject({ code: "NOT_FOUND" });
  await ana.api.conversations.block({ id });
  expect(await send(carla, pdf)).toMatchObject({ code: "CONVERSATION_CLOSED" });
  await ana.api.conversations.unblock({ id });
  expect(await stored()).toEqual(before);
});

test("a specialist sends twenty files a day at most, and the rest is refused before it is read", async () => {
  const rita = await testApp.approvedKine(like(cast.carla, "Rita Manda", { license_number: "MN 3" }));
  const { id: of } = await rita.api.matches.apply({ case_id: caseId });
  await sql`insert into messages (match_id, author_id, file_path)
    select ${of}::uuid, ${rita.id}::uuid, ${rita.id}::text || '/' || ${of}::text || '/' || n || '-a.pdf' from generate_series(1, 20) n`.execute(
    testApp.db,
  );
  expect(await send(rita, pdf, { to: of })).toMatchObject({ status: 429, code: "TOO_MANY_FILES" });
  expect(await send(rita, new TextEncoder().encode("esto es un texto"), { to: of })).toMatchObject({
    code: "TOO_MANY_FILES",
  });
  await expect(
    sql`insert into messages (match_id, author_id, file_path)
      values (${of}, ${rita.id}, ${`${rita.id}/${of}/21-a.pdf`})`.execute(testApp.db),
  ).rejects.toThrow("twenty files a day");
  expect(await outcome(rita.api.conversations.send({ id: of, body: "Hola" }))).toBe("ok");
});

test("a block takes the studies of a case from a specialist who is not accepted, also by a link from before it", async () => {
  const headers = { authorization: `Bearer ${await ana.token()}` };
  await fetch(`${testApp.url}/files/case-studies/${caseId}?name=a.pdf`, { method: "PUT", body: pdf, headers });
  const seen = await carla.api.cases.view({ id: caseId });
  expect(seen).toMatchObject({ studies: [{ kind: "pdf" }], studies_withheld: 0 });
  const { url } = seen.studies[0]!;
  expect((await open(url)).status).toBe(200);
  await ana.api.conversations.block({ id });
  expect(await carla.api.cases.view({ id: caseId })).toMatchObject({ access: "ended", studies: [] });
  expect((await open(url)).status).not.toBe(200);
  await ana.api.conversations.unblock({ id });
  expect((await open(url)).status).toBe(200);
});

test("a reported file is opened by the admin, and by no admin before", async () => {
  const elena = await testApp.signIn(cast.elena);
  await send(carla, jpg);
  const [message] = (await ana.api.conversations.read({ id })).items;
  const { secret } = testApp.app.services.settings;
  const path = message!.file!.url.split("?")[0]!;
  const ofElena = signLink(secret, path, sessionOf(await elena.token()), Date.now());
  expect((await open(ofElena)).status).toBe(404);
  await ana.api.reports.create({ subject: "sent_message", id: message!.id, reason: "offensive" });
  const { items } = await elena.api.reports.list({ state: "open" });
  const reported = items.find(({ subject_id }) => subject_id === message!.id);
  expect(reported).toMatchObject({ text: null, file: { kind: "image" }, author_id: carla.id });
  expect((await open(reported!.file!.url)).status).toBe(200);
  // Another file of the same conversation stays private to the two people.
  const other = (await filesOf(ana)).find(({ url }) => !url.startsWith(path))!;
  const unreported = signLink(secret, other.url.split("?")[0]!, sessionOf(await elena.token()), Date.now());
  expect((await open(unreported)).status).toBe(404);
});

test("a file that is sent again under its key is sent once, the sweep keeps it, and it goes with its conversation", async () => {
  const before = (await filesOf(ana)).length;
  const first = await send(carla, pdf, { key: "el-mismo-archivo" });
  expect(await send(carla, pdf, { key: "el-mismo-archivo" })).toEqual(first);
  expect(await filesOf(ana)).toHaveLength(before + 1);
  const sweep = openOrphanSweep(testApp.app.services, 0);
  await sweep();
  await sweep();
  const { url } = (await filesOf(ana))[0]!;
  expect((await open(url)).status).toBe(200);
  await carla.api.matches.withdraw({ id });
  expect((await sql`select from dropped_studies`.execute(testApp.db)).rows).toHaveLength(before + 1);
  expect((await open(url)).status).toBe(404);
  expect(await outcome(ana.api.conversations.read({ id }))).toBe("NOT_FOUND");
});
