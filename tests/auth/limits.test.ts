import { afterEach, expect, test } from "vitest";
import { accountKey } from "../../app/server/auth/limits.server.ts";
import { type RateLimitTable, raisedRateLimits } from "../../app/server/rate-limits.server.ts";
import { ask, newEmail, openService, PASSWORD, patient, type Service, signedUp } from "./service.ts";

let service: Service;
afterEach(() => service?.close());

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
  service = await openService({ limits: limitsWith({ sign_in_account_address: 3 }) });
  const { email } = await signedUp(service);
  for (let failure = 0; failure < 4; failure += 1) expect((await signIn(service, email, "Mal-mal-1")).status).toBe(400);
  const refused = await signIn(service, email, PASSWORD);
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")])
    .toEqual([429, "over_request_rate_limit", "1"]);
  expect(refused.json.msg).toBe("Demasiados intentos. Esperá 1 segundo y probá de nuevo.");
  await new Promise((passed) => setTimeout(passed, 1_100));
  expect((await signIn(service, email, "Mal-mal-1")).status).toBe(400);
  expect((await signIn(service, email, PASSWORD)).headers.get("retry-after")).toBe("2");
  await new Promise((passed) => setTimeout(passed, 2_100));
  expect((await signIn(service, email, PASSWORD)).status).toBe(200);
});

test("many guesses at once get no further than as many one by one", async () => {
  service = await openService({ limits: limitsWith({ sign_in_account_address: 5 }) });
  const { email } = await signedUp(service);
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(service, email, "Mal-mal-1")));
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(6);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(34);
});

test("challenges are made for one address at a pace, and who waits for one signs in all the same", async () => {
  service = await openService({ limits: limitsWith({ captcha_address: 3 }) });
  const { email } = await signedUp(service);
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await ask(service, "GET", "/captcha")).status);
  expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
  expect(statuses).toContain(429);
  expect((await signIn(service, email, PASSWORD)).status).toBe(200);
});

test("a forged X-Forwarded-For changes nothing when no proxy is trusted", async () => {
  service = await openService({ limits: limitsWith({ sign_up_address: 2 }) });
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
  service = await openService({ limits: limitsWith({ sign_in_address: 2 }), trustedProxies: 1 });
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
  service = await openService({ limits: limitsWith({ sign_in_account: 2 }), trustedProxies: 1 });
  const email = newEmail();
  await ask(service, "POST", "/signup", {
    body: { email, password: PASSWORD, data: patient },
    headers: { "x-forwarded-for": "203.0.113.50" },
  });
  for (let turn = 0; turn < 4; turn += 1) await signIn(service, email, "Mal-mal-1", `198.51.100.${turn}`);
  expect((await signIn(service, email, "Mal-mal-1", "198.51.100.77")).status).toBe(429);
  expect((await signIn(service, email, PASSWORD, "203.0.113.50")).status).toBe(200);
});

test("right passwords are not counted, and the counters name nobody", async () => {
  service = await openService({ limits: limitsWith({ sign_in_address: 3, sign_in_account_address: 3 }) });
  const { email } = await signedUp(service);
  for (let turn = 0; turn < 8; turn += 1) expect((await signIn(service, email, PASSWORD)).status).toBe(200);
  const rows = await service.db.selectFrom("auth.rate_limits").select("key").execute();
  const keys = rows.map(({ key }) => key).join("\n");
  expect(keys).toContain(accountKey(email));
  expect(keys).not.toContain(email);
});

test("refreshing is never answered with 429", async () => {
  const limits = limitsWith({ sign_in_address: 0, sign_up_address: 1, update_user_account: 0 });
  service = await openService({ limits });
  const { session } = await signedUp(service);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) =>
    ask(service, "POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: turn % 2 ? session.refresh_token : "made-up" },
    })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test("a known and an unknown e-mail take about the same time", async () => {
  service = await openService();
  const { email } = await signedUp(service);
  const median = async (who: () => string) => {
    const times: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const start = performance.now();
      await signIn(service, who(), "Mal-mal-1");
      times.push(performance.now() - start);
    }
    return times.toSorted((a, b) => a - b)[4] ?? 0;
  };
  const ratio = (await median(() => email)) / (await median(newEmail));
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
