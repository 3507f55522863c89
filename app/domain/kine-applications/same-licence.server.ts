import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";

/** Another person who states what may be the applicant's licence, or the applicant, where an admin objected to it before. */
export const SameLicence = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  license_number: z.string(),
  approval_status: z.enum(APPROVAL_STATUSES),
  is_confirmed: z.boolean(),
  is_suspended: z.boolean(),
  /** They had it, and declare it no more. */
  is_past: z.boolean(),
  /** Why their own request with it was rejected. */
  rejection_reason: z.string().nullable(),
  /** It is the same account. */
  is_own: z.boolean(),
  /** When an admin found no such licence, or not theirs. */
  found_false_at: z.date().nullable(),
});
type SameLicence = z.output<typeof SameLicence>;

/**
 * Who else states, or had, what may be the same licence, by these ids: of people, whose pending application or change of profile states one, or of licences.
 * The licences are compared by their keys.
 */
export async function sameLicencesOf(db: Database | Tx, ids: string[]): Promise<Map<string, SameLicence[]>> {
  const found = new Map<string, SameLicence[]>();
  if (ids.length === 0) return found;
  for (const { asking_id, ...other } of await others.all(db, { ids: `{${ids.join()}}` }))
    found.set(asking_id, [...(found.get(asking_id) ?? []), other]);
  return found;
}

const others = prepared(
  "kineApplications same licence",
  (_, { ids }: { /** A PostgreSQL array. */ ids: string }) =>
    sql<SameLicence & { asking_id: string }>`
      select distinct on (s.asking_id, p.id) s.asking_id, p.id, p.name, p.email, o.license_number, p.approval_status,
        is_confirmed(p.id) as is_confirmed, p.suspended_at is not null as is_suspended, o.is_past, o.rejection_reason,
        p.id = s.own_id as is_own, max(o.found_false_at) over (partition by s.asking_id, p.id) as found_false_at
      from (
        select a.profile_id as asking_id, a.profile_id as own_id, stated, v.kind, v.jurisdiction
          from kine_applications a join profiles own on own.id = a.profile_id, coalesce(a.license_number, own.license_number) stated, licence_value(stated) v
          where a.status = 'pending' and a.profile_id = any(${ids}::uuid[])
        union all select c.kine_id, c.kine_id, c.license_number, v.kind, v.jurisdiction
          from profile_changes c, licence_value(c.license_number) v where c.rejected_at is null and c.kine_id = any(${ids}::uuid[])
        union all select id, kine_id, number, value_kind, jurisdiction from licences where id = any(${ids}::uuid[])) s
      cross join lateral (
        select kine_id, concat_ws(' ', kind, number) as license_number, value_kind, jurisdiction, state = 'withdrawn' as is_past,
            null as rejection_reason, found_false_at from licences
          where licence_keys(number) && licence_keys(s.stated) and (state <> 'withdrawn' or checked_at is not null or found_false_at is not null)
        union all
        select w.profile_id, w.license_number, (licence_value(w.license_number)).kind, (licence_value(w.license_number)).jurisdiction,
            false, w.rejection_reason, null
          from kine_applications w where licence_keys(w.license_number) && licence_keys(s.stated) and w.status <> 'approved'
            and w.license_number is not null) o
      cross join lateral (select * from profiles where id = o.kine_id offset 0) p
      where (p.id <> s.own_id or o.is_past and o.found_false_at is not null) and may_be_one_licence(o.value_kind, o.jurisdiction, s.kind, s.jurisdiction)
      order by s.asking_id, p.id, o.is_past`,
);
