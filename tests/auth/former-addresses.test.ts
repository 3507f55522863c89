import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lettersAbout, linkToken, recovered } from "./mailbox.ts";
import { addPasskey, passkeySignIn } from "./passkey-browser.ts";
import { addTotp, codeOf, signedUpWithTotp, sure } from "./second-factors.ts";
import {
  ask,
  type Browser,
  browser,
  claimed,
  newEmail,
  openService,
  PASSWORD,
  patient,
  type Service,
  signedUp,
} from "./service.ts";

const NEW_PASSWORD = "Otra-pileta-88";
const CHANGED = /^Cambió el email/;

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

const undo = (token: string) => ask(service, "POST", "/undo", { body: { token } });

/** Changes the address of a session's account and confirms it in that session. */
async function change(client: Browser, address: string) {
  sure(await client.updateUser({ email: address }));
  const token_hash = await linkToken(service, address, /^Confirmá tu nuevo email/);
  const token = sure(await client.getSession()).session?.access_token;
  expect((await ask(service, "POST", "/verify", { token, body: { type: "email_change", token_hash } })).status).toBe(
    200,
  );
}

/** An account whose address a thief with its password changed. */
async function stolen() {
  const owner = await claimed(service);
  const thief = browser(service);
  sure(await thief.signInWithPassword({ email: owner.email, password: PASSWORD }));
  const theirs = newEmail();
  await change(thief, theirs);
  return { owner, thief, theirs };
}

test("the former address restores itself within seven days and ends what was opened since", async () => {
  const { owner, thief, theirs } = await stolen();
  await addPasskey(thief);
  await addTotp(thief, "De quien lo cambió");
  sure(await thief.updateUser({ password: "De-quien-lo-cambio-1" }));
  const token = await linkToken(service, owner.email, CHANGED);
  expect(await undo(token)).toMatchObject({ status: 200, json: { undone: "address" } });
  expect((await thief.getUser()).error).not.toBeNull();
  for (const email of [owner.email, theirs])
    for (const password of [PASSWORD, "De-quien-lo-cambio-1"])
      expect(codeOf(await browser(service).signInWithPassword({ email, password }))).toBe("invalid_credentials");
  const back = await recovered(service, owner.email);
  expect(sure(await back.getUser()).user).toMatchObject({ id: owner.user.id, email: owner.email });
  expect(sure(await back.mfa.listFactors()).all).toEqual([]);
  sure(await back.updateUser({ password: NEW_PASSWORD }));
  expect(sure(await back.passkey.list())).toEqual([]);
  expect(await lettersAbout(service, theirs, /volvió a su email anterior/)).toHaveLength(1);
  expect(await undo(token)).toMatchObject({ status: 403, json: { code: "otp_expired" } });
});

test("the links of ways in that the new address got end with it: its reader undoes nothing that the owner does later", async () => {
  const { owner, thief, theirs } = await stolen();
  await addTotp(thief);
  const thiefs = await linkToken(service, theirs, /^Se agregó una forma/);
  expect((await undo(await linkToken(service, owner.email, CHANGED))).status).toBe(200);
  expect((await undo(thiefs)).status).toBe(403);
});

test("it does so when the new address was changed again, and whoever did that cannot take it back", async () => {
  const { owner, thief, theirs } = await stolen();
  await change(thief, newEmail());
  const thiefs = await linkToken(service, theirs, CHANGED);
  expect((await undo(await linkToken(service, owner.email, CHANGED))).status).toBe(200);
  expect((await undo(thiefs)).status).toBe(403);
  const { email } = await service.db
    .selectFrom("profiles")
    .select("email")
    .where("id", "=", owner.user.id)
    .executeTakeFirstOrThrow();
  expect(email).toBe(owner.email);
});

