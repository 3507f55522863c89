import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { TODAY } from "../treatments/treatment-rows.server.ts";
import { type Moment, MOST_MEASURES } from "./measure.ts";

type Of = { viewer: string; id: string };
type MeasuresRow = {
  case_id: string;
  side: "patient" | "kine";
  kines: string[];
  today: string;
  can_save: boolean;
  activities: string[];
  measures: { id: string; day: string; moment: Moment; pain: number | null; scores: Record<string, number> }[];
  views: { name: string; day: string }[];
};

/** The end of the treatment of a case `c`: its closing, or the end of the last of its accepted applications; null while it goes on. */
export const ENDED_AT = sql<Date | null>`case when c.status = 'closed' then c.closed_at
  when not exists (select from matches m left join treatments t on t.match_id = m.id
    where m.case_id = c.id and m.status = 'accepted' and t.ended_at is null)
  then (select max(t.ended_at) from matches m join treatments t on t.match_id = m.id where m.case_id = c.id and m.status = 'accepted') end`;

export const IS_ACCEPTED = sql<boolean>`exists (select from matches m where m.case_id = c.id and m.status = 'accepted')`;

/** Whether a specialist of the case `c` is in contact with its patient. */
export const HAS_CONTACT = sql<boolean>`exists (select from case_relations r where r.case_id = c.id and r.access = 'accepted')`;

/** The measures of a case, oldest first, as its patient or an accepted specialist reads them; no row for anybody else. */
export const measuresOf = prepared(
  "measures.list",
  (_, { viewer, id }: Of) => sql<MeasuresRow>`
    select c.id as case_id, v.side, ${TODAY}::text as today, v.side = 'patient' and ${IS_ACCEPTED} as can_save,
      coalesce((select jsonb_agg(k.name order by r.match_id) from case_relations r join profiles k on k.id = r.kine_id
        where r.case_id = c.id and r.access = 'accepted' and v.side = 'patient'), '[]') as kines,
      coalesce((select jsonb_agg(a.name order by a.n) from measure_activities a where a.case_id = c.id), '[]') as activities,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'day', s.day, 'moment', s.moment, 'pain', s.pain, 'scores', s.scores) order by s.day)
        from (select * from measures where case_id = c.id order by day desc limit ${MOST_MEASURES}) s), '[]') as measures,
      coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'day', w.day) order by w.day, k.id)
        from measure_views w join profiles k on k.id = w.viewer_id where w.case_id = c.id and v.side = 'patient'), '[]') as views
    from cases c cross join lateral (select case when c.patient_id = ${viewer}::uuid then 'patient'
      when case_access(c.id, ${viewer}::uuid) = 'accepted' then 'kine' end as side) v
    where c.id = ${id}::uuid and v.side is not null`,
);

/** Notes that a specialist read the measures of a case today, for its patient. */
export const noteView = prepared(
  "measures.list noted",
  (_, { viewer, id }: Of) => sql`
    insert into measure_views (case_id, viewer_id, day) values (${id}::uuid, ${viewer}::uuid, ${TODAY}) on conflict do nothing`,
);
