import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAuthenticator } from "./authenticator.ts";
import { type Browser, browser, openService, ORIGIN, PASSWORD, type Service, claimed } from "./service.ts";
import { ageProofs, codeOf, signedUpWithTotp, sure } from "./second-factors.ts";

type Key = ReturnType<typeof newAuthenticator>;
type FromServer = Parameters<Key["create"]>[0];
type Answer = ReturnType<Key["create"]> | ReturnType<Key["get"]>;

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

const way = { origin: ORIGIN };
const rpId = "localhost";

/** The options handed to a browser, as the server serialised them. */
async function ask(client: Browser, factorId: string) {
  const { id, webauthn } = sure(await client.mfa.challenge({ factorId, webauthn: { rpId, rpOrigins: [ORIGIN] } }));
  const { publicKey } = webauthn.credential_options;
  const encode = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString("base64url");
  const user = "user" in publicKey ? { user: { id: encode(publicKey.user.id) } } : {};
  return {
    id,
    type: webauthn.type,
    options: { ...publicKey, ...user, challenge: encode(publicKey.challenge) } as FromServer,
  };
}

async function answer(
  client: Browser,
  factorId: string,
  challengeId: string,
  type: "create" | "request",
  made: Answer,
) {
  const credential_response = { ...made, toJSON: () => made } as never;
  return client.mfa.verify({ factorId, challengeId, webauthn: { type, rpId, credential_response } });
}

async function addKey(client: Browser, key: Key, friendlyName = "Llave") {
  const { id } = sure(await client.mfa.webauthn.enroll({ friendlyName }));
  const asked = await ask(client, id);
  expect(asked.type).toBe("create");
  return { id, ...sure(await answer(client, id, asked.id, "create", key.create(asked.options, way))) };
}

async function signedInAgain(email: string) {
  const client = browser(service);
  sure(await client.signInWithPassword({ email, password: PASSWORD }));
  return client;
}

