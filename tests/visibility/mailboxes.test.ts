import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const keysOf = async (...addresses: string[]) =>
  (
    await sql<{
      key: string;
    }>`select mailbox_key(a) as key from unnest(${addresses}::text[]) with ordinality t (a, n) order by n`.execute(
      testApp.db,
    )
  ).rows.map(({ key }) => key);

test("an address leads to one mailbox, however its provider lets it be written, and to no other", async () => {
  const letter = fc.constantFrom(..."abcxyz019_-");
  const name = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(""));
  const tag = fc.option(name, { nil: null }).map((text) => (text === null ? "" : `+${text}`));
  const gmail = fc.constantFrom("gmail.com", "googlemail.com", "GMail.com");
  const tagged = fc.constantFrom("outlook.com", "hotmail.com", "live.com", "fastmail.com", "icloud.com", "proton.me");
  const property = fc.asyncProperty(name, name, tag, gmail, tagged, async (first, second, mark, google, other) => {
    const [plain, dotted, key, marked, kept, foreign] = await keysOf(
      `${first}${second}@gmail.com`,
      `${first}.${second.toUpperCase()}${mark}@${google}`,
      `${first}${second}@gmail.com`,
      `${first}.${second}${mark}@${other}`,
      `${first}${second}@${other}`,
      `${first}.${second}${mark}@example.com`,
    );
    expect([plain, dotted]).toEqual([key, key]);
    // Elsewhere a dot tells addresses apart, and where no rule is known, a plus does too.
    expect(marked).toBe(`${first}.${second}@${other}`);
    expect(marked).not.toBe(kept);
    expect(foreign).toBe(`${first}.${second}${mark}@example.com`);
    expect(await keysOf(plain!, marked!)).toEqual([plain, marked]);
  });
  await fc.assert(property, { numRuns: 60 });
  expect(await keysOf("+solo@gmail.com", "...@gmail.com")).toEqual(["+solo@gmail.com", "...@gmail.com"]);
});

/** Accounts of one mailbox, with confirmed addresses. */
async function spellings(...written: string[]): Promise<Person[]> {
  const name = `buzon${(++round).toString(36)}x`;
  const people: Person[] = [];
  for (const spelling of written) {
    const email = spelling.replace("NAME", name).replace("N.AME", `${name[0]}.${name.slice(1)}`);
    people.push(await testApp.signUp({ ...like(cast.ana, `Buzón ${round}`), email }));
  }
  return people;
}
const newKine = () =>
  testApp.approvedKine(like(cast.carla, `Kine Buzón ${++round}`, { license_number: `MN 64${round}` }));
async function treated(patient: Person, kine: Person) {
  const { id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id: match } = await kine.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match });
  await patient.api.cases.close({ id });
  return id;
}

test("reports of one mailbox act at once from its first account alone, and its reviews of a specialist count once", async () => {
  const [kine, other] = [await newKine(), await newKine()];
  const [first, second, third] = await spellings("NAME@gmail.com", "N.AME@gmail.com", "NAME+otra@googlemail.com");
  for (const person of [first!, second!]) await confirmAddresses(testApp.db, person);
  const hasBadge = async ({ id }: Person) => (await testApp.anonymous.profiles.publicProfile({ id })).license_checked;
  const cases = new Map<Person, string>();
  for (const person of [first!, second!, third!]) cases.set(person, await treated(person, kine));
  for (const person of [first!, second!]) await treated(person, other);

  await second!.api.reports.create({ subject: "profile", id: other.id, reason: "false_licence" });
  expect(await hasBadge(other)).toBe(true);
  await first!.api.reports.create({ subject: "profile", id: other.id, reason: "false_licence" });
  expect(await hasBadge(other)).toBe(false);

  const review = (person: Person, stars: number) =>
    person.api.reviews.create({ case_id: cases.get(person)!, kine_id: kine.id, stars });
  const rating = async () => {
    const { review_count, average_stars } = await testApp.anonymous.profiles.publicProfile({ id: kine.id });
    return { review_count, average_stars };
  };
  await review(first!, 1);
  await review(second!, 2);
  expect(await rating()).toEqual({ review_count: 1, average_stars: 2 });
  // Who has not proven the address takes nothing from those who have.
  await review(third!, 5);
  expect(await rating()).toMatchObject({ review_count: 2 });
});

test("a mailbox publishes twenty cases a day, in all its accounts and at once, and an account that proves nothing takes none of them", async () => {
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "in", ["unconfirmed_cases", "cases_published_a_day"]).execute();
  });
  const [first, second, stranger] = await spellings(
    "NAME@outlook.com",
    "NAME+dos@outlook.com",
    "NAME+tres@outlook.com",
  );
  await confirmAddresses(testApp.db, first!, second!);
  const publish = ({ api }: Person) => outcome(api.cases.create({ title: "Rodilla", description: "Me duele" }));
  const published = async (people: Person[]) =>
    (await Promise.all(people.map(publish))).filter((each) => each === "ok").length;
  expect(await published([stranger!, stranger!, stranger!])).toBe(3);
  expect(await published(Array.from({ length: 24 }, (_, n) => [first!, second!][n % 2]!))).toBe(20);
  expect(await published([first!, second!])).toBe(0);
});
