import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
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
beforeEach(async () => void (await testApp.db.deleteFrom("acts_at_once").execute()));

const newKine = () =>
  testApp.approvedKine(like(cast.carla, `Kine ${++round}`, { license_number: `MN ${3000 + round}` }));
const newPatient = () => testApp.signUp(like(cast.ana, `Paciente ${++round}`));
const hasBadge = async ({ id }: Person) => (await testApp.anonymous.profiles.publicProfile({ id })).license_checked;
/** An application of the specialist to a case of the patient. */
async function meet(patient: Person, kine: Person) {
  const { id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  return kine.api.matches.apply({ case_id: id });
}
const doubt = ({ api }: Person, { id }: Person) =>
  api.reports.create({ subject: "profile", id, reason: "false_licence" });

describe("what a stranger says about a licence", () => {
  test("acts at once from a confirmed patient to whom the specialist applied, and from a colleague with a checked licence", async () => {
    const [known, colleague, kine, other] = [await newPatient(), await newKine(), await newKine(), await newKine()];
    await confirmAddresses(testApp.db, known, colleague);
    await meet(known, kine);
    await doubt(known, kine);
    await doubt(colleague, other);
    expect(await Promise.all([kine, other].map(hasBadge))).toEqual([false, false]);
  });

  test("waits in the queue from anybody else: unconfirmed, without a relation, a colleague whose licence nobody checked", async () => {
    const [unconfirmed, unknown, unchecked, kine] = [
      await newPatient(),
      await newPatient(),
      await newKine(),
      await newKine(),
    ];
    await confirmAddresses(testApp.db, unknown, unchecked);
    await meet(unconfirmed, kine);
    for (const { id } of await unchecked.api.licences.mine().then(({ items }) => items))
      await elena.api.licences.doubt({ id, reason: "No figura" });
    for (const reporter of [unconfirmed, unknown, unchecked]) await doubt(reporter, kine);
    expect(await hasBadge(kine)).toBe(true);
    const { items } = await elena.api.reports.list({ state: "open" });
    expect(items.filter(({ subject_id }) => subject_id === kine.id).map(({ acted_at }) => acted_at)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("takes two badges a day of a person, also all at once, and a few of the whole site", async () => {
    const patient = await newPatient();
    await confirmAddresses(testApp.db, patient);
    const kines = [await newKine(), await newKine(), await newKine(), await newKine()];
    for (const kine of kines) await meet(patient, kine);
    await Promise.all(kines.map((kine) => doubt(patient, kine)));
    expect((await Promise.all(kines.map(hasBadge))).toSorted()).toEqual([false, false, true, true]);
    await testApp.db.deleteFrom("acts_at_once").execute();
    await sql`insert into acts_at_once (kind) select 'licence_doubted' from generate_series(1, 20)`.execute(testApp.db);
    const [other, kine] = [await newPatient(), await newKine()];
    await confirmAddresses(testApp.db, other);
    await meet(other, kine);
    await doubt(other, kine);
    expect(await hasBadge(kine)).toBe(true);
    await sql`update acts_at_once set at = now() - interval '25 hours'`.execute(testApp.db);
    const next = await newKine();
    await meet(other, next);
    await doubt(other, next);
    expect(await hasBadge(next)).toBe(false);
  });

  test("is given back when an admin rejects it, as it was; not when they uphold it or have decided about the licence", async () => {
    const patient = await newPatient();
    await confirmAddresses(testApp.db, patient);
    for (const [isUpheld, act, badge] of [
      [false, null, true],
      [true, null, false],
      [false, elena.api.licences.deactivate, false],
      [false, elena.api.licences.doubt, false],
    ] as const) {
      await testApp.db.deleteFrom("acts_at_once").execute();
      const kine = await newKine();
      const { id: declared } = await kine.api.licences.add({ kind: "MP", jurisdiction: "06", number: String(round) });
      const checkedOn = (await kine.api.licences.mine()).items[0]!.checked_on;
      await meet(patient, kine);
      const { id } = await doubt(patient, kine);
      expect(await hasBadge(kine)).toBe(false);
      const [first] = (await kine.api.licences.mine()).items;
      if (act) await act({ id: first!.id, reason: "Lo vimos" });
      await elena.api.reports.decide({ id, decision: "Lo vimos", is_upheld: isUpheld });
      expect(await hasBadge(kine)).toBe(badge);
      const { items } = await kine.api.licences.mine();
      if (badge) expect(items[0]).toMatchObject({ standing: "fresh", checked_on: checkedOn });
      expect(items.find((licence) => licence.id === declared)?.standing).toBe(isUpheld ? "doubtful" : "declared");
    }
  });

  test("is not given back to a name that nobody checked, changed by review or in another role, nor beside another's check of the number", async () => {
    const patient = await newPatient();
    await confirmAddresses(testApp.db, patient);
    const renamed = { name: "Dra. Que Nadie Miró" };
    const BETWEEN: Record<string, (kine: Person) => Promise<unknown>> = {
      "renamed by review": async (kine) => {
        await kine.api.profiles.update(renamed);
        const { items } = await elena.api.profileChanges.list({});
        await elena.api.profileChanges.approve({ id: items.find(({ kine_id }) => kine_id === kine.id)!.id });
      },
      "renamed by review, with another licence checked": async (kine) => {
        const { id } = await kine.api.licences.add({ kind: "MP", jurisdiction: "14", number: String(round) });
        await elena.api.licences.verify({ id, method: "register" });
        await BETWEEN["renamed by review"]!(kine);
      },
      "renamed as a patient": async (kine) => {
        await elena.api.accounts.assignRole({ user_id: kine.id, role: "patient" });
        await kine.api.profiles.update(renamed);
        await elena.api.accounts.assignRole({ user_id: kine.id, role: "kine" });
      },
      "checked for another": async (kine) => {
        const number = (await kine.api.licences.mine()).items[0]!.number;
        const other = await testApp.approvedKine(
          like(cast.carla, `Otra ${++round}`, { license_number: `MN ${86_000 + round}` }),
        );
        const { id } = await other.api.licences.add({ kind: "MN", jurisdiction: "02", number });
        await elena.api.licences.verify({ id, method: "register" });
      },
    };
    for (const [name, happens] of Object.entries(BETWEEN)) {
      await testApp.db.deleteFrom("acts_at_once").execute();
      const kine = await testApp.approvedKine(
        like(cast.carla, `Antes ${++round}`, { license_number: `MN ${87_000 + round}` }),
      );
      await meet(patient, kine);
      const { id } = await doubt(patient, kine);
      await happens(kine);
      await elena.api.reports.decide({ id, decision: "No es cierto", is_upheld: false });
      expect([name, await hasBadge(kine)]).toEqual([name, false]);
    }
  });

  test("is not given back by the rejection of another report, once one was upheld or while one waits", async () => {
    for (const isUpheld of [true, false]) {
      await testApp.db.deleteFrom("acts_at_once").execute();
      const kine = await newKine();
      const [first, second] = [await newPatient(), await newPatient()];
      await confirmAddresses(testApp.db, first, second);
      for (const patient of [first, second]) await meet(patient, kine);
      const { id } = await doubt(first, kine);
      if (isUpheld) await elena.api.reports.decide({ id, decision: "Es falsa", is_upheld: true });
      await kine.api.licences.add({ kind: "MP", jurisdiction: "14", number: String(round) });
      const later = await doubt(second, kine);
      await elena.api.reports.decide({ id: later.id, decision: "No dice nada", is_upheld: false });
      expect(await hasBadge(kine)).toBe(false);
      if (isUpheld) continue;
      await elena.api.reports.decide({ id, decision: "No es cierto", is_upheld: false });
      expect(await hasBadge(kine)).toBe(true);
    }
  });

  test("is settled by an upheld report that waited behind another one, and one that is upheld later takes the check", async () => {
    for (const upheldFirst of [true, false]) {
      await testApp.db.deleteFrom("acts_at_once").execute();
      const kine = await newKine();
      const [friend, honest] = [await newPatient(), await newPatient()];
      await confirmAddresses(testApp.db, friend, honest);
      for (const patient of [friend, honest]) await meet(patient, kine);
      const acted = await doubt(friend, kine);
      const waiting = await doubt(honest, kine);
      const uphold = () => elena.api.reports.decide({ id: waiting.id, decision: "Es falsa", is_upheld: true });
      const reject = () => elena.api.reports.decide({ id: acted.id, decision: "No dice nada", is_upheld: false });
      for (const decide of upheldFirst ? [uphold, reject] : [reject, uphold]) await decide();
      expect(await hasBadge(kine)).toBe(false);
    }
  });

  test("stays a matter of its own where the program reports something else", async () => {
    const kine = await newKine();
    const patient = await newPatient();
    await confirmAddresses(testApp.db, patient);
    await meet(patient, kine);
    await sql`insert into reports (profile_id, reason, details) values (${kine.id}, 'other', 'Tres textos con datos de contacto en un día.')`.execute(
      testApp.db,
    );
    await testApp.db.deleteFrom("acts_at_once").execute();
    await doubt(patient, kine);
    await patient.api.accounts.delete();
    const open = (await elena.api.reports.list({ state: "open" })).items.filter(
      ({ subject_id }) => subject_id === kine.id,
    );
    expect(open.map(({ reason }) => reason).toSorted()).toEqual(["false_licence", "other"]);
    const other = open.find(({ reason }) => reason === "other")!;
    await elena.api.reports.decide({ id: other.id, decision: "Es el consultorio", is_upheld: false });
    expect(await hasBadge(kine)).toBe(false);
  });
});

describe("what an admin said no to", () => {
  test("waits for an admin for 90 days, from whichever mailbox it comes, also when the reporter deletes the account", async () => {
    const kine = await newKine();
    const member = like(cast.ana, `Paciente ${++round}`);
    const waits = async (patient: Person) => {
      await testApp.db.deleteFrom("acts_at_once").execute();
      await confirmAddresses(testApp.db, patient);
      await meet(patient, kine);
      const { id } = await doubt(patient, kine);
      return { id, badge: await hasBadge(kine) };
    };
    const first = await testApp.signUp(member);
    const { id, badge } = await waits(first);
    expect(badge).toBe(false);
    await elena.api.reports.decide({ id, decision: "Figura en el registro", is_upheld: false });
    await first.api.accounts.delete();
    expect((await waits(await testApp.signUp(member))).badge).toBe(true);
    expect((await waits(await newPatient())).badge).toBe(true);
    await testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update reports set decided_at = decided_at - interval '91 days' where id = ${id}`.execute(tx);
    });
    expect((await waits(await newPatient())).badge).toBe(false);
  });
});

describe("a patient's no about a coverage", () => {
  test("hides nothing when it comes from strangers: the dispute waits for an admin, and the specialist is told nothing", async () => {
    const kine = await newKine();
    const osde = (await testApp.db.selectFrom("coverages").select("id").where("short", "=", "OSDE").executeTakeFirst())!
      .id;
    await kine.api.coverages.replace({
      coverages: [{ coverage_id: osde, how: "direct", plans: null, extra: 0 }],
      refund_invoice: false,
    });
    const patients = [await newPatient(), await newPatient(), await newPatient(), await newPatient()];
    // Confirmed ones deny seconds after the acceptance.
    await confirmAddresses(testApp.db, ...patients.slice(2));
    for (const { api } of patients) {
      const { id } = await api.cases.create({
        title: "Hombro",
        description: "Duele",
        coverage: { id: osde, plan: null },
      });
      await api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
      await api.cases.close({ id });
      await api.coverages.answer({ case_id: id, kine_id: kine.id, answer: "no" });
    }
    const [dispute] = (await elena.api.coverages.disputes()).items;
    // Of the two who are unconfirmed nothing is counted.
    expect(dispute).toMatchObject({ kine_id: kine.id, denials: 2, hidden_at: null });
    expect((await testApp.anonymous.profiles.publicProfile({ id: kine.id })).coverages).toHaveLength(1);
    // Stating it again changes nothing either.
    await kine.api.coverages.confirm();
    expect((await kine.api.coverages.mine()).coverages[0]?.disputed_at).toBeNull();
    const told = testApp.db.selectFrom("outgoing_messages").select("id").where("kind", "=", "coverage_disputed");
    expect(await told.where("user_id", "=", kine.id).execute()).toEqual([]);
    expect(await outcome(elena.api.coverages.decide({ id: dispute!.id, decision: "removed" }))).toBe("ok");
    expect((await kine.api.coverages.mine()).coverages).toEqual([]);
  });
});
