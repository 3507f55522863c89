import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());
afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs where task_id in
    (select id from graphile_worker._private_tasks where identifier = 'nothing of ours')`.execute(testApp.db);
});

type Planted = { attempts?: number; lockedFor?: string | null; error?: string | null; task?: string; key?: string };

/** A job of a kind that no node knows, so that none runs it. */
async function plant({ attempts = 1, lockedFor = null, error = null, task = "nothing of ours", key }: Planted) {
  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.add_job(${task},
    run_at := now() + interval '1 hour', max_attempts := 1, job_key := ${key ?? null})`.execute(testApp.db);
  const { id } = rows[0]!;
  await sql`update graphile_worker._private_jobs set attempts = ${attempts}, run_at = now() - interval '2 hours', locked_by = ${lockedFor && "a dead node"},
    locked_at = now() - ${lockedFor}::interval, last_error = ${error} where id = ${id}`.execute(testApp.db);
  return id;
}
const stored = async (id: string) =>
  (
    await sql<{ attempts: number; locked_by: string | null }>`select attempts, locked_by from graphile_worker.jobs
      where id = ${id}`.execute(testApp.db)
  ).rows[0];
const reasons = async (event: string) => (await elena.api.audit.list({ event })).items.map(({ reason }) => reason);
const twice = async (procedure: string, id: string, key: string) => {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await elena.token()}`,
    "idempotency-key": key,
  };
  const send = () =>
    fetch(`${testApp.url}/api/jobs/${procedure}`, { method: "POST", headers, body: JSON.stringify({ id }) });
  return [(await send()).status, (await send()).status];
};

test("jobs that failed for good are listed by kind with the code of their error, those of a dead node among them", async () => {
  const exhausted = await plant({ error: "ECONNREFUSED" });
  const dead = await plant({ lockedFor: "11 minutes", error: "SMTP 451" });
  const named = await plant({ error: "no mail for ana@example.com" });
  const due = await plant({ attempts: 0 });
  const { items } = await elena.api.jobs.list({ state: "failed" });
  expect(items.map(({ id, code }) => [id, code])).toEqual([
    [exhausted, "ECONNREFUSED"],
    [dead, "SMTP 451"],
    [named, "Error"],
  ]);
  expect((await elena.api.jobs.list({ state: "due" })).items.map(({ id }) => id)).toContain(due);
  const { jobs } = await elena.api.status.read();
  expect(jobs.kinds.find(({ task }) => task === "nothing of ours")).toMatchObject({ failed: 3, due: 1 });
  expect(JSON.stringify([items, jobs])).not.toContain("ana@");
});

test("a failed job runs again with all its attempts, also one of a dead node, and one that runs or is gone is refused", async () => {
  for (const lockedFor of [null, "11 minutes"]) {
    const id = await plant({ lockedFor });
    expect(await twice("retry", id, `a-key-to-retry-${id}`)).toEqual([200, 200]);
    expect(await stored(id)).toEqual({ attempts: 0, locked_by: null });
  }
  const running = await plant({ lockedFor: "1 minute" });
  expect(await outcome(elena.api.jobs.retry({ id: running }))).toBe("JOB_RUNNING");
  expect(await outcome(elena.api.jobs.discard({ id: running }))).toBe("JOB_RUNNING");
  expect(await stored(running)).toEqual({ attempts: 1, locked_by: "a dead node" });
  expect(await outcome(elena.api.jobs.retry({ id: "987654321" }))).toBe("JOB_GONE");
  expect(await reasons("job_retried")).toEqual(["nothing of ours", "nothing of ours"]);
});

test("a discarded job is gone, and ends the message that waited for it", async () => {
  for (const lockedFor of [null, "11 minutes"]) {
    const id = await plant({ lockedFor });
    expect(await twice("discard", id, `a-key-to-discard-${id}`)).toEqual([200, 200]);
    expect(await stored(id)).toBeUndefined();
    expect(await outcome(elena.api.jobs.discard({ id }))).toBe("JOB_GONE");
  }
  const message = await testApp.db
    .insertInto("outgoing_messages")
    .values({ user_id: elena.id, kind: "kine_created", sealed: Buffer.from("x") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const id = await plant({ task: "send_message", key: `send_message:${message.id}` });
  await elena.api.jobs.discard({ id });
  const ended = await testApp.db
    .selectFrom("outgoing_messages")
    .select(["sealed", "failed_at"])
    .where("id", "=", message.id)
    .executeTakeFirstOrThrow();
  expect(ended).toEqual({ sealed: null, failed_at: expect.any(Date) });
  expect(await reasons("job_discarded")).toEqual(["send_message", "nothing of ours", "nothing of ours"]);
});

test("a job that has not failed for good is not discarded: a mail that waits is sent", async () => {
  const id = await plant({ attempts: 0 });
  expect(await outcome(elena.api.jobs.discard({ id }))).toBe("JOB_RUNNING");
  expect(await stored(id)).toMatchObject({ attempts: 0 });
});
