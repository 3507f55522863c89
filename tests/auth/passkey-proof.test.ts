import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPasskey, type Key, passkeySignIn } from "./passkey-browser.ts";
import { ageProofs, codeOf, sure } from "./second-factors.ts";
import { recovered } from "./mailbox.ts";
import { ask, browser, claimed, openService, ORIGIN, PASSWORD, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

type Asked = { challenge_id: string; options: { challenge: string; rpId?: string } };

const optionsFor = async (token: string) =>
  (await ask(service, "POST", "/passkeys/proof/options", { token, body: {} })).json as Asked;

/** Answers a challenge with a key in a session; the status and code of the answer. */
async function prove(token: string, key: Key, { challenge_id, options }: Asked) {
  const credential = key.get(options as Parameters<Key["get"]>[0], { origin: ORIGIN });
  const { status, json } = await ask(service, "POST", "/passkeys/proof/verify", {
    token,
    body: { challenge_id, credential },
  });
  return status === 204 ? "ok" : (json as { code: string }).code;
}

test("a touch of a passkey proves the user of an old session, once for each challenge", async () => {
  const { client, user } = await claimed(service);
  const { key } = await addPasskey(client);
  await ageProofs(service, user.id);
  const isOld = async () => codeOf(await client.mfa.enroll({ factorType: "totp", friendlyName: "App" }));
  expect(await isOld()).toBe("reauthentication_needed");
  const { access_token } = sure(await client.getSession()).session!;
  const asked = await optionsFor(access_token);
  expect(await prove(access_token, key, asked)).toBe("ok");
  expect(await prove(access_token, key, asked)).toBe("webauthn_challenge_not_found");
  expect(await isOld()).toBeUndefined();
});

test("another person's passkey and another person's challenge prove nothing", async () => {
  const [own, other] = [await claimed(service), await claimed(service)];
  const { key: ownKey } = await addPasskey(own.client);
  const { key } = await addPasskey(other.client);
  const token = own.session.access_token;
  expect(await prove(token, key, await optionsFor(token))).toBe("webauthn_verification_failed");
  expect(await prove(token, ownKey, await optionsFor(other.session.access_token))).toBe("webauthn_challenge_not_found");
  expect((await ask(service, "POST", "/passkeys/proof/options", { body: {} })).status).toBe(401);
});

test("a session that has yet to show its second factor is not raised by a passkey's proof", async () => {
  const { client, email } = await claimed(service);
  const { key } = await addPasskey(client);
  sure(await client.mfa.enroll({ factorType: "totp", friendlyName: "App" }));
  const { user } = sure(await client.getUser());
  await service.db.updateTable("auth.mfa_factors").set({ status: "verified" }).where("user_id", "=", user.id).execute();
  const half = browser(service);
  const { session } = sure(await half.signInWithPassword({ email, password: PASSWORD }));
  const answer = await ask(service, "POST", "/passkeys/proof/options", { token: session.access_token, body: {} });
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([403, "insufficient_aal"]);
  expect(key).toBeDefined();
});

test("where a passkey guards an account, a password adds no way in, changes no address and removes no passkey; the passkey and a recovery do", async () => {
  const { client, email } = await claimed(service);
  const { id, key } = await addPasskey(client);
  await sql`update auth.webauthn_credentials set created_at = created_at - interval '31 days' where id = ${id}`.execute(
    service.db,
  );
  const thief = browser(service);
  const { session } = sure(await thief.signInWithPassword({ email, password: PASSWORD }));
  const enroll = async (by: typeof client, friendlyName: string) =>
    codeOf(await by.mfa.enroll({ factorType: "totp", friendlyName }));
  const remove = async (token: string) => (await ask(service, "DELETE", `/passkeys/${id}`, { token })).status;
  expect(await enroll(thief, "Ajena")).toBe("passkey_needed");
  expect(codeOf(await thief.passkey.startRegistration())).toBe("passkey_needed");
  expect(await remove(session.access_token)).toBe(400);
  expect(codeOf(await thief.updateUser({ email: `ajena.${email}` }))).toBe("passkey_needed");

  const token = session.access_token;
  expect(await prove(token, key, await optionsFor(token))).toBe("ok");
  expect(await enroll(thief, "Propia")).toBeUndefined();
  const own = await passkeySignIn(service, key);
  expect(own.answer.error).toBeNull();
  expect(await enroll(own.client, "Otra")).toBeUndefined();
  expect(codeOf(await own.client.updateUser({ email: `propia.${email}` }))).toBeUndefined();

  const back = await recovered(service, email);
  sure(await back.updateUser({ password: "Otra-pileta-88" }));
  expect(await enroll(back, "Nueva")).toBeUndefined();
  expect(await remove(sure(await back.getSession()).session!.access_token)).toBe(204);
});

test("a passkey shown long ago, and a recovery of long ago, are as good as a password where a passkey guards the account", async () => {
  const { client, email, user } = await claimed(service);
  const { id, key } = await addPasskey(client);
  await sql`update auth.webauthn_credentials set created_at = created_at - interval '31 days' where id = ${id}`.execute(
    service.db,
  );
  const { client: old } = await passkeySignIn(service, key);
  const proven = async (session: typeof old, method: "passkey" | "otp", age: string) => {
    const { access_token } = sure(await session.getSession()).session!;
    const { session_id } = JSON.parse(atob(access_token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as {
      session_id: string;
    };
    const proofs = JSON.stringify([{ method: "password", timestamp: Math.floor(Date.now() / 1000) }]);
    await sql`update auth.sessions set created_at = now() - ${age}::interval, sign_in_method = ${method}, proofs = ${proofs}::jsonb
      where id = ${session_id} and user_id = ${user.id}`.execute(service.db);
    return codeOf(await session.updateUser({ email: `ajena.${email}` }));
  };
  expect(await proven(old, "passkey", "11 minutes")).toBe("passkey_needed");
  expect(await proven(old, "otp", "61 minutes")).toBe("passkey_needed");
  expect(await proven(old, "otp", "50 minutes")).toBeUndefined();
  expect(await proven(old, "passkey", "9 minutes")).toBeUndefined();
});
