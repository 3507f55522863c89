import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { codeNow, codeOf, countManyFailures, sure } from "../auth/second-factors.ts";
import { claim } from "../auth/service.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

async function addTotp({ auth, id: userId }: Person) {
  await claim(testApp, userId);
  const { id, totp } = sure(await auth.mfa.enroll({ factorType: "totp", friendlyName: "Celular" }));
  sure(await auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(totp.secret, -1) }));
  return { id, secret: totp.secret };
}

async function age({ id }: Person) {
  await sql`update auth.sessions set created_at = created_at - interval '6 minutes', proofs = '[]' where user_id = ${id}`.execute(
    testApp.db,
  );
}

test("an admin works with a password alone until they have a second factor, and then only after showing it", async () => {
  const first = await testApp.signIn(cast.elena);
  expect(await first.api.accounts.me()).toMatchObject({ has_factor: false, aal: "aal1" });
  expect(await outcome(first.api.accounts.list({}))).toBe("ok");
  const { id, secret } = await addTotp(first);
  expect(await first.api.accounts.me()).toMatchObject({ has_factor: true, aal: "aal2" });
  expect(await outcome(first.api.accounts.list({}))).toBe("ok");

  const second = await testApp.signIn(cast.elena);
  expect(await second.api.accounts.me()).toMatchObject({ has_factor: true, aal: "aal1" });
  expect(await outcome(second.api.accounts.list({}))).toBe("SECOND_FACTOR_NEEDED");
  expect(await outcome(second.api.sessions.mine())).toBe("SECOND_FACTOR_NEEDED");
  sure(await second.auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(secret) }));
  expect(await outcome(second.api.accounts.list({}))).toBe("ok");

  sure(await second.auth.mfa.unenroll({ factorId: id }));
  expect(await second.api.accounts.me()).toMatchObject({ has_factor: false, aal: "aal1" });
  expect(await outcome(second.api.accounts.list({}))).toBe("ok");
});

test("whoever has a second factor and no claim is asked for it", async () => {
  const person = await testApp.signUp(like(cast.ana, "Sin Reclamar"));
  await addTotp(person);
  expect(await person.api.accounts.me()).toMatchObject({ has_factor: true, claim_due: false });
  await testApp.db.updateTable("auth.users").set({ claimed_at: null }).where("id", "=", person.id).execute();
  expect(await person.api.accounts.me()).toMatchObject({ has_factor: true, claim_due: true });
});

test("a password typed again counts as a recent sign-in, in that session", async () => {
  const person = like(cast.ana, "Reciente");
  const here = await testApp.signUp(person);
  const there = await testApp.signIn(person);
  await claim(testApp, here.id);
  await age(here);
  expect(codeOf(await here.auth.mfa.enroll({ factorType: "totp", friendlyName: "A" }))).toBe("reauthentication_needed");
  expect(await outcome(here.api.accounts.confirmPassword({ password: "No-es-esta-1" }))).toBe("WRONG_PASSWORD");
  expect(codeOf(await here.auth.mfa.enroll({ factorType: "totp", friendlyName: "A" }))).toBe("reauthentication_needed");
  expect(await outcome(here.api.accounts.confirmPassword({ password: person.password }))).toBe("ok");
  expect((await here.auth.mfa.enroll({ factorType: "totp", friendlyName: "A" })).error).toBeNull();
  expect(codeOf(await there.auth.mfa.enroll({ factorType: "totp", friendlyName: "B" }))).toBe(
    "reauthentication_needed",
  );
});

test("wrong passwords are slowed down, the right one among them too", async () => {
  const person = like(cast.ana, "Insistente");
  const { api } = await testApp.signUp(person);
  const tryWrong = () => outcome(api.accounts.confirmPassword({ password: "No-es-esta-1" }));
  for (let index = 0; index < 10; index += 1) expect(await tryWrong()).toBe("WRONG_PASSWORD");
  await countManyFailures(testApp, "confirm_password_account");
  expect(await tryWrong()).toBe("WRONG_PASSWORD");
  await expect(api.accounts.confirmPassword({ password: person.password })).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    message: expect.stringMatching(/Esperá \d+ segundos?/),
  });
});

test("people see their own open sessions and end them, whose tokens stop at once", async () => {
  const person = like(cast.ana, "Sesiones");
  const here = await testApp.signUp(person);
  const there = await testApp.signIn(person);
  const stranger = await testApp.signUp(like(cast.ana, "Ajena"));
  const sessions = await here.api.sessions.mine();
  expect(sessions.map(({ is_current }) => is_current).toSorted()).toEqual([false, true]);
  expect(sessions[0]).toEqual({
    id: expect.any(String),
    device: { name: "Dispositivo sin identificar", kind: "computer" },
    place: "La misma red que usás ahora",
    signed_in_at: expect.any(Date),
    last_used_at: expect.any(Date),
    is_current: expect.any(Boolean),
  });
  const other = sessions.find(({ is_current }) => !is_current)!;
  expect(await outcome(stranger.api.sessions.end({ id: other.id }))).toBe("NOT_FOUND");
  expect(await outcome(there.api.accounts.me())).toBe("ok");
  expect(await outcome(here.api.sessions.end({ id: other.id }))).toBe("ok");
  expect(await outcome(there.api.accounts.me())).toBe("NOT_SIGNED_IN");
  expect(await outcome(here.api.sessions.end({ id: other.id }))).toBe("NOT_FOUND");
  expect(await here.api.sessions.mine()).toHaveLength(1);
  const again = await testApp.signIn(person);
  expect((await here.auth.signOut({ scope: "others" })).error).toBeNull();
  expect(await outcome(again.api.accounts.me())).toBe("NOT_SIGNED_IN");
  expect(await outcome(here.api.accounts.me())).toBe("ok");
});
