import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";

/** Another person who states what may be the applicant's licence. */
export const SameLicence = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  license_number: z.string(),
  approval_status: z.enum(APPROVAL_STATUSES),
  is_confirmed: z.boolean(),
});
type SameLicence = z.output<typeof SameLicence>;

/** Who else states the licence of each of these pending applicants, by the applicants' ids; the licences are compared by their keys. */
export async function sameLicencesOf(db: Database, ids: string[]): Promise<Map<string, SameLicence[]>> {
  const found = new Map<string, SameLicence[]>();
  if (ids.length === 0) return found;
  for (const { applicant_id, ...other } of await others.all(db, { ids: `{${ids.join()}}` }))
    found.set(applicant_id, [...(found.get(applicant_id) ?? []), other]);
  return found;
}

const others = prepared(
  "kineApplications same licence",
  (_, { ids }: { /** A PostgreSQL array. */ ids: string }) =>
    sql<SameLicence & { applicant_id: string }>`
      select distinct on (a.profile_id, p.id) a.profile_id as applicant_id, p.id, p.name, p.email, o.license_number, p.approval_status,
        is_confirmed(p.id) as is_confirmed
      from kine_applications a join profiles own on own.id = a.profile_id
      cross join lateral (select coalesce(a.license_number, own.license_number) as stated) s cross join lateral licence_value(s.stated) v
      cross join lateral (
        select kine_id, concat_ws(' ', kind, number) as license_number, value_kind, jurisdiction from licences
          where licence_keys(number) && licence_keys(s.stated) and state <> 'withdrawn'
        union all
        select w.profile_id, w.license_number, (licence_value(w.license_number)).kind, (licence_value(w.license_number)).jurisdiction
          from kine_applications w where licence_keys(w.license_number) && licence_keys(s.stated) and w.status = 'pending'
            and w.license_number is not null) o
      join profiles p on p.id = o.kine_id
      where a.profile_id = any(${ids}::uuid[]) and a.status = 'pending' and p.id <> a.profile_id
        and may_be_one_licence(o.value_kind, o.jurisdiction, v.kind, v.jurisdiction)`,
);