test("a security key is a second factor from its registration on", async () => {
  const { client, email } = await claimed(service);
  const key = newAuthenticator();
  const { id, access_token } = await addKey(client, key);
  expect(decodeJwt<{ amr: { method: string }[] }>(access_token).amr.map(({ method }) => method)).toContain(
    "mfa/webauthn",
  );
  expect(sure(await client.mfa.listFactors()).webauthn).toMatchObject([
    { id, friendly_name: "Llave", status: "verified" },
  ]);
  const again = await signedInAgain(email);
  const asked = await ask(again, id);
  expect(asked).toMatchObject({ type: "request", options: { rpId, userVerification: "required" } });
  sure(await answer(again, id, asked.id, "request", key.get(asked.options, way)));
  expect(sure(await again.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({ currentLevel: "aal2" });
});

test("a key's answer is refused without verification of its person, for another page, question or key, or replayed", async () => {
  const { client, email } = await claimed(service);
  const key = newAuthenticator();
  const { id } = await addKey(client, key);
  const again = await signedInAgain(email);
  const asked = await ask(again, id);
  const other = await ask(again, id);
  const stranger = newAuthenticator();
  stranger.create(asked.options.rp ? asked.options : { ...asked.options, rp: { id: rpId }, user: { id: "" } }, way);
  const theirs = newAuthenticator();
  await addKey((await claimed(service)).client, theirs);
  const bad: Answer[] = [
    theirs.get(asked.options, way),
    key.get(asked.options, { ...way, isVerified: false }),
    key.get(asked.options, { origin: "https://kinexo.example" }),
    key.get(other.options, way),
    stranger.get(asked.options, way),
    { ...key.get(asked.options, way), id: "!" },
  ];
  for (const made of bad)
    expect(codeOf(await answer(again, id, asked.id, "request", made))).toBe("mfa_verification_failed");
  const good = key.get(asked.options, way);
  expect(codeOf(await answer(again, id, asked.id, "create", good))).toBe("validation_failed");
  expect((await answer(again, id, asked.id, "request", good)).error).toBeNull();
  expect(codeOf(await answer(again, id, asked.id, "request", good))).toBe("mfa_challenge_expired");
  expect(codeOf(await answer(again, id, other.id, "request", good))).toBe("mfa_verification_failed");
});

test("a new key is refused without verification of its person, for another page, or known already", async () => {
  const { client } = await claimed(service);
  const key = newAuthenticator();
  const { id } = sure(await client.mfa.webauthn.enroll({ friendlyName: "Llave" }));
  const asked = await ask(client, id);
  const bad = [
    key.create(asked.options, { ...way, isVerified: false }),
    key.create(asked.options, { origin: "https://kinexo.example" }),
    key.create({ ...asked.options, challenge: "AAAA" }, way),
    key.create({ ...asked.options, rp: { id: "kinexo.example" } }, way),
  ];
  for (const made of bad)
    expect(codeOf(await answer(client, id, asked.id, "create", made))).toBe("mfa_verification_failed");
  const good = key.create(asked.options, way);
  sure(await answer(client, id, asked.id, "create", good));
  const stranger = await claimed(service);
  const theirs = sure(await stranger.client.mfa.webauthn.enroll({ friendlyName: "Copia" }));
  const question = await ask(stranger.client, theirs.id);
  const clientDataJSON = key.create(question.options, way).response.clientDataJSON;
  const copied = { ...good, response: { ...good.response, clientDataJSON } };
  expect(codeOf(await answer(stranger.client, theirs.id, question.id, "create", copied))).toBe(
    "webauthn_credential_exists",
  );
});

test("an enrolment that was begun and left is finished by a session with a recent proof only", async () => {
  const { client, email, user } = await claimed(service);
  const key = newAuthenticator();
  const { id } = sure(await client.mfa.webauthn.enroll({ friendlyName: "Llave" }));
  const finish = async (by: Browser) => {
    const asked = await ask(by, id);
    return answer(by, id, asked.id, "create", key.create(asked.options, way));
  };
  await ageProofs(service, user.id);
  await ageProofs(service, user.id);
  expect(codeOf(await finish(client))).toBe("reauthentication_needed");
  const again = await signedInAgain(email);
  await ageProofs(service, user.id);
  // An enrolment begun just before the five minutes ended can still be finished.
  sure(await finish(again));
});

test("a copied key, whose counter went back, is refused", async () => {
  const { client, email } = await claimed(service);
  const key = newAuthenticator();
  key.rewind(100);
  const { id } = await addKey(client, key);
  const again = await signedInAgain(email);
  const asked = await ask(again, id);
  key.rewind(50);
  expect(codeOf(await answer(again, id, asked.id, "request", key.get(asked.options, way)))).toBe(
    "mfa_verification_failed",
  );
  key.rewind(101);
  expect((await answer(again, id, asked.id, "request", key.get(asked.options, way))).error).toBeNull();
});

async function addPasskey(client: Browser, key: Key) {
  const { challenge_id, options } = sure(await client.passkey.startRegistration());
  return client.passkey.verifyRegistration({
    challengeId: challenge_id,
    credential: key.create(options as FromServer, way),
  });
}

async function signInWith(key: Key, made?: (options: FromServer) => Answer) {
  const client = browser(service);
  const { challenge_id, options } = sure(await client.passkey.startAuthentication());
  const credential = made ? made(options as FromServer) : key.get(options, way);
  const signIn = () => client.passkey.verifyAuthentication({ challengeId: challenge_id, credential });
  return { client, options, signIn, result: await signIn() };
}

test("a passkey signs in without a password, at aal2", async () => {
  const { client, user } = await claimed(service);
  const key = newAuthenticator();
  const passkey = sure(await addPasskey(client, key));
  expect(passkey).toMatchObject({
    id: expect.any(String),
    friendly_name: "Llave de acceso",
    created_at: expect.any(String),
  });
  const { client: there, options, result, signIn } = await signInWith(key);
  expect(options).toMatchObject({ rpId, allowCredentials: [], userVerification: "required" });
  expect(sure(result).user?.id).toBe(user.id);
  const { aal, amr } = decodeJwt<{ aal: string; amr: unknown[] }>(sure(result).session?.access_token ?? "");
  expect([aal, amr]).toMatchObject(["aal2", [{ method: "passkey" }]]);
  expect(codeOf(await signIn())).toBe("webauthn_challenge_not_found");
  const [listed] = sure(await there.passkey.list());
  expect(listed).toMatchObject({ id: passkey.id, last_used_at: expect.any(String) });
  const renamed = sure(await there.passkey.update({ passkeyId: passkey.id, friendlyName: "Notebook" }));
  expect(renamed).toMatchObject({ id: passkey.id, friendly_name: "Notebook" });
  expect((await there.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
  expect(sure(await client.passkey.list())).toEqual([]);
  expect(codeOf((await signInWith(key)).result)).toBe("webauthn_verification_failed");
});

test("a passkey's answer is refused without verification, for another page, late, or from a second factor's key", async () => {
  const { client } = await claimed(service);
  const key = newAuthenticator();
  sure(await addPasskey(client, key));
  const refusal = async (made: (options: FromServer) => Answer) => codeOf((await signInWith(key, made)).result);
  expect(await refusal((options) => key.get(options, { ...way, isVerified: false }))).toBe(
    "webauthn_verification_failed",
  );
  expect(await refusal((options) => key.get(options, { origin: "http://localhost:1" }))).toBe(
    "webauthn_verification_failed",
  );
  const second = newAuthenticator();
  await addKey(client, second);
  expect(codeOf((await signInWith(second)).result)).toBe("webauthn_verification_failed");
  const { challenge_id, options } = sure(await client.passkey.startAuthentication());
  await service.db
    .updateTable("auth.passkey_challenges")
    .set({ created_at: new Date(Date.now() - 301_000) })
    .where("id", "=", challenge_id)
    .execute();
  const credential = key.get(options, way);
  expect(codeOf(await client.passkey.verifyAuthentication({ challengeId: challenge_id, credential }))).toBe(
    "webauthn_challenge_expired",
  );
});

test("passkeys change only with the second factor shown, within five minutes, by their owner", async () => {
  const key = newAuthenticator();
  const { client, user, email } = await signedUpWithTotp(service);
  const { id: passkeyId } = sure(await addPasskey(client, key));
  expect(codeOf(await (await signedInAgain(email)).passkey.delete({ passkeyId }))).toBe("insufficient_aal");
  const stranger = await claimed(service);
  expect(sure(await stranger.client.passkey.list())).toEqual([]);
  const { challenge_id, options } = sure(await client.passkey.startRegistration());
  const taken = { challengeId: challenge_id, credential: newAuthenticator().create(options as FromServer, way) };
  expect(codeOf(await stranger.client.passkey.verifyRegistration(taken))).toBe("webauthn_challenge_not_found");
  expect(codeOf(await stranger.client.passkey.delete({ passkeyId }))).toBe("webauthn_credential_not_found");
  expect(codeOf(await stranger.client.passkey.update({ passkeyId, friendlyName: "Mía" }))).toBe(
    "webauthn_credential_not_found",
  );
  await ageProofs(service, user.id);
  expect(codeOf(await client.passkey.delete({ passkeyId }))).toBe("reauthentication_needed");
  expect(service.failures).toEqual([]);
});

async function sessionOf(client: Browser) {
  const { sub, session_id } = decodeJwt(sure(await client.getSession()).session?.access_token ?? "");
  return { user_id: String(sub), session_id: String(session_id) };
}

/** Connects a calendar in the session of a client. */
const connect = async (client: Browser, place: number) =>
  service.db
    .insertInto("calendar_feeds")
    .values({ ...(await sessionOf(client)), place, token_sha256: randomBytes(32) })
    .execute();

test("a passkey that is removed takes the calendars of its sessions along that have signed out before", async () => {
  const [key, other] = [newAuthenticator(), newAuthenticator()];
  const { client, user } = await claimed(service);
  const { id: passkeyId } = sure(await addPasskey(client, key));
  sure(await addPasskey(client, other));
  for (const [place, by] of [key, other].entries()) {
    const { client: left } = await signInWith(by);
    await connect(left, place + 1);
    expect((await left.signOut({ scope: "local" })).error).toBeNull();
  }
  const places = async () =>
    (await service.db.selectFrom("calendar_feeds").select("place").where("user_id", "=", user.id).execute()).map(
      ({ place }) => place,
    );
  expect(await places()).toEqual([1, 2]);
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect(await places()).toEqual([2]);
});

test("a passkey that is removed ends the sessions that it started with the calendars that they connected, and takes its level from the one that removes it", async () => {
  const [key, other] = [newAuthenticator(), newAuthenticator()];
  const { client, email } = await claimed(service);
  const { id: passkeyId } = sure(await addPasskey(client, key));
  sure(await addPasskey(client, other));
  const [lost, remover] = [await signInWith(key), await signInWith(key)];
  const kept = await signInWith(other);
  const byPassword = await signedInAgain(email);
  await connect(lost.client, 1);
  await connect(kept.client, 2);
  expect((await remover.client.passkey.delete({ passkeyId })).error).toBeNull();
  const feeds = service.db.selectFrom("calendar_feeds").select("session_id");
  const { user_id, session_id } = await sessionOf(kept.client);
  expect(await feeds.where("user_id", "=", user_id).execute()).toEqual([{ session_id }]);
  expect((await lost.client.getUser()).error?.name).toBe("AuthSessionMissingError");
  for (const each of [kept.client, byPassword, client, remover.client]) expect((await each.getUser()).error).toBeNull();
  const { session } = sure(await remover.client.refreshSession());
  expect(decodeJwt(session?.access_token ?? "")["aal"]).toBe("aal1");
  expect(sure(await kept.client.mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe("aal2");
});
