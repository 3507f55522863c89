import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { CITY, JURISDICTION_NAMES } from "../../app/domain/places/jurisdictions.ts";
import { LicenseNumber } from "../../app/domain/profiles/profile-input.ts";
import { newKine } from "../support/new-kine.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let number = 50_000;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const member = (license_number: string) =>
  like(cast.carla, `Kine ${license_number} ${Math.random()}`, { license_number });
/** A sign-up whose address is confirmed, so that it reserves its licence. */
async function confirmed(license_number: string): Promise<Person> {
  const person = await testApp.signUp(member(license_number));
  await confirmAddresses(testApp.db, person);
  return person;
}
/** "ok", or the code of the refusal of the account service. */
const signingUp = (license_number: string) =>
  testApp.signUp(member(license_number)).then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );
const free = (license_number: string) => testApp.anonymous.accounts.licenseAvailable({ license_number });

const TAKEN = "license_taken";
const ASKED = "license_place_needed";
/** Who reserved a number, who comes, and what becomes of them; # is the number. */
const PAIRS = [
  ["MN #", "Mat. Nac. 0#", TAKEN],
  ["MN #", "M\u200BN Nº #", TAKEN],
  ["MN #", "МN #", TAKEN],
  ["MN #", "# CABA", TAKEN],
  ["MN #", "MP #", "ok"],
  ["MN #", "MP #, Córdoba", "ok"],
  ["MN #", "#", ASKED],
  ["MP #", "Mat. Prov. 0#", ASKED],
  ["MP #", "MP #, Córdoba", "ok"],
  ["MP #", "MN #", "ok"],
  ["MP #", "#", ASKED],
  ["MP #, Salta", "MP #", ASKED],
  ["MP #, Salta", "# de la provincia de Salta", TAKEN],
  ["MP #, Salta", "MP #, Córdoba", "ok"],
  ["MP #, Salta", "# CABA", "ok"],
  ["#", "MN #", TAKEN],
  ["#", "MP #", ASKED],
  ["#", "0#", ASKED],
  ["#", "MP #, Córdoba", "ok"],
] as const;

test.each(PAIRS)("after %s, %s is answered by its value", async (first, second, expected) => {
  const of = (text: string) => text.replace("#", String(number));
  number++;
  await confirmed(of(first));
  expect(await free(of(second))).toEqual({
    available: expected === "ok",
    ...(expected === ASKED && { place_needed: true }),
  });
  expect(await signingUp(of(second))).toBe(expected);
});

test("a text that is not read is shown beside who has its number, and takes no badge beside theirs, suspended or gone", async () => {
  const [held, left] = ["64501", "64502"];
  const holder = await testApp.approvedKine(member(`MN ${held}`));
  const gone = await testApp.approvedKine(member(`MN ${left}`));
  await (await confirmed("MN 64504")).api.reports.create({ subject: "profile", id: gone.id, reason: "misconduct" });
  await gone.api.accounts.delete({ password: cast.carla.password });
  await elena.api.moderation.suspend({ id: holder.id, reason: "No cumple" });
  const forms = [
    "МН #",
    "MNK #",
    "Lic. MN #",
    "MN # bis",
    "MN #A",
    "MN #-A (2)",
    "MN 645O1",
    "MN 64 501 T1",
    "MN 64·501 b2",
    "Kinesiologo64501",
    "MN-KINES64501",
    "MN №64501kine",
    "MN 64k501",
  ];
  const people = [];
  for (const form of forms) people.push(await confirmed(form.replace("#", held)));
  const again = await confirmed(`Lic. MN ${left}`);
  const { items } = await elena.api.kineApplications.list();
  const shownOf = ({ id }: Person) => items.find(({ profile_id }) => profile_id === id)!;
  for (const [at, person] of people.entries()) {
    const { id, same_licence } = shownOf(person);
    expect([forms[at], same_licence.map((other) => other.id)]).toEqual([
      forms[at],
      expect.arrayContaining([holder.id]),
    ]);
    const approving = outcome(elena.api.kineApplications.approve({ id, is_checked: true }));
    expect([forms[at], await approving]).toEqual([forms[at], "LICENSE_UNREAD"]);
  }
  expect(shownOf(again).departures).toMatchObject([{ same: expect.arrayContaining(["licence"]) }]);

  const beside = await testApp.approvedKine(member("MN 64503"));
  const { id } = await beside.api.licences.add({ kind: "MN", jurisdiction: CITY, number: `${held}A` });
  expect(await outcome(elena.api.licences.verify({ id, method: "register" }))).toBe("LICENSE_UNREAD");
});

