import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { allAnswered } from "../support/past.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { leftBy, provenKineOf, requestOf } from "./reviewed-kines.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  [elena, ana] = [await testApp.signIn(cast.elena), await testApp.signUp(cast.ana)];
  await confirmAddresses(testApp.db, ana);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});

const member = (license_number = `MN ${86_000 + ++round}`) =>
  like(cast.carla, `Kine Cuenta ${++round}`, { license_number, phone: `+54 11 4444-${5000 + round}` });
const world = () => ({ testApp, admin: elena, patient: ana });
const provenKine = (account: CastMember, is_same?: boolean) => provenKineOf(world(), account, is_same);
const left = (kine: Person, stars: number) => leftBy(world(), kine, stars);
const ratingOf = async ({ id }: Person) => {
  const { review_count, average_stars } = await testApp.anonymous.profiles.publicProfile({ id });
  return [review_count, average_stars];
};
const disown = (admin: Person) =>
  testApp.db
    .transaction()
    .execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, new Date(Date.now() - 3_600_000)));
async function anotherAdmin(): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, `Admin Cuenta ${++round}`));
  await confirmAddresses(testApp.db, person);
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  return person;
}

describe("what an intruder at an admin's session gave, after 'No fui yo'", () => {
  test("stars of a deleted account that they passed to their own are taken back, those that others passed stay", async () => {
    const licence = "MN 87001";
    await left(await provenKine(member(licence)), 5);
    const own = await provenKine(member(licence));
    const { id: earlier_id } = (await elena.api.dossiers.person({ id: own.id })).departures[0]!;
    await left(await provenKine(member("MN 87002")), 5);
    const honest = await provenKine(member("MN 87002"), true);
    expect(await ratingOf(honest)).toEqual([1, 5]);
    const admin = await anotherAdmin();
    await admin.api.licences.answerPast({ kine_id: own.id, earlier_id, is_same: true });
    expect(await ratingOf(own)).toEqual([1, 5]);
    await disown(admin);
    expect([await ratingOf(own), await ratingOf(honest)]).toEqual([
      [0, null],
      [1, 5],
    ]);
  });

  test("stars that they took away pass again, and what they said first is asked again", async () => {
    await left(await provenKine(member("MN 87006")), 5);
    const rival = await provenKine(member("MN 87006"), true);
    const earlierOf = async ({ id }: Person) => (await elena.api.dossiers.person({ id })).departures[0]!;
    const { id: earlier_id } = await earlierOf(rival);
    const admin = await anotherAdmin();
    await admin.api.licences.answerPast({ kine_id: rival.id, earlier_id, is_same: false });
    await left(await provenKine(member("MN 87007")), 4);
    const asked = await testApp.signUp(member("MN 87007"));
    const request = await requestOf(elena, asked);
    const past = allAnswered(request, false);
    await admin.api.kineApplications.approve({ id: request.id, is_checked: true, past });
    expect([await ratingOf(rival), (await earlierOf(asked)).is_same]).toEqual([[0, null], false]);
    await disown(admin);
    expect([await ratingOf(rival), (await earlierOf(asked)).is_same]).toEqual([[1, 5], null]);
  });

  test("an account whose suspension they ended is suspended again", async () => {
    const [friend, other] = [await testApp.signUp(like(cast.ana, "Suspendida Amiga")), await provenKine(member())];
    for (const { id } of [friend, other]) await elena.api.moderation.suspend({ id, reason: "Cobra por fuera" });
    const admin = await anotherAdmin();
    await admin.api.moderation.restore({ id: friend.id, reason: "Fue un error" });
    await elena.api.moderation.restore({ id: other.id, reason: "Se aclaró" });
    await disown(admin);
    const { rows } = await sql`select suspended_at is not null as away from profiles
      where id in (${friend.id}, ${other.id}) order by id = ${other.id}`.execute(testApp.db);
    expect(rows).toEqual([{ away: true }, { away: false }]);
  });
});

