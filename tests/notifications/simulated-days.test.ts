// @module-tag operations/full
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliver, deliverJob } from "../../app/domain/notifications/deliver.server.ts";
import { sendDigest, sendDigestJob } from "../../app/domain/notifications/digest.server.ts";
import { type Database, openDatabase } from "../../app/platform/database/database.server.ts";
import { addJob } from "../../app/platform/jobs.server.ts";
import { openMail, type Mail } from "../../app/platform/mail/mail.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { messageKinds } from "../../app/server/messages.server.ts";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { like } from "../support/people.ts";
import { openNode } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

const HOUR_S = 3_600;
/** Events happen every so many hours, so at every hour of the day in turn. */
const EVERY_H = 11;
/** In the short form events happen at each hour of the day once. */
const DAYS = isFull ? 30 : EVERY_H;
/** Zones all over the world, with quiet hours that contain eight o'clock, midnight, nothing or almost the whole day. */
const HOURS = [
  ["America/Argentina/Buenos_Aires", "21:00", "08:00"],
  ["America/New_York", "22:30", "09:30"],
  ["Europe/Madrid", "01:00", "07:00"],
  ["Asia/Kolkata", "00:00", "00:00"],
  ["Pacific/Auckland", "10:00", "09:00"],
] as const;

let database: Awaited<ReturnType<typeof createDatabase>>;
let dataDir: string;
let db: Database;
let mail: Mail;
let node: Awaited<ReturnType<typeof openNode>>;
const people: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  node = await openNode(database.url, { dataDir: (dataDir = makeFolder("days")) });
  const { enterApproved } = await import("../support/people.ts");
  for (const [place, [zone, from, until]] of HOURS.entries()) {
    const kine = await enterApproved(
      node.url,
      like(cast.carla, `Días ${"abcde"[place]}`, { license_number: `MN 95${place}` }),
    );
    people.push(kine.id);
    await sql`insert into notification_hours values (${kine.id}, ${from}, ${until}, ${zone}, null)`.execute(
      node.app.services.db,
    );
    // Half of them get mails about reviews at once, the others once a day.
    if (place % 2 === 1)
      await sql`insert into notification_settings values (${kine.id}, 'reviews', true, 'daily')`.execute(
        node.app.services.db,
      );
  }
  await confirmAddresses(node.app.services.db, ...people.map((id) => ({ id })));
  const { settings, log } = node.app.services;
  // This handle's clock shows the simulated time.
  const url = new URL(database.url);
  url.searchParams.set("options", "-c search_path=clock,pg_catalog,public");
  await sql`create schema clock`.execute(node.app.services.db);
  await sql`create table clock.past (seconds float8 not null)`.execute(node.app.services.db);
  await sql`insert into clock.past values (0)`.execute(node.app.services.db);
  await sql`create function clock.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + make_interval(secs => seconds) from clock.past'`.execute(node.app.services.db);
  await sql`delete from graphile_worker._private_jobs`.execute(node.app.services.db);
  // Nothing else runs the jobs.
  await node.app.close();
  db = openDatabase(url.href, { max: 12, onError: () => undefined }).db;
  mail = openMail({ db, settings, log, kinds: messageKinds });
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Takes the next job due before a moment of the simulation, and moves the clock to it. */
async function nextJob(before: number) {
  const { rows } = await sql<{ key: string; ahead: number }>`
    delete from graphile_worker._private_jobs where id = (select id from graphile_worker._private_jobs
      where run_at <= now() + make_interval(secs => ${before}) order by run_at, id limit 1)
    returning key, extract(epoch from run_at - now())::float8 as ahead`.execute(db);
  if (rows[0]) await forward(rows[0].ahead);
  return rows[0]?.key;
}
const forward = (seconds: number) =>
  sql`update clock.past set seconds = seconds + greatest(0, ${seconds}::float8)`.execute(db);

