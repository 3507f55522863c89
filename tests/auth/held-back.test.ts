import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lettersAbout, linkToken, recovered } from "./mailbox.ts";
import {
  begun,
  enterFrom,
  type FakeOidc,
  linkFrom,
  newAccount,
  pkceBrowser,
  startFakeOidc,
  walk,
} from "./oidc-accounts.ts";
import { addPasskey, passkeySignIn } from "./passkey-browser.ts";
import { addTotp, ageProofs, codeNow, codeOf, forgetUsedSteps, signedUpWithTotp, sure } from "./second-factors.ts";
import { ask, browser, claim, claimed, newEmail, openService, PASSWORD, patient, type Service } from "./service.ts";

const NEW_PASSWORD = "Otra-pileta-88";

let service: Service;
let elsewhere: FakeOidc;
beforeAll(async () => {
  elsewhere = await startFakeOidc();
  service = await openService({ signInProviders: [elsewhere.settings()] });
});
afterAll(async () => {
  await service?.close();
  await elsewhere?.close();
});

/** A claimed account to which an intruder at an open session added a passkey and an account elsewhere. */
async function planted() {
  const client = pkceBrowser(service);
  const email = newEmail();
  const { user } = sure(await client.signUp({ email, password: PASSWORD, options: { data: patient } }));
  await claim(service, user!.id);
  const { id: account } = newAccount(elsewhere);
  const back = await linkFrom(service, client, account);
  sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  return { id: user!.id, email, client, account, passkey: await addPasskey(client) };
}
const passkeyAnswer = async ({ passkey }: { passkey: Awaited<ReturnType<typeof addPasskey>> }) =>
  codeOf((await passkeySignIn(service, passkey.key)).answer) ?? "opens";
const elsewhereAnswer = async ({ account }: { account: string }) =>
  (await walk(service, await begun(pkceBrowser(service)), account)).searchParams.get("error_code") ?? "opens";
const heldBack = async (client: ReturnType<typeof browser>) =>
  (await ask(service, "GET", "/held-back", { token: sure(await client.getSession()).session?.access_token }))
    .json as unknown as { kind: string; id: string; name: string }[];
/** Makes the ways into an account `days` older. */
async function age(userId: string, days: number) {
  for (const table of ["auth.webauthn_credentials", "auth.identities", "auth.mfa_factors"])
    await sql`update ${sql.table(table)} set created_at = created_at - make_interval(days => ${days}),
      updated_at = updated_at - make_interval(days => ${days}) where user_id = ${userId}`.execute(service.db);
}

/** Types the password again in a person's session, as the dialog of Seguridad does, twelve minutes after all other proofs. */
const confirmsPassword = async ({ client, user }: { client: ReturnType<typeof browser>; user: { id: string } }) => {
  for (let times = 0; times < 2; times += 1) await ageProofs(service, user.id);
  const session_id = decodeJwt(sure(await client.getSession()).session!.access_token)["session_id"] as string;
  await service.auth.confirmPassword({ id: user.id, session_id }, PASSWORD);
};

test("new ways in wait while the password of a recovery is due, and go with it unless they are kept", async () => {
  const account = await planted();
  const owner = await recovered(service, account.email);
  expect([await passkeyAnswer(account), await elsewhereAnswer(account)]).toEqual(["way_in_held", "way_in_held"]);
  expect((await heldBack(owner)).map(({ kind, name }) => [kind, name])).toEqual([
    ["identity", "custom:oidc"],
    ["passkey", "Llave de acceso"],
  ]);
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  expect(await heldBack(owner)).toEqual([]);
  expect(await passkeyAnswer(account)).toBe("webauthn_verification_failed");
  expect(sure(await owner.passkey.list())).toEqual([]);
  expect(sure(await owner.getUserIdentities()).identities.map(({ provider }) => provider)).toEqual(["email"]);
  const told = await lettersAbout(service, account.email, /^Se quitó/);
  expect(told).toHaveLength(2);
});

test("what the owner keeps with the new password works again", async () => {
  const account = await planted();
  const owner = await recovered(service, account.email);
  const change = { password: NEW_PASSWORD, keep: [account.passkey.id] };
  sure(await owner.updateUser(change));
  expect(await passkeyAnswer(account)).toBe("opens");
  expect(sure(await owner.getUserIdentities()).identities).toHaveLength(1);
  // What was kept counts as new at another recovery within its thirty days.
  await recovered(service, account.email);
  expect(await passkeyAnswer(account)).toBe("way_in_held");
});

