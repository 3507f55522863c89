import { type RawBuilder, sql } from "kysely";
import type { Kind } from "./notification.ts";

/**
 * How many things of a kind its person may see now; 0 means that the notification says nothing true any more and is neither shown nor
 * delivered. Over `n` (the notification) and `p` (the profile of its person); one entry a kind.
 */
export const SHOWN_WHILE: Record<Kind, RawBuilder<number>> = {
  // Those that came since; of a suspended specialist only what was decided. Unread, only what waits for an answer counts.
  application_received: sql`(select count(*) from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
    where m.case_id = n.case_id and c.patient_id = n.user_id and m.created_at between n.created_at and coalesce(n.seen_at, 'infinity')
      and (m.status <> 'proposed' and n.seen_at is not null
        or m.status = 'proposed' and k.suspended_at is null and (c.status <> 'closed' or n.seen_at is not null)))`,
  application_accepted: sql`(select count(*) from matches m where m.id = n.match_id and m.kine_id = n.user_id and m.status = 'accepted')`,
  // What its patient took back their consent for is gone from the specialist's list.
  application_rejected: sql`(select count(*) from matches m join cases c on c.id = m.case_id left join profiles o on o.id = c.patient_id
    where m.id = n.match_id and m.kine_id = n.user_id and m.status = 'rejected' and o.health_withdrawn_at is null)`,
  review_received: sql`(select count(*) from reviews r where r.id = n.review_id and r.kine_id = n.user_id and r.hidden_at is null)`,
  request_waiting: sql`(select count(*) from kine_applications where status = 'pending')`,
  report_waiting: sql`(select count(*) from reports where decided_at is null)`,
};
