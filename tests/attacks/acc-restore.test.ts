import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { writeTombstones } from "../../app/platform/storage/tombstones.server.ts";
import { messagesTo } from "../support/outbox.ts";
import { allAnswered } from "../support/past.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

/** A copy of before has these rows, and knows of no note. */
async function restoreOlderCopy(...statements: ReturnType<typeof sql>[]): Promise<void> {
  await writeTombstones(testApp.app.services);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
    await sql`delete from deletions`.execute(tx);
  });
  await replayDeletions(testApp.app.services);
}
const member = (license_number: string) =>
  like(cast.carla, `Kine Copiada ${++round}`, { license_number, phone: `+54 11 4444-${6000 + round}` });
const requestOf = async ({ id }: Person) =>
  (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
async function provenKine(license_number: string, is_same = false): Promise<Person> {
  const kine = await testApp.signUp(member(license_number));
  await confirmAddresses(testApp.db, kine);
  const request = await requestOf(kine);
  await elena.api.kineApplications.approve({ id: request.id, is_checked: true, past: allAnswered(request, is_same) });
  return kine;
}
const ratingOf = async ({ id }: Person) => (await testApp.anonymous.profiles.publicProfile({ id })).review_count;

test("an address that its owner restored is theirs again, and not the thief's", async () => {
  const account = like(cast.ana, "Robada Copia");
  const owner = await testApp.signUp(account);
  await sql`update auth.users set claimed_at = now(), email_confirmed_at = now() where id = ${owner.id}`.execute(
    testApp.db,
  );
  const thiefs = `ladron-${round}@example.com`;
  const thief = await testApp.signIn(account);
  expect((await thief.auth.updateUser({ email: thiefs })).error).toBeNull();
  const tokenIn = (address: string, subject: RegExp) =>
    vi.waitFor(
      async () => {
        const mails = await messagesTo(join(testApp.dataDir, "outbox"), address);
        const { link } = mails.find((mail) => subject.test(mail.subject))!;
        return new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
      },
      { timeout: 60_000 },
    );
  const headers = { "content-type": "application/json", authorization: `Bearer ${await thief.token()}` };
  const post = (path: string, body: object) =>
    fetch(`${testApp.url}/auth/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const token_hash = await tokenIn(thiefs, /^Confirmá tu nuevo email/);
  expect((await post("/verify", { type: "email_change", token_hash })).status).toBe(200);
  const token = await tokenIn(account.email, /^Cambió el email/);
  const { rows } = await sql<{ user: string; link: string }>`select to_jsonb(u)::text as user, to_jsonb(l)::text as link
    from auth.users u join auth.undo_links l on l.user_id = u.id and l.kind = 'address' where u.id = ${owner.id}`.execute(
    testApp.db,
  );
  const { user, link } = rows[0]!;
  expect((await post("/undo", { token })).status).toBe(200);
  await restoreOlderCopy(
    sql`update auth.users u set email = r.email, encrypted_password = r.encrypted_password
      from jsonb_populate_record(null::auth.users, ${user}::jsonb) r where u.id = r.id`,
    sql`update profiles set email = ${thiefs} where id = ${owner.id}`,
    sql`insert into auth.undo_links select * from jsonb_populate_record(null::auth.undo_links, ${link}::jsonb)`,
  );
  const now = await sql`select u.email, p.email as shown, encrypted_password,
    (select count(*)::int from auth.undo_links where user_id = u.id) as links
    from auth.users u join profiles p on p.id = u.id where u.id = ${owner.id}`.execute(testApp.db);
  expect(now.rows).toEqual([{ email: account.email, shown: account.email, encrypted_password: null, links: 0 }]);
});

test("stars that an admin took away do not come back, and those that they gave again stay", async () => {
  const ana = await testApp.signUp(like(cast.ana, "Ana Copia"));
  await confirmAddresses(testApp.db, ana);
  async function cameBack(licence: string) {
    const kine = await provenKine(licence);
    const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await ana.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
    await ana.api.cases.close({ id: case_id });
    await ana.api.reviews.create({ case_id, kine_id: kine.id, stars: 5 });
    await ageRelations(testApp.db, kine);
    await kine.api.accounts.delete();
    const back = await provenKine(licence, true);
    const { id: earlier_id } = (await elena.api.dossiers.person({ id: back.id })).departures[0]!;
    return {
      back,
      answer: (is_same: boolean) => elena.api.licences.answerPast({ kine_id: back.id, earlier_id, is_same }),
    };
  }
  const [taken, given] = [await cameBack("MN 88001"), await cameBack("MN 88002")];
  await taken.answer(false);
  for (const is_same of [false, true]) await given.answer(is_same);
  await restoreOlderCopy(
    sql`update star_answers set is_same = true, count = 1, stars = 5, shown_count = 1, shown_stars = 5 where kine_id = ${taken.back.id}`,
    sql`update kine_ratings set count = 1, stars = 5 where kine_id = ${taken.back.id}`,
    sql`update departure_authors a set kine_id = s.kine_id from star_answers s where s.departure_id = a.departure_id and s.kine_id = ${taken.back.id}`,
  );
  expect([await ratingOf(taken.back), await ratingOf(given.back)]).toEqual([0, 1]);
});

test("a licence that an admin found false before anybody had checked it lists nobody again", async () => {
  const kine = await testApp.signUp(member("MN 88003"));
  await elena.api.kineApplications.approve({ id: (await requestOf(kine)).id });
  const { id } = (await kine.api.licences.mine()).items[0]!;
  const isListed = async () =>
    (await sql`select from directory where kine_id = ${kine.id} and listed`.execute(testApp.db)).rows.length > 0;
  expect(await isListed()).toBe(true);
  await elena.api.licences.deactivate({ id, reason: "No figura" });
  expect(await isListed()).toBe(false);
  await restoreOlderCopy(
    sql`update licences set state = 'declared', decided_at = null, found_false_at = null where id = ${id}`,
    sql`select directory_follow(array[${kine.id}::uuid])`,
  );
  expect(await isListed()).toBe(false);
});
