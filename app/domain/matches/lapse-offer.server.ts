import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { offerLapsed } from "./course.server.ts";
import { OFFER_LAPSE } from "./look-at-offers.server.ts";

/**
 * The job of an offer that may have lapsed: notifies its specialist once. The clock ends the offer, not this job; a renewal adds the job
 * again.
 */
export async function lapseOffer({ db }: Pick<Services, "db">, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from cases where id = (select case_id from matches where id = ${id}) for no key update`.execute(
      tx,
    );
    type Found = { id: string; kine_id: string; case_id: string; patient_id: string; rest_s: number; is_told: boolean };
    const { rows } = await sql<Found>`
      select m.id, m.kine_id, m.case_id, c.patient_id, extract(epoch from m.valid_until - now())::float8 as rest_s, m.lapsed_at is not null as is_told
      from matches m join cases c on c.id = m.case_id
      where m.id = ${id} and m.status = 'proposed' and m.valid_until is not null and c.status <> 'closed'`.execute(tx);
    const [found] = rows;
    if (!found || found.is_told) return;
    if (found.rest_s > 0) return addJob(tx, offerLapseJob, { id }, Math.ceil(found.rest_s));
    await tx
      .updateTable("matches")
      .set({ lapsed_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    await offerLapsed(tx, found);
  });
}

export const offerLapseJob = defineJob(OFFER_LAPSE.name, { priority: OFFER_LAPSE.priority, run: lapseOffer });
