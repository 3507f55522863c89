import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { addTotp } from "../auth/second-factors.ts";
import { TIMES } from "../mail/post.ts";
import { startProgram } from "../start/program.ts";
import { messagesTo } from "../support/outbox.ts";
import { enter, like, outcome, ownAddress, type Person } from "../support/people.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

// Each signs up several people, and one starts programs.

const NEW = "NEW_ADMIN";
let testApp: TestApp;
let elena: Person;
let count = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  await ageAdmins(testApp.db, elena);
});
afterAll(() => testApp?.close());
// A proof lasts five minutes, and a slow machine takes longer.
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});

/** A confirmed patient whose name is one of this test's own. */
async function patient(name: string) {
  count += 1;
  const member = like(cast.bruno, `${name} Persona ${count}`);
  const person = await testApp.signUp(member);
  await confirmAddresses(testApp.db, person);
  return { ...person, member };
}
/** An admin made by Elena, from today or, `isOld`, from a week ago. */
async function admin(name: string, isOld: boolean) {
  const person = await patient(name);
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  if (isOld) await ageAdmins(testApp.db, person);
  return person;
}
const mailsTo = (email: string, subject: RegExp) =>
  vi.waitFor(async () => {
    const found = (await messagesTo(join(testApp.dataDir, "outbox"), email)).filter((mail) =>
      subject.test(mail.subject),
    );
    expect(found).not.toEqual([]);
    return found;
  }, TIMES);
async function undo(link: string) {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ token });
  return (await fetch(`${testApp.url}/auth/v1/undo`, { method: "POST", headers, body })).status;
}
const administers = async (person: Person) => (await outcome(person.api.accounts.list({}))) === "ok";
const lostBy = (person: { member: { metadata: { name?: unknown } } }) =>
  new RegExp(`^${String(person.member.metadata.name)} ya no administra`);

/** How many links undo what somebody lost as an admin. */
const linksOf = async ({ id }: Person) =>
  (await sql`select from auth.undo_links where user_id = ${id} and kind = 'admin'`.execute(testApp.db)).rows.length;

test("a new admin decides nothing about earlier ones for 72 hours, and about everybody else at once", async () => {
  const [old, fresh, other] = [await admin("Vieja", true), await admin("Nueva", false), await patient("Otra")];
  for (const id of [elena.id, old.id]) {
    expect(await outcome(fresh.api.accounts.assignRole({ user_id: id, role: "patient" }))).toBe(NEW);
    expect(await outcome(fresh.api.moderation.suspend({ id, reason: "Me molesta" }))).toBe(NEW);
  }
  // Who lost the role is protected while their link lasts.
  await elena.api.accounts.assignRole({ user_id: old.id, role: "patient" });
  expect(await outcome(fresh.api.moderation.suspend({ id: old.id, reason: "Me molesta" }))).toBe(NEW);
  await fresh.api.accounts.assignRole({ user_id: other.id, role: "admin" });
  await fresh.api.accounts.assignRole({ user_id: other.id, role: "patient" });
  await elena.api.moderation.suspend({ id: other.id, reason: "Me molesta" });
  expect(await outcome(fresh.api.moderation.restore({ id: other.id, reason: "Fue un error" }))).toBe("ok");
  await ageAdmins(testApp.db, fresh);
  expect(await outcome(fresh.api.moderation.suspend({ id: old.id, reason: "Se fue" }))).toBe("ok");
});

test("a role that one admin takes from another is told to that one and to the earlier admins, and comes back by the link", async () => {
  const [taker, victim, fresh] = [await admin("Toma", true), await admin("Pierde", true), await admin("Nueva", false)];
  await taker.api.accounts.assignRole({ user_id: victim.id, role: "patient" });
  const links = [];
  for (const { email } of [cast.elena, taker.member, victim.member])
    links.push((await mailsTo(email, lostBy(victim)))[0]!.link);
  const told = await messagesTo(join(testApp.dataDir, "outbox"), fresh.member.email);
  expect(told.filter(({ subject }) => lostBy(victim).test(subject))).toEqual([]);
  expect(await administers(victim)).toBe(false);

  expect(await undo(links[2]!)).toBe(200);
  expect(await administers(victim)).toBe(true);
  // Who took the role does not go on believing it gone.
  const back = await mailsTo(taker.member.email, /administra Kinexo de nuevo$/);
  expect(back.map(({ text }) => text)).toEqual([expect.stringContaining(victim.member.email)]);
  expect(await undo(links[0]!)).toBe(403);
  // As long in office as before.
  expect(await outcome(victim.api.accounts.assignRole({ user_id: taker.id, role: "patient" }))).toBe("ok");
});