test("a change that leaves the province out is checked for none that the admin did not read", async () => {
  const licencesOf = async (kine: Person) =>
    (await testApp.anonymous.profiles.publicProfile({ id: kine.id })).licences.map(({ jurisdiction }) => jurisdiction);
  const change = async (kine: Person, license_number: string) => {
    await kine.api.profiles.update({ name: "Kine", license_number });
    const { items } = await elena.api.profileChanges.list({});
    const { id } = items.find(({ kine_id }) => kine_id === kine.id)!;
    await elena.api.profileChanges.approve({ id, is_checked: true });
  };
  const salta = await testApp.approvedKine(member("MP 64601, Salta"));
  await salta.api.licences.add({ kind: "MP", jurisdiction: "14", number: "64601" });
  await change(salta, "MP 64601");
  expect(await licencesOf(salta)).toEqual(["66"]);

  const other = await testApp.approvedKine(member("MN 64602"));
  await other.api.licences.add({ kind: "MP", jurisdiction: "14", number: "64603" });
  await other.api.profiles.update({ name: "Kine", location_city: "Rosario" });
  await change(other, "MP 64603");
  expect(await licencesOf(other)).toEqual([null]);
});

test("two of one number in two provinces are both approved, by an admin or made by one, and neither takes the other's", async () => {
  const here = await testApp.approvedKine(member("MP 61000"));
  expect(await outcome(elena.api.accounts.createKine(newKine({ license_number: "MP 61000" })))).toBe(
    "LICENSE_PLACE_NEEDED",
  );
  expect(await outcome(elena.api.accounts.createKine(newKine({ license_number: "MP 61000, Córdoba" })))).toBe("ok");
  const there = await testApp.approvedKine(member("MP 61000, Salta"));
  const change = (license_number: string) => outcome(here.api.profiles.update({ name: "Kine", license_number }));
  expect(await change("MP 61000, Salta")).toBe("LICENSE_TAKEN");
  const [first] = (await there.api.licences.mine()).items;
  expect(first).toMatchObject({ kind: "MP", jurisdiction: "66", number: "61000", standing: "fresh" });
  expect((await there.api.profiles.mine()).license_number).toBe("MP 61000, Salta");
});

test("a licence that becomes the profile's names its province where another specialist has the number without one", async () => {
  await testApp.approvedKine(member("MP 61500"));
  const person = await testApp.signUp(like(cast.bruno, "Bruno de Córdoba"));
  await elena.api.accounts.assignRole({ user_id: person.id, role: "kine" });
  const { id } = await person.api.licences.add({ kind: "MP", jurisdiction: "14", number: "61500" });
  expect(await outcome(elena.api.licences.verify({ id }))).toBe("ok");
  expect((await person.api.profiles.mine()).license_number).toBe("MP 61500, Córdoba");
});

