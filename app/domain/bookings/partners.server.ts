import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { haveCoordinated } from "./have-coordinated.server.ts";

const MOST_PARTNERS = 20;
type Found = { match_id: string; case_id: string; title: string; name: string | null; is_first: boolean };

/** Whether a viewer may agree on turnos with the other of an application `r`, whose agenda takes them. Who ended the treatment is asked no more. */
export const mayAgree = (viewer: string) => sql<boolean>`(r.is_live and can_book(r.match_id)
  and exists (select from agendas a where a.kine_id = r.kine_id and (a.is_on or r.kine_id = ${viewer}::uuid))
  and exists (select from agenda_places p where p.kine_id = r.kine_id and p.retired_at is null)
  and not exists (select from treatments t where t.match_id = r.match_id
    and t.ended_by <> case when r.kine_id = ${viewer}::uuid then 'kine' else 'patient' end::booking_side))`;

/** With whom a patient may agree on turnos, the last accepted first; a specialist's patients. */
export const partnersOf = prepared(
  "bookings.mine partners",
  (_, { viewer }: { viewer: string }) => sql<Found>`
    select r.match_id, r.case_id, r.title, case when r.kine_id = ${viewer}::uuid then r.patient_name else k.name end as name,
      not ${haveCoordinated(sql`r.match_id`)} as is_first
    from case_relations r join profiles k on k.id = r.kine_id
    where r.match_id in (select m.id from matches m where m.kine_id = ${viewer}::uuid and m.status = 'accepted'
        union select m.id from matches m join cases c on c.id = m.case_id where c.patient_id = ${viewer}::uuid and m.status = 'accepted')
      and ${mayAgree(viewer)}
    order by r.match_id desc limit ${MOST_PARTNERS}`,
);