test("it does so when the account was recovered at the new address, which was confirmed in another browser", async () => {
  const owner = await claimed(service);
  const theirs = newEmail();
  sure(await owner.client.updateUser({ email: theirs }));
  sure(
    await browser(service).verifyOtp({
      token_hash: await linkToken(service, theirs, /^Confirmá tu nuevo email/),
      type: "email_change",
    }),
  );
  const thief = await recovered(service, theirs);
  sure(await thief.updateUser({ password: "De-quien-lo-cambio-1" }));
  expect((await undo(await linkToken(service, owner.email, CHANGED))).status).toBe(200);
  expect((await thief.getUser()).error).not.toBeNull();
});

test("what was planted days before the change opens nothing after it is undone, and goes with the next password", async () => {
  const owner = await claimed(service);
  const sessionOfThief = async () => {
    const thief = browser(service);
    sure(await thief.signInWithPassword({ email: owner.email, password: PASSWORD }));
    return thief;
  };
  const planted = await addPasskey(await sessionOfThief());
  await sql`update auth.webauthn_credentials set created_at = created_at - interval '3 days' where id = ${planted.id}`.execute(
    service.db,
  );
  await change(await sessionOfThief(), newEmail());
  expect((await undo(await linkToken(service, owner.email, CHANGED))).status).toBe(200);
  expect(codeOf((await passkeySignIn(service, planted.key)).answer)).toBe("way_in_held");
  const back = await recovered(service, owner.email);
  expect(codeOf((await passkeySignIn(service, planted.key)).answer)).toBe("way_in_held");
  sure(await back.updateUser({ password: NEW_PASSWORD }));
  expect(sure(await back.passkey.list())).toEqual([]);
});

test("an owner who changes it back by hand keeps the only link, so that no address in between restores itself", async () => {
  const { owner, thief, theirs } = await stolen();
  const owners = await linkToken(service, owner.email, CHANGED);
  const last = newEmail();
  await change(thief, last);
  const thiefs = await linkToken(service, theirs, CHANGED);
  await change(owner.client, owner.email);
  const [told] = await lettersAbout(service, last, CHANGED);
  expect(told?.link).not.toContain("token_hash");
  expect((await undo(thiefs)).status).toBe(403);
  expect(await undo(owners)).toMatchObject({ status: 200, json: { undone: "address" } });
  expect((await thief.getUser()).error).not.toBeNull();
});

test("nobody else gets a former address while it may be restored, its own account does", async () => {
  const { owner, thief } = await stolen();
  const signUp = await browser(service).signUp({ email: owner.email, password: PASSWORD, options: { data: patient } });
  expect(codeOf(signUp)).toBe("user_already_exists");
  const other = await signedUp(service);
  sure(await other.client.updateUser({ email: owner.email }));
  expect(await lettersAbout(service, owner.email, /^Confirmá tu nuevo/)).toEqual([]);
  await expect(
    service.db.updateTable("auth.users").set({ email: owner.email }).where("id", "=", other.user.id).execute(),
  ).rejects.toMatchObject({ constraint: "users_email_key" });
  await change(thief, owner.email);
});

test("the second factor from before the change still guards the restored account", async () => {
  const person = await signedUpWithTotp(service);
  const address = newEmail();
  await change(person.client, address);
  await service.db
    .updateTable("auth.mfa_factors")
    .set({ updated_at: new Date(Date.now() - 2 * 3_600_000) })
    .where("user_id", "=", person.user.id)
    .execute();
  expect((await undo(await linkToken(service, person.email, CHANGED))).status).toBe(200);
  const reader = await recovered(service, person.email);
  expect(codeOf(await reader.updateUser({ password: NEW_PASSWORD }))).toBe("insufficient_aal");
});

test("an address that nobody has proven, such as a misspelt one, restores nothing", async () => {
  const { email, client } = await signedUp(service);
  await change(client, newEmail());
  const [letter] = await lettersAbout(service, email, CHANGED);
  expect(letter?.link).not.toContain("token_hash");
});
