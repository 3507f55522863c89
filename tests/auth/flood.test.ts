// @module-tag operations/full
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { raisedRateLimits, rateLimits, type RateLimitTable } from "../../app/auth/limits/rate-limits.server.ts";
import { sure } from "./second-factors.ts";
import { PASSWORD_MEMORY } from "../../app/platform/settings.ts";
import { ask, browser, newEmail, openService, PASSWORD, patient, type Service } from "./service.ts";

let service: Service;
// A frozen clock for the limits: however slow the machine, no time passes by itself.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await service?.close();
});

const signUp = async (email: string, from = "203.0.113.5") => {
  const { status, json } = await ask(service, "POST", "/signup", {
    body: { email, password: PASSWORD, data: patient },
    headers: { "x-forwarded-for": from },
  });
  return { said: status === 200 ? "ok" : String(json["code"]), token: String(json["access_token"]) };
};
const changeTo = async (token: string, email: string) => {
  const { status, json } = await ask(service, "PUT", "/user", { token, body: { email } });
  return status === 200 ? "ok" : `${status} ${String(json["code"])}`;
};
const tally = (answers: string[]) =>
  Object.fromEntries(
    Map.groupBy(answers, (answer) => answer)
      .entries()
      .map(([answer, all]) => [answer, all.length]),
  );

/** The product's values for the named limits; the others are out of reach. */
const only = (...names: (keyof RateLimitTable)[]): RateLimitTable => ({
  ...raisedRateLimits(1000),
  ...Object.fromEntries(names.map((name) => [name, rateLimits[name]])),
});

/** The subjects of the messages to addresses, once no job is pending. */
async function messagesTo(...addresses: string[]): Promise<string[]> {
  await vi.waitFor(
    async () => {
      const waiting = await service.db
        .selectFrom("outgoing_messages")
        .select("id")
        .where("sealed", "is not", null)
        .execute();
      // Others wait for the limit of their recipient.
      const { rows: requests } =
        await sql`select from graphile_worker.jobs where task_identifier = 'answer_message_request' and run_at <= now()`.execute(
          service.db,
        );
      expect([waiting, requests]).toEqual([[], []]);
    },
    { timeout: 60_000, interval: 100 },
  );
  const letters = await Promise.all(addresses.map((address) => service.letters(address)));
  return letters.flat().map(({ subject }) => subject);
}

test(
  "every limit by address has one by block of networks, since an IPv6 connection has thousands of networks",
  { tags: "operations/short" },
  () => {
    const names = Object.keys(rateLimits);
    const byAddress = names.filter((name) => name.endsWith("_address") && !name.startsWith("sign_in_account"));
    expect(byAddress.length).toBeGreaterThan(5);
    expect(byAddress.filter((name) => !names.includes(name.replace(/address$/, "block")))).toEqual([]);
  },
);

test("sign-ups from the networks of one block are counted together, and nobody else's with them", async () => {
  service = await openService({ clock: Date, limits: rateLimits, trustedProxies: 1 });
  const free = rateLimits.sign_up_block.captcha_after;
  const inBlock: string[] = [];
  for (let turn = 0; turn < free + 4; turn += 1)
    inBlock.push((await signUp(newEmail(), `2001:db8:77:${turn.toString(16)}::1`)).said);
  expect(tally(inBlock)).toEqual({ ok: free, captcha_failed: 4 });
  expect((await signUp(newEmail(), "2001:db8:78:1::1")).said).toBe("ok");
  expect((await signUp(newEmail(), "203.0.113.5")).said).toBe("ok");
});

