import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, browser, openService, PASSWORD, refresh, type Service, claimed } from "./service.ts";
import { addPasskey, passkeySignIn } from "./passkey-browser.ts";
import { addTotp, ageProofs, codeNow, codeOf, forgetUsedSteps, signedUpWithTotp, sure } from "./second-factors.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

async function signIn(email: string) {
  const client = browser(service);
  return { client, ...sure(await client.signInWithPassword({ email, password: PASSWORD })) };
}

test("an authenticator app is added with a picture drawn here, and its first code raises the session", async () => {
  const { client, email, session } = await claimed(service);
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const enrolled = sure(await client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" }));
  expect(enrolled).toMatchObject({ type: "totp", friendly_name: "Teléfono" });
  expect(enrolled.totp.qr_code).toMatch(
    /^data:image\/svg\+xml;utf-8,<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^#]*<\/svg>$/,
  );
  expect(decodeURIComponent(enrolled.totp.uri)).toBe(
    `otpauth://totp/Kinexo:${email}?secret=${enrolled.totp.secret}&issuer=Kinexo`,
  );
  expect(sure(await client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  const challenge = sure(await client.mfa.challenge({ factorId: enrolled.id }));
  expect(challenge).toMatchObject({ type: "totp" });
  expect(challenge.expires_at - Date.now() / 1000).toBeGreaterThan(290);
  const code = codeNow(enrolled.totp.secret);
  const verified = sure(await client.mfa.verify({ factorId: enrolled.id, challengeId: challenge.id, code }));
  expect(verified.token_type).toBe("bearer");
  expect(verified.refresh_token).not.toBe(session.refresh_token);
  expect(events).toContain("MFA_CHALLENGE_VERIFIED");
  expect(sure(await client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
  const { totp, all } = sure(await client.mfa.listFactors());
  expect(totp).toEqual(all);
  expect(totp).toMatchObject([{ id: enrolled.id, friendly_name: "Teléfono", factor_type: "totp", status: "verified" }]);
  const { amr, aal, session_id } = decodeJwt<{ amr: { method: string }[]; aal: string; session_id: string }>(
    verified.access_token,
  );
  expect([aal, amr.map(({ method }) => method).toSorted()]).toEqual(["aal2", ["password", "totp"]]);
  expect(session_id).toBe(decodeJwt(session.access_token)["session_id"]);
});

test("a session stays at its level when it is refreshed, also by a tab that still has the token from before", async () => {
  const { session, verified } = await signedUpWithTotp(service);
  const tab = await refresh(service, session.refresh_token);
  expect([tab.status, tab.json["refresh_token"]]).toEqual([200, verified.refresh_token]);
  const next = await refresh(service, verified.refresh_token);
  expect(next.status).toBe(200);
  expect(decodeJwt(String(next.json["access_token"]))["aal"]).toBe("aal2");
  expect((await refresh(service, session.refresh_token)).json["code"]).toBe("refresh_token_already_used");
});

test("of twenty parallel requests with one code, one passes", async () => {
  const { email, factorId, secret } = await signedUpWithTotp(service);
  await forgetUsedSteps(service);
  const { session } = await signIn(email);
  const token = session.access_token;
  const challenges = await Promise.all(
    Array.from({ length: 20 }, () => ask(service, "POST", `/factors/${factorId}/challenge`, { token, body: {} })),
  );
  const code = codeNow(secret);
  const answers = await Promise.all(
    challenges.map(({ json }) =>
      ask(service, "POST", `/factors/${factorId}/verify`, { token, body: { challenge_id: json["id"], code } }),
    ),
  );
  const outcomes = answers.map(({ status, json }) => (status === 200 ? "passed" : json["code"]));
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => "mfa_verification_failed"), "passed"]);
});

test("a code is refused again later, and so is one from before it", async () => {
  const { email, factorId, secret, usedAt } = await signedUpWithTotp(service);
  const { client } = await signIn(email);
  for (const code of [codeNow(secret, 0, usedAt), codeNow(secret, -1, usedAt), codeNow(secret, 5)])
    expect(codeOf(await client.mfa.challengeAndVerify({ factorId, code }))).toBe("mfa_verification_failed");
  const code = codeNow(secret, 1).replace(/(...)/, "$1-");
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
});

test("a challenge is answered once, by the session that asked, within five minutes", async () => {
  const { client, email, factorId, secret } = await signedUpWithTotp(service);
  await forgetUsedSteps(service);
  const other = await signIn(email);
  const { id: challengeId } = sure(await client.mfa.challenge({ factorId }));
  const answer = (at: typeof client, steps: number) =>
    at.mfa.verify({ factorId, challengeId, code: codeNow(secret, steps) });
  expect(codeOf(await answer(other.client, 0))).toBe("mfa_factor_not_found");
  const second = sure(await client.mfa.enroll({ factorType: "totp", friendlyName: "Otro" }));
  const crossed = await client.mfa.verify({ factorId: second.id, challengeId, code: codeNow(second.totp.secret) });
  expect(codeOf(crossed)).toBe("mfa_factor_not_found");
  expect((await answer(client, 0)).error).toBeNull();
  expect(codeOf(await answer(client, 1))).toBe("mfa_challenge_expired");
  const late = sure(await client.mfa.challenge({ factorId }));
  await service.db
    .updateTable("auth.mfa_challenges")
    .set({ created_at: new Date(Date.now() - 301_000) })
    .where("id", "=", late.id)
    .execute();
  expect(codeOf(await client.mfa.verify({ factorId, challengeId: late.id, code: codeNow(secret, 1) }))).toBe(
    "mfa_challenge_expired",
  );
});

test("a second factor that was shown ends the person's sessions that have not shown one, and only theirs", async () => {
  const { email, client, factorId, secret } = await signedUpWithTotp(service);
  const stranger = await claimed(service);
  await forgetUsedSteps(service);
  const [asks, waits] = [await signIn(email), await signIn(email)];
  sure(await asks.client.mfa.challengeAndVerify({ factorId, code: codeNow(secret) }));
  expect((await waits.client.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await client.getUser()).error).toBeNull();
  expect((await stranger.client.getUser()).error).toBeNull();
});

test("with a second factor, changes of password and factors need it to have been shown", async () => {
  const { email, factorId, secret } = await signedUpWithTotp(service);
  const { client } = await signIn(email);
  expect(sure(await client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  const { error } = await client.updateUser({ password: "Otra-clave-88" });
  expect(error).toMatchObject({ status: 401, code: "insufficient_aal" });
  expect(codeOf(await client.mfa.enroll({ factorType: "totp", friendlyName: "Otro" }))).toBe("insufficient_aal");
  expect(codeOf(await client.mfa.unenroll({ factorId }))).toBe("insufficient_aal");
  expect(codeOf(await client.passkey.startRegistration())).toBe("insufficient_aal");
  expect(codeOf(await client.updateUser({ data: { color: "verde" } }))).toBe("insufficient_aal");
  await forgetUsedSteps(service);
  sure(await client.mfa.challengeAndVerify({ factorId, code: codeNow(secret) }));
  expect((await client.updateUser({ password: "Otra-clave-88" })).error).toBeNull();
});

test("factors change only within five minutes of a proof", async () => {
  const { client, user, factorId } = await signedUpWithTotp(service);
  await ageProofs(service, user.id);
  expect(codeOf(await client.mfa.enroll({ factorType: "totp", friendlyName: "Otro" }))).toBe("reauthentication_needed");
  expect(codeOf(await client.mfa.unenroll({ factorId }))).toBe("factor_needed");
  expect(codeOf(await client.mfa.recoveryCodes.generate())).toBe("factor_needed");
  expect(codeOf(await client.passkey.startRegistration())).toBe("reauthentication_needed");
  expect(codeOf(await client.updateUser({ password: "Otra-clave-88" }))).toBe("reauthentication_needed");
});

test("neither the password nor a passkey's touch removes a factor, a factor does", async () => {
  const { client, user, factorId, secret } = await signedUpWithTotp(service);
  await ageProofs(service, user.id);
  const session_id = decodeJwt(sure(await client.getSession()).session!.access_token)["session_id"] as string;
  await service.auth.confirmPassword({ id: user.id, session_id }, PASSWORD);
  expect(codeOf(await client.mfa.unenroll({ factorId }))).toBe("factor_needed");
  await forgetUsedSteps(service);
  sure(await client.mfa.challengeAndVerify({ factorId, code: codeNow(secret) }));
  expect(sure(await client.mfa.unenroll({ factorId }))).toEqual({ id: factorId });
});

test("who lost a factor removes it by a sign-in with a passkey that a recovery would not hold back", async () => {
  const { client, user, factorId } = await signedUpWithTotp(service);
  const { key } = await addPasskey(client);
  const entered = await passkeySignIn(service, key);
  expect(codeOf(await entered.client.mfa.unenroll({ factorId }))).toBe("factor_needed");
  await sql`update auth.webauthn_credentials set created_at = now() - interval '31 days' where user_id = ${user.id}`.execute(
    service.db,
  );
  expect(sure(await entered.client.mfa.unenroll({ factorId }))).toEqual({ id: factorId });
});

test("a factor that is removed takes back the level that it gave", async () => {
  const { client, factorId } = await signedUpWithTotp(service);
  expect(sure(await client.mfa.unenroll({ factorId }))).toEqual({ id: factorId });
  const { session } = sure(await client.refreshSession());
  expect(decodeJwt(session?.access_token ?? "")["aal"]).toBe("aal1");
  expect(sure(await client.mfa.listFactors()).all).toEqual([]);
  expect(codeOf(await client.mfa.unenroll({ factorId }))).toBe("mfa_factor_not_found");
});

test("names are one a factor, there are ten at most, and nobody reaches another's", async () => {
  const { client } = await signedUpWithTotp(service);
  expect(codeOf(await client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" }))).toBe(
    "mfa_factor_name_conflict",
  );
  for (let index = 2; index <= 10; index += 1) {
    sure(await client.mfa.enroll({ factorType: "totp", friendlyName: `Teléfono ${index}` }));
  }
  expect(codeOf(await client.mfa.enroll({ factorType: "totp", friendlyName: "Once" }))).toBe(
    "too_many_enrolled_mfa_factors",
  );
  const other = await signedUpWithTotp(service);
  expect(codeOf(await client.mfa.challenge({ factorId: other.factorId }))).toBe("mfa_factor_not_found");
  expect(codeOf(await client.mfa.unenroll({ factorId: other.factorId }))).toBe("mfa_factor_not_found");
});

test("an enrolment that nobody finished neither works nor stays", async () => {
  const { client } = await claimed(service);
  const abandoned = sure(await client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" }));
  expect(sure(await client.mfa.listFactors())).toMatchObject({ all: [{ status: "unverified" }], totp: [] });
  await service.db
    .updateTable("auth.mfa_factors")
    .set({ created_at: new Date(Date.now() - 301_000) })
    .where("id", "=", abandoned.id)
    .execute();
  await addTotp(client, "Teléfono");
  expect(sure(await client.mfa.listFactors()).all).toHaveLength(1);
});

test("secrets are sealed at rest", async () => {
  const { factorId, secret } = await signedUpWithTotp(service);
  const stored = await service.db
    .selectFrom("auth.mfa_factors")
    .select("secret_encrypted")
    .where("id", "=", factorId)
    .executeTakeFirstOrThrow();
  expect(stored.secret_encrypted?.includes(secret)).toBe(false);
  expect(service.failures).toEqual([]);
});