async function run(key: string) {
  const [name, id = ""] = key.split(":");
  const services = { db, mail, push: { isOn: false }, log: node.app.services.log } as unknown as Parameters<
    typeof deliver
  >[0];
  if (name === "deliver") return deliver(services, id);
  if (name === "send_message") return mail.send(id, { isLast: false, signal: new AbortController().signal });
  // Ten concurrent triggers.
  await Promise.all(Array.from({ length: 10 }, () => sendDigest({ db, mail }, id)));
}

/** Creates an event for everybody; sometimes they have read the earlier notifications. */
async function createEvents(turn: number) {
  const [patient] = people;
  for (const [place, userId] of people.entries()) {
    if ((turn + place) % 4 === 0)
      await sql`update notifications set seen_at = now() where user_id = ${userId} and delivery = 'over' and seen_at is null`.execute(
        db,
      );
    const reviewId = crypto.randomUUID();
    await sql
      .raw(
        `begin; set local session_replication_role = replica;
      insert into public.reviews (id, case_id, patient_id, kine_id, stars) values ('${reviewId}', '${reviewId}', '${patient}', '${userId}', 5);
      insert into public.notifications (user_id, kind, review_id) values ('${userId}', 'review_received', '${reviewId}'); commit`,
      )
      .execute(db);
    const { rows } = await sql<{ id: string }>`select id from notifications where review_id = ${reviewId}`.execute(db);
    await db.transaction().execute((tx) => addJob(tx, deliverJob, { id: rows[0]!.id }));
    await db.transaction().execute((tx) => addJob(tx, sendDigestJob, { id: userId }));
  }
}

test(
  `in ${DAYS} simulated days nobody is told in their quiet hours, or by two digests in one day, and nothing stays untold`,
  { timeout: 600_000 },
  async () => {
    for (let turn = 0; turn < (DAYS * 24) / EVERY_H; turn += 1) {
      await createEvents(turn);
      // Runs the jobs that are due before the next event.
      const { rows } = await sql<{ seconds: number }>`select seconds from clock.past`.execute(db);
      const end = rows[0]!.seconds + EVERY_H * HOUR_S;
      const left = async () =>
        end - (await sql<{ seconds: number }>`select seconds from clock.past`.execute(db)).rows[0]!.seconds;
      for (let key = await nextJob(await left()); key; key = await nextJob(await left())) await run(key);
      await forward(await left());
    }
    for (let key = await nextJob(3 * 86_400); key; key = await nextJob(3 * 86_400)) await run(key);
    const { rows: told } = await sql<{ kind: string; days: number; sent: number; quiet: number; most_digests: number }>`
      select m.kind, count(distinct m.day)::int as days, count(*)::int as sent, count(*) filter (where m.is_quiet)::int as quiet,
        max(m.of_day) filter (where m.kind = 'notification_digest')::int as most_digests
      from (select o.kind, (o.sent_at at time zone h.zone)::date as day,
          count(*) over (partition by o.user_id, o.kind, (o.sent_at at time zone h.zone)::date) as of_day,
          case when h.quiet_from <= h.quiet_until
            then (o.sent_at at time zone h.zone)::time >= h.quiet_from and (o.sent_at at time zone h.zone)::time < h.quiet_until
            else (o.sent_at at time zone h.zone)::time >= h.quiet_from or (o.sent_at at time zone h.zone)::time < h.quiet_until end as is_quiet
        from outgoing_messages o join notification_hours h on h.user_id = o.user_id where o.kind like 'notification%') m
      group by m.kind order by m.kind`.execute(db);
    console.log(
      `${DAYS} days: ${told.map(({ kind, sent, quiet, most_digests }) => `${sent} of ${kind}, ${quiet} in quiet hours${most_digests ? `, ${most_digests} a day at most` : ""}`).join("; ")}`,
    );
    expect(told.map(({ kind, quiet, most_digests }) => [kind, quiet, most_digests])).toEqual([
      ["notification", 0, null],
      ["notification_digest", 0, 1],
    ]);
    expect(told.every(({ days }) => days >= DAYS)).toBe(true);
    const { rows: waiting } =
      await sql`select from notifications where kind = 'review_received' and delivery <> 'over' and seen_at is null`.execute(
        db,
      );
    expect(waiting).toEqual([]);
  },
);
