import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { notify, notifyInDigest } from "../notifications/notify.server.ts";
import { KM_PER_DEGREE } from "../places/distance.ts";
import type { Modality } from "../profiles/modality.ts";
import { RING_KM } from "./levels.ts";
import { unfitSpecialties } from "./specialty-fit.ts";

/** The most specialists that one wave notifies, at once or in their daily digest. */
const MOST_NOTIFIED = 60;
/** The most candidates near a case, and the most candidates who attend online. */
const MOST_CANDIDATES = 500;
/** The most alerts of a specialist's day that the cases of one patient take. The database has the same limit. */
const MOST_OF_A_PATIENT = 2;
const TODAY = sql`(now() at time zone 'America/Argentina/Buenos_Aires')::date`;
const [, SECOND_KM, THIRD_KM, FOURTH_KM] = RING_KM;

/** The facts of a case by which the specialists who fit it are found. */
export type Offered = {
  id: string;
  patient_id: string;
  place: string | null;
  zone: string | null;
  age: number | null;
  modality: Modality | null;
};
type Limits = { wave_size: number; alerts_a_day: number };

/** A specialist who fits, with their ring of places, their distance (1000 where it does not matter) and how often they were notified at once today. */
export type Candidate = { kine_id: string; ring: number; km: number; today: number };

/**
 * Notifies the specialists who fit a case and were not notified before, up to a ring of places; farther if nobody is within it. The best
 * `wave_size` are notified at once, each at most `alerts_a_day` times a day and twice for cases of one patient, the others in their daily digest;
 * all in their digest when the patient's address is unconfirmed. Returns the ring reached.
 */
export async function notifyMatchingKines(tx: Tx, offered: Offered, ring: number, limits: Limits): Promise<number> {
  // Serialises waves, so that a second one sees whom the first one notified today.
  await sql`select pg_advisory_xact_lock(hashtext('waves of cases'))`.execute(tx);
  const found = await findCandidates(tx, offered, { most: MOST_NOTIFIED });
  const reached = Math.max(ring, found[0]?.ring ?? ring);
  const told = found.filter((fit) => fit.ring <= reached);
  let atOnce = 0;
  for (const { kine_id, today } of told) {
    const isAtOnce =
      atOnce < limits.wave_size &&
      today < limits.alerts_a_day &&
      (await takeAlert(tx, { kineId: kine_id, patientId: offered.patient_id }, limits.alerts_a_day));
    if (isAtOnce) atOnce += 1;
    await recordAlert(tx, offered.id, kine_id, isAtOnce);
  }
  return reached;
}

/**
 * Uses one of a specialist's alerts of the day in Buenos Aires for a case of a patient; false when none remains, when the patient's cases
 * took their two, or when the patient's address is unconfirmed or their mailbox has another account. Waves and invitations share the alerts.
 */