test("a mailbox whose stars two deleted accounts left is one star of who is both", async () => {
  await left(await provenKine(member("MN 87003")), 1);
  await left(await provenKine(member("MN 87003")), 5);
  const back = await provenKine(member("MN 87003"), true);
  expect(await ratingOf(back)).toEqual([1, 5]);
  const [latest] = (await elena.api.dossiers.person({ id: back.id })).departures;
  await elena.api.licences.answerPast({ kine_id: back.id, earlier_id: latest!.id, is_same: false });
  expect(await ratingOf(back)).toEqual([1, 1]);
});

test("a calendar address that a stolen session made ends with it, once the session was used twice", async () => {
  const person = await testApp.signUp(like(cast.ana, "Robada Sesión"));
  const { data } = await person.auth.getSession();
  const stolen = data.session!.refresh_token;
  const { url } = await person.api.calendars.create();
  const read = async () => (await fetch(testApp.url + new URL(url).pathname)).status;
  expect(await read()).toBe(200);
  const refresh = async (refresh_token: string) => {
    const answer = await fetch(`${testApp.url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token }),
    });
    return (await answer.json()) as { refresh_token: string; error_code?: string };
  };
  await refresh((await refresh(stolen)).refresh_token);
  expect((await refresh(stolen)).error_code).toBe("refresh_token_already_used");
  expect(await read()).toBe(404);
});

test("who has no young proof of identity uses up none of the day's changes of ways in", async () => {
  const person = await testApp.signUp(like(cast.ana, "Gastada Segura"));
  await sql`update auth.users set claimed_at = now(), email_confirmed_at = now() where id = ${person.id}`.execute(
    testApp.db,
  );
  const ask = async (path: string, body: object) =>
    fetch(`${testApp.url}/auth/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${await person.token()}` },
      body: JSON.stringify(body),
    });
  await sql`update auth.sessions set created_at = created_at - interval '1 hour', proofs = '[]' where user_id = ${person.id}`.execute(
    testApp.db,
  );
  for (let n = 0; n < 20; n += 1) {
    expect((await ask("/factors", { factor_type: "totp" })).status).toBe(400);
    expect((await ask("/passkeys/registration/options", {})).status).toBe(400);
  }
  await person.api.accounts.confirmPassword({ password: cast.ana.password });
  expect((await ask("/factors", { factor_type: "totp" })).status).toBe(200);
});

test("a licence is checked for the name that its admin read, and for no other", async () => {
  const kine = await testApp.signUp(member("MN 87004"));
  await elena.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id });
  const card = (await elena.api.licences.queue()).items.find(({ kine_id }) => kine_id === kine.id)!;
  await kine.api.profiles.update({ name: "Otra Persona" });
  const change = (await elena.api.profileChanges.list({})).items.find(({ kine_id }) => kine_id === kine.id)!;
  await elena.api.profileChanges.approve({ id: change.id });
  const verify = (name: string) =>
    outcome(elena.api.licences.verify({ id: card.id, method: "register", read: { name } }));
  expect(await verify(card.name)).toBe("PROFILE_CHANGED");
  expect((await testApp.anonymous.profiles.publicProfile({ id: kine.id })).license_checked).toBe(false);
  expect(await verify("Otra Persona")).toBe("ok");
});

test("a number that an admin writes for a licence shows who left with it, and is answered about", async () => {
  await left(await provenKine(member("MN 87005")), 1);
  const kine = await testApp.signUp(member("En trámite"));
  await elena.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id });
  const inQueue = async () => (await elena.api.licences.queue()).items.find(({ kine_id }) => kine_id === kine.id)!;
  const verify = async (past?: ReturnType<typeof allAnswered>) => {
    const card = await inQueue();
    const number = card.is_read ? undefined : "87005";
    const shown = past ?? { shown: card.departures.map(({ id }) => id), answers: [] };
    return outcome(elena.api.licences.verify({ id: card.id, number, kind: "MN", jurisdiction: "02", past: shown }));
  };
  expect(await verify()).toBe("ok");
  expect((await testApp.anonymous.profiles.publicProfile({ id: kine.id })).license_checked).toBe(false);
  const card = await inQueue();
  expect(card.departures).toMatchObject([{ review_count: 1 }]);
  expect(await verify(allAnswered(card, true))).toBe("ok");
  expect(await ratingOf(kine)).toEqual([1, 1]);
});
