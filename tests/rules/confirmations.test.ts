import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { askConfirmation } from "../../app/domain/confirmations/ask.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { TIMES } from "../mail/post.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let kine: Person;
let email: string;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());
// Each test has a specialist of its own, who attends by OSDE and takes 28,000 pesos.
beforeEach(async () => {
  round += 1;
  const member = like(cast.carla, `Mensual ${round}`, { license_number: `MN 77${round}` });
  ({ email } = member);
  kine = await testApp.approvedKine(member);
  await kine.api.coverages.replace({
    coverages: [{ coverage_id: 3, how: "direct", plans: null, extra: 0 }],
    refund_invoice: true,
  });
  await kine.api.prices.save({ prices: [{ modality: "consultorio", session: 28_000, first: null, ten: null }] });
});

const ask = () => askConfirmation(testApp.app.services, kine.id);
/** Ages the specialist's stated facts and monthly message by some days. */
async function letDaysPass(days: number) {
  const by = sql`${days} * interval '24 hours'`;
  await sql`update kine_coverages set confirmed_at = confirmed_at - ${by} where kine_id = ${kine.id}`.execute(
    testApp.db,
  );
  await sql`update kine_prices set confirmed_at = confirmed_at - ${by} where kine_id = ${kine.id}`.execute(testApp.db);
  await sql`update kine_confirmations set refund_invoice_at = refund_invoice_at - ${by}, asked_at = asked_at - ${by},
    answered_at = answered_at - ${by} where kine_id = ${kine.id}`.execute(testApp.db);
}
const countMessages = async () =>
  (
    await testApp.db
      .selectFrom("outgoing_messages")
      .select("id")
      .where("user_id", "=", kine.id)
      .where("kind", "=", "monthly_confirmation")
      .execute()
  ).length;
