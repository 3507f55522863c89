import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { jobKinds, sumOfJobs } from "../../platform/job-figures.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import { openScan } from "../../platform/uploads/virus-scan.server.ts";
import { notifyAdmins } from "../notifications/notify-admins.server.ts";
import { closeNotifications } from "../notifications/notify.server.ts";
import { choreFigures } from "../status/counts.server.ts";
import { type Alarm, ALARMS } from "./alarms.ts";

const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** What ended and is wrong again is told again after so long: the operator already knows of it. */
const QUIET_HOURS = 6;
const PING_MS = 5_000;

/** How much of each trouble there is; 0 where all is well. */
export type Troubles = Record<Alarm, number>;

/** Looks at the installation every minute, on each node; one of them at a time tells the admins. */
export function openAlarms(services: Services): Repeated {
  const { db, clock, log, settings } = services;
  const scan = settings.clamavSocket && openScan(settings.clamavSocket, PING_MS);
  const isSilent = async () => scan !== null && !(await scan(new Uint8Array()).catch(() => false));
  const look = async () => {
    const at = new Date(clock.now());
    await tell(db, at, await troubles(db, at, await isSilent()));
  };
  return repeat(LOOK_MS, look, (error) => log.warn({ err: error }, "the installation was not looked at"));
}

/** What is wrong at a moment. A new installation has as long for its first backup as each later one. */
export async function troubles(db: Database, at: Date, isScannerSilent: boolean): Promise<Troubles> {
  const [upkeep, jobs, mails, since] = await Promise.all([
    choreFigures(db),
    jobKinds(db).then(sumOfJobs),
    failingMails(db, at),
    installedAt(db),
  ]);
  const { backed_up_at, backup_failed_at, verified_at, verification_failed_at, backup_max_hours } = upkeep;
  const hoursSince = (moment: Date | null) => (moment ? Math.floor((at.getTime() - moment.getTime()) / HOUR_MS) : 0);
  const isSettled = hoursSince(since) >= backup_max_hours;
  const age = hoursSince(backed_up_at);
  const isAfter = (failed: Date | null, done: Date | null) => failed !== null && (done === null || failed > done);
  const isFailing = isAfter(backup_failed_at, backed_up_at) || isAfter(verification_failed_at, verified_at);
  return {
    backup_never: Number(isSettled && !backed_up_at),
    backup_old: age > backup_max_hours ? age : 0,
    backup_failed: Number(isFailing),
    backup_unverified: Number(isSettled && backed_up_at !== null && !verified_at && !verification_failed_at),
    jobs_failed: jobs.failed,
    mails_failing: mails,
    scanner_silent: Number(isScannerSilent),
  };
}

/** The mails that were tried in vain for an hour in which none left. */
async function failingMails(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs j
    where j.task_identifier = 'send_message' and j.last_error is not null and j.created_at <= ${at}::timestamptz - interval '1 hour'
      and not exists (select from outgoing_messages m where m.id >= uuid_at(${at}::timestamptz - interval '5 days')
        and m.sent_at > ${at}::timestamptz - interval '1 hour')`.execute(db);
  return rows[0]?.count ?? 0;
}

async function installedAt(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from auth.users`.execute(db);
  return rows[0]?.at ?? null;
}

/** Tells the admins of what is newly wrong, and ends the notifications of what is not any more. */
export function tell(db: Database, at: Date, found: Troubles): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // One node at a time: another one would tell the same.
    const { rows } = await sql<{
      is_ours: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('operator alarms')) as is_ours`.execute(tx);
    if (!rows[0]?.is_ours) return;
    const known = new Map((await tx.selectFrom("operator_alarms").selectAll().execute()).map((row) => [row.kind, row]));
    for (const kind of ALARMS) {
      const [count, alarm] = [found[kind], known.get(kind)];
      const isOpen = alarm !== undefined && alarm.ended_at === null;
      if (count === 0 && isOpen) await end(tx, kind, at);
      else if (count > 0 && isOpen && alarm.count !== count) await setCount(tx, kind, count);
      else if (count > 0 && !isOpen && !isQuiet(alarm, at)) await raise(tx, kind, count, at);
    }
  });
}

const isQuiet = (alarm: { raised_at: Date } | undefined, at: Date) =>
  alarm !== undefined && at.getTime() - alarm.raised_at.getTime() < QUIET_HOURS * HOUR_MS;

async function raise(tx: Tx, kind: Alarm, count: number, at: Date): Promise<void> {
  await sql`insert into operator_alarms (kind, count, raised_at) values (${kind}, ${count}, ${at})
    on conflict (kind) do update set count = excluded.count, raised_at = excluded.raised_at, ended_at = null`.execute(
    tx,
  );
  await notifyAdmins(tx, kind);
}

async function end(tx: Tx, kind: Alarm, at: Date): Promise<void> {
  await tx.updateTable("operator_alarms").set({ ended_at: at }).where("kind", "=", kind).execute();
  await closeNotifications(tx, { kinds: [kind] });
}

const setCount = (tx: Tx, kind: Alarm, count: number) =>
  tx.updateTable("operator_alarms").set({ count }).where("kind", "=", kind).execute();
