import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

/**
 * Takes what the case said of pain and activities as its first measure, dated by its publication; once, and with the patient's consent to the
 * current text. It does nothing otherwise.
 */
export const beginMeasures = prepared(
  "measures begin",
  // The activities come first: a measure of them fixes them.
  (_, { id }: { id: string }) => sql`
    with begun as (
      insert into case_levels (case_id, measures_begun_at) select c.id, now() from cases c join profiles p on p.id = c.patient_id
        where c.id = ${id}::uuid and p.health_consent = current_consent('health_data')
      on conflict (case_id) do update set measures_begun_at = now() where case_levels.measures_begun_at is null returning case_id),
    activities as (
      insert into measure_activities (case_id, n, name) select c.id, a.n, a.activity ->> 'name' from begun b join cases c on c.id = b.case_id
        cross join jsonb_array_elements(c.facts -> 'activities') with ordinality as a (activity, n) returning n)
    insert into measures (case_id, created_at, day, moment, pain, scores)
      select c.id, c.created_at, (c.created_at at time zone 'America/Argentina/Buenos_Aires')::date, 'start', (c.facts ->> 'pain')::smallint, s.scores
      from (select count(*) from activities) named cross join begun b join cases c on c.id = b.case_id cross join lateral (select coalesce(jsonb_object_agg(a.n, a.activity -> 'score'), '{}') as scores
        from jsonb_array_elements(c.facts -> 'activities') with ordinality as a (activity, n)) s
      where c.facts ? 'pain' or c.facts ? 'activities'
      on conflict do nothing`,
  { isDeferred: true },
);
