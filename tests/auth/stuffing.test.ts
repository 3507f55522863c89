// @module-tag operations/full
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Captcha } from "../../app/auth/limits/captcha.server.ts";
import { AuthFailure } from "../../app/auth/core/auth-errors.server.ts";
import { signInWithPassword } from "../../app/auth/flows/password/sign-in.server.ts";
import { openRateLimiter } from "../../app/auth/limits/rate-limiter.server.ts";
import { rateLimits } from "../../app/auth/limits/rate-limits.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { type Mail, openMail } from "../../app/platform/mail/mail.server.ts";
import { readSettings } from "../../app/platform/settings.ts";
import { openService, SECRET, type Service } from "./service.ts";
import { messageKinds } from "../../app/server/messages.server.ts";
import { PASSWORD_MEMORY } from "../../app/platform/settings.ts";
import { isFull } from "../support/full.ts";

const ACCOUNTS = isFull ? 2_000 : 150;
const ADDRESSES = isFull ? 200 : 20;
/** One guessed pair in a hundred is right. */
const HITS = Math.floor((ACCOUNTS + 50) / 100);
const HOUR = 3_600_000;

/* The real sign-in, limits, accounts and sessions in PostgreSQL, during an hour of a simulated clock.
   Two parts are faked: passwords are compared without argon2, and any captcha token counts as solved. */
let service: Service;
let db: Database;
let mail: Mail;
let compared = 0;
const report: string[] = [];

const passwords = {
  hash: async (password: string) => `$plain$${password}`,
  isOutdated: () => false,
  async verify(password: string, encrypted: string | null) {
    compared += 1;
    return encrypted === `$plain$${password}`;
  },
};
const captcha: Pick<Captcha, "redeem"> = { redeem: async (token) => token === "solved" };
const email = (index: number) => `persona.${index}@example.com`;
const right = (index: number) => `Clave-buena-${index}`;
const homeOf = (index: number) => `100.${64 + (index >> 8)}.${index & 255}.7`;

