import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishedLinks, finishedPath } from "../../app/domain/treatments/finished-link.server.ts";
import { dueOfFinished } from "../../app/domain/treatments/finished-due.ts";
import { runBookingLevels } from "../../app/domain/bookings/booking-levels.server.ts";
import { runTreatmentLevels } from "../../app/domain/treatments/treatment-levels.server.ts";
import { acceptedDaysAgo, openPatient, openSpecialist, pass, wallTimeIn } from "../bookings/agenda.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const kindsOf = async ({ api }: Person) => (await api.notifications.list({})).items.map(({ kind }) => kind);
const rewrite = (statement: ReturnType<typeof sql>) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

/** A treatment that was accepted 31 days ago and has had no session, whose patient was asked. */
async function openAsked() {
  const opened = await openPatient(testApp, kine);
  const { case_id, match_id, patient } = opened;
  await rewrite(sql`update matches set decided_at = now() - interval '31 days' where id = ${match_id}`);
  await sql`select run_level('treatment_level', ${case_id}::uuid, '0')`.execute(testApp.db);
  await expect.poll(() => kindsOf(patient)).toContain("treatment_finished");
  const { email } = await testApp.db
    .selectFrom("profiles")
    .select("email")
    .where("id", "=", patient.id)
    .executeTakeFirstOrThrow();
  const path = await finishedPath(testApp.db, testApp.app.services.settings.secret, {
    kind: "treatment_finished",
    case_id,
    email,
  });
  return { ...opened, token: path!.split("#")[1]!, email };
}
const answer = (token: string, is_over: boolean) => testApp.anonymous.treatments.answerByLink({ token, is_over });

test("a patient is asked a week after a last session, or after 30 days without any, once for each pause", () => {
  const DAY_S = 86_400;
  const state = {
    accepted_s: 90 * DAY_S,
    passed_s: null,
    is_planned: false,
    ended_s: null,
    has_ahead: false,
    finished_asked_s: null,
    finished_answered_s: null,
  };
  const due = (more: Partial<Parameters<typeof dueOfFinished>[0]>) => dueOfFinished({ ...state, ...more });
  expect(due({})).toEqual({ ask: true, next_s: null });
  expect(due({ passed_s: 6 * DAY_S })).toEqual({ ask: false, next_s: DAY_S });
  expect(due({ passed_s: 7 * DAY_S })).toEqual({ ask: true, next_s: null });
  expect(due({ passed_s: 29 * DAY_S, is_planned: true })).toEqual({ ask: false, next_s: DAY_S });
  expect(due({ accepted_s: 8 * DAY_S })).toEqual({ ask: false, next_s: 22 * DAY_S });
  expect(due({ has_ahead: true })).toEqual({ ask: false, next_s: DAY_S });
  expect(due({ ended_s: 1 }).ask).toBe(false);
  expect(due({ finished_asked_s: 50 * DAY_S })).toEqual({ ask: false, next_s: null });
  expect(due({ finished_asked_s: 50 * DAY_S, passed_s: 40 * DAY_S }).ask).toBe(true);
  const answered = { finished_asked_s: 20 * DAY_S, finished_answered_s: 10 * DAY_S };
  expect(due(answered)).toEqual({ ask: false, next_s: 20 * DAY_S });
  expect(due({ ...answered, passed_s: 25 * DAY_S })).toEqual({ ask: false, next_s: 20 * DAY_S });
  expect(due({ ...answered, passed_s: 8 * DAY_S })).toEqual({ ask: true, next_s: null });
});

test("a session that nobody marks counts: its case says when the last one was, and its patient is asked a week later", async () => {
  const { patient, case_id, match_id } = await openPatient(testApp, kine);
  const book = async (starts: string[]) => {
    const { id } = await kine.api.bookings.book({ match_id, place_id, starts });
    await patient.api.bookings.confirm({ id, sequence: 0 });
    return id;
  };
  const lastSession = async () => {
    const [one, { items }] = await Promise.all([patient.api.cases.get({ id: case_id }), patient.api.cases.mine({})]);
    expect(items[0]!.last_session).toBe(one.last_session);
    return one.last_session;
  };
  expect(await lastSession()).toBeNull();
  const id = await book([wallTimeIn(1, "10:00")]);
  expect(await lastSession()).toBeNull();
  await pass(testApp, 24 * 7, [id]);
  expect(await lastSession()).toBe(wallTimeIn(-6, "10:00"));
  const look = () => sql`select run_level('treatment_level', ${case_id}::uuid, '0')`.execute(testApp.db);
  await acceptedDaysAgo(testApp, 20, match_id);
  await runBookingLevels(testApp.app.services, id);
  const asked = sql<{
    days: number;
  }>`select extract(day from run_at - now())::int as days from graphile_worker._private_jobs
    where key = ${`treatment_level:${case_id}`} and run_at > now() and locked_at is null`;
  await expect.poll(async () => (await asked.execute(testApp.db)).rows[0]?.days).toBeLessThan(2);
  expect(await kindsOf(patient)).not.toContain("treatment_finished");
  await pass(testApp, 48, [id]);
  await look();
  await expect.poll(() => kindsOf(patient)).toContain("treatment_finished");
  await book([wallTimeIn(2, "10:00")]);
  expect(await lastSession()).toBeNull();
});

