import { kineCreated } from "../../app/domain/accounts/messages.server.ts";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let png: Buffer;
let round = 0;
let ana: Person;
let carla: Person;
let other: Person;

const canary = (what: string) => `CANARIO${round}-${what}`;
const pdf = () =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog/X/${canary("pdf")}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

beforeAll(async () => {
  testApp = await openTestApp();
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
});
afterAll(() => testApp?.close());

// Each test has new users with unique names and texts.
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(
    like(cast.ana, canary("Paciente"), { phone: `+54 11 7777-${1000 + round}`, location_city: canary("Barrio") }),
  );
  carla = await testApp.approvedKine(
    like(cast.carla, canary("Kine"), {
      phone: `+54 11 8888-${1000 + round}`,
      license_number: `CANARIO ${round}`,
      specialty: canary("Especialidad"),
      bio: canary("bio"),
    }),
  );
  other = await testApp.approvedKine(like(cast.carla, `Otra Kine ${round}`, { license_number: `MN 9${round}` }));
});

const put = async (person: Person, path: string, body: Buffer) => {
  const headers = { authorization: `Bearer ${await person.token()}` };
  expect((await fetch(testApp.url + path, { method: "PUT", body: new Uint8Array(body), headers })).status).toBe(200);
};
const publish = async () => {
  const { id } = await ana.api.cases.create({
    title: canary("título"),
    description: canary("descripción"),
    injury_area: canary("zona"),
    location_city: canary("Barrio"),
  });
  await put(ana, `/files/case-studies/${id}?name=a.png`, png);
  await put(ana, `/files/case-studies/${id}?name=b.pdf`, pdf());
  return id;
};
const apply = async (kine: Person, caseId: string, message = canary("mensaje")) =>
  (await kine.api.matches.apply({ case_id: caseId, message })).id;
const match = async (kine: Person, caseId: string) => ana.api.matches.accept({ id: await apply(kine, caseId) });
const caseRow = (id: string) => testApp.db.selectFrom("cases").selectAll().where("id", "=", id).executeTakeFirst();

/** Every row of every table that contains the text, as "table: row". */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'graphile_worker')`.execute(testApp.db);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.raw(name)} t where strpos(lower(t::text), lower(${text})) > 0`.execute(
        testApp.db,
      );
      return rows.map(({ row }) => `${name}: ${row}`);
    }),
  );
  return found.flat();
}