beforeAll(async () => {
  service = await openService({ passwordMemory: PASSWORD_MEMORY });
  ({ db } = service);
  mail = openMail({
    kinds: messageKinds,
    db,
    settings: { ...readSettings({}), secret: SECRET },
    log: pino({ level: "silent" }),
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const people = Array.from({ length: ACCOUNTS }, (_, index) => ({
    email: email(index),
    encrypted_password: `$plain$${right(index)}`,
  }));
  const rows = await db.insertInto("auth.users").values(people).returning(["id", "email"]).execute();
  const indexOf = new Map(people.map((person, index) => [person.email, index]));
  // Every user has signed in before, from home.
  await db
    .insertInto("auth.sessions")
    .values(rows.map((row) => ({ user_id: row.id, ip: homeOf(indexOf.get(row.email)!) })))
    .execute();
});
afterAll(async () => {
  vi.useRealTimers();
  console.log(report.join("\n"));
  await service?.close();
});

type Outcome = "in" | "wrong" | "captcha" | "delayed";
const limiter = () =>
  openRateLimiter(db, rateLimits, Date, (error) => {
    throw error;
  });

async function signIn(index: number, password: string, address: string, token?: string): Promise<Outcome> {
  const body = { email: email(index), password, ...(token && { gotrue_meta_security: { captcha_token: token } }) };
  try {
    await signInWithPassword({ db, limiter: limiter(), captcha, passwords, mail, clock: Date } as never, body, {
      address,
      userAgent: null,
    });
    return "in";
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    return error.status === 429 ? "delayed" : error.code === "captcha_failed" ? "captcha" : "wrong";
  }
}

/** An hour in which each account is guessed once, evenly spaced, from rotating addresses. */
async function attack(addresses: (turn: number) => string, way: "no captchas" | "every captcha") {
  await sql`delete from auth.rate_limits`.execute(db);
  const start = Date.now();
  compared = 0;
  const outcomes = { in: 0, wrong: 0, captcha: 0, delayed: 0 };
  const honest = { in: 0, wrong: 0, captcha: 0, delayed: 0 };
  let guesses = 0;
  let evaluated = 0;
  let solved = 0;
  for (let turn = 0; turn < ACCOUNTS; turn += 1) {
    vi.setSystemTime(start + Math.floor((turn * HOUR) / ACCOUNTS));
    const password = turn % 100 === 50 ? right(turn) : "Clave-filtrada-1";
    const before = compared;
    let outcome = await signIn(turn, password, addresses(turn));
    if (outcome === "captcha" && way === "every captcha") {
      solved += 1;
      outcome = await signIn(turn, password, addresses(turn), "solved");
    }
    guesses += 1;
    evaluated += compared - before;
    outcomes[outcome] += 1;
    if (turn % 20 === 0)
      for (const [kind, count] of Object.entries(await honestPeople(turn))) honest[kind as Outcome] += count;
  }
  vi.setSystemTime(start + 3 * HOUR);
  return {
    guesses,
    evaluated,
    share: evaluated / guesses,
    taken: outcomes.in,
    solved,
    delayed: outcomes.delayed,
    honest,
  };
}

/** The real users: at home with two typos, in a clinic behind a shared address with one, at a new place at the first try. */
async function honestPeople(turn: number): Promise<Record<Outcome, number>> {
  const seen = { in: 0, wrong: 0, captcha: 0, delayed: 0 };
  const count = async (index: number, password: string, address: string) => {
    let outcome = await signIn(index, password, address);
    seen[outcome] += 1;
    // The page solves the captcha and retries.
    if (outcome === "captcha") {
      outcome = await signIn(index, password, address, "solved");
      seen[outcome] += 1;
    }
    return outcome;
  };
  const someone = () => randomInt(ACCOUNTS);
  const atHome = someone();
  for (const password of ["Clave-mal-1", "Clave-mal-2"])
    expect(await count(atHome, password, homeOf(atHome))).toBe("wrong");
  expect(await count(atHome, right(atHome), homeOf(atHome))).toBe("in");
  const inClinic = someone();
  expect(await count(inClinic, "Clave-mal-1", "192.0.2.10")).toBe("wrong");
  expect(await count(inClinic, right(inClinic), "192.0.2.10")).toBe("in");
  const travelling = someone();
  expect(await count(travelling, right(travelling), `45.${turn % 200}.${randomInt(250)}.9`)).toBe("in");
  return seen;
}

const print = (name: string, result: Awaited<ReturnType<typeof attack>>) => {
  const { guesses, evaluated, share, taken, solved, delayed, honest } = result;
  report.push(
    `${name}: ${guesses} guesses an hour, ${evaluated} compared (${(share * 100).toFixed(1)} %), ${delayed} delayed, ` +
      `${taken} of ${HITS} accounts taken, ${solved} captchas solved; honest people: ${honest.in} in, ` +
      `${honest.captcha} saw the captcha, ${honest.delayed} delayed`,
  );
};

const many = (turn: number) => `198.${18 + ((turn % ADDRESSES) >> 8)}.${(turn % ADDRESSES) & 255}.3`;
const inOneBlock = (turn: number) => `2001:db8:77:${(turn % 5_000).toString(16)}::${(turn + 1).toString(16)}`;
const inOneNetwork = (turn: number) => `2001:db8:77:1::${(turn + 1).toString(16)}`;
const overBlocks = (turn: number) =>
  `2001:db8:${(turn % ADDRESSES).toString(16)}:${(turn % 7).toString(16)}::${(turn + 1).toString(16)}`;
const MINUTES = 60_000;

test.each([
  ["many IPv4 addresses", many],
  ["IPv6, every guess from another address of one /64", inOneNetwork],
  ["IPv6, every guess from another /64 of one /48", inOneBlock],
  ["IPv6, /64s of many /48s", overBlocks],
])(
  "a list of leaked passwords tried from %s without captchas gets few guesses in, and nobody else waits",
  { timeout: 10 * MINUTES },
  async (name, addresses) => {
    const result = await attack(addresses, "no captchas");
    print(`${name}, no captchas`, result);
    expect(result.evaluated).toBeLessThanOrEqual(rateLimits.sign_in_everywhere.captcha_after + 5);
    if (isFull) expect(result.taken).toBeLessThanOrEqual(HITS * 0.1);
    expect(result.honest.delayed).toBe(0);
  },
);

test.each([
  ["many IPv4 addresses", many, 1],
  ["IPv6, every guess from another address of one /64", inOneNetwork, 0.5],
  ["IPv6, every guess from another /64 of one /48", inOneBlock, 0.5],
])(
  "with every captcha solved a list tried from %s pays for each, and nobody else waits",
  { timeout: 10 * MINUTES },
  async (name, addresses, most) => {
    const result = await attack(addresses, "every captcha");
    print(`${name}, every captcha solved`, result);
    expect(result.evaluated - result.solved).toBeLessThanOrEqual(rateLimits.sign_in_everywhere.captcha_after + 5);
    if (isFull) expect(result.share).toBeLessThanOrEqual(most);
    expect(result.honest.delayed).toBe(0);
  },
);
