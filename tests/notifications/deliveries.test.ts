import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { newAdmin } from "../../app/domain/accounts/messages.server.ts";
import { deliver } from "../../app/domain/notifications/deliver.server.ts";
import { sendDigest } from "../../app/domain/notifications/digest.server.ts";
import { notificationMail } from "../../app/domain/notifications/messages.server.ts";
import { pushAgain } from "../../app/domain/push/push-again.server.ts";
import { openMail } from "../../app/platform/mail/mail.server.ts";
import { messageKinds } from "../../app/server/messages.server.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { openUndoable } from "./harness.ts";

let testApp: TestApp;
let elena: Person;
let undoable: Awaited<ReturnType<typeof openUndoable>>;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  await testApp.signUp(like(cast.carla, "Carla Pendiente", { license_number: "MN 960" }));
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) values (${elena.id}, '00:00', '00:00')`.execute(
    testApp.db,
  );
  await sql`delete from notifications`.execute(testApp.db);
  undoable = await openUndoable(testApp.databaseUrl);
});
afterAll(async () => {
  await undoable?.close();
  await testApp?.close();
});
// Each test runs in a transaction that never commits: nothing else sees its work, and its clock stands still.
beforeEach(() => undoable.begin());
afterEach(() => undoable.undo());

const ask = async <Row>(query: RawBuilder<Row>) => (await query.execute(undoable.db)).rows;
const notify = async (kind = "request_waiting") =>
  (await ask(sql<{ id: string }>`select notify_person(${elena.id}, ${kind}) as id`))[0]!.id;
const services = () => ({ ...testApp.app.services, db: undoable.db });
const run = (id: string) => deliver(services(), id);
const digest = () => sendDigest(services(), elena.id);
const change = (id: string, set: string) => ask(sql`update notifications set ${sql.raw(set)} where id = ${id}`);
const posted = async (kind: string) =>
  (await ask(sql`select from outgoing_messages where kind = ${kind} and user_id = ${elena.id}`)).length;
/** The minutes until a job runs. */
const waits = async (key: string) =>
  (
    await ask(
      sql<{ minutes: number }>`select round(extract(epoch from run_at - now()) / 60)::int as minutes
        from graphile_worker.jobs where key = ${key}`,
    )
  )[0]?.minutes;
const read = async (id: string) =>
  (
    await ask(
      sql<{
        delivery: string;
        minutes: number;
      }>`select delivery, round(extract(epoch from due_at - now()) / 60)::int as minutes
        from notifications where id = ${id}`,
    )
  )[0]!;

test("the mail of a notification never follows its push before its time", async () => {
  const id = await notify();
  await run(id);
  expect(await read(id)).toEqual({ delivery: "mail", minutes: 10 });
  await run(id);
  expect(await read(id)).toEqual({ delivery: "mail", minutes: 10 });
  expect(await posted("notification")).toBe(0);
  expect(await waits(`deliver:${id}`)).toBe(10);
  await change(id, "due_at = now()");
  await run(id);
  expect(await read(id)).toMatchObject({ delivery: "over" });
  expect(await posted("notification")).toBe(1);
});

test("what is caused and undone again and again is told once an hour, and what grows after its mail four hours later", async () => {
  const first = await notify();
  await run(first);
  for (let last = first, turn = 0; turn < 5; turn += 1) {
    await change(last, "done_at = now()");
    last = await notify();
    expect(last).not.toBe(first);
    expect(await read(last)).toEqual({ delivery: "push", minutes: 60 });
    await run(last);
    expect(await read(last)).toEqual({ delivery: "push", minutes: 60 });
    expect(await waits(`deliver:${last}`)).toBe(60);
  }
  // After a person has read one, the next one is pushed at once.
  await ask(sql`update notifications set seen_at = now()`);
  const next = await notify();
  expect(await read(next)).toEqual({ delivery: "push", minutes: 0 });
  await run(next);
  await change(next, "due_at = now()");
  await run(next);
  expect(await notify()).toBe(next);
  expect(await read(next)).toEqual({ delivery: "push", minutes: 240 });
  await run(next);
  expect(await read(next)).toEqual({ delivery: "push", minutes: 240 });
  expect(await waits(`deliver:${next}`)).toBe(240);
});

test("what one waits for by mail is sent before notifications, digests and service levels", async () => {
  await notify();
  await ask(sql`update notifications set delivery = 'digest'`);
  await digest();
  await ask(sql`select run_level('case_level', uuid_v7(), '0')`);
  await ask(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  const { mail } = services();
  await undoable.db
    .transaction()
    .execute((tx) =>
      mail.post(tx, newAdmin, {
        user_id: elena.id,
        to: { name: "", address: cast.elena.email },
        told: { name: "Elena", email: cast.elena.email, by: "Elena" },
      }),
    );
  const order = await ask(
    sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs order by priority, run_at, id`,
  );
  const tasks = order.map(({ task }) => task);
  expect(tasks).toEqual(expect.arrayContaining(["deliver", "case_level"]));
  expect(tasks.lastIndexOf("send_message")).toBeLessThan(
    Math.min(tasks.indexOf("deliver"), tasks.indexOf("case_level")),
  );
});

