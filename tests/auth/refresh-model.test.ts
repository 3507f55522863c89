// @module-tag operations/full
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../app/platform/database/database.server.ts";
import { asFailure } from "../../app/auth/core/auth-errors.server.ts";
import { openRefresh, type Refresh } from "../../app/auth/sessions/refresh.server.ts";
import { endSessions, findLiveSession, startSession } from "../../app/auth/sessions/sessions.server.ts";
import { insertUser } from "../../app/auth/core/users.server.ts";
import { createDatabase } from "../support/database.ts";
import { isFull } from "../support/full.ts";

const STEPS = isFull ? 100_000 : 600;
const STEPS_PER_SESSION = 40;
const DAY = 86_400;

let database: Awaited<ReturnType<typeof createDatabase>>;
/** Two nodes, each with its own connections. */
let nodes: { db: Database; refresh: Refresh }[];
let userId: string;
beforeAll(async () => {
  database = await createDatabase();
  nodes = [8, 8].map((max) => {
    const { db } = openDatabase(database.url, { max, onError: () => undefined });
    return { db, refresh: openRefresh(db).refresh };
  });
  userId = String(
    await nodes[0]!.db
      .transaction()
      .execute((tx) => insertUser(tx, { email: "ana@example.com", encrypted_password: "$x" })),
  );
});
afterAll(async () => {
  for (const { db } of nodes) await db.destroy();
  await database.drop();
});

/** The model of one session. Times are seconds of a clock that only the steps advance. */
type Model = {
  now: number;
  created: number;
  refreshed: number;
  /** Every token so far, oldest first; the last is the current one. */
  chain: { token: string; replaced: number | null }[];
  ended: string | null;
};
type Real = { id: string };

const counted = { steps: 0, refreshes: 0, bursts: 0, replays: 0, lostAnswers: 0, ends: 0 };

/** The expected result of refreshing with a token: the index of its successor, or an error code. */
function expected(model: Model, place: number): number | string {
  if (model.ended) return model.ended;
  if (model.now - model.refreshed >= 14 * DAY || model.now - model.created >= 30 * DAY) return "session_expired";
  const last = model.chain.length - 1;
  if (place === last) return last + 1;
  const { replaced } = model.chain[place]!;
  if (place === last - 1 && model.now - replaced! < 30) return last;
  return "refresh_token_already_used";
}

/** The successor or the error code; retries when the server is too busy, as clients do. */
async function ask(node: number, token: string): Promise<string | { refused: string }> {
  try {
    return (await nodes[node]!.refresh(token)).refresh_token;
  } catch (error) {
    const failure = asFailure(error, { contactEmail: "", contactPhone: "" });
    if (!failure) throw error;
    return failure.status === 503 ? ask(node, token) : { refused: failure.code };
  }
}

/** Presents one token `tabs` times concurrently on both nodes, and checks the answers against the model. */
async function present(model: Model, place: number, tabs: number) {
  const { token } = model.chain[place]!;
  const due = expected(model, place);
  const answers = await Promise.all(Array.from({ length: tabs }, (_, tab) => ask(tab % 2, token)));
  counted.refreshes += tabs;
  if (typeof due === "string") {
    for (const answer of answers) expect(answer).toEqual({ refused: due });
    if (!model.ended) counted.ends += 1;
    if (due === "refresh_token_already_used" && !model.ended) counted.replays += 1;
    model.ended = due;
    return;
  }
  const given = new Set(answers);
  expect(given.size).toBe(1);
  const [successor] = given;
  if (due < model.chain.length) {
    expect(successor).toBe(model.chain[due]!.token);
    counted.lostAnswers += 1;
    return;
  }
  expect(successor).toBeTypeOf("string");
  expect(model.chain.map((link) => link.token)).not.toContain(successor);
  model.chain[place]!.replaced = model.now;
  model.chain.push({ token: successor as string, replaced: null });
  model.refreshed = model.now;
}

