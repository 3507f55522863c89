import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newAuthenticator } from "./authenticator.ts";
import { addTotp, codeNow, codeOf, forgetUsedSteps, signedUpWithTotp, sure } from "./second-factors.ts";
import { ask, browser, claimed, newEmail, openService, ORIGIN, PASSWORD, patient, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

/** A user with an app, codes and a passkey, in a browser that has verified the password only. */
async function halfwayIn() {
  const owner = await signedUpWithTotp(service);
  sure(await owner.client.mfa.recoveryCodes.generate());
  const { challenge_id, options } = sure(await owner.client.passkey.startRegistration());
  const credential = newAuthenticator().create(options as never, { origin: ORIGIN });
  sure(await owner.client.passkey.verifyRegistration({ challengeId: challenge_id, credential }));
  sure(await owner.client.mfa.enroll({ factorType: "totp", friendlyName: "Sin terminar" }));
  const client = browser(service);
  const { user, session } = sure(await client.signInWithPassword({ email: owner.email, password: PASSWORD }));
  return { owner, client, user, session };
}

const factor = (factor_type: string) => ({
  id: expect.any(String),
  factor_type,
  status: "verified",
  created_at: expect.any(String),
  updated_at: expect.any(String),
});

test("before the second factor a session is told whose it is and which factors there are to show, and nothing else of the account", async () => {
  const { owner, client, user, session } = await halfwayIn();
  const expected = {
    id: owner.user.id,
    aud: "authenticated",
    role: "authenticated",
    email: owner.email,
    phone: "",
    app_metadata: {},
    user_metadata: {},
    identities: [],
    factors: [factor("totp"), factor("recovery_code")],
    created_at: owner.user.created_at,
    updated_at: expect.any(String),
    is_anonymous: false,
  };
  expect(user).toEqual(expected);
  expect(sure(await client.getUser()).user).toEqual(expected);
  const refreshed = sure(await client.refreshSession({ refresh_token: session.refresh_token }));
  expect(refreshed.user).toEqual(expected);
  expect(sure(await client.getUserIdentities()).identities).toEqual([]);
  expect(codeOf(await client.passkey.list())).toBe("insufficient_aal");
  expect(codeOf(await client.mfa.recoveryCodes.getStatus())).toBe("insufficient_aal");
  const { totp, all } = sure(await client.mfa.listFactors());
  expect([totp.map(({ id }) => id), all.length]).toEqual([[owner.factorId], 2]);
  expect(sure(await client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
});

test("once the second factor is shown everything is told, in the answer that says so", async () => {
  const { owner, client } = await halfwayIn();
  await forgetUsedSteps(service);
  const { user } = sure(await client.mfa.challengeAndVerify({ factorId: owner.factorId, code: codeNow(owner.secret) }));
  expect(user).toMatchObject({
    user_metadata: patient,
    identities: [{ provider: "email" }],
    app_metadata: { provider: "email" },
  });
  expect(user.factors?.map(({ friendly_name }) => friendly_name)).toContain("Teléfono");
  expect(sure(await client.passkey.list())).toHaveLength(1);
  expect(sure(await client.mfa.recoveryCodes.getStatus()).remaining).toBe(10);
});

test("of several apps the names are told, so that people know which one to open", async () => {
  const { email, client } = await claimed(service);
  await addTotp(client, "Teléfono viejo");
  await addTotp(client, "Teléfono nuevo");
  const { user } = sure(await browser(service).signInWithPassword({ email, password: PASSWORD }));
  expect(user.factors).toEqual([
    { ...factor("totp"), friendly_name: "Teléfono viejo" },
    { ...factor("totp"), friendly_name: "Teléfono nuevo" },
  ]);
});

test("whoever confirms an address by its link, without a session, is told no more than the address", async () => {
  const { email } = await claimed(service);
  const link = await vi.waitFor(
    async () => {
      const [letter] = await service.letters(email);
      expect(letter).toBeDefined();
      return letter?.link ?? "";
    },
    { timeout: 60_000, interval: 50 },
  );
  const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash");
  const { json } = await ask(service, "POST", "/verify", { body: { type: "signup", token_hash } });
  expect(json).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    user_metadata: {},
    identities: [],
    app_metadata: {},
  });
});

test("before the second factor a session ends no other one, and changes nothing of the account", async () => {
  for (const scope of ["others", "global"]) {
    const { owner, session } = await halfwayIn();
    const ended = { token: session.access_token };
    expect((await ask(service, "POST", `/logout?scope=${scope}`, ended)).status).toBe(204);
    sure(await owner.client.getUser());
    expect((await ask(service, "GET", "/user", ended)).status).toBe(403);
  }
  const { owner, session, user } = await halfwayIn();
  const wanted = newEmail();
  sure(await owner.client.updateUser({ email: wanted }));
  const stateOf = async () => ({
    user: sure(await owner.client.getUser()).user,
    factors: await service.db.selectFrom("auth.mfa_factors").select("id").where("user_id", "=", user.id).execute(),
  });
  const before = await stateOf();
  const { id } = await service.db
    .selectFrom("auth.mfa_factors")
    .select("id")
    .where("user_id", "=", user.id)
    .where("status", "=", "unverified")
    .executeTakeFirstOrThrow();
  const acts = [
    ["PUT", "/user", { data: { name: "Otra" } }],
    // The account's own address would cancel the change.
    ["PUT", "/user", { email: owner.email }],
    ["PUT", "/user", { email: newEmail() }],
    ["DELETE", `/factors/${id}`, undefined],
    ["POST", "/factors", { factor_type: "totp" }],
    ["POST", "/passkeys/registration/options", undefined],
  ] as const;
  const counted = () =>
    service.db
      .selectFrom("auth.rate_limits")
      .select(["key", "points"])
      .where("key", "like", "%_account:%")
      .orderBy("key")
      .execute();
  const counts = await counted();
  for (const [method, path, body] of acts)
    expect(await ask(service, method, path, { token: session.access_token, body })).toMatchObject({
      status: 403,
      json: { code: "insufficient_aal" },
    });
  expect(await counted()).toEqual(counts);
  expect(await stateOf()).toEqual(before);
});
