import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

const WITHIN_THEIR_TIME = sql`is_invitation and told_at > now() - interval '72 hours'`;
/** The same, and alerts of whatever age: who answers a case that was out of their sight is not late by that time. */
const OUT_OF_SIGHT = sql`(not is_invitation or told_at > now() - interval '72 hours')`;

/** Notes that the invitations to a case need no answer, or cannot be given one, within their 72 hours: they are not ignored. */
export const voidInvitations = prepared(
  "void invitations",
  (_, { case_id }: { case_id: string }) =>
    sql`update case_alerts set voided_at = now() where case_id = ${case_id}::uuid and ${WITHIN_THEIR_TIME}`,
  { isDeferred: true },
);

/** Notes that a case is out of the sight of those whom it was told. */
export const voidAlerts = prepared(
  "void alerts",
  (_, { case_id }: { case_id: string }) =>
    sql`update case_alerts set voided_at = now() where case_id = ${case_id}::uuid and ${OUT_OF_SIGHT}`,
  { isDeferred: true },
);

/** The same of those for whom it has no seat: they cannot apply. */
export const voidAlertsOfFull = prepared(
  "void alerts of full",
  (_, { case_id }: { case_id: string }) =>
    sql`update case_alerts set voided_at = now() where setting_number('offers_max', 0) > 0 and case_id = ${case_id}::uuid
      and ${OUT_OF_SIGHT} and (voided_at is null or voided_at < told_at) and not has_seat(case_id, kine_id)`,
  { isDeferred: true },
);

/** The same of a person, and of their cases, after a suspension began or ended. */
export const voidAlertsOf = prepared(
  "void alerts of a person",
  (_, { id }: { id: string }) =>
    sql`update case_alerts set voided_at = now() where ${OUT_OF_SIGHT}
      and (kine_id = ${id}::uuid or case_id in (select id from cases where patient_id = ${id}::uuid))`,
  { isDeferred: true },
);