/** The files of the data folder whose path or content contains the text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(testApp.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // A listed file may have been deleted meanwhile, such as the temporary file of a message.
  const read = (file: string) => readFile(file).catch(() => Buffer.alloc(0));
  const holds = await Promise.all(files.map(async (file) => file.includes(text) || (await read(file)).includes(text)));
  return files.filter((_, index) => holds[index]);
}

/** A message to the user in the outbox, and a pending one with its job. */
async function writeTo(person: Person, name: string) {
  const message = {
    user_id: person.id,
    to: { name, address: "a@example.com" },
    told: { name, email: name, token: "a" },
  };
  const { mail } = testApp.app.services;
  await testApp.db.transaction().execute((tx) => mail.post(tx, kineCreated, message));
  await vi.waitFor(async () => expect(await filesWith(person.id)).toContainEqual(expect.stringContaining("/outbox/")), {
    timeout: 20_000,
  });
  await testApp.db.transaction().execute(async (tx) => {
    await mail.post(tx, kineCreated, message);
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`.execute(tx);
  });
}
/** The number of jobs of deleted rows. */
const jobCount = async () =>
  (
    await sql`select from graphile_worker.jobs j
      where not exists (select from (select id from notifications union all select id from cases union all select id from matches
        union all select id from kine_applications union all select id from reports) t where j.key like '%:' || t.id)`.execute(
      testApp.db,
    )
  ).rows.length;

async function traces(...texts: string[]): Promise<string[]> {
  return (await Promise.all(texts.flatMap((text) => [rowsWith(text), filesWith(text)]))).flat();
}

test("nothing is left of a patient with cases in every state but the review, nameless, and the case it hangs from", async () => {
  await put(ana, "/files/avatars", png);
  const open = await publish();
  await apply(carla, open);
  const matched = await publish();
  await match(carla, matched);
  const unreviewed = await publish();
  await match(carla, unreviewed);
  await ana.api.cases.close({ id: unreviewed });
  const reviewed = await publish();
  await match(carla, reviewed);
  await apply(other, reviewed);
  await ana.api.cases.close({ id: reviewed });
  await ana.api.reviews.create({ case_id: reviewed, kine_id: carla.id, stars: 4, comment: "Muy claro." });
  await testApp.db
    .insertInto("admin_views")
    .values({ admin_id: (await testApp.signIn(cast.elena)).id, entity_type: "patient", entity_id: ana.id })
    .execute();
  const me = await ana.api.profiles.mine();
  await writeTo(ana, me.name);
  const own = [
    ana.id,
    me.name,
    me.email,
    me.phone!,
    ...["Barrio", "título", "descripción", "zona", "mensaje", "pdf"].map(canary),
  ];
  expect((await traces(...own)).length).toBeGreaterThan(15);

  expect(await ana.api.accounts.delete()).toEqual({ deleted: true });

  expect(await traces(...own)).toEqual([]);
  await vi.waitFor(async () => expect(await jobCount()).toBe(0), { timeout: 20_000 });
  expect([await caseRow(open), await caseRow(matched), await caseRow(unreviewed)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await caseRow(reviewed)).toMatchObject({
    patient_id: null,
    status: "closed",
    title: "Caso eliminado",
    description: "Caso eliminado",
    studies_urls: [],
    injury_area: null,
    location_city: null,
    preferred_modality: null,
  });
  const { reviews } = await testApp.anonymous.profiles.publicProfile({ id: carla.id });
  expect(reviews).toMatchObject([{ stars: 4, comment: "Muy claro.", patient_name: null }]);
  expect(await carla.api.reviews.received()).toMatchObject({
    count: 1,
    items: [{ case_title: "Caso eliminado", patient_name: null }],
  });
  expect((await carla.api.matches.mine()).items).toEqual([]);
});

test("nothing is left of a specialist, and the reviews they received stay with their authors", async () => {
  await put(carla, "/files/avatars", png);
  await carla.api.availabilities.replace({ ranges: [{ weekday: 1, start_time: "09:00", end_time: "13:00" }] });
  const closed = await publish();
  await match(carla, closed);
  await ana.api.cases.close({ id: closed });
  await ana.api.reviews.create({ case_id: closed, kine_id: carla.id, stars: 5, comment: "Excelente." });
  await apply(carla, await publish());
  const me = await carla.api.profiles.mine();
  await writeTo(carla, me.name);
  const own = [
    carla.id,
    me.name,
    me.email,
    me.phone!,
    me.license_number!,
    canary("Especialidad"),
    canary("bio"),
    canary("mensaje"),
  ];
  expect((await traces(...own)).length).toBeGreaterThan(8);

  await carla.api.accounts.delete();

  expect(await traces(...own)).toEqual([]);
  await vi.waitFor(async () => expect(await jobCount()).toBe(0), { timeout: 20_000 });
  expect(await caseRow(closed)).toMatchObject({
    patient_id: ana.id,
    title: canary("título"),
    status: "closed",
    accepted_kine_id: null,
  });
  const review = await testApp.db.selectFrom("reviews").selectAll().where("patient_id", "=", ana.id).executeTakeFirst();
  expect(review).toMatchObject({ kine_id: null, stars: 5, comment: "Excelente." });
  expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: carla.id }))).toBe("NOT_FOUND");
});

test("a case whose only accepted specialist leaves is open again, and is found by others", async () => {
  const id = await publish();
  await match(carla, id);
  await carla.api.accounts.delete();
  expect(await caseRow(id)).toMatchObject({ status: "open", accepted_kine_id: null });
  expect(await outcome(ana.api.cases.close({ id }))).toBe("CASE_NOT_MATCHED");
  await match(other, id);
  expect(await caseRow(id)).toMatchObject({ status: "matched", accepted_kine_id: other.id });
});

test("a case with another accepted specialist stays with that one", async () => {
  const id = await publish();
  await match(carla, id);
  await match(other, id);
  await carla.api.accounts.delete();
  expect(await caseRow(id)).toMatchObject({ status: "matched", accepted_kine_id: other.id });
  expect(await ana.api.cases.close({ id })).toMatchObject({ status: "closed", due: [{ kine_id: other.id }] });
});

test("however a departure and an acceptance of the same case meet, its state tells the truth", async () => {
  for (let n = 0; n < 5; n++) {
    const leaving = await testApp.approvedKine(
      like(cast.carla, `Se va ${round} ${n}`, { license_number: `MN ${round}7${n}` }),
    );
    const id = await publish();
    await match(leaving, id);
    const late = await apply(other, id);
    await Promise.all([leaving.api.accounts.delete(), ana.api.matches.accept({ id: late })]);
    expect(await caseRow(id)).toMatchObject({ status: "matched", accepted_kine_id: other.id });
  }
});

test("the sessions end with the account, and its e-mail is free for a new one", async () => {
  const { email, name } = await ana.api.profiles.mine();
  const elsewhere = await testApp.signIn({ ...cast.ana, email });
  await ana.api.accounts.delete();
  expect(await outcome(elsewhere.api.accounts.me())).toBe("NOT_SIGNED_IN");
  expect(await outcome(ana.api.accounts.delete())).toBe("NOT_SIGNED_IN");
  await expect(testApp.signIn({ ...cast.ana, email })).rejects.toThrow("Invalid login credentials");
  expect((await (await testApp.signUp(like(cast.ana, name))).api.cases.mine()).items).toEqual([]);
});

test("a specialist who waits for approval may go, application and all", async () => {
  const diego = await testApp.signUp(like(cast.diego, canary("Aspirante"), { license_number: `MN 8${round}` }));
  await diego.api.accounts.delete();
  // The new-account message may be in transit just now, and is deleted once it was sent.
  await expect.poll(() => traces(canary("Aspirante"), diego.id)).toEqual([]);
});

test("the last admin stays, also when two leave at once, and whoever deletes them", async () => {
  const elena = await testApp.signIn(cast.elena);
  expect(await outcome(elena.api.accounts.delete())).toBe("LAST_ADMIN");
  await confirmAddresses(testApp.db, ana);
  await elena.api.accounts.assignRole({ user_id: ana.id, role: "admin" });
  await ageAdmins(testApp.db, elena, ana);
  const outcomes = await Promise.all([outcome(elena.api.accounts.delete()), outcome(ana.api.accounts.delete())]);
  expect(outcomes.toSorted()).toEqual(["LAST_ADMIN", "ok"]);
  const admins = await testApp.db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").execute();
  expect(admins).toHaveLength(1);
  await expect(testApp.db.deleteFrom("auth.users").where("id", "=", admins[0]!.user_id).execute()).rejects.toThrow(
    "last admin",
  );
});