test("the account elsewhere that an account was born with is not held back", async () => {
  const { id, email } = newAccount(elsewhere);
  const { user } = await enterFrom(service, id);
  await claim(service, user.id);
  const owner = await recovered(service, email);
  expect(await heldBack(owner)).toEqual([]);
  expect(await elsewhereAnswer({ account: id })).toBe("opens");
});

test("ways in that are thirty days old are held back by no recovery, and yet set no password", async () => {
  const account = await planted();
  await age(account.id, 31);
  const owner = await recovered(service, account.email);
  expect(await heldBack(owner)).toEqual([]);
  const { client: other, answer } = await passkeySignIn(service, account.passkey.key);
  expect(answer.error).toBeNull();
  expect((await other.updateUser({ password: "De-otra-persona-99" })).error).toMatchObject({
    status: 403,
    code: "recovery_link_required",
  });
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  expect(await passkeyAnswer(account)).toBe("opens");
});

test("a way in that was added without showing the factor that the account had is held back at any age", async () => {
  const person = await signedUpWithTotp(service);
  const shown = await addPasskey(person.client);
  await sql`update auth.sessions set proofs = '[]' where user_id = ${person.user.id}`.execute(service.db);
  const unshown = await addPasskey(person.client);
  await age(person.user.id, 400);
  const owner = await recovered(service, person.email);
  // Until the factor is shown, nothing waits: the mailbox alone changes nothing.
  expect(await passkeyAnswer({ passkey: unshown })).toBe("opens");
  await forgetUsedSteps(service);
  sure(await owner.mfa.challengeAndVerify({ factorId: person.factorId, code: codeNow(person.secret) }));
  expect([await passkeyAnswer({ passkey: shown }), await passkeyAnswer({ passkey: unshown })]).toEqual([
    "opens",
    "way_in_held",
  ]);
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  expect(sure(await owner.passkey.list()).map(({ id }) => id)).toEqual([shown.id]);
});

test("a recovery is finished with the older factor, not with one that somebody added since", async () => {
  const person = await signedUpWithTotp(service);
  await age(person.user.id, 31);
  const added = await addTotp(person.client, "Ajeno");
  const { codes } = sure(await person.client.mfa.recoveryCodes.generate());
  const owner = await recovered(service, person.email);
  await forgetUsedSteps(service);
  const shows = async (factorId: string, secret: string) =>
    codeOf(await owner.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })) ?? "raised";
  expect(await shows(added.factorId, added.secret)).toBe("factor_too_new");
  expect(codeOf(await owner.mfa.recoveryCodes.verify({ code: codes[0]! }))).toBe("factor_too_new");
  expect(await shows(person.factorId, person.secret)).toBe("raised");
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  expect(sure(await owner.mfa.listFactors()).all.map(({ id }) => id)).toEqual([person.factorId]);
});

test("recovery codes are made with a factor alone, so that they finish a recovery", async () => {
  const person = await signedUpWithTotp(service);
  const { codes: first } = sure(await person.client.mfa.recoveryCodes.generate());
  await confirmsPassword(person);
  expect(codeOf(await person.client.mfa.recoveryCodes.regenerate())).toBe("factor_needed");
  sure(await person.client.mfa.recoveryCodes.verify({ code: first[0]! }));
  const { codes } = sure(await person.client.mfa.recoveryCodes.regenerate());
  await age(person.user.id, 31);
  const owner = await recovered(service, person.email);
  sure(await owner.mfa.recoveryCodes.verify({ code: codes[0]! }));
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
});

test("a factor that was added without the older one vouches for nothing", async () => {
  const person = await signedUpWithTotp(service);
  await confirmsPassword(person);
  await addTotp(person.client, "Ajeno");
  const passkey = await addPasskey(person.client);
  expect(codeOf(await person.client.mfa.recoveryCodes.generate())).toBe("factor_needed");
  await age(person.user.id, 400);
  const owner = await recovered(service, person.email);
  await forgetUsedSteps(service);
  sure(await owner.mfa.challengeAndVerify({ factorId: person.factorId, code: codeNow(person.secret) }));
  expect(await passkeyAnswer({ passkey })).toBe("way_in_held");
});

