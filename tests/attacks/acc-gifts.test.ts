import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { giveAdminBack, takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { newAuthenticator } from "../auth/authenticator.ts";
import { allAnswered } from "../support/past.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { leftBy, provenKineOf, requestOf } from "./reviewed-kines.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  [elena, ana] = [await testApp.signIn(cast.elena), await testApp.signUp(cast.ana)];
  await confirmAddresses(testApp.db, ana);
  await ageAdmins(testApp.db, elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});

const member = (license_number: string) =>
  like(cast.carla, `Kine Regalo ${++round}`, { license_number, phone: `+54 11 4444-${7000 + round}` });
const world = () => ({ testApp, admin: elena, patient: ana });
const provenKine = (account: CastMember, is_same?: boolean) => provenKineOf(world(), account, is_same);
const left = (kine: Person, stars: number) => leftBy(world(), kine, stars);
/** A dismissed admin uses the link that every admin was mailed. */
async function comeBackByLink({ id }: Person): Promise<void> {
  const link = await testApp.db
    .deleteFrom("auth.undo_links")
    .where("user_id", "=", id)
    .where("kind", "=", "admin")
    .returning(["user_id", "admin_since", "created_at"])
    .executeTakeFirstOrThrow();
  await testApp.db
    .transaction()
    .execute((tx) => giveAdminBack(testApp.app.services, tx, { ...link, admin_since: link.admin_since! }));
}
const ratingOf = async ({ id }: Person) => (await testApp.anonymous.profiles.publicProfile({ id })).review_count;
const rolesOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(
    ({ role }) => role,
  );
const disown = (admin: Person) =>
  testApp.db
    .transaction()
    .execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, new Date(Date.now() - 3_600_000)));
async function someone(): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, `Alguien Regalo ${++round}`));
  await confirmAddresses(testApp.db, person);
  return person;
}
/** An admin of long standing. */
async function anotherAdmin(): Promise<Person> {
  const person = await someone();
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await sql`update user_roles set given_at = now() - interval '7 days' where user_id = ${person.id}`.execute(
    testApp.db,
  );
  await sql`update auth.audit_events set at = now() - interval '7 days' where subject = (select audit_id from auth.users where id = ${person.id})`
    .execute(testApp.db)
    .catch(() => undefined);
  return person;
}

test("a session without a young proof adds no passkey, by the challenge of a proof either", async () => {
  const person = await testApp.signUp(like(cast.ana, "Llave Ajena"));
  await sql`update auth.users set claimed_at = now(), email_confirmed_at = now() where id = ${person.id}`.execute(
    testApp.db,
  );
  await sql`update auth.sessions set created_at = created_at - interval '1 hour', proofs = '[]' where user_id = ${person.id}`.execute(
    testApp.db,
  );
  const ask = async (path: string, body: object) =>
    fetch(`${testApp.url}/auth/v1/passkeys${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${await person.token()}` },
      body: JSON.stringify(body),
    });
  expect((await ask("/registration/options", {})).status).toBe(400);
  const asked = (await (await ask("/proof/options", {})).json()) as {
    challenge_id: string;
    options: { challenge: string; rpId: string };
  };
  const credential = newAuthenticator().create(
    { challenge: asked.options.challenge, rp: { id: asked.options.rpId }, user: { id: "x" } },
    { origin: new URL(testApp.app.services.settings.publicUrl).origin },
  );
  const answer = await ask("/registration/verify", { challenge_id: asked.challenge_id, credential });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: "reauthentication_needed" }]);
  expect(
    await (
      await fetch(`${testApp.url}/auth/v1/passkeys`, { headers: { authorization: `Bearer ${await person.token()}` } })
    ).json(),
  ).toEqual([]);
});