async function isLive(id: string) {
  return (await findLiveSession(nodes[0]!.db, { session_id: id, user_id: userId })) !== null;
}

type Act = (model: Model, real: Real) => Promise<void>;

/** A step and its invariant: the access token is valid exactly as long as the token chain. */
const step = (name: string, act: Act): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  async run(model, real) {
    counted.steps += 1;
    await act(model, real);
    expect(await isLive(real.id)).toBe(model.ended === null && model.now - model.created < 30 * DAY);
  },
  toString: () => name,
});

const current = (model: Model) => model.chain.length - 1;
const back = (model: Model, places: number) => Math.max(0, current(model) - places);

/** Ages the session in the database by as much as the model's clock advances. */
async function letPass(model: Model, real: Real, seconds: number) {
  model.now += seconds;
  await sql`update auth.sessions set created_at = created_at - make_interval(secs => ${seconds}),
    refreshed_at = refreshed_at - make_interval(secs => ${seconds}),
    not_after = not_after - make_interval(secs => ${seconds}) where id = ${real.id}`.execute(nodes[0]!.db);
  await sql`update auth.refresh_tokens set replaced_at = replaced_at - make_interval(secs => ${seconds})
    where session_id = ${real.id}`.execute(nodes[0]!.db);
}

// No sum of two or three of these is near 30 seconds, 14 days or 30 days, where a step's real duration would matter.
const passing = fc.constantFrom(11, 45, 3 * 3600, 2.7 * DAY, 14.3 * DAY);
const tabs = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 2, max: 8 }) },
  { weight: 1, arbitrary: fc.constant(200) },
);
const steps = [
  fc.constant(step("refresh", (model) => present(model, current(model), 1))),
  fc.constant(step("refresh", (model) => present(model, current(model), 1))),
  fc.constant(step("a lost answer", (model) => present(model, back(model, 1), 1))),
  tabs.map((count) =>
    step(`${count} tabs`, async (model) => {
      counted.bursts += 1;
      await present(model, current(model), count);
    }),
  ),
  fc
    .integer({ min: 2, max: 5 })
    .map((places) => step(`replay of ${places} back`, (model) => present(model, back(model, places), 1))),
  passing.map((seconds) => step(`${seconds} s pass`, (model, real) => letPass(model, real, seconds))),
  fc.constant(
    step("sign out", async (model, real) => {
      if (model.ended) return;
      await nodes[1]!.db
        .transaction()
        .execute((tx) => endSessions(tx, { id: real.id, user_id: userId }, "local", "signed_out"));
      model.ended = "refresh_token_not_found";
    }),
  ),
];
const weights = [8, 8, 4, 3, 1, 4, 1];
const story = fc.commands([fc.oneof(...steps.map((arbitrary, place) => ({ weight: weights[place]!, arbitrary })))], {
  maxCommands: STEPS_PER_SESSION,
  size: "max",
});

test("a session's chain of tokens never forks, is never cut without cause, and a replay always ends it", async () => {
  const started = performance.now();
  while (counted.steps < STEPS) {
    await fc.assert(
      fc.asyncProperty(story, async (commands) => {
        const { session, refresh_token } = await nodes[0]!.db
          .transaction()
          .execute((tx) => startSession(tx, userId, { address: "127.0.0.1", userAgent: null }));
        const model: Model = {
          now: 0,
          created: 0,
          refreshed: 0,
          chain: [{ token: refresh_token, replaced: null }],
          ended: null,
        };
        await fc.asyncModelRun(() => ({ model, real: { id: session.id } }), commands);
      }),
      { numRuns: 50 },
    );
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`${JSON.stringify(counted)}: 0 forks, 0 false ends, ${(counted.steps / seconds).toFixed(0)} steps/s`);
  expect(counted.replays).toBeGreaterThan(0);
  expect(counted.lostAnswers).toBeGreaterThan(0);
  expect(counted.bursts).toBeGreaterThan(0);
}, 1_800_000);
