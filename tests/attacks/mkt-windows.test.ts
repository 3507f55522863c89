import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { sendDigest } from "../../app/domain/notifications/digest.server.ts";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, type Person } from "../support/people.ts";
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

const newPatient = () => testApp.signUp(like(cast.ana, `Ventana ${++round}`));
const publish = async ({ api }: Person, more = {}) =>
  (await api.cases.create({ title: "Rodilla", description: "Me duele", ...more })).id;

/** A specialist of a place without quiet hours, whose alerts of the day are used up: every case goes into the digest. */
async function kineOf(place: string): Promise<{ kine: Person; address: string }> {
  const member = like(cast.carla, `Kine Ventana ${++round}`, {
    license_number: `MN ${61_000 + round}`,
    location_city: place,
  });
  const kine = await testApp.approvedKine(member);
  await confirmAddresses(testApp.db, kine);
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) values (${kine.id}, '00:00', '00:00')`.execute(
    testApp.db,
  );
  await sql`insert into kine_alert_days (kine_id, day, at_once)
    values (${kine.id}, (now() at time zone 'America/Argentina/Buenos_Aires')::date, 1000)`.execute(testApp.db);
  return { kine, address: member.email };
}

/** Publishes in a place and tells the specialists near it. */
async function tell(patient: Person, place: string): Promise<string> {
  const id = await publish(patient, { location_city: place });
  await runCaseLevels(testApp.app.services, id);
  return id;
}

async function digestOf({ kine, address }: { kine: Person; address: string }): Promise<string> {
  await sendDigest(testApp.app.services, kine.id);
  const sent = async () => (await messagesTo(join(testApp.dataDir, "outbox"), address)).at(-1);
  await expect.poll(async () => (await sent())?.subject, { timeout: 20_000 }).toContain("resumen");
  return (await sent())!.text;
}

test("cases of accounts that nobody proved push no other line out of a digest", { timeout: 120_000 }, async () => {
  const of = await kineOf("Ushuaia");
  for (let n = 0; n < 4; n += 1) {
    const stranger = await newPatient();
    for (let m = 0; m < 6; m += 1) await tell(stranger, "Ushuaia");
  }
  const patient = await newPatient();
  await confirmAddresses(testApp.db, patient);
  const id = await tell(patient, "Ushuaia");
  expect(await digestOf(of)).toContain(id);
});

test("many cases of two mailboxes push no other patient's out of a digest", { timeout: 120_000 }, async () => {
  const of = await kineOf("Rosario");
  for (let n = 0; n < 2; n += 1) {
    const stranger = await newPatient();
    await confirmAddresses(testApp.db, stranger);
    for (let m = 0; m < 12; m += 1) await tell(stranger, "Rosario");
  }
  const patient = await newPatient();
  await confirmAddresses(testApp.db, patient);
  const id = await tell(patient, "Rosario");
  expect(await digestOf(of)).toContain(id);
});

test("words of accounts that nobody proved are not among those that admins decide about", async () => {
  const stranger = await newPatient();
  await publish(stranger, { location_city: "Villa Zqinsulto", injury_area: "Zqgrosería" });
  const keys = async () => (await elena.api.vocabulary.queue()).items.map(({ key }) => key);
  expect((await keys()).filter((key) => key.includes("zq"))).toEqual([]);
  await confirmAddresses(testApp.db, stranger);
  expect((await keys()).filter((key) => key.includes("zq"))).toHaveLength(2);
});

test("cases of accounts that nobody proved are in no figure of 'Estado', and no acceptance of theirs in the list of specialists", async () => {
  const { kine } = await kineOf("Salta");
  const figures = async () => {
    const { cases } = await elena.api.status.read();
    const { items } = await elena.api.profiles.kines({ search: `Kine Ventana ${round}` });
    return [
      cases.reduce((sum, day) => sum + day.published, 0),
      cases.reduce((sum, day) => sum + day.filled, 0),
      items[0]?.recent_accepted,
    ];
  };
  const before = await figures();
  const stranger = await testApp.signUp(like(cast.ana, "Sin Figura"));
  const { id } = await kine.api.matches.apply({ case_id: await publish(stranger), message: "Hola ventana" });
  await stranger.api.matches.accept({ id });
  expect(await figures()).toEqual(before);
});

test(
  "'Espera habitual' is not lost behind the cases of accounts that nobody proved",
  { timeout: 120_000 },
  async () => {
    const { kine } = await kineOf("Formosa");
    for (let n = 0; n < 5; n += 1) {
      const patient = await newPatient();
      await confirmAddresses(testApp.db, patient);
      await kine.api.matches.apply({ case_id: await publish(patient), message: `Hola espera ${n}` });
    }
    const observer = await newPatient();
    const id = await publish(observer);
    const usual = async () => (await observer.api.cases.outlook({ id })).first_application_minutes;
    const before = await usual();
    expect(before).not.toBeNull();
    // As many as 167 accounts may publish without a mailbox.
    const stranger = await newPatient();
    await sql`insert into cases (patient_id, title, description) select ${stranger.id}, 'Rodilla', 'Me duele' from generate_series(1, 1000)`.execute(
      testApp.db,
    );
    expect(await usual()).toBe(before);
  },
);

test("a request names the account with its phone, whatever accounts come after it", { timeout: 120_000 }, async () => {
  const member = (name: string, phone: string, n: number) =>
    like(cast.carla, name, { license_number: `MN ${62_000 + n}`, phone });
  const known = await testApp.approvedKine(member("Sancionada Ruiz", "+54 11 4321-7890", 0));
  await elena.api.moderation.suspend({ id: known.id, reason: "Cobra por fuera" });
  const back = await testApp.signUp(member("Vuelve Ruiz", "011 15 4321 7890", 1));
  const named = async () => {
    const { items } = await elena.api.kineApplications.list({});
    const { people } = items.find(({ profile_id }) => profile_id === back.id)!.alike;
    return people.filter(({ fact }) => fact === "phone").map(({ id }) => id);
  };
  expect(await named()).toEqual([known.id]);
  for (let n = 0; n < 6; n += 1)
    await testApp.signUp(like(cast.ana, `Mismo Teléfono ${n}`, { phone: "+54 11 4321-7890" }));
  expect((await named())[0]).toBe(known.id);
  for (let n = 0; n < 40; n += 1)
    await testApp.signUp(like(cast.ana, `Otro Teléfono ${n}`, { phone: `+54 11 ${40 + n}21-7890` }));
  expect((await named())[0]).toBe(known.id);
});
