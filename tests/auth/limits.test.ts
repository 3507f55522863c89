import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountKey, countAttempt, recipientKey } from "../../app/auth/limits/limits.server.ts";
import { openRateLimiter } from "../../app/auth/limits/rate-limiter.server.ts";
import {
  raisedRateLimits,
  type RateLimitName,
  rateLimits,
  type RateLimitTable,
} from "../../app/auth/limits/rate-limits.server.ts";
import { errorCatalogue } from "../../app/shared/errors.ts";
import { codeNow, forgetUsedSteps, signedUpWithTotp, sure } from "./second-factors.ts";
import { ask, newEmail, openService, PASSWORD, patient, type Service, signedUp } from "./service.ts";

let service: Service;
// A frozen clock for the limits: however slow the machine, no time passes by itself.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await service?.close();
});
const letPass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const limitsWith = (free: Partial<Record<keyof RateLimitTable, number>>): RateLimitTable => {
  const table = raisedRateLimits(1000);
  for (const [name, count] of Object.entries(free)) table[name as keyof RateLimitTable].free = count;
  return table;
};
const signIn = (at: Service, email: string, password: string, from?: string) =>
  ask(at, "POST", "/token?grant_type=password", {
    body: { email, password },
    headers: from ? { "x-forwarded-for": from } : {},
  });

test("after some failures attempts are spaced, more each time, and nobody is locked out", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ sign_in_account_address: 3 }) });
  const { email } = await signedUp(service);
  for (let failure = 0; failure < 4; failure += 1) expect((await signIn(service, email, "Mal-mal-1")).status).toBe(400);
  const refused = await signIn(service, email, PASSWORD);
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([
    429,
    "over_request_rate_limit",
    "1",
  ]);
  expect(refused.json.message).toBe("Demasiados intentos. Esperá 1 segundo y probá de nuevo.");
  letPass(900);
  expect((await signIn(service, email, PASSWORD)).status).toBe(429);
  letPass(200);
  expect((await signIn(service, email, "Mal-mal-1")).status).toBe(400);
  expect((await signIn(service, email, PASSWORD)).headers.get("retry-after")).toBe("2");
  letPass(1_900);
  expect((await signIn(service, email, PASSWORD)).status).toBe(429);
  letPass(200);
  expect((await signIn(service, email, PASSWORD)).status).toBe(200);
});

test("many guesses at once get no further than as many one by one", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ sign_in_account_address: 5 }) });
  const { email } = await signedUp(service);
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(service, email, "Mal-mal-1")));
  const count = (code: number) => answers.filter(({ status }) => status === code).length;
  expect({ evaluated: count(400), refused: count(429) }).toEqual({ evaluated: 6, refused: 34 });
});

test("challenges are made for one address at a pace, and who waits for one signs in all the same", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ captcha_address: 3 }) });
  const { email } = await signedUp(service);
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await ask(service, "GET", "/captcha")).status);
  expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
  expect(statuses).toContain(429);
  expect((await signIn(service, email, PASSWORD)).status).toBe(200);
});

test("a forged X-Forwarded-For changes nothing when no proxy is trusted", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ sign_up_address: 2 }) });
  const statuses: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const answer = await ask(service, "POST", "/signup", {
      body: { email: newEmail(), password: PASSWORD, data: patient },
      headers: { "x-forwarded-for": `203.0.113.${turn}`, "x-real-ip": `203.0.113.${turn}` },
    });
    statuses.push(answer.status);
  }
  expect(statuses).toContain(429);
  const keys = await service.db.selectFrom("auth.rate_limits").select("key").execute();
  expect(keys.map(({ key }) => key).filter((key) => key.includes("203.0.113"))).toEqual([]);
});

test("behind a trusted proxy each client has limits of its own, an IPv6 network counting as one", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ sign_in_address: 2 }), trustedProxies: 1 });
  const from = async (address: string) => (await signIn(service, newEmail(), "Mal-mal-1", address)).status;
  expect([await from("203.0.113.1"), await from("203.0.113.1"), await from("203.0.113.1")]).toEqual([400, 400, 400]);
  expect(await from("203.0.113.1")).toBe(429);
  expect(await from("198.51.100.9, 203.0.113.1")).toBe(429);
  expect(await from("203.0.113.2")).toBe(400);
  for (const host of ["1", "2", "3"]) await from(`2001:db8:0:7::${host}`);
  expect(await from("2001:db8:0:7:ffff::4")).toBe(429);
  expect(await from("2001:db8:0:8::1")).toBe(400);
});

test("a stranger's failures do not keep the owner waiting where they have signed in before", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ sign_in_account: 2 }), trustedProxies: 1 });
  const email = newEmail();
  await ask(service, "POST", "/signup", {
    body: { email, password: PASSWORD, data: patient },
    headers: { "x-forwarded-for": "203.0.113.50" },
  });
  for (let turn = 0; turn < 4; turn += 1) await signIn(service, email, "Mal-mal-1", `198.51.100.${turn}`);
  expect((await signIn(service, email, "Mal-mal-1", "198.51.100.77")).status).toBe(429);
  expect((await signIn(service, email, PASSWORD, "203.0.113.50")).status).toBe(200);
});

