import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { computeKinePulse } from "../../app/domain/pulse/kine-pulse.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());
const newKine = (more = {}) =>
  testApp.approvedKine(like(cast.carla, `Kine Odd ${++round}`, { license_number: `MN ${43_000 + round}`, ...more }));
const newPatient = (name = `Paciente Odd ${++round}`) =>
  testApp.signUp({ ...like(cast.ana, `Paciente Odd ${++round}`), metadata: { ...cast.ana.metadata, name } });

test("odd names are read, answered and reviewed", async () => {
  const kine = await newKine();
  const said: unknown[] = [];
  for (const name of [
    "😀😀",
    "★ ★",
    "\u200bAna\u202e Gómez",
    "..",
    "1234",
    "Ana\u0000B",
    "a".repeat(300),
    "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}",
    "ڝ",
  ]) {
    const patient = await newPatient(name).catch((error: { message?: string }) => String(error.message));
    if (typeof patient === "string") {
      said.push([name.slice(0, 20), patient]);
      continue;
    }
    const case_id = (await patient.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
    const offered = await outcome(kine.api.cases.available({}));
    const seen = await outcome(kine.api.cases.view({ id: case_id }));
    const { id } = await kine.api.matches.apply({ case_id, message: `Hola ${++round}` });
    await patient.api.matches.accept({ id });
    await patient.api.cases.close({ id: case_id });
    const reviewed = await outcome(
      patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 5, comment: "Bien" }),
    );
    const received = await outcome(kine.api.reviews.received({}));
    const publicly = await outcome(testApp.anonymous.profiles.publicProfile({ id: kine.id }));
    said.push([name.slice(0, 20), offered, seen, reviewed, received, publicly]);
  }
  expect(JSON.stringify(said)).not.toContain("INTERNAL");
});

test("numbers out of range are refused, not failed at", async () => {
  const [kine, ana] = [await newKine(), await newPatient()];
  const codes: unknown[] = [];
  for (const n of [2 ** 31, 2 ** 53 - 1, -1, -(2 ** 31) - 1, 1e308, 0.5]) {
    codes.push([
      n,
      await outcome(ana.api.cases.create({ title: "a", description: "b", coverage: { id: n, plan: null } })),
      await outcome(ana.api.coverages.saveOwn({ coverage: { id: n, plan: null } })),
      await outcome(
        kine.api.coverages.replace({
          coverages: [{ coverage_id: n, how: "direct", plans: null, extra: 0 }],
          refund_invoice: false,
        }),
      ),
      await outcome(
        kine.api.coverages.replace({
          coverages: [{ coverage_id: 1, how: "direct", plans: null, extra: n }],
          refund_invoice: false,
        }),
      ),
      await outcome(kine.api.bookings.cancel({ id: crypto.randomUUID(), sequence: n })),
      await outcome(
        ana.api.cases.update({
          id: crypto.randomUUID(),
          version: n,
          title: "a",
          description: "b",
          studies_access: "verified",
        }),
      ),
      await outcome(kine.api.coverages.kines({ coverage_id: n } as never)),
    ]);
  }
  const dates: unknown[] = [];
  for (const at of [
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-02-30T10:00:00Z",
    "+275760-09-13T00:00:00.000Z",
  ]) {
    dates.push([
      at,
      await outcome(ana.api.matches.accept({ id: crypto.randomUUID(), offered_at: at })),
      await outcome(kine.api.agendas.week({ from: at.slice(0, 10) })),
      await outcome(kine.api.treatments.noteSession({ match_id: crypto.randomUUID(), day: at.slice(0, 10) })),
      await outcome(
        kine.api.bookings.preview({
          match_id: crypto.randomUUID(),
          place_id: crypto.randomUUID(),
          starts: [at.slice(0, 16)],
        }),
      ),
    ]);
  }
  expect(JSON.stringify([codes, dates])).not.toMatch(/INTERNAL|UNAVAILABLE|Error/);
});

test("a case of an unproven account makes no specialist 'silent'", async () => {
  const kine = await newKine({ location_city: "Palermo" });
  const stranger = await newPatient();
  const { id } = await stranger.api.cases.create({
    title: "Rodilla",
    description: "Me duele",
    location_city: "Palermo",
  });
  await sql`select run_level('case_level', ${id}::uuid, '0')`.execute(testApp.db);
  await expect
    .poll(
      async () =>
        (await sql`select from case_alerts where case_id = ${id} and kine_id = ${kine.id}`.execute(testApp.db)).rows
          .length,
    )
    .toBe(1);
  await computeKinePulse(testApp.db);
  const { items } = await elena.api.pulse.kines({ segment: "silent" });
  expect(items.map((each) => each.id)).not.toContain(kine.id);
});

