import fc from "fast-check";
import { sql } from "kysely";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { TIMES } from "../mail/post.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person, sessionClient } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "in", ["unconfirmed_cases", "cases_published_a_day"]).execute();
  });
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
  const tagged = fc.constantFrom("outlook.com", "hotmail.com", "live.com", "fastmail.com", "icloud.com", "hotmail.es");
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
  const proton = ["juan.perez@proton.me", "j-u-a-n_perez+x@pm.me", "JuanPerez@protonmail.com"];
  expect(new Set(await keysOf(...proton))).toEqual(new Set(["juanperez@proton.me"]));
  expect(new Set(await keysOf("ana+1@me.com", "ana@mac.com"))).toEqual(new Set(["ana@icloud.com"]));
  expect(new Set(await keysOf("ana.paz@yandex.ru", "ana-paz+x@ya.ru"))).toEqual(new Set(["ana-paz@yandex.com"]));
  expect(await keysOf("ana.paz@yandex.example.com")).toEqual(["ana.paz@yandex.example.com"]);
  const fastmail = ["ana@fastmail.com", "loquesea+x@ana.fastmail.com", "+x@Ana.Fastmail.com"];
  expect(new Set(await keysOf(...fastmail))).toEqual(new Set(["ana@fastmail.com"]));
  expect(await keysOf("x@ana.fastmail.fm", "x@a.b.fastmail.com", "x@ana.zoho.com")).toEqual([
    "ana@fastmail.fm",
    "x@a.b.fastmail.com",
    "x@ana.zoho.com",
  ]);
  expect(await keysOf("._-@proton.me")).toEqual(["._-@proton.me"]);
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

test("who proved a mailbox first is counted, whoever proved it later and left it", async () => {
  const [first, later] = await spellings("NAME@gmail.com", "N.AME@gmail.com");
  await confirmAddresses(testApp.db, first!);
  await confirmAddresses(testApp.db, later!);
  const isCounted = async ({ id }: Person) =>
    (await sql<{ is: boolean }>`select is_counted(${id}::uuid) as is`.execute(testApp.db)).rows[0]!.is;
  const left = (proven: string) =>
    sql`insert into former_mailboxes (user_id, mailbox, proven_at)
      select ${later!.id}::uuid, mailbox_key(email), email_confirmed_at + ${proven}::interval from auth.users where id = ${first!.id}
      on conflict (user_id, mailbox) do update set proven_at = excluded.proven_at`.execute(testApp.db);
  await left("1 minute");
  expect(await isCounted(first!)).toBe(true);
  await left("-1 minute");
  expect(await isCounted(first!)).toBe(false);
});

describe("what a mailbox has used of the limits", () => {
  /** A specialist whom the patient's case has as an applicant, and what the patient has used of a day and a week. */
  async function used(patient: Person, kine: Person): Promise<void> {
    await sql`insert into acts_at_once (kind, actor_id, at) select 'licence_doubted', ${patient.id}::uuid, now() from generate_series(1, 2)`.execute(
      testApp.db,
    );
    await sql`insert into cases_published (patient_id, at) select ${patient.id}::uuid, now() - make_interval(mins => n) from generate_series(1, 20) n`.execute(
      testApp.db,
    );
    await sql`insert into patient_alert_days (kine_id, patient_id, day, at_once) values (${kine.id}, ${patient.id}, current_date, 2)`.execute(
      testApp.db,
    );
    await sql`insert into invitations_made (kine_id, patient_id) values (${kine.id}, ${patient.id})`.execute(
      testApp.db,
    );
  }
  /** What counts for a person: of two acts at once, of twenty publications, of two alerts of a specialist, and an invitation of the week. */
  const counted = async ({ id }: Person) =>
    (
      await sql<{ acts: number; cases: number; alerts: number | null; invited: boolean }>`select
        (select count(*)::int from acts_at_once where actor_id in (select same_person(${id}::uuid))) + acts_before(${id}::uuid, 'at_once') as acts,
        (select count(*)::int from cases_published where patient_id in (select same_person(${id}::uuid))) + acts_before(${id}::uuid, 'case') as cases,
        (select at_once from patient_alert_days where patient_id = ${id}) as alerts,
        exists (select from invitations_made where patient_id = ${id}) as invited`.execute(testApp.db)
    ).rows[0];
  const ALL = { acts: 2, cases: 20, alerts: 2, invited: true };
  const NONE = { acts: 0, cases: 0, alerts: null, invited: false };
  const member = (email: string) => ({ ...like(cast.ana, `Vuelve ${++round}`), email });
  const newKine = () =>
    testApp.approvedKine(like(cast.carla, `Kine Gastado ${++round}`, { license_number: `MN 77${round}` }));

  test("stays used when its account goes and another one comes, also a third, and not for who never proved it", async () => {
    const kine = await newKine();
    const first = await testApp.signUp(member("gasta.todo@gmail.com"));
    await confirmAddresses(testApp.db, first);
    await used(first, kine);
    await first.api.accounts.delete();
    const back = await testApp.signUp(member("gastatodo+1@gmail.com"));
    await confirmAddresses(testApp.db, back);
    expect(await counted(back)).toEqual(ALL);
    expect(await outcome(back.api.cases.create({ title: "Rodilla", description: "Me duele" }))).toBe("TOO_MANY_CASES");
    await back.api.accounts.delete();
    expect(await counted(await testApp.signUp(member("gasta.todo@gmail.com")))).toEqual(ALL);
    const unproven = await testApp.signUp(member("nadie.probo@gmail.com"));
    await used(unproven, kine);
    await unproven.api.accounts.delete();
    expect(await counted(await testApp.signUp(member("nadieprobo@gmail.com")))).toEqual(NONE);
  });

  test("stays used by an account that stood beside the one that goes", async () => {
    const kine = await newKine();
    const first = await testApp.signUp(member("dos.veces@gmail.com"));
    const beside = await testApp.signUp(member("dosveces@gmail.com"));
    await confirmAddresses(testApp.db, first);
    await used(first, kine);
    await first.api.accounts.delete();
    await confirmAddresses(testApp.db, beside);
    expect(await counted(beside)).toEqual(ALL);
  });

  test("stays used when its account moves to another address, and one person counts of it", async () => {
    const kine = await newKine();
    const first = await testApp.signUp(member("se.muda@gmail.com"));
    await confirmAddresses(testApp.db, first);
    await used(first, kine);
    expect((await first.auth.updateUser({ email: "otro.buzon.propio@hotmail.com" })).error).toBeNull();
    const link = await vi.waitFor(async () => {
      const [mail] = await messagesTo(join(testApp.dataDir, "outbox"), "otro.buzon.propio@hotmail.com");
      expect(mail).toBeDefined();
      return mail!.link;
    }, TIMES);
    const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
    expect((await sessionClient(testApp.url).verifyOtp({ token_hash, type: "email_change" })).error).toBeNull();
    const next = await testApp.signUp(member("semuda@gmail.com"));
    await confirmAddresses(testApp.db, next);
    expect(await counted(next)).toEqual(ALL);
    const { rows } = await sql<{ counts: boolean; same: boolean }>`select is_counted(${next.id}::uuid) as counts,
      ${first.id}::uuid in (select same_person(${next.id}::uuid)) and ${next.id}::uuid in (select same_person(${first.id}::uuid)) as same`.execute(
      testApp.db,
    );
    expect(rows).toEqual([{ counts: false, same: true }]);
    expect(await outcome(next.api.cases.create({ title: "Rodilla", description: "Me duele" }))).toBe("TOO_MANY_CASES");
  });
});