test("a suspended admin comes back by the link too, unless another admin has decided the same", async () => {
  const [taker, victim] = [await admin("Toma", true), await admin("Pierde", true)];
  await taker.api.moderation.suspend({ id: victim.id, reason: "Me molesta" });
  expect(await undo((await mailsTo(victim.member.email, lostBy(victim)))[0]!.link)).toBe(200);
  expect(await administers(await testApp.signIn(victim.member))).toBe(true);

  await taker.api.accounts.assignRole({ user_id: victim.id, role: "patient" });
  await elena.api.moderation.suspend({ id: victim.id, reason: "Se fue del equipo" });
  const link = await vi.waitFor(async () => {
    const found = await mailsTo(victim.member.email, lostBy(victim));
    expect(found).toHaveLength(2);
    return found.find(({ text }) => text.includes("cambió el rol"))!.link;
  }, TIMES);
  expect(await undo(link)).toBe(403);
});

test("a second admin's decision stands after a link was followed, and nothing that confirms an admin ends their link", async () => {
  const [taker, victim] = [await admin("Toma", true), await admin("Pierde", true)];
  await taker.api.moderation.suspend({ id: victim.id, reason: "Me molesta" });
  await elena.api.accounts.assignRole({ user_id: victim.id, role: "admin" });
  expect(await undo((await mailsTo(victim.member.email, lostBy(victim)))[0]!.link)).toBe(200);
  await elena.api.accounts.assignRole({ user_id: victim.id, role: "patient" });
  expect(await linksOf(victim)).toBe(0);

  const other = await admin("Vuelve", true);
  await taker.api.moderation.suspend({ id: other.id, reason: "Me molesta" });
  await elena.api.moderation.restore({ id: other.id, reason: "Fue un error" });
  expect(await linksOf(other)).toBe(0);
});

test("who restores an account whose role is away gives no role, and leaves the link that does", async () => {
  const [taker, victim] = [await admin("Toma", true), await admin("Pierde", true)];
  await taker.api.accounts.assignRole({ user_id: victim.id, role: "patient" });
  await taker.api.moderation.suspend({ id: victim.id, reason: "Spam" });
  await elena.api.moderation.restore({ id: victim.id, reason: "Fue un error" });
  const [{ link } = { link: "" }] = await mailsTo(victim.member.email, lostBy(victim));
  expect(await undo(link)).toBe(200);
  expect(await administers(await testApp.signIn(victim.member))).toBe(true);
});

test("while a former address may take the account back, the link of a lost admin goes there and not to the new one", async () => {
  const [taker, owner, other] = [await admin("Atenta", true), await admin("Duena", true), await admin("Otra", true)];
  const theirs = `ladron.${count}@example.net`;
  await sql`insert into auth.undo_links (user_id, kind, token_hash, email) select id, 'address', sha256(convert_to(email, 'utf8')), email
    from auth.users where id = ${owner.id}`.execute(testApp.db);
  await sql`update auth.users set email = ${theirs} where id = ${owner.id}`.execute(testApp.db);
  await taker.api.accounts.assignRole({ user_id: other.id, role: "patient" });
  await taker.api.moderation.suspend({ id: owner.id, reason: "Cuenta robada" });
  for (const lost of [other, owner]) expect(await mailsTo(owner.member.email, lostBy(lost))).toHaveLength(1);
  const told = await messagesTo(join(testApp.dataDir, "outbox"), theirs);
  expect(told.filter(({ link }) => link.includes("admin_back"))).toEqual([]);
});

test("'No fui yo' leaves the role that another admin gave since", async () => {
  const owner = await admin("Duena", true);
  await sql`update auth.users set claimed_at = now() where id = ${owner.id}`.execute(testApp.db);
  const person = await patient("Colega");
  const session = await testApp.signIn(owner.member);
  await addTotp(session.auth as never);
  await session.api.accounts.assignRole({ user_id: person.id, role: "kine" });
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  const [{ link } = { link: "" }] = await mailsTo(owner.member.email, /agregó una forma/);
  expect(await undo(link)).toBe(200);
  expect(await administers(person)).toBe(true);
});