describe("'No fui yo' of an admin", () => {
  test("is not stopped by stars that the intruder's accomplice took from one and the intruder passed to another", async () => {
    await left(await provenKine(member("MN 71001")), 5);
    const rival = await provenKine(member("MN 71001"), true);
    const [admin, accomplice] = [await anotherAdmin(), await someone()];
    await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    const { id: earlier_id } = (await elena.api.dossiers.person({ id: rival.id })).departures[0]!;
    await accomplice.api.accounts.confirmPassword({ password: cast.ana.password });
    await accomplice.api.licences.answerPast({ kine_id: rival.id, earlier_id, is_same: false });
    const own = await provenKine(
      like(cast.carla, `Kine Propio ${++round}`, { license_number: "MN 71009", phone: "+54 11 4444-8001" }),
    );
    await own.api.licences.add({ kind: "MP", jurisdiction: "06", number: "71001" });
    await admin.api.licences.answerPast({ kine_id: own.id, earlier_id, is_same: true });
    expect([await ratingOf(rival), await ratingOf(own)]).toEqual([0, 1]);
    await disown(admin);
    expect([await ratingOf(rival), await ratingOf(own)]).toEqual([1, 0]);
  });

  test("is not stopped by stars that somebody else passed on meanwhile", async () => {
    await left(await provenKine(member("MN 71002")), 5);
    const rival = await provenKine(member("MN 71002"), true);
    const admin = await anotherAdmin();
    const { id: earlier_id } = (await elena.api.dossiers.person({ id: rival.id })).departures[0]!;
    await admin.api.licences.answerPast({ kine_id: rival.id, earlier_id, is_same: false });
    const other = await provenKine(
      like(cast.carla, `Kine Otro ${++round}`, { license_number: "MN 71019", phone: "+54 11 4444-8002" }),
    );
    await other.api.licences.add({ kind: "MP", jurisdiction: "06", number: "71002" });
    await elena.api.licences.answerPast({ kine_id: other.id, earlier_id, is_same: true });
    await disown(admin);
    expect([await ratingOf(rival), await ratingOf(other)]).toEqual([0, 1]);
  });

  test("makes no admin of whom the intruder made one and took it from again", async () => {
    const [admin, accomplice] = [await anotherAdmin(), await someone()];
    for (const role of ["admin", "patient"] as const)
      await admin.api.accounts.assignRole({ user_id: accomplice.id, role });
    await disown(admin);
    expect(await rolesOf(accomplice)).toEqual(["patient"]);
  });

  test("takes the role from whom the intruder's accomplice made an admin again by a link", async () => {
    const [admin, first, second] = [await anotherAdmin(), await someone(), await someone()];
    await admin.api.accounts.assignRole({ user_id: first.id, role: "admin" });
    for (const role of ["admin", "patient"] as const) await admin.api.accounts.assignRole({ user_id: second.id, role });
    await comeBackByLink(second);
    expect(await rolesOf(second)).toEqual(["admin"]);
    await disown(admin);
    expect([await rolesOf(first), await rolesOf(second)]).toEqual([["patient"], ["patient"]]);
  });

  test("takes back what a suspended admin did whom the intruder let in again", async () => {
    const [admin, friend, third] = [await anotherAdmin(), await anotherAdmin(), await someone()];
    await elena.api.moderation.suspend({ id: friend.id, reason: "Regaló insignias" });
    await sql`delete from auth.undo_links where user_id = ${friend.id}`.execute(testApp.db);
    await admin.api.moderation.restore({ id: friend.id, reason: "Fue un error" });
    const back = await testApp.signIn({
      ...cast.ana,
      email: (await elena.api.dossiers.person({ id: friend.id })).email,
    });
    await back.api.accounts.assignRole({ user_id: third.id, role: "admin" });
    await disown(admin);
    expect(await rolesOf(third)).toEqual(["patient"]);
  });

  test("suspends again whom the intruder let in, suspended and let back by their own link", async () => {
    const [admin, friend] = [await anotherAdmin(), await anotherAdmin()];
    await elena.api.moderation.suspend({ id: friend.id, reason: "Regaló insignias" });
    await sql`delete from auth.undo_links where user_id = ${friend.id}`.execute(testApp.db);
    await admin.api.moderation.restore({ id: friend.id, reason: "Fue un error" });
    await admin.api.moderation.suspend({ id: friend.id, reason: "Otra vez" });
    await comeBackByLink(friend);
    await disown(admin);
    const { suspended_at } = await testApp.db
      .selectFrom("profiles")
      .select("suspended_at")
      .where("id", "=", friend.id)
      .executeTakeFirstOrThrow();
    expect(suspended_at).not.toBeNull();
  });

  test("takes back what an accomplice gave who has deleted the account since", async () => {
    await left(await provenKine(member("MN 71003")), 5);
    const own = await provenKine(member("MN 71003"));
    const [admin, accomplice, third, suspended] = [
      await anotherAdmin(),
      await someone(),
      await someone(),
      await someone(),
    ];
    const unchecked = await testApp.signUp(member("MN 71004"));
    await confirmAddresses(testApp.db, unchecked);
    await elena.api.moderation.suspend({ id: suspended.id, reason: "Cobra por fuera" });
    const { id: earlier_id } = (await elena.api.dossiers.person({ id: own.id })).departures[0]!;
    const request = await requestOf(elena, unchecked);
    await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    await accomplice.api.accounts.confirmPassword({ password: cast.ana.password });
    await accomplice.api.accounts.assignRole({ user_id: third.id, role: "admin" });
    await accomplice.api.moderation.restore({ id: suspended.id, reason: "Fue un error" });
    await accomplice.api.licences.answerPast({ kine_id: own.id, earlier_id, is_same: true });
    await accomplice.api.kineApplications.approve({
      id: request.id,
      is_checked: true,
      past: allAnswered(request, false),
    });
    await accomplice.api.accounts.delete();
    await disown(admin);
    const { rows } =
      await sql`select suspended_at is not null as away from profiles where id = ${suspended.id}`.execute(testApp.db);
    expect([await rolesOf(third), await ratingOf(own), rows]).toEqual([["patient"], 0, [{ away: true }]]);
    expect((await requestOf(elena, unchecked)).status).toBe("pending");
    expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: unchecked.id }))).toBe("NOT_FOUND");
  });

  test("ends the links that make an admin again of whom the intruder had made one, whoever took the role", async () => {
    const [admin, first, second, third] = [await anotherAdmin(), await someone(), await someone(), await someone()];
    for (const { id } of [first, second]) await admin.api.accounts.assignRole({ user_id: id, role: "admin" });
    await second.api.accounts.confirmPassword({ password: cast.ana.password });
    await second.api.accounts.assignRole({ user_id: third.id, role: "admin" });
    await elena.api.accounts.assignRole({ user_id: second.id, role: "patient" });
    const links = () =>
      testApp.db
        .selectFrom("auth.undo_links")
        .select("id")
        .where("user_id", "=", second.id)
        .where("kind", "=", "admin")
        .execute();
    expect((await links()).length).toBe(1);
    await disown(admin);
    expect([await rolesOf(second), await rolesOf(third), await links()]).toEqual([["patient"], ["patient"], []]);
  });

  test("works for an admin whom somebody dismissed whom the intruder had let in again", async () => {
    const [admin, friend, third] = [await anotherAdmin(), await anotherAdmin(), await someone()];
    await elena.api.moderation.suspend({ id: friend.id, reason: "Regaló insignias" });
    await sql`delete from auth.undo_links where user_id = ${friend.id}`.execute(testApp.db);
    await admin.api.moderation.restore({ id: friend.id, reason: "Fue un error" });
    await admin.api.accounts.assignRole({ user_id: third.id, role: "admin" });
    const back = await testApp.signIn({
      ...cast.ana,
      email: (await elena.api.dossiers.person({ id: friend.id })).email,
    });
    await back.api.accounts.assignRole({ user_id: admin.id, role: "patient" });
    await disown(admin);
    expect([await rolesOf(admin), await rolesOf(third)]).toEqual([["admin"], ["patient"]]);
  });

  test("suspends nobody whom the intruder had suspended and the owner let in again", async () => {
    const [admin, victim] = [await anotherAdmin(), await someone()];
    await admin.api.moderation.suspend({ id: victim.id, reason: "Intrusión" });
    await admin.api.moderation.restore({ id: victim.id, reason: "No fui yo" });
    await disown(admin);
    const { suspended_at } = await testApp.db
      .selectFrom("profiles")
      .select("suspended_at")
      .where("id", "=", victim.id)
      .executeTakeFirstOrThrow();
    expect(suspended_at).toBeNull();
  });

  test("leaves what an honest admin did whom the intruder had dismissed, and who came back by the link", async () => {
    const [admin, honest, third] = [await anotherAdmin(), await anotherAdmin(), await someone()];
    await honest.api.accounts.assignRole({ user_id: third.id, role: "admin" });
    await admin.api.accounts.assignRole({ user_id: honest.id, role: "patient" });
    await comeBackByLink(honest);
    await disown(admin);
    expect([await rolesOf(honest), await rolesOf(third)]).toEqual([["admin"], ["admin"]]);
  });
});