test("a yes by the link ends the treatment and leaves the case to its patient; opening it, or using it again, changes nothing", async () => {
  const { patient, case_id, match_id, token } = await openAsked();
  const query = encodeURIComponent(JSON.stringify({ json: { token, is_over: true } }));
  for (const path of ["/termine", `/termine?token=${token}`, `/rpc/treatments/answerByLink?data=${query}`])
    await (await fetch(testApp.url + path)).arrayBuffer();
  expect(await patient.api.treatments.read({ match_id })).toMatchObject({ is_open: true });
  const answers = await Promise.all([true, true, true].map((is_over) => answer(token, is_over)));
  expect(answers.filter(({ is_first }) => is_first)).toHaveLength(1);
  expect(await patient.api.treatments.read({ match_id })).toMatchObject({
    ended_by: "patient",
    end_reason: "completed",
  });
  expect(await kindsOf(kine)).toContain("treatment_ended_kine");
  expect(await kindsOf(patient)).not.toContain("treatment_finished");
  expect((await patient.api.cases.get({ id: case_id })).status).toBe("matched");
  expect(await answer(token, false)).toEqual({ is_first: false, is_over: true, case_id });
});

test("a question about one treatment is none about the next, which is asked about in its time", async () => {
  const { patient, case_id, match_id, token } = await openAsked();
  const other = await testApp.approvedKine(like(cast.carla, "Kine Que Sigue", { license_number: "MN 47001" }));
  const { id: next } = await other.api.matches.apply({ case_id, message: "Puedo" });
  await patient.api.matches.accept({ id: next });
  // Of two, the one that it asked about ends.
  await answer(token, true);
  expect(await patient.api.treatments.read({ match_id })).toMatchObject({ end_reason: "completed" });
  expect(await patient.api.treatments.read({ match_id: next })).toMatchObject({ is_open: true });
  const again = await openAsked();
  const { id: later } = await other.api.matches.apply({ case_id: again.case_id, message: "También" });
  await again.patient.api.matches.end({ id: again.match_id });
  await again.patient.api.matches.accept({ id: later });
  expect(await kindsOf(again.patient)).not.toContain("treatment_finished");
  await rewrite(sql`update matches set decided_at = now() - interval '31 days' where id = ${later}`);
  await rewrite(
    sql`update case_levels set finished_asked_at = now() - interval '40 days' where case_id = ${again.case_id}`,
  );
  await sql`select run_level('treatment_level', ${again.case_id}::uuid, '0')`.execute(testApp.db);
  await expect.poll(() => kindsOf(again.patient)).toContain("treatment_finished");
});

test("a no changes nothing, and a link that was altered, is old or goes to another address is refused", async () => {
  const { patient, case_id, match_id, token, email } = await openAsked();
  const { secret } = testApp.app.services.settings;
  const asked = finishedLinks.read(secret, token)!;
  const other = finishedLinks.token(secret, { ...asked, address: finishedLinks.addressHash(secret, `x${email}`) });
  const earlier = finishedLinks.token(secret, { ...asked, askedAt: asked.askedAt - 1_000 });
  for (const wrong of [other, earlier, `${token.slice(0, -1)}_`, "altered"])
    expect(await outcome(answer(wrong, true))).toBe("NOT_FOUND");
  expect(await answer(token, false)).toEqual({ is_first: true, is_over: false, case_id });
  expect(await patient.api.treatments.read({ match_id })).toMatchObject({ is_open: true });
  expect(await kindsOf(patient)).not.toContain("treatment_finished");
});

test("a look at a treatment that an act asks for while its job runs keeps its time", async () => {
  const { case_id } = await openPatient(testApp, kine);
  await sql`select run_level('treatment_level', ${case_id}::uuid, '1 hour')`.execute(testApp.db);
  await runTreatmentLevels(testApp, case_id);
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from run_at - now())::int as seconds
    from graphile_worker._private_jobs where key = ${`treatment_level:${case_id}`}`.execute(testApp.db);
  expect(rows.map(({ seconds }) => seconds > 0 && seconds <= 3_600)).toEqual([true]);
});
