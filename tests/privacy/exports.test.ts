import { readdirSync, readlinkSync, truncateSync } from "node:fs";
import { get as ask } from "node:http";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NOT_EXPORTED } from "../../app/domain/exports/not-exported.ts";
import { sections } from "../../app/domain/exports/sections.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { sessionOf } from "../support/accounts.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";
import { unzip } from "../support/unzip.ts";
import { withoutIds } from "../support/without-ids.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let caseId: string;
let applicationId: string;
let round = 0;
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(like(cast.ana, `Ana Exporta ${round}`, { phone: "+54 11 4444-0000" }));
  carla = await testApp.approvedKine(
    like(cast.carla, `Carla Postula ${round}`, { phone: "+54 11 5555-0000", license_number: `CANARIO ${round}` }),
  );
  caseId = (await ana.api.cases.create({ title: "Secreto título", description: "Secreta descripción" })).id;
  const headers = { authorization: `Bearer ${await ana.token()}` };
  await fetch(`${testApp.url}/files/case-studies/${caseId}?name=a.pdf`, { method: "PUT", body: pdf, headers });
  ({ id: applicationId } = await carla.api.matches.apply({ case_id: caseId, message: "Puedo ayudarte" }));
});

const get = async (person: Person) => fetch(testApp.url + (await person.api.exports.ask()).url);
async function exportOf(person: Person) {
  const files = unzip(Buffer.from(await (await get(person)).arrayBuffer()));
  return { files, data: JSON.parse(files.get("datos.json")!.toString()) as Record<string, Record<string, unknown>[]> };
}

test("an export is a ZIP with every section of the person's data, what each is, and their files as they were", async () => {
  const answer = await get(ana);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "private, no-store",
    "content-disposition": 'attachment; filename="mis-datos.zip"',
  });
  const { files, data } = await exportOf(ana);
  expect(Object.keys(data)).toEqual(sections.map(({ name }) => name));
  const readme = files.get("LEEME.txt")!.toString();
  for (const { name, about } of sections) expect(readme).toContain(`- ${name}: ${about}`);
  expect(data).toMatchObject({
    perfil: [{ name: `Ana Exporta ${round}`, phone: "+54 11 4444-0000", birth_date: "1961-03-14" }],
    casos: [{ id: caseId, title: "Secreto título" }],
    postulaciones_recibidas: [{ case_id: caseId, message: "Puedo ayudarte", kine_name: `Carla Postula ${round}` }],
    consentimientos: [
      { document: "terms" },
      { document: "health_data", action: "given", text: expect.stringContaining("Ley 25.326") },
    ],
    descargas: [{ taken_at: expect.any(String) }, { taken_at: expect.any(String) }],
  });
  const study = [...files].find(([name]) => name.startsWith(`estudios/${caseId}/`))!;
  const { url } = (await ana.api.cases.get({ id: caseId })).studies[0]!;
  expect(study[1].equals(Buffer.from(await (await fetch(testApp.url + url)).arrayBuffer()))).toBe(true);
  expect(String(study[1])).toContain("/Type /Catalog");
});

test("an export has what others withdrew as its reader may read it, and what they wrote themselves as they did", async () => {
  const [own, theirs] = ["Llamame al 11 4444-2020", "Consultorio, 11 5555-3030"];
  await ana.api.conversations.send({ id: applicationId, body: own });
  const { id } = await ana.api.cases.create({ title: "Hombro", description: "Me duele" });
  await carla.api.matches.apply({ case_id: id, message: "Puedo ayudarte", offer: { place: theirs }, valid_days: 7 });
  await ana.api.cases.withdraw({ id });
  await ana.api.cases.withdraw({ id: caseId });
  const withdrawn = (await exportOf(ana)).data["mensajes_retirados"]!.map(({ body }) => String(body));
  expect(withdrawn).toContain(own);
  expect(withdrawn.join()).toContain("Consultorio");
  expect(withdrawn.join()).not.toContain("3030");
});