test("a sign-up reserves its licence from the confirmed address on: until then it keeps nobody out, and of confirmations at once one wins", async () => {
  const forms = ["MN 62000", "mn062000", "Mat. Nac. 62.000", "ＭＮ 62000"];
  const people = await Promise.all(forms.map((text) => testApp.signUp(member(text))));
  expect(await free("MN 62000")).toEqual({ available: true });
  await Promise.all(people.map((person) => confirmAddresses(testApp.db, person)));
  expect(await free("MN 62000")).toEqual({ available: false });
  expect(await signingUp("МN 62000")).toBe(TAKEN);
  const own = await Promise.all(people.map(({ api }) => api.profiles.mine()));
  expect(own.map(({ license_number }) => license_number)).toEqual(Array(4).fill("MN 62000"));
  expect(own.filter(({ licence_conflict }) => licence_conflict !== null)).toHaveLength(3);
  // The admin sees each beside the others.
  const { items } = await elena.api.kineApplications.list();
  const shown = items.find(({ profile_id }) => profile_id === people[0]!.id)!;
  expect(shown.same_licence.map(({ id }) => id).toSorted()).toEqual(
    people
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(shown.same_licence[0]).toMatchObject({ is_confirmed: true, license_number: "MN 62000" });
  const loser = people[own.findIndex(({ licence_conflict }) => licence_conflict)]!;
  const ofLoser = items.find(({ profile_id }) => profile_id === loser.id)!;
  expect(await outcome(elena.api.kineApplications.approve({ id: ofLoser.id, is_checked: true }))).toBe("LICENSE_TAKEN");
  // Another number is theirs at once, and the first one stays with its holder.
  expect(await outcome(loser.api.kineApplications.changeLicence({ license_number: "MN 62000" }))).toBe("LICENSE_TAKEN");
  await loser.api.kineApplications.changeLicence({ license_number: "MN 62999" });
  expect(await loser.api.profiles.mine()).toMatchObject({ license_number: "MN 62999", licence_conflict: null });
  expect(await free("MN 62999")).toEqual({ available: false });
});

test("an admin who approves an unconfirmed request reserves its licence, and one who rejects the holder frees it for the other", async () => {
  const unproven = await testApp.signUp(member("MN 62100"));
  const request = async ({ id }: Person) =>
    (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!.id;
  await elena.api.kineApplications.approve({ id: await request(unproven), is_checked: true });
  expect(await signingUp("MN 62100")).toBe(TAKEN);
  expect((await unproven.api.licences.mine()).items).toMatchObject([{ number: "62100", standing: "fresh" }]);
  const [squatter, owner] = [await testApp.signUp(member("MN 62200")), await testApp.signUp(member("MN 62200"))];
  await confirmAddresses(testApp.db, squatter);
  await confirmAddresses(testApp.db, owner);
  await elena.api.kineApplications.reject({ id: await request(squatter) });
  await elena.api.kineApplications.approve({ id: await request(owner), is_checked: true });
  expect(await owner.api.profiles.mine()).toMatchObject({ license_number: "MN 62200", license_checked: true });
});

test("an approval, confirmations and another number at once give a licence to one of them, and nobody's confirmation fails", async () => {
  for (let n = 64_000; n < 64_006; n += 1) {
    const [approved, confirming, changing] = await Promise.all(
      [`MN ${n}`, `MN 0${n}`, `MN 9${n}`].map((text) => testApp.signUp(member(text))),
    );
    const { items } = await elena.api.kineApplications.list();
    const id = items.find(({ profile_id }) => profile_id === approved!.id)!.id;
    const results = await Promise.all([
      outcome(elena.api.kineApplications.approve({ id, is_checked: true })),
      outcome(confirmAddresses(testApp.db, confirming!)),
      outcome(changing!.api.kineApplications.changeLicence({ license_number: `MN ${n}` })),
    ]);
    expect(results[0]).toMatch(/^(ok|LICENSE_TAKEN)$/);
    expect(results[1]).toBe("ok");
    expect(results[2]).toMatch(/^(ok|LICENSE_TAKEN)$/);
    const { rows } = await sql`select from licences where value_number = ${String(n)} and is_first`.execute(testApp.db);
    expect(rows).toHaveLength(1);
  }
});

test("who writes a number waits for its turn before any index has it, so that no two wait for each other", async () => {
  const people = [await testApp.signUp(member("MN 64101")), await testApp.signUp(member("MN 64102"))];
  let written: Promise<string>[] = [];
  await testApp.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('licence number 64100', 0))`.execute(tx);
    written = people.map(({ id }) =>
      outcome(testApp.db.updateTable("profiles").set({ license_number: "MN 64100" }).where("id", "=", id).execute()),
    );
    const waits = async () =>
      (
        await sql<{ wait_event: string }>`select wait_event from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
      ).rows.map(({ wait_event }) => wait_event);
    await expect.poll(waits).toHaveLength(2);
    expect(await waits()).toEqual(["advisory", "advisory"]);
  });
  expect((await Promise.all(written)).filter((each) => each === "ok")).toHaveLength(1);
});

test("the database refuses a licence of another spelling, whoever writes it", async () => {
  await confirmed("MN 63000");
  const other = await testApp.signUp(member("MN 63001"));
  const write = (license_number: string) =>
    testApp.db.updateTable("profiles").set({ license_number }).where("id", "=", other.id).execute();
  for (const text of ["MN 063000", "Mat. Nac. 63000", "63000"])
    await expect(write(text), text).rejects.toMatchObject({
      constraint: expect.stringMatching(/^(licences_value_key|profiles_license_number_key)$/),
    });
});

