import { sql } from "kysely";
import { readsAuthorisations } from "../treatments/treatment-rows.server.ts";
import { section, type Section } from "./section.server.ts";

const matchesOf = (id: string) => sql`(select m.id from matches m where m.kine_id = ${id}
  union all select m.id from matches m join cases c on c.id = m.case_id where c.patient_id = ${id})`;

/** A specialist's agenda, and the turnos of both sides as each may read them. */
export const bookingSections: readonly Section[] = [
  section(
    "agenda",
    "Cómo tomás turnos como especialista.",
    "agendas",
    (id) => sql`
    select zone, is_on, is_instant, on_holidays, lead_min, horizon_days, notice_hours, is_public, confirmed_at from agendas where kine_id = ${id}`,
  ),
  section(
    "lugares_de_atencion",
    "Los lugares de tu agenda, también los que ya no usás.",
    "agenda_places",
    (id) => sql`
    select id, modality, label, address, arrival, session_min, buffer_min, travel_min, seats, retired_at from agenda_places
    where kine_id = ${id} order by id`,
  ),
  section(
    "cambios_de_agenda",
    "Los días y las horas que cerraste o agregaste en tu agenda.",
    "agenda_exceptions",
    (id) => sql`
    select from_day, until_day, start_time, end_time, is_open from agenda_exceptions where kine_id = ${id} order by from_day, id`,
  ),
  section(
    "calendarios",
    "Los calendarios que leen tus turnos, sin su dirección secreta.",
    "calendar_feeds",
    (id) => sql`select id, created_at, read_at from calendar_feeds where user_id = ${id} order by id`,
  ),
  section(
    "turnos_de_casos_retirados",
    "Lo que cuenta todavía de los turnos de un caso retirado: las faltas y los que nadie marcó por 60 días, y los pedidos por un día.",
    "left_bookings",
    (id) => sql`
    select booking_id, kine_id = ${id} as as_specialist, asked_by, state, starts_at, created_at from left_bookings
    where (patient_id = ${id} or kine_id = ${id}) and not is_carried order by booking_id`,
  ),
  section(
    "turnos",
    "Tus turnos, como paciente o como especialista, y qué pasó con cada uno.",
    "bookings",
    (id) => sql`
    select b.id, b.match_id, r.case_id, b.kine_id = ${id} as as_specialist, b.starts_at, b.local_start, b.zone, b.minutes, b.state, b.asked_by,
      b.moved_to, b.moved_by, b.ended_at, b.ended_by, b.notice_hours, b.is_late, b.disputed_at, b.source, b.created_at, p.modality,
      case when r.is_live or b.kine_id = ${id} then p.label end as place,
      case when r.is_live or b.kine_id = ${id} then p.address end as address
    from bookings b join case_relations r on r.match_id = b.match_id left join agenda_places p on p.id = b.place_id
    where b.match_id in (select m.id from matches m where m.kine_id = ${id}
      union all select m.id from matches m join cases c on c.id = m.case_id where c.patient_id = ${id}) order by b.starts_at, b.id`,
  ),
  section(
    "tratamientos",
    "El plan de sesiones y el fin de cada tratamiento, como paciente o como especialista.",
    "treatments",
    (id) => sql`
    select t.match_id, m.kine_id = ${id} as as_specialist, t.planned, t.proposed_at, t.accepted_at, t.ended_at, t.ended_by, t.end_reason
    from treatments t join matches m on m.id = t.match_id where t.match_id in ${matchesOf(id)} order by t.match_id`,
  ),
  section(
    "autorizaciones",
    "Lo que autorizó cada cobertura para tus tratamientos.",
    "authorisations",
    (id) => sql`
    select a.match_id, o.name as coverage, a.number, a.sessions,
      a.valid_from, a.valid_until, a.stated_by, a.created_at
    from authorisations a join coverages o on o.id = a.coverage_id join case_relations r on r.match_id = a.match_id where a.match_id in ${matchesOf(id)}
      and ${readsAuthorisations(sql`r.patient_id = ${id}`)} order by a.id`,
  ),
];