test("an export holds nothing private of others, and no secret", async () => {
  const { files: ofAna } = await exportOf(ana);
  await carla.api.profiles.update({ name: "Carla Pide" });
  await carla.api.conversations.block({ id: applicationId });
  const { files: ofCarla, data } = await exportOf(carla);
  expect(data).toMatchObject({
    postulaciones_enviadas: [{ case_id: caseId, message: "Puedo ayudarte" }],
    casos: [],
    cambios_en_revision: [{ name: "Carla Pide" }],
    bloqueos: [{ name: null }],
  });
  const text = (files: Map<string, Buffer>) => Buffer.concat([...files.values()]).toString();
  const hashes = await testApp.db.selectFrom("auth.users").select("encrypted_password").execute();
  for (const each of [text(ofAna), text(ofCarla)]) {
    for (const { encrypted_password } of hashes) expect(each).not.toContain(encrypted_password ?? "nobody has none");
    for (const column of ["token_hash", "secret_encrypted", "code_hash", "public_key", "sealed", "audit_id"])
      expect(each).not.toContain(column);
  }
  for (const word of ["5555-0000", "CANARIO", `carla.postula.${round}@`]) expect(text(ofAna)).not.toContain(word);
  for (const word of ["4444-0000", "Secret", "Ana Exporta", `ana.exporta.${round}@`, ana.id])
    expect(text(ofCarla)).not.toContain(word);
  expect(withoutIds(text(ofCarla))).not.toContain("1961");
});

test("a patient's export hides contact data of applications until the acceptance, and those of who is suspended", async () => {
  const rita = await testApp.approvedKine(
    like(cast.carla, `Rita Postula ${round}`, { license_number: `RITA ${round}` }),
  );
  const offer = { place: "Consultorio, 11 5555-2233" };
  const { id } = await rita.api.matches.apply({ case_id: caseId, message: "Llamame al 11 5555-2233", offer });
  const received = async () =>
    (await exportOf(ana)).data["postulaciones_recibidas"]!.map(({ message, offer: shown }) => [message, shown]);
  expect(await received()).toEqual([
    ["Puedo ayudarte", null],
    ["Llamame al ••••", { place: "Consultorio, ••••" }],
  ]);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.suspend({ id: carla.id, reason: "Insulta" });
  await ana.api.matches.accept({ id });
  expect(await received()).toEqual([["Llamame al 11 5555-2233", offer]]);
});

test("an export says what an admin did to the account, and not from which session, network and device", async () => {
  const elena = await testApp.signIn(cast.elena);
  const person = await testApp.signUp(like(cast.ana, `Con Rol ${round}`));
  await confirmAddresses(testApp.db, person);
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  const events = (await exportOf(person)).data["registro"]!;
  const nothing = { session_id: null, network: null, device: null };
  expect(events.find(({ event }) => event === "role_assigned")).toMatchObject({ by_you: false, ...nothing });
  expect(events.find(({ event }) => event === "signed_in")).toMatchObject({
    by_you: true,
    session_id: expect.any(String),
    network: expect.any(String),
  });
});

test("an export of either side holds the files of their conversations", async () => {
  const { id } = (await carla.api.matches.mine({})).items[0]!;
  const headers = { authorization: `Bearer ${await carla.token()}` };
  const sent = await fetch(`${testApp.url}/files/messages/${id}`, { method: "PUT", body: pdf, headers });
  expect(sent.status).toBe(200);
  for (const person of [ana, carla]) {
    const { files } = await exportOf(person);
    expect(files.get("LEEME.txt")!.toString()).toContain("mensajes tiene los archivos de tus conversaciones");
    const [file] = [...files].filter(([name]) => name.startsWith(`mensajes/${id}/`));
    expect(String(file![1])).toContain("/Type /Catalog");
  }
});

test("a specialist's export holds the reviews in sight, and none that an admin hid", async () => {
  await ana.api.matches.accept({ id: (await carla.api.matches.mine({})).items[0]!.id });
  await ana.api.cases.close({ id: caseId });
  const { id } = await ana.api.reviews.create({
    case_id: caseId,
    kine_id: carla.id,
    stars: 1,
    comment: "Una grosería",
  });
  expect((await exportOf(carla)).data).toMatchObject({ resenas_recibidas: [{ id }] });
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.hideReview({ id, reason: "Insulta" });
  const { files, data } = await exportOf(carla);
  expect(data).toMatchObject({ resenas_recibidas: [] });
  expect(Buffer.concat([...files.values()]).toString()).not.toContain("grosería");
  expect((await exportOf(ana)).data).toMatchObject({
    resenas_escritas: [{ id, comment: "Una grosería", hidden_reason: "Insulta" }],
  });
});