test("who has the password alone uses up nothing of what the owner tries where they showed their second factor", async () => {
  const strict = {
    second_factor_account: 1,
    recovery_code_set: 1,
    factor_challenges_account: 1,
    confirm_password_account: 1,
  };
  service = await openService({ clock: Date, limits: limitsWith(strict), trustedProxies: 1 });
  const owner = await signedUpWithTotp(service);
  const { codes } = sure(await owner.client.mfa.recoveryCodes.generate());
  const half = async (from?: string) =>
    String((await signIn(service, owner.email, PASSWORD, from)).json["access_token"]);
  const path = `/factors/${owner.factorId}`;
  const acts: Record<string, (token: string, isRight: boolean) => Promise<number | string>> = {
    challenge: async (token) => (await ask(service, "POST", `${path}/challenge`, { token })).status,
    code: async (token, isRight) => {
      const { json } = await ask(service, "POST", `${path}/challenge`, { token });
      const body = { challenge_id: json["id"] ?? randomUUID(), code: isRight ? codeNow(owner.secret) : "000000" };
      return (await ask(service, "POST", `${path}/verify`, { token, body })).status;
    },
    "recovery code": async (token, isRight) =>
      (
        await ask(service, "POST", "/factors/recovery-codes/verify", {
          token,
          body: { code: isRight ? codes[0] : "0".repeat(16) },
        })
      ).status,
    password: (token, isRight) =>
      service.auth
        .confirmPassword(
          { id: owner.user.id, session_id: String(decodeJwt(token)["session_id"]) },
          isRight ? PASSWORD : "Mal-mal-1",
        )
        .then(() => 200)
        .catch((error: { code: string }) => (error.code === "TOO_MANY_REQUESTS" ? 429 : error.code)),
  };
  // However many sessions, from however many networks.
  for (const act of Object.values(acts)) {
    const answers: (number | string)[] = [];
    for (let turn = 0; turn < 6; turn += 1) answers.push(await act(await half(`198.51.100.${turn}`), false));
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(2);
  }
  await forgetUsedSteps(service);
  const raised = (await owner.client.getSession()).data.session!.access_token;
  expect(await acts["password"]!(raised, true)).toBe(200);
  expect(await acts["challenge"]!(raised, true)).toBe(200);
  expect(await acts["recovery code"]!(await half("198.51.100.9"), true)).toBe(429);
  expect(await acts["recovery code"]!(await half(), true)).toBe(200);
  expect(await acts["code"]!(await half("198.51.100.9"), true)).toBe(429);
  expect(await acts["code"]!(await half(), true)).toBe(200);
});

test("right passwords are not counted, and the counters name nobody", async () => {
  service = await openService({ clock: Date, limits: limitsWith({ sign_in_address: 3, sign_in_account_address: 3 }) });
  const { email } = await signedUp(service);
  for (let turn = 0; turn < 8; turn += 1) expect((await signIn(service, email, PASSWORD)).status).toBe(200);
  const rows = await service.db.selectFrom("auth.rate_limits").select("key").execute();
  const keys = rows.map(({ key }) => key).join("\n");
  expect(keys).toContain(accountKey(email));
  expect(keys).not.toContain(email);
});

test("whoever brings no captcha takes nobody's turn among the attempts that are spaced", async () => {
  const table = limitsWith({ message_recipient: 0 });
  table.message_recipient.captcha_after = 0;
  service = await openService({ clock: Date, limits: table });
  const limiter = openRateLimiter(service.db, table, Date, () => undefined);
  const captcha = {
    challenge: () => Promise.reject(new Error("not asked")),
    redeem: async (token: string) => token === "solved",
  };
  const count = (token?: string) => countAttempt({ limiter, captcha }, { message_recipient: "somebody" }, token);
  for (let turn = 0; turn < 5; turn += 1) await expect(count()).rejects.toMatchObject({ code: "captcha_failed" });
  await count("solved");
  await expect(count("solved")).rejects.toMatchObject({ code: "over_email_send_rate_limit" });
});

test("the spellings that are one person's mailbox share its limits", async () => {
  service = await openService();
  const spelt = ["ana.paz", "a.na-paz", "ana_paz+x", "anapaz", "ana-paz", ".-_"].flatMap((name) =>
    [
      "gmail.com googlemail.com proton.me protonmail.com protonmail.ch pm.me icloud.com me.com mac.com fastmail.com",
      "yandex.com ya.ru yandex.com.tr yandex.co.il outlook.com.ar hotmail.com live.com msn.com zoho.com example.com",
      "anapaz.fastmail.com ana_paz.fastmail.fm a.b.fastmail.com anapaz.example.com",
    ].flatMap((domains) => domains.split(" ").map((domain) => `${name}@${domain}`)),
  );
  const { rows } = await sql<{
    spellings: string[];
  }>`select array_agg(email) as spellings from unnest(${spelt}::text[]) email
    group by mailbox_key(email)`.execute(service.db);
  expect(rows.length).toBeLessThan(spelt.length);
  for (const { spellings } of rows) expect(new Set(spellings.map(recipientKey)).size, spellings.join(" ")).toBe(1);
  expect(recipientKey("ana.paz@example.com")).not.toBe(recipientKey("anapaz@example.com"));
});

