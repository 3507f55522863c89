import { sql } from "kysely";
import { section, type Section, withName } from "./section.server.ts";

/** What a patient said of themselves along their treatments, and who read it. */
export const measureSections: readonly Section[] = [
  section(
    "medidas",
    "Cómo dijiste que estabas a lo largo de cada tratamiento: el dolor y tus actividades, de 0 a 10.",
    "measures measure_activities",
    (id) => sql`
    select s.id, s.case_id, s.day, s.moment, s.pain, s.created_at,
      coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'score', s.scores -> a.n::text) order by a.n)
        from measure_activities a where a.case_id = s.case_id), '[]') as activities
    from measures s join cases c on c.id = s.case_id where c.patient_id = ${id} order by s.case_id, s.day`,
  ),
  section(
    "quien_miro_tus_medidas",
    "Qué especialistas miraron cómo estabas, y qué día.",
    "measure_views",
    (id) => sql`
    select v.case_id, v.day, p.name as viewer_name from measure_views v join cases c on c.id = v.case_id join profiles p on p.id = v.viewer_id
    where c.patient_id = ${id} order by v.case_id, v.day, p.id`,
    withName,
  ),
  section(
    "medidas_que_miraste",
    "Qué días miraste, como especialista, cómo estaba un paciente.",
    "measure_views",
    (id) => sql`select case_id, day from measure_views where viewer_id = ${id} order by day, case_id`,
  ),
];