test(
  "a rejection that waits holds, also when the case is closed within its eight seconds",
  { timeout: 40_000 },
  async () => {
    const [kine, other, ana] = [await newKine(), await newKine(), await newPatient()];
    const { id: case_id } = await ana.api.cases.create({ title: "a", description: "Privado" });
    const { id: mine } = await kine.api.matches.apply({ case_id, message: "Hola odd 1" });
    const { id: rejected } = await other.api.matches.apply({ case_id, message: "Hola odd 2" });
    await ana.api.matches.accept({ id: mine });
    await ana.api.matches.reject({ id: rejected, can_undo: true });
    await ana.api.cases.close({ id: case_id });
    await new Promise((done) => setTimeout(done, 12_000));
    const [own] = (await other.api.matches.mine({})).items;
    expect([own!.status, (await other.api.cases.view({ id: case_id })).description]).toEqual(["rejected", null]);
  },
);

test("a study that is added and removed again and again leaves few notes for ever", { timeout: 60_000 }, async () => {
  const ana = await newPatient();
  const { id } = await ana.api.cases.create({ title: "a", description: "b" });
  const notes = async () => (await sql`select from deletions where kind = 'study'`.execute(testApp.db)).rows.length;
  const before = await notes();
  for (let n = 0; n < 30; n += 1) {
    await fetch(`${testApp.url}/files/case-studies/${id}?name=a.pdf`, {
      method: "PUT",
      body: new Uint8Array(Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")),
      headers: { authorization: `Bearer ${await ana.token()}` },
    });
    const read = await ana.api.cases.get({ id });
    await ana.api.cases.update({
      id,
      version: read.version,
      title: "a",
      description: "b",
      studies_access: "verified",
      removed_studies: read.studies.map((each) => each.name),
    });
  }
  expect((await notes()) - before).toBeLessThan(30);
});

test("a summary of odd letters is made", { timeout: 60_000 }, async () => {
  const [kine, ana] = [await newKine(), await newPatient()];
  for (const text of [
    "a".repeat(5000),
    "a ".repeat(2500),
    "\u0301".repeat(5000),
    "😀".repeat(2500),
    "ﷺ".repeat(5000),
    "\n".repeat(2500) + "a\n".repeat(1200),
    "漢".repeat(5000),
    "\u202e\u200b".repeat(2500),
  ]) {
    const made = await ana.api.cases
      .create({ title: "a", description: `a${text}`.slice(0, 5000) })
      .catch((e: { code?: string }) => e.code);
    if (typeof made !== "object") continue;
    const { id } = await kine.api.matches.apply({ case_id: made.id, message: `Hola ${++round}` });
    await ana.api.matches.accept({ id });
    expect(await outcome(ana.api.cases.summary({ id: made.id }))).toBe("ok");
    await ana.api.cases.close({ id: made.id });
  }
});

test(
  "an invitation to a specialist who was suspended for its 72 hours is not ignored by them",
  { timeout: 60_000 },
  async () => {
    const kine = await newKine();
    for (let n = 0; n < 9; n += 1) {
      const patient = await newPatient();
      await confirmAddresses(testApp.db, patient);
      const { id } = await patient.api.cases.create({ title: "a", description: "b" });
      await patient.api.cases.invite({ id, kine_id: kine.id });
      if (n < 4) await kine.api.matches.apply({ case_id: id, message: `Hola ${++round}` });
    }
    await elena.api.moderation.suspend({ id: kine.id, reason: "Lo miramos" });
    await testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update case_alerts set told_at = told_at - interval '8 days' where kine_id = ${kine.id}`.execute(tx);
      await sql`update matches set created_at = created_at - interval '8 days' where kine_id = ${kine.id}`.execute(tx);
    });
    await elena.api.moderation.restore({ id: kine.id, reason: "Fue un error" });
    const { rows } = await sql<{
      hours: number | null;
    }>`select reply_hours as hours from directory_facts(array[${kine.id}]::uuid[])`.execute(testApp.db);
    expect(rows[0]!.hours).toBeNull();
  },
);