test("what overload refused is not counted, and the log names it once", { tags: "operations/short" }, async () => {
  service = await openService({ clock: Date, passwordMemory: PASSWORD_MEMORY });
  const answers = await Promise.all(
    Array.from({ length: 160 }, () =>
      ask(service, "POST", "/token?grant_type=password", { body: { email: newEmail(), password: "Mal-mal-1" } }),
    ),
  );
  const { 400: wrong = 0, 503: overloaded = 0 } = tally(answers.map(({ status }) => String(status)));
  expect(overloaded).toBeGreaterThan(20);
  expect(wrong + overloaded).toBe(160);
  const counter = await service.db
    .selectFrom("auth.rate_limits")
    .select("points")
    .where("key", "=", "sign_in_everywhere:everybody")
    .executeTakeFirstOrThrow();
  expect(counter.points).toBe(wrong);
  expect(service.failures).toEqual([expect.objectContaining({ msg: "account requests refused: overloaded" })]);
});

test("a stranger's mailbox gets few messages, however many accounts, spellings and ways ask for them", async () => {
  service = await openService({
    clock: Date,
    limits: only("message_recipient", "recovery_recipient"),
    trustedProxies: 1,
  });
  const { free } = rateLimits.message_recipient;
  const spellings = [
    "victima@gmail.com",
    "Victima+1@gmail.com",
    "vic.tima+2@gmail.com",
    "v.i.c.t.i.m.a@googlemail.com",
  ];
  const results: string[] = [];
  for (let account = 0; account < 3; account += 1) {
    const own = newEmail();
    const { token } = await signUp(own);
    for (let turn = 0; turn < 8; turn += 1) results.push(await changeTo(token, spellings[turn % 4]!));
    results.push(await changeTo(token, newEmail()));
    await changeTo(token, spellings[account]!);
    for (let turn = 0; turn < 4; turn += 1)
      await ask(service, "POST", "/resend", { token, body: { type: "email_change", email: own } });
  }
  for (const email of spellings) {
    await signUp(email);
    await ask(service, "POST", "/recover", { body: { email } });
    await ask(service, "POST", "/resend", { body: { type: "signup", email } });
  }
  const refused = ["429 over_email_send_rate_limit", "400 captcha_failed"];
  expect(results.filter((answer) => refused.includes(answer)).length).toBeGreaterThan(15);
  // One more than the free messages, because the first spaced message passes at once. Recoveries have a limit of their own.
  const letters = await messagesTo(...spellings.map((address) => address.toLowerCase()));
  const recoveries = letters.filter((subject) => subject.startsWith("Elegí una nueva"));
  expect(letters.length).toBeGreaterThan(0);
  expect(letters.length - recoveries.length).toBeLessThanOrEqual(free + 1);
  expect(recoveries.length).toBeLessThanOrEqual(rateLimits.recovery_recipient.free + 1);
});

test("who asks for messages to an address without an account keeps nobody from signing up with it: the link comes when its turn does", async () => {
  const message_recipient = { ...rateLimits.message_recipient, captcha_after: 1000, max_delay_seconds: 2 };
  service = await openService({ clock: Date, limits: { ...raisedRateLimits(1000), message_recipient } });
  const email = "duena@example.com";
  const resend = async () => (await ask(service, "POST", "/resend", { body: { type: "signup", email } })).status;
  for (let turn = 0; turn <= message_recipient.free; turn += 1) expect(await resend()).toBe(200);
  expect(await resend()).toBe(429);
  const { token } = await signUp(email);
  expect(token).toBeDefined();
  expect(await messagesTo(email)).toEqual([]);
  vi.setSystemTime(Date.now() + 10_000);
  await expect.poll(() => messagesTo(email)).toEqual([expect.stringMatching(/^Confirm/)]);
});

test("few links wait for a mailbox, however many of its spellings sign up, and that of its first account is among them", async () => {
  const message_recipient = { ...rateLimits.message_recipient, captcha_after: 1000 };
  service = await openService({ clock: Date, limits: { ...raisedRateLimits(1000), message_recipient } });
  for (let turn = 0; turn < 8; turn += 1)
    await ask(service, "POST", "/resend", { body: { type: "signup", email: "victima@gmail.com" } });
  const spellings = ["victima@gmail.com", ...Array.from({ length: 12 }, (_, n) => `vic.tima+${n}@gmail.com`)];
  for (const email of spellings) expect((await signUp(email)).said).toBe("ok");
  await messagesTo(...spellings);
  expect(await service.db.selectFrom("auth.message_requests").select("id").execute()).toHaveLength(2);
});

