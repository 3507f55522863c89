import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rateLimits } from "../../app/auth/limits/rate-limits.server.ts";
import { ask, browser, openService, PASSWORD, type Service, claimed } from "./service.ts";
import { addTotp, ageProofs, codeNow, codeOf, countManyFailures, signedUpWithTotp, sure } from "./second-factors.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

async function signIn(at: Service, email: string) {
  const client = browser(at);
  return { client, ...sure(await client.signInWithPassword({ email, password: PASSWORD })) };
}

test("ten codes are shown once and kept as hashes", async () => {
  const { client } = await signedUpWithTotp(service);
  expect(codeOf(await client.mfa.recoveryCodes.getStatus())).toBe("mfa_factor_not_found");
  const { id, codes, ...rest } = sure(await client.mfa.recoveryCodes.generate());
  expect(rest).toEqual({ type: "recovery_code", friendly_name: "Recovery codes", total: 10 });
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[0-9a-z]{16}$/.test(code))).toBe(true);
  expect(sure(await client.mfa.recoveryCodes.getStatus())).toEqual({
    id,
    type: "recovery_code",
    total: 10,
    remaining: 10,
  });
  expect(sure(await client.mfa.listFactors()).recovery_code).toMatchObject([{ id, status: "verified" }]);
  expect(codeOf(await client.mfa.recoveryCodes.generate())).toBe("mfa_verified_factor_exists");
  const rows = await service.db
    .selectFrom("auth.recovery_codes")
    .select("code_hash")
    .where("factor_id", "=", id)
    .execute();
  expect(rows.some(({ code_hash }) => codes.some((code) => code_hash.includes(code)))).toBe(false);
});

test("a code raises a session once, however it is typed", async () => {
  const { client, email } = await signedUpWithTotp(service);
  const { codes } = sure(await client.mfa.recoveryCodes.generate());
  const [first = "", second = ""] = codes;
  const there = await signIn(service, email);
  const typed = ` ${first.toUpperCase().replace(/(....)(?!$)/g, "$1-")} `.replaceAll("0", "O").replaceAll("1", "l");
  const { access_token } = sure(await there.client.mfa.recoveryCodes.verify({ code: typed }));
  const { aal, amr } = decodeJwt<{ aal: string; amr: { method: string }[] }>(access_token);
  expect([aal, amr.map(({ method }) => method)]).toEqual(["aal2", expect.arrayContaining(["mfa/recovery_code"])]);
  expect(sure(await there.client.mfa.recoveryCodes.getStatus())).toMatchObject({ total: 10, remaining: 9 });
  for (const code of [first, "", "0000000000000000", second.slice(1)]) {
    expect(codeOf(await there.client.mfa.recoveryCodes.verify({ code }))).toBe("mfa_verification_failed");
  }
});

test("of twenty parallel requests with one code, one passes", async () => {
  const { client, email } = await signedUpWithTotp(service);
  const {
    codes: [code],
  } = sure(await client.mfa.recoveryCodes.generate());
  const {
    session: { access_token: token },
  } = await signIn(service, email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(service, "POST", "/factors/recovery-codes/verify", { token, body: { code } })),
  );
  const outcomes = answers.map(({ status, json }) => (status === 200 ? "passed" : json["code"]));
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => "mfa_verification_failed"), "passed"]);
});

test("codes stand in for another factor: never alone, and gone with the last", async () => {
  const { client } = await claimed(service);
  expect(codeOf(await client.mfa.recoveryCodes.generate())).toBe("insufficient_aal");
  const { factorId } = await addTotp(client);
  sure(await client.mfa.recoveryCodes.generate());
  sure(await client.mfa.unenroll({ factorId }));
  expect(sure(await client.mfa.listFactors()).all).toEqual([]);
});

test("new codes replace the old, and can be removed", async () => {
  const { client, user } = await signedUpWithTotp(service);
  expect(codeOf(await client.mfa.recoveryCodes.regenerate())).toBe("mfa_factor_not_found");
  const before = sure(await client.mfa.recoveryCodes.generate({ friendlyName: "En el cajón" }));
  const after = sure(await client.mfa.recoveryCodes.regenerate());
  expect(after).toMatchObject({ id: before.id, friendly_name: "En el cajón", total: 10 });
  expect(codeOf(await client.mfa.recoveryCodes.verify({ code: before.codes[0] ?? "" }))).toBe(
    "mfa_verification_failed",
  );
  await ageProofs(service, user.id);
  expect(codeOf(await client.mfa.recoveryCodes.regenerate())).toBe("factor_needed");
  expect(codeOf(await client.mfa.recoveryCodes.unenroll())).toBe("factor_needed");
  sure(await client.mfa.recoveryCodes.verify({ code: after.codes[0] ?? "" }));
  expect(sure(await client.mfa.recoveryCodes.unenroll())).toEqual({ id: before.id });
  expect(sure(await client.mfa.listFactors()).recovery_code).toEqual([]);
});

test("wrong codes are slowed down, and new codes start afresh", async () => {
  const strict = await openService({ limits: rateLimits });
  try {
    const { client, email } = await signedUpWithTotp(strict);
    const { codes } = sure(await client.mfa.recoveryCodes.generate());
    const { client: there } = await signIn(strict, email);
    const tryWrong = async () => codeOf(await there.mfa.recoveryCodes.verify({ code: "wrong" }));
    for (let index = 0; index < 10; index += 1) expect(await tryWrong()).toBe("mfa_verification_failed");
    await countManyFailures(strict, "recovery_code_set");
    expect(await tryWrong()).toBe("mfa_verification_failed");
    const { error } = await there.mfa.recoveryCodes.verify({ code: codes[0] ?? "" });
    expect(error).toMatchObject({ code: "mfa_recovery_codes_locked", status: 429 });
    const renewed = sure(await client.mfa.recoveryCodes.regenerate());
    expect((await there.mfa.recoveryCodes.verify({ code: renewed.codes[0] ?? "" })).error).toBeNull();
  } finally {
    await strict.close();
  }
});

test("codes of an app are slowed down after ten wrong ones", async () => {
  const strict = await openService({ limits: rateLimits });
  try {
    const { email, factorId, secret } = await signedUpWithTotp(strict);
    const { client } = await signIn(strict, email);
    const attempt = async (code: string) => codeOf(await client.mfa.challengeAndVerify({ factorId, code }));
    for (let index = 0; index < 10; index += 1) expect(await attempt("no code")).toBe("mfa_verification_failed");
    await countManyFailures(strict, "second_factor_account");
    expect(await attempt("no code")).toBe("mfa_verification_failed");
    expect(await attempt(codeNow(secret, 1))).toBe("over_request_rate_limit");
  } finally {
    await strict.close();
  }
});