test("an admin approves the licence that they read and no other, and an applicant changes it three times a day", async () => {
  // Another request waits, which this one's changes leave alone.
  const other = await testApp.signUp(member("MN 62310"));
  const person = await testApp.signUp(member("MN 62300"));
  const { id } = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === person.id)!;
  const change = (license_number: string) => outcome(person.api.kineApplications.changeLicence({ license_number }));
  expect(await change("MN 62301")).toBe("ok");
  const approving = (license_number: string) =>
    elena.api.kineApplications.approve({ id, read: { license_number }, is_checked: true });
  expect(await outcome(approving("MN 62300"))).toBe("PROFILE_CHANGED");
  expect([await change("MN 62302"), await change("MN 62303"), await change("MN 62304")]).toEqual([
    "ok",
    "ok",
    "TOO_MANY_REQUESTS",
  ]);
  expect(await outcome(approving("MN 62303"))).toBe("ok");
  expect(await other.api.profiles.mine()).toMatchObject({ license_number: "MN 62310" });
  expect((await person.api.licences.mine()).items).toMatchObject([{ number: "62303", standing: "fresh" }]);
});

test("a number that another profile shows is not free, and keeps nobody from confirming their address", async () => {
  const applicant = await testApp.signUp(member("MN 62400"));
  const holder = await testApp.signUp(like(cast.bruno, "Bruno por Cambio"));
  await elena.api.accounts.assignRole({ user_id: holder.id, role: "kine" });
  const { id } = await holder.api.licences.add({ kind: "MN", jurisdiction: "02", number: "62400" });
  await elena.api.licences.verify({ id });
  expect(await free("MN 62400")).toEqual({ available: false });
  await confirmAddresses(testApp.db, applicant);
  expect(await applicant.api.profiles.mine()).toMatchObject({ license_number: "MN 62400", licence_conflict: "taken" });
});

test("who confirms a number of a province second is asked for the province, which makes it theirs", async () => {
  const people = [await testApp.signUp(member("MP 62500")), await testApp.signUp(member("MP 62500"))] as const;
  for (const person of people) await confirmAddresses(testApp.db, person);
  const [, second] = people;
  expect(await second.api.profiles.mine()).toMatchObject({ licence_conflict: "place_needed" });
  await second.api.kineApplications.changeLicence({ license_number: "MP 62500, Córdoba" });
  expect(await second.api.profiles.mine()).toMatchObject({
    license_number: "MP 62500, Córdoba",
    licence_conflict: null,
  });
});

test("the database reads the one form of a licence, and the forms of before, as the program does", async () => {
  const befores = [
    "",
    "MN ",
    "mp",
    "M.P. Nº ",
    "Mat. Nac. ",
    "Matrícula Provincial nro. ",
    "ＭＰ ",
    "МN ",
    "Mat. ",
    "MPN",
    "Lic. ",
  ];
  const numbers = ["87651", "087.651", "87 651", "٨٧٦٥١", "A-12", "1 y MP 2", "012"];
  const forms = befores.flatMap((before) => numbers.map((digits) => before + digits));
  const places = Object.values(JURISDICTION_NAMES).map((name) => `MP 87651, ${name}`);
  const read = async (text: string) => {
    const { rows } = await sql<{ value: string }>`select licence_value(${text})::text as value`.execute(testApp.db);
    return rows[0]!.value;
  };
  for (const form of [...forms, ...places].filter((text) => !text.includes(JURISDICTION_NAMES[CITY]!))) {
    const normal = LicenseNumber.safeParse(form);
    if (normal.success && /\d$|, /.test(normal.data) && normal.data !== form.trim())
      expect(await read(form), form).toBe(await read(normal.data));
  }
  expect(await read("MP 87651, Río Negro")).toBe("(MP,62,87651)");
});

test("a network that asked for twenty taken licences within an hour is told of none any more, and the sign-up still refuses", async () => {
  await confirmed("MN 63500");
  await testApp.db.deleteFrom("auth.rate_limits").where("key", "like", "%licence_taken%").execute();
  const answers = [];
  for (let n = 0; n < 21; n++) answers.push((await free("MN 63500")).available);
  expect(answers).toEqual([...Array<boolean>(20).fill(false), true]);
  expect(await signingUp("MN 63500")).toBe(TAKEN);
});