/** Sets only the column of the suspension, without ending the sessions. */
const suspend = (at: "now()" | "null") =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update profiles set suspended_at = ${sql.raw(at)} where id = ${kine.id}`.execute(tx);
  });
/** The token in the latest mail. */
async function tokenByMail(count: number): Promise<string> {
  const monthly = async () =>
    (await messagesTo(`${testApp.dataDir}/outbox`, email)).filter(({ subject }) => subject.includes("¿Siguen igual"));
  await vi.waitFor(async () => expect(await monthly()).toHaveLength(count), TIMES);
  const message = (await monthly()).at(-1)!;
  expect(message.text).toContain("OSDE");
  expect(message.text).toContain("Consultorio: $28.000 la sesión");
  return new URL(message.link).hash.slice(1);
}
const jobIn = async () =>
  (
    await sql<{ days: number }>`select round(extract(epoch from run_at - now()) / 86400)::int as days
      from graphile_worker.jobs where key = ${`ask_confirmation:${kine.id}`}`.execute(testApp.db)
  ).rows.map(({ days }) => days);
const stated = async () => ({
  coverages: (await kine.api.coverages.mine()).coverages.map(({ freshness }) => freshness),
  prices: (await kine.api.prices.mine()).map(({ session, freshness }) => [session, freshness]),
});

test("a month after the oldest confirmation a specialist is asked once by mail, and again each month until the sixth without an answer", async () => {
  expect(await jobIn()).toEqual([30]);
  await ask();
  expect(await countMessages()).toBe(0);
  await letDaysPass(20);
  await ask();
  expect([await countMessages(), await jobIn()]).toEqual([0, [10]]);
  await letDaysPass(10.01);
  await ask();
  await ask();
  expect([await countMessages(), await jobIn()]).toEqual([1, [30]]);
  for (let month = 2; month <= 8; month += 1) {
    await letDaysPass(30.01);
    await ask();
    expect(await countMessages()).toBe(Math.min(month, 6));
  }
  await kine.api.confirmations.confirm({});
  await letDaysPass(30.01);
  await ask();
  expect(await countMessages()).toBe(7);
});

test("what was confirmed or taken away meanwhile is not asked about, nor is somebody who is suspended", async () => {
  await letDaysPass(31);
  await kine.api.confirmations.confirm({});
  await ask();
  expect([await countMessages(), await jobIn()]).toEqual([0, [30]]);
  await letDaysPass(31);
  await suspend("now()");
  await ask();
  expect(await countMessages()).toBe(0);
  await suspend("null");
  await kine.api.coverages.replace({ coverages: [], refund_invoice: false });
  await kine.api.prices.save({ prices: [] });
  await ask();
  expect(await countMessages()).toBe(0);
});

test("one POST by the link of the message confirms everything without a session, once, and is written down", async () => {
  await letDaysPass(95);
  expect(await stated()).toEqual({ coverages: ["stale"], prices: [[28_000, "stale"]] });
  await ask();
  const token = await tokenByMail(1);
  const { byLink } = testApp.anonymous.confirmations;
  // A mail scanner follows the link: it gets the page, and calls the procedure by GET.
  for (const path of [
    "/confirmar",
    `/api/confirmations/byLink?token=${token}`,
    `/rpc/confirmations/byLink?token=${token}`,
  ])
    await fetch(testApp.url + path).then((answer) => answer.arrayBuffer());
  expect((await stated()).coverages).toEqual(["stale"]);
  const many = await Promise.all(Array.from({ length: 10 }, () => byLink({ token, raise: 10 })));
  expect(many.filter(({ is_first }) => is_first)).toEqual([{ coverages: 1, prices: 1, is_first: true }]);
  expect(await stated()).toEqual({ coverages: ["fresh"], prices: [[30_800, "fresh"]] });
  expect((await kine.api.coverages.mine()).refund_invoice_at?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  const events = await testApp.db
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .select("e.event")
    .where("u.id", "=", kine.id)
    .where("e.event", "=", "facts_confirmed_by_link")
    .execute();
  expect(events).toHaveLength(1);
});

test("a link that was altered, of an older message, of before 60 days or of somebody else confirms nothing", async () => {
  const { byLink } = testApp.anonymous.confirmations;
  await letDaysPass(31);
  await ask();
  const old = await tokenByMail(1);
  await letDaysPass(31);
  await ask();
  const token = await tokenByMail(2);
  const [, at = "", address = "", signature = ""] = token.split(".");
  const other = (await testApp.signIn(cast.elena)).id;
  for (const wrong of [
    old,
    "",
    "x",
    token.slice(0, -1),
    `${token}a`,
    `${other}.${at}.${address}.${signature}`,
    `${kine.id}.${Number(at) + 1}.${address}.${signature}`,
    `${kine.id}.${at}.${"A".repeat(43)}.${signature}`,
    `${kine.id}.${at}.${address}.${"A".repeat(43)}`,
  ])
    expect(await outcome(byLink({ token: wrong, raise: 0 })), wrong).toBe("NOT_FOUND");
  expect(await outcome(byLink({ token: "x".repeat(201), raise: 0 }))).toBe("BAD_INPUT");
  expect(await outcome(byLink({ token, raise: 101 }))).toBe("BAD_INPUT");
  expect((await stated()).coverages).toEqual(["aging"]);
  await sql`update kine_confirmations set asked_at = asked_at - interval '61 days' where kine_id = ${kine.id}`.execute(
    testApp.db,
  );
  expect(await outcome(byLink({ token, raise: 0 }))).toBe("NOT_FOUND");
});

test("the link of a suspended specialist confirms nothing, and a confirmation in the profile uses it up", async () => {
  const { byLink } = testApp.anonymous.confirmations;
  await letDaysPass(31);
  await ask();
  const token = await tokenByMail(1);
  await suspend("now()");
  expect(await outcome(byLink({ token, raise: 0 }))).toBe("NOT_FOUND");
  await suspend("null");
  await kine.api.confirmations.confirm({ raise: 0 });
  expect(await byLink({ token, raise: 50 })).toEqual({ coverages: 0, prices: 0, is_first: false });
  expect((await stated()).prices).toEqual([[28_000, "fresh"]]);
});

test("the link confirms nothing once its specialist has another address", async () => {
  const { byLink } = testApp.anonymous.confirmations;
  await letDaysPass(31);
  await ask();
  const token = await tokenByMail(1);
  const move = (to: string) =>
    testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update profiles set email = ${to} where id = ${kine.id}`.execute(tx);
    });
  await move(`new-${email}`);
  expect(await outcome(byLink({ token, raise: 10 }))).toBe("NOT_FOUND");
  expect(await stated()).toEqual({ coverages: ["fresh"], prices: [[28_000, "fresh"]] });
  await move(email);
  expect(await byLink({ token, raise: 10 })).toMatchObject({ is_first: true });
});

test("an account that is deleted takes the question with it", async () => {
  await kine.api.accounts.delete();
  expect(await jobIn()).toEqual([]);
  await ask();
  const { rows } = await sql`select from kine_coverages where kine_id = ${kine.id}
    union all select from kine_prices where kine_id = ${kine.id}
    union all select from kine_confirmations where kine_id = ${kine.id}`.execute(testApp.db);
  expect(rows).toEqual([]);
});
