import { sql } from "kysely";
import { z } from "zod";
import { kine } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { notify } from "../notifications/notify.server.ts";
import { isInForce } from "./in-force.server.ts";

/** The hours for which an invitation reserves a seat. */
const KEPT_HOURS = 48;
/** The most specialists notified of one free seat; those who have waited longest come first. */
const MOST_NOTIFIED = 50;
/** The delay (s) after which a transaction that was in progress when a specialist joined the queue is over. */
const LOOK_AGAIN_S = 2;

/** Reserves a seat for an invited specialist, where seats are capped and one is free. The caller has locked the case. */
export async function keepSeat(tx: Tx, caseId: string, kineId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("case_alerts")
    .set({ seat_until: sql`now() + make_interval(hours => ${KEPT_HOURS})` })
    .where("case_id", "=", caseId)
    .where("kine_id", "=", kineId)
    .where(sql<boolean>`setting_number('offers_max', 0) > 0 and has_seat(${caseId}, ${kineId})`)
    .executeTakeFirst();
  // The case's one job runs when its first reserved seat expires, and reschedules itself for the next one.
  if (numUpdatedRows > 0n) await addJob(tx, seatKeptJob, { id: caseId }, KEPT_HOURS * 3600, "preserve_run_at");
}

/** The job of a seat that may be free: notifies the queued specialists, each once. The first to apply gets the seat. */
export async function offerSeats({ db }: Pick<Services, "db">, caseId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: found } = await sql<{ is_awake: boolean }>`
      select dormant_at is null as is_awake from cases where id = ${caseId} for no key update`.execute(tx);
    // A dormant case is shown to nobody; when it wakes, this job is added again.
    if (!found[0]?.is_awake) return;
    // Specialists who may not see the case now stay in the queue.
    const { rows } = await sql<{ kine_id: string }>`delete from seat_queue where case_id = ${caseId} and kine_id in (
      select q.kine_id from seat_queue q join profiles k on k.id = q.kine_id join cases c on c.id = q.case_id
      join profiles o on o.id = c.patient_id
      left join places w on w.slug = coalesce(c.place_slug, case when c.location_city is null then o.place_slug end)
      where q.case_id = ${caseId} and k.suspended_at is null and has_seat(q.case_id, q.kine_id)
        and (w.slug is null or not is_left_out(q.kine_id, w.jurisdiction, coalesce(c.preferred_modality, 'online')))
      order by q.asked_at, q.kine_id limit ${MOST_NOTIFIED})
      returning kine_id`.execute(tx);
    for (const { kine_id } of rows.toSorted((one, other) => (one.kine_id < other.kine_id ? -1 : 1)))
      await notify(tx, { userId: kine_id, kind: "seat_free", caseId });
    const { rows: kept } = await sql<{ seconds: number | null }>`
      select extract(epoch from min(seat_until) - now())::float8 as seconds from case_alerts
      where case_id = ${caseId} and seat_until > now()`.execute(tx);
    const seconds = kept[0]?.seconds ?? null;
    if (seconds !== null) await addJob(tx, seatKeptJob, { id: caseId }, Math.ceil(seconds));
  });
}

/** A seat of a case may be free. */
export const seatFreeJob = defineJob("seat_free", { priority: YIELDING, run: offerSeats });

/** Looks whether a seat of a case is free, if somebody waits for one. */
export const lookForSeat = prepared(
  "look for a seat",
  (_, { case_id }: { case_id: string }) => sql`
    select run_level(${seatFreeJob.name}, ${case_id}::uuid, '0') where exists (select from seat_queue where case_id = ${case_id}::uuid)`,
  { isDeferred: true },
);

/** A reserved seat of a case expires. */
export const seatKeptJob = defineJob("seat_kept", { priority: YIELDING, run: offerSeats });

/**
 * Looks for free seats after a suspension began or ended: neither an application nor an invitation of a suspended specialist takes a seat, and a
 * suspended specialist in the queue is not notified.
 */
export async function lookForSeats(tx: Tx, kineId: string): Promise<void> {
  await sql`select run_level('seat_free', case_id, '0') from (
    select case_id from seat_queue join matches using (case_id) where matches.kine_id = ${kineId} and status = 'proposed'
    union select case_id from seat_queue join case_alerts using (case_id) where case_alerts.kine_id = ${kineId} and seat_until > now()
    union select case_id from seat_queue where kine_id = ${kineId}) waited`.execute(tx);
}

const ById = z.object({ id: z.uuid() });

/**
 * Joins the queue for a seat in a full case, to apply or to renew a lapsed offer: the caller is notified once when a seat is free. When the
 * case has room, nobody is queued.
 */
export const queue = kine
  .meta({
    summary: "Waits for a seat in a case that has as many applications as it may have at once.",
    refuses: ["CASE_NOT_FOUND", "ALREADY_APPLIED"],
    writes: "once",
  })
  .input(ById)
  .output(z.strictObject({ is_queued: z.boolean() }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // Each statement has a new snapshot: reads after the lock see the changes of transactions that the lock waited for.
      await sql`select from cases where id = ${id} for no key update`.execute(tx);
      const { rows } = await sql<{ has_applied: boolean; has_seat: boolean }>`
        select exists (select from matches m where m.case_id = c.id and m.kine_id = ${viewer.id} and ${isInForce}) as has_applied,
          has_seat(c.id, ${viewer.id}) as has_seat
        from cases c join profiles p on p.id = c.patient_id
        where c.id = ${id} and c.status in ('open', 'matched') and c.patient_id <> ${viewer.id} and p.suspended_at is null
          and p.health_withdrawn_at is null and 'patient' <> all (p.ended_roles) and c.dormant_at is null and not is_case_blocked(c.id, ${viewer.id})`.execute(
        tx,
      );
      const [found] = rows;
      if (!found) throw new AppError("CASE_NOT_FOUND");
      if (found.has_applied) throw new AppError("ALREADY_APPLIED");
      if (found.has_seat) return { is_queued: false };
      await tx
        .insertInto("seat_queue")
        .values({ case_id: id, kine_id: viewer.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // Some seats become free without the case's lock, so the job looks once more.
      await addJob(tx, seatFreeJob, { id }, LOOK_AGAIN_S, "preserve_run_at");
      return { is_queued: true };
    }),
  );

/** Leaves the queue for a seat. */
export const leaveQueue = kine
  .meta({ summary: "Ends the caller's wait for a seat in a case.", writes: "once" })
  .input(ById)
  .output(z.strictObject({ is_queued: z.literal(false) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await tx.deleteFrom("seat_queue").where("case_id", "=", id).where("kine_id", "=", viewer.id).execute();
      return { is_queued: false as const };
    }),
  );
