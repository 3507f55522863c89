import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueToken } from "../../app/auth/flows/links/one-time-tokens.server.ts";
import { lettersAbout, linkToken, recovered } from "./mailbox.ts";
import { enterFrom, type FakeOidc, newAccount, startFakeOidc } from "./oidc-accounts.ts";
import { addPasskey } from "./passkey-browser.ts";
import { addTotp, codeOf, sure } from "./second-factors.ts";
import {
  ask,
  type Browser,
  browser,
  claim,
  newEmail,
  openService,
  PASSWORD,
  type Service,
  signedUp,
} from "./service.ts";

const NEW_PASSWORD = "Otra-pileta-88";
const CONFIRM = /^Confirmá tu email/;

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

type Account = { email: string; client: Browser };

/** An account made by somebody else, with a password of theirs and an invitation; also with its own password set since. */
async function made() {
  const email = newEmail();
  const encrypted_password = await service.auth.hashPassword(PASSWORD);
  const { id, invitation } = await service.db.transaction().execute(async (tx) => {
    const user = await service.auth.createUser(tx, { email, encrypted_password, must_change_password: true });
    return { ...user, invitation: await issueToken(tx, "invitation", { user_id: user.id, email }) };
  });
  const client = browser(service);
  sure(await client.signInWithPassword({ email, password: PASSWORD }));
  return { email, client, id, invitation };
}

/** Each way an account is born. */
const births: Record<string, () => Promise<Account>> = {
  "signed up": () => signedUp(service),
  "made by an admin": async () => {
    const account = await made();
    sure(await account.client.updateUser({ password: NEW_PASSWORD }));
    return account;
  },
  "come from a provider": async () => {
    const { id, email } = newAccount(elsewhere);
    return { email, client: (await enterFrom(service, id)).client };
  },
  "first admin": async () => {
    const { email, client, id } = await made();
    sure(await client.updateUser({ password: NEW_PASSWORD }));
    await claim(service, id);
    return { email, client };
  },
};
const tokenOf = async (client: Browser) => sure(await client.getSession()).session?.access_token;
const follow = (type: string, token_hash: string, token?: string) =>
  ask(service, "POST", "/verify", { token, body: { type, token_hash } });

/** Asks for the link of the address. Null when the account needs none. */
async function confirmation({ email, client }: Account) {
  sure(await client.resend({ type: "signup", email }));
  const asked = await lettersAbout(service, email, CONFIRM);
  return asked.length === 0 ? null : linkToken(service, email, CONFIRM);
}

/** Each way the address is proven; returns the account's address since. */
const proofs: Record<string, (account: Account) => Promise<string>> = {
  "in its session": async (account) => {
    const token_hash = await confirmation(account);
    if (token_hash) await follow("signup", token_hash, await tokenOf(account.client));
    return account.email;
  },
  "in another browser": async (account) => {
    const token_hash = await confirmation(account);
    if (token_hash) await follow("signup", token_hash);
    return account.email;
  },
  "as another address, in another browser": async ({ client }) => {
    const address = newEmail();
    sure(await client.updateUser({ email: address }));
    await follow("email_change", await linkToken(service, address, /^Confirmá tu nuevo email/));
    return address;
  },
};

const cells = Object.keys(births).flatMap((birth) =>
  Object.keys(proofs).flatMap((proof) => [false, true].map((isLate) => [birth, proof, isLate] as const)),
);
test.each(cells.filter(([, proof, isLate]) => !isLate || proof.startsWith("as another")))(
  "an account %s and proven %s is guarded by its second factor from whoever reads its mailbox",
  async (birth, proof, isLate) => {
    const account = await births[birth]!();
    if (!isLate) account.email = await proofs[proof]!(account);
    const begun = await account.client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" });
    if (begun.error) {
      expect(codeOf(begun)).toBe("claim_required");
      account.email = await proofs["in its session"]!(account);
    } else await account.client.mfa.unenroll({ factorId: begun.data.id });
    await addTotp(account.client);
    if (isLate) account.email = await proofs[proof]!(account);

    const reader = await recovered(service, account.email);
    expect(decodeJwt((await tokenOf(reader))!)["aal"]).toBe("aal1");
    expect(codeOf(await reader.updateUser({ password: "De-quien-lee-99" }))).toBe("insufficient_aal");
    expect(codeOf(await reader.passkey.startRegistration())).toBe("insufficient_aal");
    // Nor did the mailbox alone change anything for the owner.
    expect(sure(await account.client.getUser()).user.app_metadata["must_change_password"]).toBeUndefined();
  },
);

test("no way in is added to an unclaimed account, which its link in its session claims", async () => {
  const { email, client, session } = await signedUp(service);
  const refused = { status: 403, code: "claim_required" };
  expect((await client.mfa.enroll({ factorType: "webauthn", friendlyName: "Llave" })).error).toMatchObject(refused);
  expect((await client.passkey.startRegistration()).error).toMatchObject(refused);
  const linking = await ask(service, "GET", "/user/identities/authorize?provider=custom:oidc", {
    token: session.access_token,
  });
  expect([linking.status, linking.json.code]).toEqual([403, "claim_required"]);
  await follow("signup", await linkToken(service, email, CONFIRM));
  expect((await client.passkey.startRegistration()).error).toMatchObject(refused);
  // A confirmed address is sent its link again, until the account is claimed.
  const again = await confirmation({ email, client });
  await follow("signup", again!, session.access_token);
  await addPasskey(client);
  const sent = (await lettersAbout(service, email, CONFIRM)).length;
  sure(await client.resend({ type: "signup", email }));
  expect(await lettersAbout(service, email, CONFIRM)).toHaveLength(sent);
});

test("an invitation opens the account for whoever reads its address, and ends the password that somebody else knows", async () => {
  const { client, invitation } = await made();
  const reader = browser(service);
  const { user } = sure(await reader.verifyOtp({ token_hash: invitation, type: "invite" }));
  expect(user?.app_metadata["must_change_password"]).toBe(true);
  expect((await client.updateUser({ password: "De-quien-la-hizo-1" })).error).not.toBeNull();
  sure(await reader.updateUser({ password: NEW_PASSWORD }));
  await addTotp(reader);
});

test("an invitation that is used in the account's session claims it and opens nothing", async () => {
  const { client, invitation } = await made();
  sure(await client.updateUser({ password: NEW_PASSWORD }));
  const { json } = await follow("invite", invitation, await tokenOf(client));
  expect(json).not.toHaveProperty("access_token");
  await addTotp(client);
});