test("what a recovery kept and the factor that it showed serve the next one, a month later", async () => {
  const person = await signedUpWithTotp(service);
  await confirmsPassword(person);
  const added = await addTotp(person.client, "Teléfono nuevo");
  const recover = async ({ factorId, secret }: { factorId: string; secret: string }) => {
    await age(person.user.id, 31);
    const owner = await recovered(service, person.email);
    await forgetUsedSteps(service);
    sure(await owner.mfa.challengeAndVerify({ factorId, code: codeNow(secret) }));
    return owner;
  };
  const owner = await recover(person);
  const kept = { password: NEW_PASSWORD, keep: [added.factorId] };
  sure(await owner.updateUser(kept));
  const again = await recover(added);
  sure(await again.updateUser({ password: PASSWORD }));
  expect(sure(await again.mfa.listFactors()).totp).toHaveLength(2);
  // Where every factor is new, the one that the recovery shows is its owner's.
  await sql`update auth.mfa_factors set without_factor = true where user_id = ${person.user.id}`.execute(service.db);
  const last = await recover(added);
  sure(await last.updateUser({ password: NEW_PASSWORD }));
  expect(
    await service.db
      .selectFrom("auth.mfa_factors")
      .select(["id", "without_factor"])
      .where("user_id", "=", person.user.id)
      .execute(),
  ).toEqual([{ id: added.factorId, without_factor: false }]);
});

test("a recovery whose password a node of the previous version set is over", async () => {
  const { email, user } = await claimed(service);
  const owner = await recovered(service, email);
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  const leaveBehind = async () => {
    await sql`update auth.users set recovered_at = now() where id = ${user.id}`.execute(service.db);
    await sql`update auth.sessions set recovers = true where user_id = ${user.id} and sign_in_method = 'otp'`.execute(
      service.db,
    );
  };
  await leaveBehind();
  const elsewhere = browser(service);
  sure(await elsewhere.signInWithPassword({ email, password: NEW_PASSWORD }));
  sure(await elsewhere.updateUser({ password: "La-tercera-pileta-9" }));
  const next = await recovered(service, email);
  sure(await next.updateUser({ password: NEW_PASSWORD }));
  await leaveBehind();
  // Adding factors begins no recovery, which would take the password.
  const added = await addTotp(next);
  await sql`update auth.sessions set aal = 'aal1' where user_id = ${user.id}`.execute(service.db);
  await forgetUsedSteps(service);
  sure(await next.mfa.challengeAndVerify({ factorId: added.factorId, code: codeNow(added.secret) }));
  sure(await browser(service).signInWithPassword({ email, password: NEW_PASSWORD }));
});

test("removing the last factor ends the recovery that waited for it", async () => {
  const person = await signedUpWithTotp(service);
  const reader = await recovered(service, person.email);
  sure(await person.client.mfa.unenroll({ factorId: person.factorId }));
  expect((await reader.getUser()).error).not.toBeNull();
  expect((await reader.updateUser({ password: NEW_PASSWORD })).error).not.toBeNull();
  expect(sure(await person.client.getUser()).user.id).toBe(person.user.id);
});

test("a recovery that shows the only factor ends every other session and password, and keeps that factor", async () => {
  const person = await signedUpWithTotp(service);
  const owner = await recovered(service, person.email);
  expect(sure(await person.client.getUser()).user.id).toBe(person.user.id);
  await forgetUsedSteps(service);
  sure(await owner.mfa.challengeAndVerify({ factorId: person.factorId, code: codeNow(person.secret) }));
  expect((await person.client.getUser()).error).not.toBeNull();
  expect(codeOf(await browser(service).signInWithPassword({ email: person.email, password: PASSWORD }))).toBe(
    "invalid_credentials",
  );
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  expect(sure(await owner.mfa.listFactors()).totp.map(({ id }) => id)).toEqual([person.factorId]);
});

