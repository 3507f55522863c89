// @module-tag operations/full
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askConfirmation } from "../../app/domain/confirmations/ask.server.ts";
import { deliver } from "../../app/domain/notifications/deliver.server.ts";
import { sendDigest } from "../../app/domain/notifications/digest.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { countJobs } from "../../app/platform/job-figures.server.ts";
import { TIMES } from "../mail/post.ts";
import { sessionOf } from "../support/accounts.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { absentBrowser } from "../support/push-service.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let kine: Person;
let other: Person;
let elena: Person;
const member = like(cast.carla, "Carla Confirma", { license_number: "MN 1" });
const [PAMI, IOMA] = [1, 2];

beforeAll(async () => {
  testApp = await openTestApp();
  kine = await testApp.approvedKine(member);
  other = await testApp.approvedKine(like(cast.carla, "Marta Segunda", { license_number: "MN 2" }));
  elena = await testApp.signIn(cast.elena);
  await state(PAMI);
  await kine.api.prices.save({ prices: [{ modality: "online", session: 20_000, first: null, ten: null }] });
});
afterAll(() => testApp?.close());

const state = (...ids: number[]) =>
  kine.api.coverages.replace({
    coverages: ids.map((coverage_id) => ({ coverage_id, how: "direct", plans: null, extra: 0 })),
    refund_invoice: true,
  });

/** Waits until no job runs: a job could wait for a lock that the test holds, or hold one that it takes. */
const untilNoJobRuns = () =>
  vi.waitFor(async () => expect(await countJobs(testApp.db)).toMatchObject({ due: 0, running: 0 }), TIMES);

/** Makes a call that waits for the lock `held` of another transaction, which then locks what is `free`: the call must not hold it yet. */
async function whileWaiting(
  held: ReturnType<typeof sql>,
  call: () => Promise<unknown>,
  free: readonly ReturnType<typeof sql>[],
) {
  let called: Promise<string> | undefined;
  await untilNoJobRuns();
  await testApp.db.transaction().execute(async (tx) => {
    await held.execute(tx);
    called = outcome(call());
    await vi.waitFor(async () => {
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await waiting.execute(testApp.db)).rows).not.toEqual([]);
    }, TIMES);
    for (const rows of free) await rows.execute(tx);
  });
  expect(await called).toBe("ok");
}

