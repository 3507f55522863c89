import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { messagesTo } from "../support/outbox.ts";
import { TIMES } from "../mail/post.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let second: Person;
let round = 0;
const asSecond = like(cast.bruno, "Segunda Admin");

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  second = await testApp.signUp(asSecond);
  await confirmAddresses(testApp.db, second);
  await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
});
afterAll(() => testApp?.close());
beforeEach(() => {
  round += 1;
});

const countOf = async (...addresses: string[]) =>
  (
    await testApp.db
      .selectFrom("outgoing_messages as m")
      .innerJoin("auth.users as u", "u.id", "m.user_id")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("m.kind", "=", "new_admin")
      .where("u.email", "in", addresses)
      .executeTakeFirstOrThrow()
  ).count;

test("every admin is told by e-mail of a new admin, who it is and who made them one, and nothing else about them", async () => {
  const asSuspended = like(cast.ana, `Suspendida Admin ${round}`);
  const suspended = await testApp.signUp(asSuspended);
  await confirmAddresses(testApp.db, suspended);
  await elena.api.accounts.assignRole({ user_id: suspended.id, role: "admin" });
  await elena.api.moderation.suspend({ id: suspended.id, reason: "De viaje" });
  const member = {
    ...like(cast.ana, "Nueva <b>Admin</b>", { phone: "+54 11 4444-7777" }),
    email: `nueva.${round}@example.com`,
  };
  const { id } = await testApp.signUp(member);
  await confirmAddresses(testApp.db, { id });
  await second.api.accounts.assignRole({ user_id: id, role: "admin" });
  for (const address of [cast.elena.email, asSecond.email, member.email]) {
    const letter = await vi.waitFor(async () => {
      const found = (await messagesTo(`${testApp.dataDir}/outbox`, address)).find(({ text }) =>
        text.includes(member.email),
      );
      expect(found).toBeDefined();
      return found!;
    }, TIMES);
    expect(letter.subject).toBe("Hay una nueva cuenta de administración en Kinexo");
    expect(letter.link).toBe("http://localhost:3000/dashboard/admin/users");
    expect(letter.text).toContain("Nueva <b>Admin</b>");
    expect(letter.text).toContain("Segunda Admin");
    expect(letter.html).not.toContain("<b>Admin");
    for (const theirs of ["4444-7777", "1961", id, cast.elena.email]) expect(letter.html).not.toContain(theirs);
  }
  expect(await messagesTo(`${testApp.dataDir}/outbox`, asSuspended.email)).not.toContainEqual(
    expect.objectContaining({ text: expect.stringContaining(member.email) as string }),
  );
});

test("nobody is told of another role, of somebody who is an admin already, or of a role that is not assigned", async () => {
  const before = await countOf(cast.elena.email, asSecond.email);
  const patient = await testApp.signUp(like(cast.ana, `Paciente Sigue ${round}`));
  const pending = await testApp.signUp(like(cast.diego, `Espera Rol ${round}`, { license_number: `MN 515${round}` }));
  await elena.api.accounts.assignRole({ user_id: patient.id, role: "kine" });
  await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
  expect(await outcome(elena.api.accounts.assignRole({ user_id: pending.id, role: "admin" }))).toBe("NOT_APPROVED_YET");
  expect(await countOf(cast.elena.email, asSecond.email)).toBe(before);
});

test("nobody becomes an admin before they confirm their address, and admins see whose address is confirmed", async () => {
  const license_number = `MN 516${round}`;
  const kine = await testApp.signUp(like(cast.diego, `Sin Confirmar ${round}`, { license_number }));
  const requested = async () =>
    (await elena.api.kineApplications.list({})).items.find(({ profile_id }) => profile_id === kine.id)!;
  const listed = async () =>
    (await elena.api.accounts.list({ search: `Sin Confirmar ${round}` })).items.find(({ id }) => id === kine.id);
  const due = async () => (await elena.api.licences.queue({})).items.find(({ kine_id }) => kine_id === kine.id);
  expect(await requested()).toMatchObject({ is_confirmed: false });
  await elena.api.kineApplications.approve({ id: (await requested()).id });
  for (const read of [listed, due, () => elena.api.dossiers.person({ id: kine.id })])
    expect(await read()).toMatchObject({ is_confirmed: false });
  await expect(elena.api.accounts.assignRole({ user_id: kine.id, role: "admin" })).rejects.toMatchObject({
    code: "NOT_APPROVED_YET",
    message: "Todavía no confirmó su email: primero tiene que confirmarlo.",
  });
  expect(await listed()).toMatchObject({ role: "kine" });
  for (const role of ["patient", "kine"] as const) await elena.api.accounts.assignRole({ user_id: kine.id, role });

  await confirmAddresses(testApp.db, kine);
  for (const read of [listed, due, () => elena.api.dossiers.person({ id: kine.id })])
    expect(await read()).toMatchObject({ is_confirmed: true });
  await elena.api.accounts.assignRole({ user_id: kine.id, role: "admin" });
  expect(await listed()).toMatchObject({ role: "admin" });
});

test("who is made an admin while suspended, or administers again, is told like a new one", async () => {
  const member = like(cast.bruno, `Complice Admin ${round}`);
  const { id } = await testApp.signUp(member);
  await confirmAddresses(testApp.db, { id });
  const told = () =>
    vi.waitFor(async () => {
      const { rows } = await sql`select from outgoing_messages where kind = 'new_admin' and sealed is not null`.execute(
        testApp.db,
      );
      expect(rows).toEqual([]);
      const mails = await messagesTo(`${testApp.dataDir}/outbox`, asSecond.email);
      return mails
        .filter(({ text }) => text.includes(member.email) && text.includes("administra"))
        .map(({ subject }) => subject);
    }, TIMES);
  await elena.api.moderation.suspend({ id, reason: "Spam" });
  await elena.api.accounts.assignRole({ user_id: id, role: "admin" });
  expect(await told()).toEqual(["Hay una nueva cuenta de administración en Kinexo"]);
  await elena.api.moderation.restore({ id, reason: "Fue un error" });
  expect((await told()).at(-1)).toBe(`Complice Admin ${round} administra Kinexo de nuevo`);
});
