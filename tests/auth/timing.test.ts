// @module-tag operations/full
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, newEmail, openService, type Service, signedUp } from "./service.ts";
import { interleaved, mannWhitney } from "./timing.ts";
import { PASSWORD_MEMORY } from "../../app/platform/settings.ts";
import { isFull } from "../support/full.ts";

const PAIRS = isFull ? 200 : 60;
/** The first answers are slower: connections open, code is compiled. */
const WARM_UP = 10;
/** A difference shows in every sample. By chance one sample in some thousand exceeds either bound, and all of them one in some billion. */
const SAMPLES = 3;
const LEAST_P = 0.001;
const MOST_EFFECT = isFull ? 0.2 : 0.35;

let service: Service;
let known: string[];
beforeAll(async () => {
  service = await openService({ trustedProxies: 1, passwordMemory: PASSWORD_MEMORY });
  const { user } = await signedUp(service);
  const { encrypted_password } = await service.db
    .selectFrom("auth.users")
    .select("encrypted_password")
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  const people = Array.from({ length: SAMPLES * PAIRS + WARM_UP }, () => ({ email: newEmail(), encrypted_password }));
  const rows = await service.db.insertInto("auth.users").values(people).returning(["id", "email"]).execute();
  // Half of the accounts have signed in before from the guesses' address.
  const half = rows.filter((_, index) => index % 2 === 0);
  await service.db
    .insertInto("auth.sessions")
    .values(half.map(({ id }) => ({ user_id: id, ip: "203.0.113.9" })))
    .execute();
  known = rows.map(({ email }) => email);
});
afterAll(() => service?.close());

const guess = (email: string) =>
  ask(service, "POST", "/token?grant_type=password", {
    body: { email, password: "Mal-mal-1" },
    headers: { "x-forwarded-for": "203.0.113.9" },
  });

test("the test by ranks tells two distributions apart, and not one from itself", { tags: "operations/short" }, () => {
  const even = Array.from({ length: 200 }, (_, index) => 50 + ((index * 7919) % 200) / 20);
  expect(mannWhitney(even, even.toReversed())).toEqual({ p: expect.closeTo(1, 5), effect: expect.closeTo(0, 10) });
  // A tenth of the spread, which comparing medians would miss.
  const later = even.map((value) => value + 2);
  const verdict = mannWhitney(later, even);
  expect(verdict.p).toBeLessThan(LEAST_P);
  expect(verdict.effect).toBeGreaterThan(MOST_EFFECT);
  // A textbook example: U = 3 of 25, so an effect of 19/25 downwards and z = -1.984.
  const example = mannWhitney([1, 2, 3, 4, 8], [5, 6, 7, 9, 10]);
  expect(example).toEqual({ p: expect.closeTo(0.0472, 3), effect: expect.closeTo(-0.76, 10) });
});

/** Sends both kinds of request by turns, up to SAMPLES times, until a sample shows no difference. Returns the statuses of all answers. */
async function expectAlike(title: string, send: (email: string) => Promise<{ status: number }>): Promise<number[]> {
  const statuses = new Set<number>();
  const timed = async (email: string) => statuses.add((await send(email)).status);
  const run = (pairs: number, from: number) =>
    interleaved(
      pairs,
      (turn) => timed(known[from + turn]!),
      () => timed(newEmail()),
    );
  await run(WARM_UP, SAMPLES * PAIRS);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const times = await run(PAIRS, sample * PAIRS);
    const { p, effect } = mannWhitney(times.one, times.other);
    console.log(`${title}, ${PAIRS} pairs: p = ${p.toFixed(3)}, effect = ${effect.toFixed(3)}`);
    if (p > LEAST_P && Math.abs(effect) < MOST_EFFECT) return [...statuses];
  }
  throw new Error(`${title}: ${SAMPLES} samples tell them apart`);
}

test("the time of an answer does not tell a known e-mail from an unknown one", { timeout: 600_000 }, async () => {
  expect(await expectAlike("known against unknown", guess)).toEqual([400]);
});

test(
  "nor does the time in which a message to recover an account is asked for",
  { tags: "operations/short", timeout: 600_000 },
  async () => {
    const recover = (email: string) => ask(service, "POST", "/recover", { body: { email } });
    expect(await expectAlike("known against unknown in recovery", recover)).toEqual([200]);
  },
);
