import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { profilesOfFile } from "../../app/domain/profiles/listed-profiles.server.ts";
import { bestRated } from "../../app/domain/profiles/best-rated.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
/** Another patient, who looks. */
let looker: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(cast.ana);
  looker = await testApp.signUp(like(cast.ana, "Otra Paciente"));
});
afterAll(() => testApp?.close());

const assign = ({ id }: Person, role: "patient" | "kine" | "admin") =>
  elena.api.accounts.assignRole({ user_id: id, role });

/** Everywhere that shows a specialist to others: what it shows of this one. */
async function shownOf({ id }: Person) {
  const { rows } = await sql<{ listed: boolean }>`
    select coalesce((select listed from directory where kine_id = ${id}), false) as listed`.execute(testApp.db);
  const inList = (await looker.api.profiles.specialists({})).items.find((each) => each.id === id);
  const { id: caseId } = await looker.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const [outlook, reach] = [
    await looker.api.cases.outlook({ id: caseId }),
    await looker.api.cases.reach({ id: caseId }),
  ];
  const covered = await looker.api.coverages.kines({ coverage_id: 1 });
  return {
    page: await outcome(testApp.anonymous.profiles.publicProfile({ id })),
    toPatient: await outcome(looker.api.profiles.publicProfile({ id })),
    isInList: inList !== undefined,
    phone: inList?.phone ?? null,
    isInCoverage: covered.items.some((each) => each.id === id),
    isInDirectory: rows[0]!.listed,
    isBestRated: (await bestRated(testApp.db)).some((each) => each.id === id),
    isInOutlook: outlook.specialists.some((each) => each.id === id),
    mayBeInvited: reach.specialists.some((each) => each.id === id),
    isInSitemap: (await profilesOfFile(testApp.db, 1)).some((each) => each.id === id),
  };
}
const HIDDEN = {
  page: "NOT_FOUND",
  toPatient: "NOT_FOUND",
  isInList: false,
  phone: null,
  isInCoverage: false,
  isInDirectory: false,
  isBestRated: false,
  isInOutlook: false,
  mayBeInvited: false,
  isInSitemap: false,
};

test("a patient whom an admin makes a specialist is asked before anything of theirs is public: not even a checked licence lists them", async () => {
  const person = await testApp.signUp(like(cast.bruno, "Bruno Cambia", { phone: "+54 11 4444-0001" }));
  const other = await testApp.signUp(like(cast.bruno, "Bruno Calla"));
  await assign(person, "kine");
  await assign(other, "kine");
  expect(await person.api.accounts.me()).toMatchObject({ role: "kine", publish_due: true });
  await person.api.profiles.update({ name: "Bruno Cambia", license_number: "MN 7100" });
  await person.api.coverages.replace({
    coverages: [{ coverage_id: 1, how: "direct", plans: null, extra: 0 }],
    refund_invoice: true,
  });
  const { items } = await elena.api.profileChanges.list();
  await elena.api.profileChanges.approve({
    id: items.find(({ kine_id }) => kine_id === person.id)!.id,
    is_checked: true,
  });
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await ana.api.matches.accept({ id: (await person.api.matches.apply({ case_id })).id });
  await ana.api.cases.close({ id: case_id });
  await confirmAddresses(testApp.db, ana);
  await ana.api.reviews.create({ case_id, kine_id: person.id, stars: 5 });
  await ageRelations(testApp.db, person);
  expect(await shownOf(person)).toEqual(HIDDEN);
  // Nobody says it for them, and it is said once.
  expect(await outcome(ana.api.profiles.publish({ phone_listed: true }))).toBe("NOT_ALLOWED");
  expect(await shownOf(person)).toEqual(HIDDEN);
  await person.api.profiles.publish({ phone_listed: false });
  expect(await person.api.accounts.me()).toMatchObject({ publish_due: false });
  expect(await other.api.accounts.me()).toMatchObject({ publish_due: true });
  expect(await shownOf(person)).toMatchObject({
    page: "ok",
    toPatient: "ok",
    isInList: true,
    phone: null,
    isInCoverage: true,
    isInDirectory: true,
    isBestRated: true,
    isInOutlook: true,
    mayBeInvited: true,
    isInSitemap: true,
  });
  await person.api.profiles.update({ name: "Bruno Cambia", phone_listed: true });
  await person.api.profiles.publish({ phone_listed: false });
  expect((await shownOf(person)).phone).toBe("+54 11 4444-0001");
  // A role that is taken and given again asks again.
  await assign(person, "patient");
  await assign(person, "kine");
  expect(await shownOf(person)).toEqual(HIDDEN);
});

test("who is not public yet and applied to a case may be reported by its patient, and by nobody else", async () => {
  const person = await testApp.signUp(like(cast.bruno, "Bruno Se Postula"));
  await assign(person, "kine");
  const { id: licence } = await person.api.licences.add({ kind: "MN", jurisdiction: "02", number: "7200" });
  await elena.api.licences.verify({ id: licence });
  const { id: case_id } = await looker.api.cases.create({ title: "Codo", description: "Me duele" });
  const report = { subject: "profile", id: person.id, reason: "false_licence" } as const;
  expect(await outcome(looker.api.reports.create(report))).toBe("NOT_FOUND");
  await person.api.matches.apply({ case_id });
  expect(await outcome(looker.api.reports.create(report))).toBe("ok");
  expect(await outcome(ana.api.reports.create(report))).toBe("NOT_FOUND");
});