test("who asks for messages that are not sent keeps nobody from recovering their account", async () => {
  const named = { message_recipient: rateLimits.message_recipient, recovery_recipient: rateLimits.recovery_recipient };
  const limits = Object.entries(named).map(([name, limit]) => [name, { ...limit, captcha_after: 1000 }]);
  service = await openService({
    clock: Date,
    limits: { ...raisedRateLimits(1000), ...(Object.fromEntries(limits) as typeof named) },
  });
  const email = "duena@example.com";
  await signUp(email);
  await sql`update auth.users set claimed_at = now(), email_confirmed_at = now()`.execute(service.db);
  const statuses = [];
  for (let turn = 0; turn < 8; turn += 1)
    statuses.push((await ask(service, "POST", "/resend", { body: { type: "signup", email } })).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask(service, "POST", "/recover", { body: { email } })).status).toBe(200);
  expect(await messagesTo(email)).toContainEqual(expect.stringMatching(/^Elegí una nueva/));
});

test("who asks for the recovery of other spellings of a mailbox keeps nobody from recovering their account", async () => {
  const recovery_recipient = { ...rateLimits.recovery_recipient, captcha_after: 1000 };
  service = await openService({ clock: Date, limits: { ...raisedRateLimits(1000), recovery_recipient } });
  const [email, strangers] = ["duena@gmail.com", ["duena+x@gmail.com", "due.na+y@gmail.com"]];
  for (const address of [...strangers, email]) expect((await signUp(address)).said).toBe("ok");
  await sql`update auth.users set claimed_at = now(), email_confirmed_at = now() where email = ${email}`.execute(
    service.db,
  );
  for (const address of [...strangers, "d.u.e.n.a@googlemail.com", "duena+nadie@gmail.com"])
    for (let turn = 0; turn < 8; turn += 1) await ask(service, "POST", "/recover", { body: { email: address } });
  expect((await ask(service, "POST", "/recover", { body: { email } })).status).toBe(200);
  expect(await messagesTo(email)).toContainEqual(expect.stringMatching(/^Elegí una nueva/));
});

test("accounts that come and go with a stranger's address, or with other spellings of it, share few notices", async () => {
  service = await openService({ clock: Date, limits: only("security_message_recipient") });
  const { free } = rateLimits.security_message_recipient;
  const spellings = ["victima@gmail.com", "vic.tima@gmail.com", "v.i.c.tima@gmail.com", "victima+x@gmail.com"];
  for (const email of [...spellings, "otra@example.com", "otra@example.com", "otra@example.com"]) {
    const { token } = await signUp(email);
    for (let turn = 0; turn < 5; turn += 1) expect(await changeTo(token, newEmail())).toBe("ok");
    // Another account may have the address again.
    if (email === "otra@example.com")
      await sql`update auth.users set email = ${newEmail()} where email = ${email}`.execute(service.db);
  }
  const notices = async (...addresses: string[]) =>
    (await messagesTo(...addresses)).filter((subject) => !subject.startsWith("Confirmá")).length;
  // Those of the first account and of the later ones together; the first spaced message passes at once.
  expect(await notices(...spellings)).toBeLessThanOrEqual(2 * (free + 1));
  expect(await notices("otra@example.com")).toBeLessThanOrEqual(free + 1);
});

