import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { computeKinePulse } from "../../app/domain/pulse/kine-pulse.server.ts";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let kine: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  kine = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

const PLACE = "Ushuaia";
const newPatient = () => testApp.signUp(like(cast.ana, `Sin Probar ${++round}`, { location_city: PLACE }));
const publish = async ({ api }: Person) => (await api.cases.create({ title: "Rodilla", description: "Me duele" })).id;

/** What admins read of the cases of the place. */
async function read(id: string) {
  const [{ items: zones }, { items: queues }, { items: quiet }] = await Promise.all([
    elena.api.operator.zones(),
    elena.api.operator.queues(),
    elena.api.operator.quietCases({}),
  ]);
  const zone = zones.find(({ name }) => name === PLACE);
  const { rows } = await sql<{ step: string }>`select step from flow_counts
    where place = (select place from case_places where case_id = ${id}) and day = (select day from case_places where case_id = ${id})
    group by step having sum(n) > 0 order by step`.execute(testApp.db);
  return {
    published: zone?.published ?? 0,
    waiting: zone?.waiting ?? 0,
    queue: queues.find(({ queue }) => queue === "cases")!.waiting,
    isQuiet: quiet.some((each) => each.id === id),
    steps: rows.map(({ step }) => step),
  };
}

test("a case of who proved no mailbox is in no figure of the admins, and in all of them from the proof on", async () => {
  const patient = await newPatient();
  const id = await publish(patient);
  const before = await read(id);
  expect(before).toMatchObject({ published: 0, waiting: 0, isQuiet: false, steps: [] });
  await sql`update cases set created_at = created_at - interval '49 hours' where id = ${id}`.execute(testApp.db);
  await runCaseLevels(testApp.app.services, id);
  const told = async () =>
    (await elena.api.notifications.list({})).items.filter(({ kind }) => kind === "cases_without_application").length;
  expect(await told()).toBe(0);
  await confirmAddresses(testApp.db, patient);
  const after = { published: 1, waiting: 1, queue: before.queue + 1, isQuiet: true, steps: ["published"] };
  expect(await read(id)).toEqual(after);
  await runCaseLevels(testApp.app.services, id);
  expect(await told()).toBe(1);
  await kine.api.matches.apply({ case_id: id });
  const steps = ["published", "first_application"];
  expect(await read(id)).toMatchObject({ ...after, waiting: 0, queue: before.queue, isQuiet: false, steps });
});

test("a specialist whom no proven patient has taken is not 'active'", async () => {
  const other = await testApp.approvedKine(like(cast.carla, "Kine Sin Probar", { license_number: "MN 46001" }));
  const segment = async () => {
    await computeKinePulse(testApp.db);
    const { rows } = await sql`select accepted_30 from kine_pulse where kine_id = ${other.id}`.execute(testApp.db);
    return rows;
  };
  const patient = await newPatient();
  const { id } = await other.api.matches.apply({ case_id: await publish(patient) });
  await patient.api.matches.accept({ id });
  expect(await segment()).toEqual([{ accepted_30: 0 }]);
  await confirmAddresses(testApp.db, patient);
  expect(await segment()).toEqual([{ accepted_30: 1 }]);
  // Who was taken was taken, also where the patient ends it.
  await patient.api.matches.end({ id });
  expect(await segment()).toEqual([{ accepted_30: 1 }]);
});

test("a consent that is given and withdrawn again and again leaves one note", async () => {
  const patient = await newPatient();
  const { version, sha256 } = await patient.api.consents.health();
  for (let n = 0; n < 3; n += 1) {
    await patient.api.consents.withdrawHealth();
    expect(await outcome(patient.api.consents.giveHealth({ version, sha256 }))).toBe("ok");
  }
  const notes = await sql`select from deletions where kind = 'withdrawal'`.execute(testApp.db);
  expect(notes.rows).toHaveLength(1);
});
