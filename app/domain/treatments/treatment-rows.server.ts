import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import type { BookingSide } from "../bookings/booking.ts";
import { type EndReason, foldSessions } from "./treatment.ts";

type Of = { viewer: string; id: string };
type TreatmentRow = {
  match_id: string;
  case_id: string;
  side: BookingSide;
  kine_name: string;
  patient_name: string | null;
  other_name: string | null;
  is_open: boolean;
  planned: number | null;
  proposed_at: Date | null;
  accepted_at: Date | null;
  ended_at: Date | null;
  ended_by: BookingSide | null;
  end_reason: EndReason | null;
  ahead: number;
  coverage: { id: number; short: string } | null;
  today: string;
  authorisations: {
    id: string;
    coverage: string;
    number: string | null;
    sessions: number;
    valid_from: string;
    valid_until: string;
    stated_by: BookingSide;
  }[];
};
type SessionRow = {
  id: string;
  local_start: string;
  state: "held" | "no_show";
  is_noted: boolean;
  is_disputed: boolean;
  can_dispute: boolean;
};

/** Today, by the clock of Buenos Aires. */
export const TODAY = sql`(now() at time zone 'America/Argentina/Buenos_Aires')::date`;

/** Whether somebody reads the authorisations of an application `r`, which say the coverage: its patient, and the specialist in contact while the consent stands. */
export const readsAuthorisations = (isPatient: RawBuilder<unknown>) =>
  sql`(${isPatient} or r.access = 'accepted' and has_role(r.kine_id, 'kine') and exists (select from profiles o where o.id = r.patient_id and o.health_withdrawn_at is null))`;

// The plan begins as the sessions of the accepted offer, which the patient accepted with it.
const treatmentOf = prepared(
  "treatments.read",
  (_, { viewer, id }: Of) => sql<TreatmentRow>`
    select r.match_id, r.case_id, v.side, k.name as kine_name, case when r.access = 'accepted' then r.patient_name end as patient_name,
      case when r.access <> 'accepted' then null when v.side = 'patient' then k.name else r.patient_name end as other_name,
      t.ended_at is null and can_book(r.match_id) as is_open, s.planned, s.proposed_at, s.accepted_at, t.ended_at, t.ended_by, t.end_reason,
      (select count(*)::int from bookings b where b.match_id = r.match_id and b.state in ('requested', 'confirmed') and b.starts_at > now()) as ahead,
      (select jsonb_build_object('id', o.id, 'short', o.short) from case_coverages h join coverages o on o.id = h.coverage_id
        where h.case_id = r.case_id and r.access = 'accepted') as coverage,
      ${TODAY}::text as today,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'coverage', o.short, 'number', a.number, 'sessions', a.sessions,
        'valid_from', a.valid_from, 'valid_until', a.valid_until, 'stated_by', a.stated_by) order by a.valid_from)
        from authorisations a join coverages o on o.id = a.coverage_id where a.match_id = r.match_id and ${readsAuthorisations(sql`v.side = 'patient'`)}), '[]') as authorisations
    from case_relations r join matches m on m.id = r.match_id join profiles k on k.id = r.kine_id left join treatments t on t.match_id = r.match_id
      cross join lateral (select case when r.kine_id = ${viewer}::uuid then 'kine' else 'patient' end::booking_side as side) v
      cross join lateral (select coalesce(t.planned, (m.offer ->> 'sessions')::int) as planned,
        case when t.planned is null and m.offer ? 'sessions' then m.decided_at else t.proposed_at end as proposed_at,
        case when t.planned is null and m.offer ? 'sessions' then m.decided_at else t.accepted_at end as accepted_at) s
    where r.match_id = ${id}::uuid and ${viewer}::uuid in (case when k.approval_status = 'approved' then r.kine_id end, r.patient_id) and r.access in ('accepted', 'ended')
      and (m.status = 'accepted' or m.ended_at is not null)`,
);

const sessionsOf = prepared(
  "treatments.read sessions",
  (_, { viewer, id }: Of) => sql<SessionRow>`
    select b.id, to_char(b.local_start, 'YYYY-MM-DD"T"HH24:MI') as local_start, b.state, b.source = 'noted' as is_noted,
      b.disputed_at is not null as is_disputed,
      b.disputed_at is null and may_dispute(b)
        and (b.kine_id <> ${viewer}::uuid or b.source = 'noted') as can_dispute
    from bookings b where b.match_id = ${id}::uuid and b.state in ('held', 'no_show') order by b.starts_at, b.id`,
);

/** A treatment with its sessions, folded, as one of its two people reads it: two statements. Throws NOT_FOUND. */
export async function readTreatment(db: Database, of: Of) {
  const [found, sessions] = await Promise.all([treatmentOf.first(db, of), sessionsOf.all(db, of)]);
  if (!found) throw new AppError("NOT_FOUND");
  return { ...found, ...foldSessions(sessions, found.authorisations, found.today) };
}