test("the patient of a case reads the profile of an applicant who is not public yet, while that application lasts, and nobody else does", async () => {
  const person = await testApp.signUp(like(cast.bruno, "Bruno Conocido", { phone: "+54 11 4444-0002" }));
  await assign(person, "kine");
  const { id: licence } = await person.api.licences.add({ kind: "MN", jurisdiction: "02", number: "7300" });
  await elena.api.licences.verify({ id: licence });
  const read = ({ api }: Pick<Person, "api">) => api.profiles.publicProfile({ id: person.id });
  const others = async () =>
    Promise.all([outcome(read(ana)), outcome(read(elena)), outcome(read({ api: testApp.anonymous }))]);
  const hidden = ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"];
  const apply = async () => {
    const { id: case_id } = await looker.api.cases.create({ title: "Tobillo", description: "Me duele" });
    return person.api.matches.apply({ case_id });
  };
  expect([await outcome(read(looker)), ...(await others())]).toEqual(["NOT_FOUND", ...hidden]);
  const refused = await apply();
  expect(await read(looker)).toMatchObject({ name: "Bruno Conocido", license_checked: true, phone: null });
  expect(await others()).toEqual(hidden);
  await looker.api.matches.reject({ id: refused.id });
  expect(await outcome(read(looker))).toBe("NOT_FOUND");
  const accepted = await apply();
  await looker.api.matches.accept({ id: accepted.id });
  expect((await read(looker)).phone).toBe("+54 11 4444-0002");
  expect(await others()).toEqual(hidden);
  await person.api.conversations.block({ id: accepted.id });
  expect(await outcome(read(looker))).toBe("NOT_FOUND");
});

test("a specialist by their own request is not asked again when the role is given back", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Carla Vuelve", { license_number: "MN 7101" }));
  await assign(kine, "patient");
  await assign(kine, "kine");
  expect(await kine.api.accounts.me()).toMatchObject({ publish_due: false });
  expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: kine.id }))).toBe("ok");
});

test("what a role opened ends with it: the cases of who is no patient any more are offered to nobody, and the role brings them back", async () => {
  const owner = await testApp.signUp(like(cast.ana, "Dueña Cambia"));
  const kine = await testApp.approvedKine(like(cast.carla, "Carla Lee", { license_number: "MN 7401" }));
  const other = await testApp.approvedKine(like(cast.carla, "Carla Mira", { license_number: "MN 7402" }));
  const publish = async () => (await owner.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
  const [applied, accepted] = [await publish(), await publish()];
  await kine.api.matches.apply({ case_id: applied });
  const match = await kine.api.matches.apply({ case_id: accepted });
  await owner.api.matches.accept({ id: match.id });
  const seen = async () => ({
    offered: (await other.api.cases.available({})).items.filter(({ id }) => [applied, accepted].includes(id)).length,
    opened: await outcome(other.api.cases.view({ id: applied })),
    applies: await outcome(other.api.matches.apply({ case_id: applied })),
    mine: (await kine.api.matches.mine({})).items
      .filter(({ case_id }) => [applied, accepted].includes(case_id))
      .map(({ access, patient_phone }) => [access, patient_phone]),
    writes: await outcome(kine.api.conversations.send({ id: match.id, body: "Hola" })),
  });
  await assign(owner, "kine");
  expect(await seen()).toEqual({
    offered: 0,
    opened: "CASE_NOT_FOUND",
    applies: "CASE_NOT_FOUND",
    mine: [
      ["ended", null],
      ["ended", null],
    ],
    writes: "CONVERSATION_CLOSED",
  });
  await assign(owner, "patient");
  expect(await seen()).toMatchObject({
    offered: 2,
    opened: "ok",
    applies: "ok",
    mine: [
      ["accepted", cast.ana.metadata.phone],
      ["applied", null],
    ],
    writes: "ok",
  });
});

test("contact with who is no specialist any more ends with the role, and comes back with it", async () => {
  const owner = await testApp.signUp(like(cast.ana, "Dueña Atendida"));
  const kine = await testApp.approvedKine(like(cast.carla, "Carla Deja", { license_number: "MN 7403" }));
  const { id } = await owner.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await owner.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  const attending = async () => (await owner.api.cases.mine({})).items[0]!.attending.map(({ email }) => email);
  const applicant = async () => (await owner.api.cases.get({ id })).applications.map(({ email }) => email);
  await assign(kine, "patient");
  expect([await attending(), await applicant()]).toEqual([[], [null]]);
  await assign(kine, "kine");
  expect([await attending(), await applicant()]).toEqual([["carla.deja@example.com"], ["carla.deja@example.com"]]);
});

test("who is no patient any more withdraws the consent that they gave as one", async () => {
  const owner = await testApp.signUp(like(cast.ana, "Dueña Retira"));
  const { id } = await owner.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await assign(owner, "kine");
  expect((await owner.api.consents.health()).given_at).not.toBeNull();
  await owner.api.consents.withdrawHealth();
  expect(await testApp.db.selectFrom("cases").select("id").where("id", "=", id).execute()).toEqual([]);
});
