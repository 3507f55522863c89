import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun, type FakeOidc, linkFrom, newAccount, pkceBrowser, startFakeOidc, walk } from "./oidc-accounts.ts";
import { lettersAbout, linkToken, recovered } from "./mailbox.ts";
import { addPasskey, passkeySignIn } from "./passkey-browser.ts";
import { addTotp, codeOf, sure } from "./second-factors.ts";
import {
  ask,
  browser,
  claim,
  claimed,
  newEmail,
  openService,
  PASSWORD,
  patient,
  SECRET,
  type Service,
} from "./service.ts";

const NEW_PASSWORD = "Otra-pileta-88";
const CONFIRM = /^Confirmá tu email/;
const REVOKED = /^Quitamos los accesos anteriores/;
const CHANGE = /^Confirmá tu nuevo email/;

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

/**
 * An account with every way to sign in: password, linked account, app, codes, passkey; and its session. Unclaimed, as one from before ways in
 * needed a claim, unless it is claimed by its link.
 */
async function fullAccount(isClaimed = false) {
  const email = newEmail();
  const client = pkceBrowser(service);
  const { user } = sure(await client.signUp({ email, password: PASSWORD, options: { data: patient } }));
  await claim(service, user?.id ?? "");
  const { id: account } = newAccount(elsewhere);
  const back = await linkFrom(service, client, account);
  sure(await client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  const { secret, factorId } = await addTotp(client);
  sure(await client.mfa.recoveryCodes.generate());
  const { key } = await addPasskey(client);
  const { session } = sure(await client.getSession());
  const token = session?.access_token ?? "";
  await service.db
    .updateTable("auth.users")
    .set({ claimed_at: null })
    .where("id", "=", user?.id ?? "")
    .execute();
  if (isClaimed) await follow("signup", await linkToken(service, email, CONFIRM), token);
  return { email, id: user?.id ?? "", client, account, key, secret, factorId, token };
}
type FullAccount = Awaited<ReturnType<typeof fullAccount>>;

const follow = (type: "signup" | "email_change", token_hash: string, token?: string) =>
  ask(service, "POST", "/verify", { token, body: { type, token_hash } });

/** The ways that still sign in after the owner recovered the account. */
async function waysLeft({ email, id, account, key, token }: FullAccount) {
  const byPassword = await browser(service).signInWithPassword({ email, password: PASSWORD });
  const byPasskey = (await passkeySignIn(service, key)).answer;
  const back = await walk(service, await begun(pkceBrowser(service)), account);
  const [row] = await service.db
    .selectFrom("auth.identities")
    .select("user_id")
    .where("provider_id", "=", account)
    .execute();
  return {
    password: codeOf(byPassword) ?? "opens",
    passkey: codeOf(byPasskey) ?? "opens",
    elsewhere: back.searchParams.has("code") && row?.user_id === id ? "opens" : "closed",
    session: (await ask(service, "GET", "/user", { token })).status,
    factors: (await service.db.selectFrom("auth.mfa_factors").select("id").where("user_id", "=", id).execute()).length,
  };
}
const NONE = {
  password: "invalid_credentials",
  passkey: "webauthn_verification_failed",
  elsewhere: "closed",
  session: 403,
  factors: 0,
};

test("the recovery of an address that was never confirmed leaves nothing that whoever signed up with it had made", async () => {
  const stranger = await fullAccount();
  const owner = await recovered(service, stranger.email);
  const { user } = sure(await owner.getUser());
  expect([
    user.id,
    user.factors,
    user.identities?.map(({ provider }) => provider),
    user.app_metadata["must_change_password"],
  ]).toEqual([stranger.id, undefined, ["email"], true]);
  expect(await waysLeft(stranger)).toEqual(NONE);
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  sure(await browser(service).signInWithPassword({ email: stranger.email, password: NEW_PASSWORD }));
  expect(await lettersAbout(service, stranger.email, REVOKED)).toHaveLength(1);
});

test("nor does the recovery of one that its owner confirmed by a link that they never asked for", async () => {
  const stranger = await fullAccount();
  await follow("signup", await linkToken(service, stranger.email, CONFIRM));
  await recovered(service, stranger.email);
  expect(await waysLeft(stranger)).toEqual(NONE);
});

test("a recovery link that a browser follows to a code closes them all as well", async () => {
  const stranger = await fullAccount();
  const asking = pkceBrowser(service);
  await asking.resetPasswordForEmail(stranger.email);
  const token = await linkToken(service, stranger.email, /nueva contraseña/);
  const answer = await fetch(`${service.url}/verify?${new URLSearchParams({ token, type: "recovery" })}`, {
    redirect: "manual",
  });
  expect(await waysLeft(stranger)).toEqual(NONE);
  const { user } = sure(
    await asking.exchangeCodeForSession(new URL(answer.headers.get("location")!).searchParams.get("code")!),
  );
  expect(user.id).toBe(stranger.id);
});

test("a link that is used with a session of its account claims it: a recovery then takes nothing away", async () => {
  const person = await fullAccount(true);
  const again = await recovered(service, person.email);
  expect(sure(await again.mfa.listFactors()).totp.map(({ id }) => id)).toEqual([person.factorId]);
  expect(codeOf(await again.updateUser({ password: NEW_PASSWORD }))).toBe("insufficient_aal");
  expect(await waysLeft(person)).toMatchObject({
    password: "opens",
    passkey: "opens",
    elsewhere: "opens",
    session: 200,
    factors: 2,
  });
});

test("neither the session of another account nor one that has yet to show its second factor claims an account", async () => {
  for (const session of [
    async () =>
      sure(await browser(service).signUp({ email: newEmail(), password: PASSWORD, options: { data: patient } }))
        .session,
    async ({ email }: FullAccount) =>
      sure(await browser(service).signInWithPassword({ email, password: PASSWORD })).session,
  ]) {
    const stranger = await fullAccount();
    const token = (await session(stranger))?.access_token;
    expect((await follow("signup", await linkToken(service, stranger.email, CONFIRM), token)).status).toBe(200);
    await recovered(service, stranger.email);
    expect(await waysLeft(stranger)).toEqual(NONE);
  }
});

test("an account with a second factor stays claimed when its address changes, and is joined by that address only after its own session confirms it", async () => {
  for (const isHeld of [false, true]) {
    const person = await fullAccount(true);
    const address = newEmail();
    sure(await person.client.updateUser({ email: address }));
    await follow("email_change", await linkToken(service, address, CHANGE), isHeld ? person.token : undefined);
    const { id: account } = newAccount(elsewhere, { email: address });
    const back = await walk(service, await begun(pkceBrowser(service)), account);
    expect(back.searchParams.get("error_code")).toBe(isHeld ? null : "email_exists");
    const reader = await recovered(service, address);
    expect(codeOf(await reader.updateUser({ password: NEW_PASSWORD }))).toBe("insufficient_aal");
    expect(await waysLeft({ ...person, email: address })).toMatchObject({
      password: "opens",
      passkey: "opens",
      elsewhere: "opens",
      factors: 2,
    });
  }
});

test("an address that an account without a second factor changed to in another browser is its reader's", async () => {
  const { client, email } = await claimed(service);
  const { id: passkeyId } = await addPasskey(client);
  const address = newEmail();
  sure(await client.updateUser({ email: address }));
  await follow("email_change", await linkToken(service, address, CHANGE));
  const reader = await recovered(service, address);
  sure(await reader.updateUser({ password: NEW_PASSWORD }));
  expect(sure(await reader.passkey.list()).map(({ id }) => id)).not.toContain(passkeyId);
  expect(email).not.toBe(address);
});

test("whoever recovered an account has claimed it: their next recovery takes nothing away", async () => {
  const { email } = await fullAccount();
  const owner = await recovered(service, email);
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
  const { id } = await addPasskey(owner);
  await sql`update auth.webauthn_credentials set created_at = now() - interval '31 days' where id = ${id}`.execute(
    service.db,
  );
  expect(sure(await (await recovered(service, email)).passkey.list()).map((passkey) => passkey.id)).toEqual([id]);
});

test("support closes every way into an account by a command, and its owner enters by a recovery", async () => {
  const person = await fullAccount(true);
  const run = async (email: string) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../app/commands/revoke-access.ts"), email], {
      env: { ...process.env, DATABASE_URL: service.databaseUrl, SECRET },
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return [child.exitCode, stdout, stderr];
  };
  expect(await run(newEmail())).toEqual([
    1,
    "",
    expect.stringMatching(/^Cannot revoke: there is no account of persona/),
  ]);
  expect(await run(person.email.toUpperCase())).toEqual([
    0,
    expect.stringContaining(`the account of ${person.email} now`),
    "",
  ]);
  expect(await waysLeft(person)).toEqual(NONE);
  expect(await lettersAbout(service, person.email, REVOKED)).toMatchObject([
    { text: expect.stringContaining("nos pidió recuperar") },
  ]);
  const owner = await recovered(service, person.email);
  sure(await owner.updateUser({ password: NEW_PASSWORD }));
});