/** Waits until the first run of a new case's levels is over, because it would wait for a lock too. */
const levelsHaveRun = (id: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from case_levels where case_id = ${id}`.execute(testApp.db);
    expect(rows).toHaveLength(1);
  }, TIMES);

test("whatever confirms what a specialist states locks the specialist first, as a save does", async () => {
  await sql`update kine_coverages set confirmed_at = now() - interval '31 days'`.execute(testApp.db);
  await askConfirmation(testApp.app.services, kine.id);
  const monthly = async () =>
    (await messagesTo(`${testApp.dataDir}/outbox`, member.email)).find(({ subject }) =>
      subject.includes("¿Siguen igual"),
    );
  await vi.waitFor(async () => expect(await monthly()).toBeDefined(), TIMES);
  const token = new URL((await monthly())!.link).hash.slice(1);
  for (const call of [
    () => kine.api.coverages.confirm(),
    () => kine.api.prices.confirm({ raise: 0 }),
    () => kine.api.confirmations.confirm({}),
    () => testApp.anonymous.confirmations.byLink({ token, raise: 0 }),
  ])
    await whileWaiting(
      sql`select from profiles where id = ${kine.id} for no key update`,
      call,
      ["kine_confirmations", "kine_coverages", "kine_prices"].map(
        (table) => sql`select from ${sql.table(table)} where kine_id = ${kine.id} for update nowait`,
      ),
    );
});

test("an account that is deleted locks its cases before its person, as whatever notifies them does", async () => {
  const leaving = await testApp.signUp(like(cast.ana, "Ana Se Va"));
  const { id } = await leaving.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await levelsHaveRun(id);
  await whileWaiting(sql`select from cases where id = ${id} for no key update`, () => leaving.api.accounts.delete(), [
    sql`select from profiles where id = ${leaving.id} for key share nowait`,
  ]);
});

test("who writes and who reads a message locks its case before anything else, as a deletion does", async () => {
  const ana = await testApp.signUp(like(cast.ana, "Ana Escribe"));
  const { id: caseId } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id: caseId });
  const { id: up_to } = await ana.api.conversations.send({ id, body: "Hola" });
  const held = sql`select from cases where id = ${caseId} for no key update`;
  const free = [
    sql`select from matches where id = ${id} for update nowait`,
    sql`select from profiles where id in (${ana.id}, ${kine.id}) for update nowait`,
    sql`select from read_marks where match_id = ${id} for update nowait`,
    sql`select from notifications where match_id = ${id} for update nowait`,
  ];
  await whileWaiting(held, () => kine.api.conversations.send({ id, body: "Hola" }), free);
  await whileWaiting(held, () => kine.api.conversations.seen({ id, up_to }), free);
  const [gone] = await Promise.all([
    outcome(ana.api.accounts.delete()),
    ...Array.from({ length: 20 }, (_, n) => outcome(kine.api.conversations.send({ id, body: `Mensaje ${n}` }))),
  ]);
  expect(gone).toBe("ok");
});

test("an edit of an offer, a wait for a seat and a withdrawal lock the case first, as a decision and a deletion do", async () => {
  const patient = await testApp.signUp(like(cast.ana, "Ana Ofrecida"));
  const { id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id: match } = await kine.api.matches.apply({ case_id: id, message: null });
  const held = sql`select from cases where id = ${id} for no key update`;
  const application = sql`select from matches where id = ${match} for update nowait`;
  await whileWaiting(held, () => kine.api.matches.edit({ id: match, offer: { session: 1 } }), [application]);
  await whileWaiting(held, () => other.api.matches.queue({ id }), [
    sql`select from profiles where id = ${other.id} for update nowait`,
  ]);
  await whileWaiting(held, () => kine.api.matches.withdraw({ id: match }), [application]);
});

test("an account that is deleted keeps its person before it locks its cases, as whatever a person changes does", async () => {
  const leaving = await testApp.signUp(like(cast.ana, "Ana Se Va También"));
  const { id } = await leaving.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await levelsHaveRun(id);
  await whileWaiting(
    sql`select from profiles where id = ${leaving.id} for share`,
    () => leaving.api.accounts.delete(),
    [sql`select from cases where id = ${id} for no key update nowait`],
  );
});

test("a notification on its way locks its person before itself, as the deletion of an account does", async () => {
  const { services } = testApp.app;
  const { rows } = await sql<{ id: string }>`select notify_person(${other.id}, 'review_received') as id`.execute(
    testApp.db,
  );
  const { id } = rows[0]!;
  for (const [delivery, send] of [
    ["mail", () => deliver(services, id)],
    ["digest", () => sendDigest(services, other.id)],
  ] as const) {
    await sql`update notifications set delivery = ${delivery} where id = ${id}`.execute(testApp.db);
    await whileWaiting(sql`select from profiles where id = ${other.id} for update`, send, [
      sql`select from notifications where id = ${id} for update nowait`,
    ]);
  }
});

test("a list of coverages locks their names before what was stated, as a merge does", async () => {
  await state(PAMI);
  await whileWaiting(sql`select from coverages where id = ${PAMI} for update`, () => state(IOMA), [
    sql`select from kine_coverages where kine_id = ${kine.id} for update nowait`,
  ]);
  expect((await kine.api.coverages.mine()).coverages).toMatchObject([{ id: IOMA }]);
});

test("a decision locks what is stated before its dispute, as an answer does", async () => {
  await state(PAMI);
  const { id } = await testApp.db
    .insertInto("coverage_disputes")
    .values({ kine_id: kine.id, coverage_id: PAMI })
    .returning("id")
    .executeTakeFirstOrThrow();
  await whileWaiting(
    sql`select from kine_coverages where kine_id = ${kine.id} for update`,
    () => elena.api.coverages.decide({ id, decision: "kept" }),
    [sql`select from coverage_disputes where id = ${id} for update nowait`],
  );
});

test("specialists who report each other's licence at once are locked in one order", async () => {
  const [first, second] = kine.id < other.id ? [kine, other] : [other, kine];
  await whileWaiting(
    sql`select from profiles where id = ${first.id} for no key update`,
    () => second.api.reports.create({ subject: "profile", id: first.id, reason: "false_licence" }),
    [sql`select from profiles where id = ${second.id} for no key update nowait`],
  );
  expect(await outcome(first.api.reports.create({ subject: "profile", id: second.id, reason: "false_licence" }))).toBe(
    "ok",
  );
});

test("who subscribes to pushes locks themselves, their session and then what it replaces, as a sign-out and a deletion do", async () => {
  const browser = await absentBrowser(testApp.db);
  const [before, now] = [await testApp.signIn(member), await testApp.signIn(member)];
  const [ended, own] = [sessionOf(await before.token()), sessionOf(await now.token())];
  await before.api.push.subscribe(browser);
  const replaced = sql`select from push_subscriptions where session_id = ${ended} for update nowait`;
  const session = sql`select from auth.sessions where id = ${own} for no key update nowait`;
  await whileWaiting(
    sql`select from auth.sessions where id = ${own} for no key update`,
    () => now.api.push.subscribe(browser),
    [replaced],
  );
  await before.api.push.subscribe(browser);
  await whileWaiting(
    sql`select from profiles where id = ${kine.id} for update`,
    () => now.api.push.subscribe(browser),
    [session, replaced],
  );
});