export async function takeAlert(
  tx: Tx,
  { kineId, patientId }: { kineId: string; patientId: string },
  mostADay: number,
): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      insert into patient_alert_days as p (kine_id, patient_id, day, at_once)
        select ${kineId}::uuid, ${patientId}::uuid, ${TODAY}, 1 where ${mostADay}::int > 0 and is_counted(${patientId}::uuid)
          and not exists (select from kine_alert_days where kine_id = ${kineId}::uuid and day = ${TODAY} and at_once >= ${mostADay}::int)
        on conflict (kine_id, patient_id, day) do update set at_once = p.at_once + 1 where p.at_once < ${MOST_OF_A_PATIENT}
        returning kine_id, day
    )
    insert into kine_alert_days as d (kine_id, day, at_once) select kine_id, day, 1 from taken
      on conflict (kine_id, day) do update set at_once = d.at_once + 1 where d.at_once < ${mostADay}::int
      returning true`.execute(tx);
  return rows.length > 0;
}

/** Notifies one specialist of a case, as an invitation when its patient chose them. */
export async function recordAlert(
  tx: Tx,
  caseId: string,
  kineId: string,
  isAtOnce: boolean,
  isInvitation = false,
): Promise<void> {
  await tx
    .insertInto("case_alerts")
    .values({ case_id: caseId, kine_id: kineId, is_at_once: isAtOnce, is_invitation: isInvitation })
    .onConflict((conflict) =>
      conflict
        .columns(["case_id", "kine_id"])
        .doUpdateSet({ is_at_once: isAtOnce, is_invitation: isInvitation, told_at: sql`now()` }),
    )
    .execute();
  const kind = isInvitation ? ("case_invitation" as const) : ("case_in_zone" as const);
  await (isAtOnce ? notify : notifyInDigest)(tx, { userId: kineId, kind, caseId });
}

/** Whether a specialist, a profile `p`, may take a case by licence under the operator's rules; `jurisdiction` is null where unknown. */
export const mayTake = (jurisdiction: RawBuilder<unknown>, modality: RawBuilder<unknown>) => sql<boolean>`
  ((p.license_checked_at is not null
      or coalesce((select value from settings where key = 'unchecked_may_apply'), 'true') <> 'false')
    and (${jurisdiction} is null or not is_left_out(p.id, ${jurisdiction}, coalesce(${modality}, 'online'))))`;

/**
 * At most `most` specialists who fit a case, without those notified before unless `isToldToo`. The nearest ring comes first; in a ring,
 * specialists who state the case's coverage, then those with the fewest alerts today. They fit by place or online, by modality, specialty,
 * licence and coverage: a specialist who states coverages must state the case's.
 */
export function findCandidates(
  db: Database,
  { id, patient_id, place, zone, age, modality }: Offered,
  { most, isToldToo = false }: { most: number; isToldToo?: boolean },
): Promise<Candidate[]> {
  const unfit = `{${unfitSpecialties(zone, age).join()}}`;
  return fits.all(db, { id, patient_id, place, modality, unfit, most, told: isToldToo ? undefined : "left out" });
}

type CandidateQuery = {
  id: string;
  patient_id: string;
  place: string | null;
  modality: string | null;
  /** Slugs as a PostgreSQL array. */ unfit: string;
  most: number;
  told: "left out" | undefined;
};

const fits = prepared("findCandidates", (_, { id, patient_id, told, ...seen }: CandidateQuery) => {
  const [place, modality] = [hideFromPlanner(seen.place, "text"), hideFromPlanner(seen.modality, "text")];
  const isOnline = sql`(${modality} is not distinct from 'online')`;
  return sql<Candidate>`
    with here as (select * from places where slug = ${place}),
    around as (
      select p.slug, sqrt(power((p.latitude - h.latitude)::float8, 2)
        + power((p.longitude - h.longitude)::float8 * cos(radians(h.latitude::float8)), 2)) * ${KM_PER_DEGREE}::float8 as km,
        p.slug = h.slug as is_same, p.jurisdiction = h.jurisdiction and 'jurisdiction' in (p.kind, h.kind) as is_around, h.jurisdiction
      from here h join places p on p.slug = h.slug
        or (p.latitude between h.latitude - 0.46 and h.latitude + 0.46 and p.longitude between h.longitude - 0.7 and h.longitude + 0.7)
        or (p.jurisdiction = h.jurisdiction and 'jurisdiction' in (p.kind, h.kind))
    ),
    near as (
      select slug, km, case when is_same then 1 when km <= ${SECOND_KM} or (is_around and jurisdiction = '02') then 2
        when km <= ${THIRD_KM} then 3 else 4 end as ring
      from around where is_same or is_around or km <= ${FOURTH_KM}
    ),
    found as (
      (select k.kine_id, n.ring, n.km, ${isOnline} as by_online from near n join kine_places k on k.place = n.slug
        where not ${isOnline} or k.is_online order by n.ring, n.km, k.kine_id desc limit ${MOST_CANDIDATES})
      union all
      (select k.kine_id, case when ${isOnline} then 2 else 3 end, 1000, true from kine_places k
        where (${isOnline} or ${modality} is null) and k.is_online
        order by k.kine_id desc limit ${MOST_CANDIDATES})
    ),
    best as (select distinct on (kine_id) * from found order by kine_id, ring, km)
    select b.kine_id, b.ring, b.km, coalesce(t.at_once, 0) as today
    from best b
    join profiles p on p.id = b.kine_id
    left join kine_alert_days t on t.kine_id = b.kine_id and t.day = ${TODAY}
    left join lateral (select true as is_stated from case_coverages v join kine_coverages c on c.coverage_id = v.coverage_id
      and c.kine_id = b.kine_id and c.disputed_at is null and fact_freshness(c.confirmed_at, now()) <> 'stale'
      where v.case_id = ${id}) c on true
    left join lateral (select true as is_any from kine_coverages where kine_id = b.kine_id limit 1) a on true
    where b.kine_id <> ${patient_id} and b.kine_id not in (select x.kine_id from blocked_cases x where x.case_id = ${id}) and p.approval_status = 'approved' and p.suspended_at is null
      and p.publish_asked_at is null and not is_paused(p.paused_until)
      and (b.by_online or ${modality} is null or p.modalities is null or p.modalities ~* ('\\m' || ${modality} || '\\M'))
      and (p.specialty_slug is null or not p.specialty_slug = any(${hideFromPlanner(seen.unfit, "text[]")}))
      and (c.is_stated or not exists (select from case_coverages v where v.case_id = ${id})
        or a.is_any is null)
      and ${mayTake(sql`(select jurisdiction from here)`, sql`(${modality})::modality`)}
      and not exists (select from matches m where m.case_id = ${id} and m.kine_id = b.kine_id)
      ${told ? sql`and not exists (select from case_alerts a where a.case_id = ${id} and a.kine_id = b.kine_id)` : sql``}
    order by b.ring, c.is_stated nulls last, coalesce(t.at_once, 0), b.km, b.kine_id desc limit ${hideFromPlanner(seen.most, "int")}`;
});