test("the link to a new address that is asked for again counts for that address", async () => {
  const { free } = rateLimits.message_recipient;
  const message_recipient = { ...rateLimits.message_recipient, captcha_after: 1000 };
  service = await openService({ clock: Date, limits: { ...raisedRateLimits(1000), message_recipient } });
  const accounts = [newEmail(), newEmail(), newEmail(), newEmail()];
  const tokens = await Promise.all(accounts.map(async (own) => (await signUp(own)).token));
  for (const token of tokens) expect(await changeTo(token, "victima@example.com")).toBe("ok");
  for (const [index, email] of accounts.entries()) {
    expect(
      (await ask(service, "POST", "/resend", { token: tokens[index], body: { type: "email_change", email } })).status,
    ).toBe(200);
  }
  expect((await messagesTo("victima@example.com")).length).toBe(free + 1);
});

test("an address that nobody confirmed gets few notices of what its account does; the owner of a confirmed one gets all", async () => {
  service = await openService({ clock: Date, limits: only("security_message_recipient") });
  const { free } = rateLimits.security_message_recipient;
  const signedUpAs = async (email: string) => {
    const { token } = await signUp(email);
    return { token, change: () => changeTo(token, newEmail()) };
  };
  const stranger = await signedUpAs("victima@example.com");
  for (let turn = 0; turn < 10; turn += 1) expect(await stranger.change()).toBe("ok");
  // The link to confirm the address comes on top, and the first spaced message passes at once.
  expect((await messagesTo("victima@example.com")).length).toBe(1 + free + 1);

  const owner = await signedUpAs("duena@example.com");
  await service.db
    .updateTable("auth.users")
    .set({ email_confirmed_at: new Date() })
    .where("email", "=", "duena@example.com")
    .execute();
  for (let turn = 0; turn < 10; turn += 1) expect(await owner.change()).toBe("ok");
  expect(
    (await messagesTo("duena@example.com")).filter((subject) => /email/i.test(subject)).length,
  ).toBeGreaterThanOrEqual(10);
});

test("a person who asks for what the limit holds back reads when to try again", async () => {
  service = await openService({
    clock: Date,
    limits: { ...only("message_recipient"), message_recipient: { ...rateLimits.message_recipient, free: 0 } },
  });
  const client = browser(service);
  sure(await client.signUp({ email: newEmail(), password: PASSWORD, options: { data: patient } }));
  const to = newEmail();
  expect((await client.updateUser({ email: to })).error).toBeNull();
  const { error } = await client.updateUser({ email: to });
  expect(error).toMatchObject({
    status: 429,
    code: "over_email_send_rate_limit",
    message: expect.stringContaining("Esperá 1 segundo"),
  });
});

test(
  "an account writes to a few new addresses a day, each network with a captcha after the first ones",
  { tags: "operations/short" },
  async () => {
    service = await openService({ clock: Date, limits: rateLimits, trustedProxies: 1 });
    const { free } = rateLimits.email_change_account;
    const change = async (token: string, from: string) => {
      const { status } = await ask(service, "PUT", "/user", {
        token,
        body: { email: newEmail() },
        headers: { "x-forwarded-for": from },
      });
      return status;
    };
    const email = newEmail();
    const one = await signUp(email);
    const answers: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) answers.push(await change(one.token, `203.0.${turn}.1`));
    // The first spaced change passes at once.
    expect(answers.filter((status) => status === 200)).toHaveLength(free + 1);
    const later = async (hours: number) => {
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      const { json } = await ask(service, "POST", "/token?grant_type=password", {
        body: { email, password: PASSWORD },
      });
      return change(String(json["access_token"]), "203.0.50.1");
    };
    expect([await later(5), await later(2), await later(5), await later(20)]).toEqual([429, 200, 429, 200]);
    const other = await signUp(newEmail());
    const { captcha_after } = rateLimits.message_address;
    const busy = await signUp(newEmail());
    for (let turn = 0; turn < captcha_after; turn += 1)
      await ask(service, "POST", "/recover", {
        body: { email: newEmail() },
        headers: { "x-forwarded-for": "203.0.113.9" },
      });
    expect(await change(busy.token, "203.0.113.9")).toBe(400);
    expect(await change(other.token, "203.0.113.8")).toBe(200);
  },
);