test("every table with rows about people is in a section, or has a reason to be in none", async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive about as (
      select oid from pg_class where oid in ('profiles'::regclass, 'auth.users'::regclass)
      union select c.conrelid from pg_constraint c join about on about.oid = c.confrelid where c.contype = 'f'
    )
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
    from about join pg_class c on c.oid = about.oid join pg_namespace n on n.oid = c.relnamespace`.execute(testApp.db);
  const known = [...sections.flatMap(({ tables }) => tables), ...Object.keys(NOT_EXPORTED)];
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  for (const name of Object.keys(NOT_EXPORTED)) expect(rows.map((row) => row.name)).toContain(name);
});

test("an export asks for a proof of the last five minutes", async () => {
  await sql`update auth.sessions set created_at = now() - interval '6 minutes', proofs = '[]' where user_id = ${ana.id}`.execute(
    testApp.db,
  );
  expect(await outcome(ana.api.exports.ask())).toBe("RECENT_PROOF_NEEDED");
  await ana.api.accounts.confirmPassword({ password: cast.ana.password });
  expect((await get(ana)).status).toBe(200);
});

test("three exports a day are given, however many are asked for at once, and each is written down", async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(ana.api.exports.ask())));
  expect(outcomes.filter((each) => each === "ok")).toHaveLength(3);
  expect(new Set(outcomes)).toEqual(new Set(["ok", "TOO_MANY_REQUESTS"]));
  const events = await testApp.db
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .select("e.session_id")
    .where("u.id", "=", ana.id)
    .where("e.event", "=", "data_exported")
    .execute();
  expect(events.map(({ session_id }) => session_id)).toEqual(Array(3).fill(sessionOf(await ana.token())));
  const told = testApp.db.selectFrom("outgoing_messages").select("id").where("user_id", "=", ana.id);
  expect(await told.where("kind", "=", "data_downloaded").execute()).toHaveLength(3);
  await sql`update data_exports set asked_at = now() - interval '25 hours' where user_id = ${ana.id}`.execute(
    testApp.db,
  );
  expect(await outcome(ana.api.exports.ask())).toBe("ok");
});

test("a link opens once, in its own session, while that lives", async () => {
  const { url } = await ana.api.exports.ask();
  expect((await fetch(testApp.url + url, { method: "HEAD" })).status).toBe(404);
  for (const bent of [
    url.split("?")[0]!,
    url.replace(/session=[^&]*/, `session=${sessionOf(await carla.token())}`),
    url.replace(/(?<=signature=)./, (first) => (first === "_" ? "-" : "_")),
  ]) {
    expect((await fetch(testApp.url + bent)).status, bent).toBe(404);
  }
  const tries = await Promise.all(Array.from({ length: 5 }, () => fetch(testApp.url + url)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  await Promise.all(tries.map((answer) => answer.arrayBuffer()));
  const late = await ana.api.exports.ask();
  await ana.auth.signOut({ scope: "local" });
  expect((await fetch(testApp.url + late.url)).status).toBe(401);
});

/** The stored files that this process holds open. */
const open = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(testApp.dataDir, "files"));
    } catch {
      return false;
    }
  });

test.skipIf(process.platform !== "linux")(
  "an export that is given up in the middle of a file leaves no file open",
  async () => {
    const {
      studies_urls: [path = ""],
    } = await testApp.db.selectFrom("cases").select("studies_urls").where("id", "=", caseId).executeTakeFirstOrThrow();
    // More than the connection's buffers hold.
    truncateSync(join(testApp.dataDir, "files/case-studies", path), 60_000_000);
    const { url } = await ana.api.exports.ask();
    const request = ask(testApp.url + url, (response) => response.pause());
    request.on("error", () => undefined);
    await expect.poll(open).toHaveLength(1);
    request.destroy();
    await expect.poll(open).toEqual([]);
  },
);
