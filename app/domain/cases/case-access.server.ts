import { type RawBuilder, type Selectable, sql } from "kysely";
import type { CaseRelations } from "../../../db/types.ts";
import type { CaseAccess } from "./case-access.ts";

/** What a specialist may read of a case now, by `case_access` of `db/schema/contacts.sql`; null for nothing. */
export const caseAccess = (caseId: RawBuilder<unknown>, kineId: RawBuilder<unknown>) =>
  sql<CaseAccess | null>`case_access(${caseId}, ${kineId})`;

/** Whether a specialist's licence was checked and the check stands: what patients share with verified specialists needs it. */
export const isVerified = (kineId: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select is_licence_current(v.license_checked_at) from profiles v where v.id = ${kineId}), false)`;

/**
 * Whether a specialist with this access may open the studies of a case `c` of the patient `poster`: an accepted one, or a verified one while
 * the case is in course and shares them.
 */
export const mayOpenStudies = (access: RawBuilder<unknown>, kineId: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(poster.health_withdrawn_at is null and poster.suspended_at is null and (${access} = 'accepted'
    or (${access} in ('offered', 'applied') and c.studies_access = 'verified' and c.status <> 'closed' and ${isVerified(kineId)})), false)`;

/** The relation of an application, by its column `matchId`. OFFSET has it read for one application after the other. */
export const relationOf = (matchId: string) =>
  sql<Selectable<CaseRelations>>`(select r.* from case_relations r where r.match_id = ${sql.ref(matchId)} offset 0)`;

/**
 * The title of a case `c` as a person reads it: its patient as it is now, a specialist by their application, or as it is offered; null for
 * nothing. A row without a case must not ask: PostgreSQL would plan the statements of `case_access` again for each null.
 */
export const titleFor = (person: RawBuilder<unknown>) =>
  sql<
    string | null
  >`case when c.id is null then null when c.patient_id = ${person} then c.title when case_access(c.id, ${person}) is not null
    then coalesce((select r.title from case_relations r where r.case_id = c.id and r.kine_id = ${person}), c.title) end`;