test("who was dismissed gives no role back by 'No fui yo', and what their account gave goes", async () => {
  const owner = await admin("Despedida", true);
  await sql`update auth.users set claimed_at = now() where id = ${owner.id}`.execute(testApp.db);
  const [person, former] = [await patient("Colega"), await admin("Otra", true)];
  const session = await testApp.signIn(owner.member);
  await addTotp(session.auth as never);
  await session.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await session.api.accounts.assignRole({ user_id: former.id, role: "patient" });
  await elena.api.accounts.assignRole({ user_id: owner.id, role: "patient" });
  const [{ link } = { link: "" }] = await mailsTo(owner.member.email, /agregó una forma/);
  expect(await undo(link)).toBe(200);
  expect([await administers(person), await administers(former), await administers(owner)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("an admin of less than 72 hours gets no link when they lose the role, the earlier ones do", async () => {
  const fresh = await admin("Reciente", false);
  await elena.api.accounts.assignRole({ user_id: fresh.id, role: "patient" });
  expect(await mailsTo(cast.elena.email, lostBy(fresh))).toHaveLength(1);
  const told = await messagesTo(join(testApp.dataDir, "outbox"), fresh.member.email);
  expect(told.filter(({ subject }) => lostBy(fresh).test(subject))).toEqual([]);
});

test("'No fui yo' takes back the roles that the session gave within its hour, what these gave, and gives back what it took", async () => {
  const [victim, owner] = [await admin("Pierde", true), await admin("Duena", true)];
  await sql`update auth.users set claimed_at = now() where id = ${owner.id}`.execute(testApp.db);
  const [accomplice, second, kine] = [await patient("Complice"), await patient("Segundo"), await patient("Kine")];
  const intruder = await enter(testApp.url, owner.member, "sign in", ownAddress());
  await addTotp(intruder.auth as never);
  await intruder.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
  await intruder.api.accounts.assignRole({ user_id: kine.id, role: "kine" });
  await accomplice.api.accounts.assignRole({ user_id: second.id, role: "admin" });
  await intruder.api.accounts.assignRole({ user_id: victim.id, role: "patient" });
  await intruder.api.accounts.assignRole({ user_id: owner.id, role: "patient" });

  const [{ link } = { link: "" }] = await mailsTo(owner.member.email, /agregó una forma/);
  expect(await undo(link)).toBe(200);
  for (const person of [accomplice, second, kine]) expect((await person.api.accounts.me()).role).toBe("patient");
  expect(await administers(victim)).toBe(true);
  expect(await administers(await testApp.signIn(owner.member))).toBe(true);
});

test("the operator makes an admin of a confirmed account by a command, who decides about all others", async () => {
  const [person, unconfirmed] = [await patient("Rescate"), await testApp.signUp(like(cast.bruno, "Sin Email"))];
  await elena.api.moderation.suspend({ id: person.id, reason: "Me molesta" });
  const run = async (email: string) => {
    const env = { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir, SECRET };
    const program = startProgram({ env, command: [process.execPath, "app/commands/give-admin.ts", email] });
    return [await program.ended, program.err()];
  };
  const { email } = await testApp.db
    .selectFrom("profiles")
    .select("email")
    .where("id", "=", unconfirmed.id)
    .executeTakeFirstOrThrow();
  expect(await run(email)).toEqual([1, expect.stringMatching(/nobody has confirmed/)]);
  expect(await run("nadie@example.com")).toEqual([1, expect.stringMatching(/no account/)]);
  expect(await run(person.member.email)).toEqual([0, ""]);
  await vi.waitFor(async () => {
    const told = (await mailsTo(cast.elena.email, /^Hay una nueva cuenta/)).map(({ text }) =>
      text.replaceAll(/\s+/g, " "),
    );
    const { email: theirs } = person.member;
    expect(told).toContainEqual(
      expect.stringMatching(new RegExp(`${theirs}.* El rol se lo dio quien opera el servicio`)),
    );
  }, TIMES);
  const back = await testApp.signIn(person.member);
  const other = await admin("Otra", true);
  expect(await outcome(back.api.accounts.assignRole({ user_id: other.id, role: "patient" }))).toBe("ok");
  const event = await testApp.db
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .select("e.actor")
    .where("u.id", "=", person.id)
    .where("e.event", "=", "role_assigned")
    .execute();
  expect(event).toEqual([{ actor: null }]);
});