test("a recovery and a changed password make every browser of before unknown", async () => {
  const { email, client } = await claimed(service);
  const notices = async () => (await lettersAbout(service, email, /^Nuevo ingreso/)).length;
  const signIn = async (password: string) => sure(await browser(service).signInWithPassword({ email, password }));
  await signIn(PASSWORD);
  expect(await notices()).toBe(0);
  // The session that changes it goes on, so that its browser stays known.
  sure(await client.updateUser({ password: NEW_PASSWORD }));
  await sql`update auth.sessions set user_agent = 'Firefox/150.0' where ended_at is null`.execute(service.db);
  await signIn(NEW_PASSWORD);
  expect(await notices()).toBe(1);
});

test("'No fui yo' ends a new way in with its sessions and the session that added it, once", async () => {
  const { email, client } = await claimed(service);
  const thief = browser(service);
  sure(await thief.signInWithPassword({ email, password: PASSWORD }));
  const passkey = await addPasskey(thief);
  const opened = await passkeySignIn(service, passkey.key);
  const token = await linkToken(service, email, /^Se agregó una forma de ingreso/);
  const link = (await lettersAbout(service, email, /^Se agregó/)).at(-1)!.link;
  expect((await fetch(link.replace(/^.*\/auth/, service.url.replace("/auth/v1", "/auth")))).status).toBe(404);
  expect((await ask(service, "GET", `/undo?token=${token}`)).status).toBe(404);
  expect(sure(await client.passkey.list())).toHaveLength(1);
  const undo = () => ask(service, "POST", "/undo", { body: { token } });
  expect(await undo()).toMatchObject({ status: 200, json: { undone: "passkey" } });
  for (const ended of [thief, opened.client]) expect((await ended.getUser()).error).not.toBeNull();
  expect(sure(await client.passkey.list())).toEqual([]);
  expect(await undo()).toMatchObject({ status: 403, json: { code: "otp_expired" } });
});

test("'No fui yo' ends a factor and a linked account as well, for seven days", async () => {
  const account = await planted();
  await addTotp(account.client);
  const factor = await linkToken(service, account.email, /^Se agregó una forma de ingreso/);
  const identity = await linkToken(service, account.email, /^Se vinculó otra cuenta/);
  await sql`update auth.undo_links set expires_at = now() where kind = 'identity' and user_id = ${account.id}`.execute(
    service.db,
  );
  const undo = (token: string) => ask(service, "POST", "/undo", { body: { token } });
  expect((await undo(identity)).status).toBe(403);
  expect((await undo(factor)).json).toEqual({ undone: "factor" });
  const owner = browser(service);
  sure(await owner.signInWithPassword({ email: account.email, password: PASSWORD }));
  expect(sure(await owner.mfa.listFactors()).all).toEqual([]);
});

test("'No fui yo' ends what the intruder's sessions added besides, also those that the first way in opened", async () => {
  const { email, client, user } = await claimed(service);
  // In the session that the intruder finds open days later.
  const own = await addPasskey(client);
  await age(user.id, 3);
  await sql`update auth.undo_links set created_at = created_at - interval '3 days' where user_id = ${user.id}`.execute(
    service.db,
  );
  const first = await addPasskey(client);
  const disowned = await linkToken(service, email, /^Se agregó una forma de ingreso/);
  const second = await addPasskey(client);
  const opened = await passkeySignIn(service, first.key);
  const third = await addPasskey(opened.client);
  // The session names its passkey no more once that is gone.
  expect((await opened.client.passkey.delete({ passkeyId: first.id })).error).toBeNull();
  const fourth = await addPasskey(opened.client);
  const later = await passkeySignIn(service, third.key);
  expect((await ask(service, "POST", "/undo", { body: { token: disowned } })).status).toBe(200);
  for (const ended of [client, later.client]) expect((await ended.getUser()).error).not.toBeNull();
  for (const passkey of [second, third, fourth])
    expect(await passkeyAnswer({ passkey })).toBe("webauthn_verification_failed");
  expect(await passkeyAnswer({ passkey: own })).toBe("opens");
});

test("'No fui yo' about a linked account ends what was added in the sessions that it opened", async () => {
  const account = await planted();
  const intruder = pkceBrowser(service);
  const back = await walk(service, await begun(intruder), account.account);
  sure(await intruder.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  const added = await addPasskey(intruder);
  const token = await linkToken(service, account.email, /^Se vinculó otra cuenta/);
  expect((await ask(service, "POST", "/undo", { body: { token } })).json).toEqual({ undone: "identity" });
  expect(await passkeyAnswer({ passkey: added })).toBe("webauthn_verification_failed");
});