test("refreshing is never answered with 429", async () => {
  const limits = limitsWith({ sign_in_address: 0, sign_up_address: 1, update_user_account: 0 });
  service = await openService({ clock: Date, limits });
  const { session } = await signedUp(service);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, turn) =>
      ask(service, "POST", "/token?grant_type=refresh_token", {
        body: { refresh_token: turn % 2 ? session.refresh_token : "made-up" },
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test("with the counters away each limit does what it declares: no guess is evaluated, and what harms nobody goes on", async () => {
  service = await openService({ clock: Date, limits: limitsWith({}) });
  const { email, session } = await signedUp(service);
  await sql`alter table auth.rate_limits rename to rate_limits_away`.execute(service.db);
  const warned: unknown[] = [];
  const limits: RateLimitTable = rateLimits;
  const limiter = openRateLimiter(service.db, limits, Date, (error) => void warned.push(error));
  for (const name of Object.keys(rateLimits) as RateLimitName[]) {
    warned.length = 0;
    const attempt = () => limiter.attempt(name, "somebody");
    const forgive = () => limiter.forgive(name, "somebody");
    if (limits[name].when_store_fails !== "allow") {
      await expect(attempt()).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await expect(forgive()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    } else {
      expect(await attempt()).toEqual({ seconds: 0, needsCaptcha: false });
      await forgive();
    }
    expect(warned).toEqual([expect.any(Error), expect.any(Error)]);
  }
  await expect(limiter.once("somebody", 1)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const answers = await Promise.all([
    signIn(service, email, PASSWORD),
    ask(service, "POST", "/recover", { body: { email } }),
    ask(service, "POST", "/signup", { body: { email: newEmail(), password: PASSWORD, data: patient } }),
  ]);
  for (const { status, headers, json } of answers) {
    expect([status, json["code"], headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
    expect(json["message"]).toBe(errorCatalogue.UNAVAILABLE.message);
  }
  const sentBack = await fetch(`${service.url}/authorize?provider=google`, { redirect: "manual" });
  expect(sentBack.headers.get("location")).toMatch(
    /^http:\/\/localhost\/auth\?error=server_error&error_code=unavailable&/,
  );
  const token = session.access_token;
  expect((await ask(service, "PUT", "/user", { token, body: { data: { nick: "Anita" } } })).status).toBe(200);
  expect(
    (await ask(service, "POST", "/token?grant_type=refresh_token", { body: { refresh_token: session.refresh_token } }))
      .status,
  ).toBe(200);
  await sql`alter table auth.rate_limits_away rename to rate_limits`.execute(service.db);
  expect((await signIn(service, email, PASSWORD)).status).toBe(200);
});

test("whoever tries which addresses have accounts is asked for a captcha with every sign-up", async () => {
  const limits = raisedRateLimits(1000);
  Object.assign(limits.sign_up_taken_address, { captcha_after: 2 });
  service = await openService({ clock: Date, limits });
  const signUp = async (email: string) =>
    (await ask(service, "POST", "/signup", { body: { email, password: PASSWORD, data: patient } })).json.code ?? "ok";
  const { email } = await signedUp(service);
  // Other sign-ups count nothing.
  for (let turn = 0; turn < 3; turn += 1) expect(await signUp(newEmail())).toBe("ok");
  expect([await signUp(email), await signUp(email)]).toEqual(["user_already_exists", "user_already_exists"]);
  expect([await signUp(email), await signUp(newEmail())]).toEqual(["captcha_failed", "captcha_failed"]);
});

test("newcomers at an address from which many taken addresses were tried are asked for a captcha and not delayed", async () => {
  const limits = raisedRateLimits(1000);
  for (const name of ["sign_up_taken_address", "sign_up_taken_block"] as const)
    limits[name] = { ...rateLimits[name], captcha_after: Infinity };
  service = await openService({ clock: Date, limits });
  const { email } = await signedUp(service);
  const signUp = async (address: string) =>
    (await ask(service, "POST", "/signup", { body: { email: address, password: PASSWORD, data: patient } })).json.code;
  expect(await signUp(email)).toBe("user_already_exists");
  await sql`update auth.rate_limits set points = 2000 where key like 'sign_up_taken%'`.execute(service.db);
  for (let turn = 0; turn < 3; turn += 1) expect(await signUp(newEmail())).toBeUndefined();
});
