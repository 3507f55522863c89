import { setTimeout as wait } from "node:timers/promises";
import type { RouterClient } from "@orpc/server";
import { sql } from "kysely";
import type { Services } from "../api/services.server.ts";
import { deliver } from "../domain/notifications/deliver.server.ts";
import { sendDigest } from "../domain/notifications/digest.server.ts";
import { computeKinePulse } from "../domain/pulse/kine-pulse.server.ts";
import { runCaseLevels } from "../domain/service-levels/case-levels.server.ts";
import { runMatchLevels } from "../domain/service-levels/match-levels.server.ts";
import type { router } from "../router.server.ts";

type Api = RouterClient<typeof router>;
type Lives = { followed: string; asleep: string };
type Life = { services: Services; lives: Lives; patient: Api; kine: Api; kineId: string };
const DAY = 24;
/** The longest wait for the messages; a later message is still sent by its job. */
const LONGEST_WAIT_MS = 10_000;

/** Publishes the two cases of `seedLife`. Before all others: lists go by the order of publication, and these end up the oldest. */
export async function publishLives(patient: Api): Promise<Lives> {
  const publish = (title: string) =>
    patient.cases.create({ title, description: "Me molesta desde hace unas semanas.", location_city: "Palermo" });
  const { id: asleep } = await publish("Dolor en la muñeca");
  const { id: followed } = await publish("Molestia en el hombro");
  return { followed, asleep };
}

/** Takes two cases through their whole life at once, so that the outbox holds every message that a case causes. */
export async function seedLife({ services, lives, patient, kine, kineId }: Life): Promise<void> {
  const { db } = services;
  // The demo may start at night, in quiet hours.
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) select id, '00:00', '00:00' from profiles
    on conflict (user_id) do update set quiet_from = '00:00', quiet_until = '00:00'`.execute(db);
  const both = sql`id = any(array[${lives.followed}, ${lives.asleep}]::uuid[])`;
  await sql`update cases set created_at = now() where ${both}`.execute(db);
  const pass = (hours: number) => passTime(services, lives.followed, hours);
  await pass(0);
  await sendDigest(services, kineId);
  for (const hours of [25, DAY, 5 * DAY + 1]) await pass(hours);
  const application = await kine.matches.apply({ case_id: lives.followed, message: "Puedo verte esta semana." });
  await pass(0);
  for (const hours of [25, 2 * DAY, 4 * DAY]) await pass(hours);
  await patient.matches.accept({ id: application.id });
  await pass(0);
  await pass(2 * DAY + 1);

  for (const hours of [0, 8 * DAY, 24 * DAY]) await passTime(services, lives.asleep, hours);
  await sql`update cases set created_at = created_at - interval '30 days' where ${both}`.execute(db);
}

/** Lets specialists have signed in, some today and some weeks ago, and groups them by what they do. */
export async function seedVisits(db: Services["db"], kines: readonly string[]): Promise<void> {
  await sql`insert into auth.sessions (user_id, created_at, refreshed_at, ended_at, end_reason)
    select k.id, v.at, v.at, v.at, 'signed_out' from unnest(${kines}::uuid[]) with ordinality k(id, n),
    lateral (select now() - make_interval(days => (k.n * 7 % 37)::integer) as at) v`.execute(db);
  await computeKinePulse(db);
}

/** Moves a case back in time, runs what is due by then, and mails the resulting notifications at once. */
async function passTime(services: Services, caseId: string, hours: number): Promise<void> {
  const { db } = services;
  const by = sql`make_interval(hours => ${hours}::int)`;
  await sql`update cases set created_at = created_at - ${by} where id = ${caseId}`.execute(db);
  await sql`update matches set created_at = created_at - ${by} where case_id = ${caseId}`.execute(db);
  await sql`update case_levels set asked_at = asked_at - ${by}, reminded_at = reminded_at - ${by} where case_id = ${caseId}`.execute(
    db,
  );
  await sql`update match_levels l set accepted_at = l.accepted_at - ${by} from matches m where m.id = l.match_id and m.case_id = ${caseId}`.execute(
    db,
  );
  await runCaseLevels(services, caseId);
  const matches = await db.selectFrom("matches").select("id").where("case_id", "=", caseId).execute();
  for (const { id } of matches) await runMatchLevels(services, id);
  const due = await db
    .updateTable("notifications")
    .set({ delivery: "mail", due_at: sql`now()` })
    .where("delivery", "in", ["push", "mail"])
    .where((eb) => eb.or([eb("case_id", "=", caseId), eb("kind", "=", "cases_without_application")]))
    .returning("id")
    .execute();
  for (const { id } of due) await deliver(services, id);
  for (const start = Date.now(); Date.now() - start < LONGEST_WAIT_MS; await wait(100))
    if (await isAllSent(services)) return;
}

async function isAllSent({ db }: Services): Promise<boolean> {
  const waiting = await db
    .selectFrom("outgoing_messages")
    .select("id")
    .where("kind", "like", "notification%")
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  return waiting === undefined;
}