test("a kind that only another version of the program knows waits for it, on its way and when its mail is sent", async () => {
  const id = await notify("kind_of_tomorrow");
  const dropJobs = () => ask(sql`delete from graphile_worker._private_jobs`);
  await dropJobs();
  await run(id);
  expect(await waits(`deliver:${id}`)).toBe(1);
  await pushAgain(services(), id, { isLast: false });
  expect(await waits(`push_again:${id}`)).toBe(1);
  expect(await notificationMail.prepare!({ db: undoable.db, secret: SECRET, id: randomUUID() }, { ids: [id] })).toEqual(
    { waitSeconds: 60 },
  );
  await change(id, "delivery = 'digest'");
  await digest();
  expect(await waits(`send_digest:${elena.id}`)).toBe(1);
  // A read notification waits for no further delivery.
  await dropJobs();
  await change(id, "delivery = 'push', seen_at = now()");
  await run(id);
  expect(await waits(`deliver:${id}`)).toBeUndefined();
});

test("an address that nobody confirmed gets three mails of what happens, and no more", async () => {
  const id = await notify();
  await undoable.plant(`update auth.users set email_confirmed_at = null, claimed_at = null where id = '${elena.id}'`);
  for (let turn = 0; turn < 5; turn += 1) {
    await change(id, "delivery = 'mail', due_at = now()");
    await run(id);
    await ask(sql`update outgoing_messages set sealed = null, sent_at = now() where user_id = ${elena.id}`);
  }
  expect(await posted("notification")).toBe(3);
  await change(id, "delivery = 'digest'");
  await digest();
  expect(await posted("notification_digest")).toBe(0);
  await undoable.plant(`update auth.users set email_confirmed_at = now() where id = '${elena.id}'`);
  await change(id, "delivery = 'mail', due_at = now()");
  await run(id);
  expect(await posted("notification")).toBe(4);
});

test("of the accounts of a mailbox that nobody confirmed the later ones share three mails, and the first has its own", async () => {
  const [first, other] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];
  await undoable.plant(
    `insert into auth.users (id, email) values ('${first}', 'victima@gmail.com'), ('${other}', 'victima+2@gmail.com')`,
  );
  const unproven = "email_confirmed_at = null, claimed_at = null";
  await undoable.plant(`update auth.users set ${unproven}, email = 'victima+1@gmail.com' where id = '${elena.id}'`);
  await undoable.plant(`update profiles set email = 'victima+1@gmail.com' where id = '${elena.id}'`);
  const sent = (by: string) =>
    undoable.plant(`insert into outgoing_messages (id, user_id, kind, sent_at)
      select uuid_v7(), '${by}', 'notification', now() from generate_series(1, 3)`);
  const id = await notify();
  const told = async () => {
    await change(id, "delivery = 'mail', due_at = now()");
    await run(id);
    return posted("notification");
  };
  await sent(first);
  expect(await told()).toBe(1);
  await sent(other);
  await ask(sql`update outgoing_messages set sealed = null, sent_at = now() where user_id = ${elena.id}`);
  expect(await told()).toBe(1);
});

test("while the mail server is away one message of each notification and one digest wait for it", async () => {
  const id = await notify();
  for (let turn = 0; turn < 3; turn += 1) {
    await change(id, "delivery = 'mail', due_at = now()");
    await run(id);
  }
  expect(await posted("notification")).toBe(1);
  for (let day = 0; day < 3; day += 1) {
    await change(id, "delivery = 'digest'");
    await ask(sql`update notification_hours set digest_on = digest_on - 1`);
    await digest();
  }
  expect(await posted("notification_digest")).toBe(1);
  expect(await read(id)).toMatchObject({ delivery: "digest" });
  // The mail server accepted today's digest, so the next one is for tomorrow.
  const end = (at: string) =>
    ask(sql`update outgoing_messages set sealed = null, sent_at = ${sql.raw(at)} where kind = 'notification_digest'`);
  await end("now()");
  await digest();
  expect(await posted("notification_digest")).toBe(1);
  await end("now() - interval '1 day'");
  await digest();
  expect(await posted("notification_digest")).toBe(2);
});

test("a message about a notification goes to the address that its person has when it is sent", async () => {
  const id = await notify();
  await change(id, "delivery = 'mail'");
  await run(id);
  await undoable.plant(`update profiles set email = 'elena.nueva@example.com' where id = '${elena.id}'`);
  const [message] = await ask(sql<{ id: string }>`select id from outgoing_messages where kind = 'notification'`);
  const { settings, log } = services();
  const mail = openMail({ db: undoable.db, settings, log, kinds: messageKinds });
  await mail.send(message!.id, { isLast: true, signal: new AbortController().signal });
  const subjects = async (address: string) =>
    (await messagesTo(`${testApp.dataDir}/outbox`, address)).map(({ subject }) => subject);
  expect(await subjects("elena.nueva@example.com")).toEqual(["Hay 1 solicitud de especialistas sin revisar"]);
  expect(await subjects(cast.elena.email)).not.toContain("Hay 1 solicitud de especialistas sin revisar");
});
