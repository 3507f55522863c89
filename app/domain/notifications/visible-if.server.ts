import { type RawBuilder, sql } from "kysely";
import { haveCoordinated } from "../bookings/have-coordinated.server.ts";
import { isInForce } from "../matches/in-force.server.ts";
import { IS_ASKED_ABOUT } from "../treatments/finished-link.server.ts";
import { type Alarm, ALARMS } from "../operator/alarms.ts";
import type { Kind } from "./notification.ts";

const ownOpenCase = (holds: RawBuilder<unknown>) => sql<number>`(select count(*) from cases c
  where c.id = n.case_id and c.patient_id = n.user_id and c.status = 'open' and ${holds})`;
/** An accepted application whose case is not closed yet and whose two have agreed on nothing, while both sides may write to each other. */
const uncoordinated = (
  person: RawBuilder<unknown>,
) => sql<number>`(select count(*) from matches m join cases c on c.id = m.case_id
  join profiles k on k.id = m.kine_id join profiles o on o.id = c.patient_id join case_relations r on r.match_id = m.id
  where m.id = n.match_id and ${person} = n.user_id and r.access = 'accepted' and c.status = 'matched'
    and not ${haveCoordinated(sql`m.id`)} and k.suspended_at is null and o.suspended_at is null)`;
/** A specialist `k` whose applications are shown: admitted, and neither suspended nor a former one. */
const isHere = sql`k.suspended_at is null and k.approval_status = 'approved' and 'kine' <> all (k.ended_roles)`;
const unreadMessages = sql<number>`(select case when n.seen_at is null then r.unread else n.count end from read_marks r
  where r.match_id = n.match_id and r.user_id = n.user_id and conversation_state(n.match_id, n.user_id) is not null)`;
/** A case that the specialist may see in lists, may take by licence and has not applied to. Without a modality it counts as online. */
const offeredUnless = (
  applied: RawBuilder<unknown>,
) => sql<number>`(select count(*) from cases c join profiles o on o.id = c.patient_id
  left join places w on w.slug = coalesce(c.place_slug, case when c.location_city is null then o.place_slug end)
  where c.id = n.case_id and c.status in ('open', 'matched') and c.dormant_at is null and o.suspended_at is null
    and o.health_withdrawn_at is null and 'patient' <> all (o.ended_roles) and not is_case_blocked(c.id, n.user_id)
    and not exists (select from matches m where m.case_id = c.id and m.kine_id = n.user_id and ${applied})
    and (w.slug is null or not is_left_out(n.user_id, w.jurisdiction, coalesce(c.preferred_modality, 'online'))))`;
const offered = offeredUnless(sql`true`);
/** The bookings of an application of which this holds. Each is read as it is now: what was cancelled or moved reminds nobody. */
const bookings = (holds: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from bookings b join matches m on m.id = b.match_id where b.match_id = n.match_id and (${holds}))`;
const isAhead = sql`b.state = 'confirmed' and b.starts_at > now() and keeps_bookings(b.match_id)`;
const isAsked = sql`b.answer_by > now() and keeps_bookings(b.match_id)`;
const isRefused = sql`b.state in ('declined', 'lapsed') and b.ended_at >= n.created_at`;
const treatments = (holds: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from treatments t join matches m on m.id = t.match_id where t.match_id = n.match_id and (${holds})
    and keeps_bookings(t.match_id))`;
const endingAuthorisations = sql<number>`(select count(*) from authorisations a where a.match_id = n.match_id and a.told_at is not null
  and a.valid_until >= (now() at time zone 'America/Argentina/Buenos_Aires')::date and keeps_bookings(a.match_id))`;
const appealed = sql<number>`(select count(*) from appeals a
  where a.review_id = n.review_id and a.by_id = n.user_id and a.decided_at is not null)`;
/** Those of somebody who left are gone with their application. */
const cancelledBookings = sql<number>`case when n.match_id is null then 1 else
  ${bookings(sql`b.state = 'cancelled' and b.ended_at >= n.created_at and b.starts_at > now()`)} end`;
const doubtfulBookings = bookings(sql`b.state = 'requested' and ${isAsked} or ${isAhead}`);

const openAlarm = sql<number>`(select coalesce(max(a.count), 0) from operator_alarms a where a.kind = n.kind and a.ended_at is null)`;

/**
 * How many things of a kind its person may see now; 0 means that the notification is no longer true and is neither shown nor delivered.
 * Over `n` (the notification) and `p` (the profile of its person); one entry per kind.
 */
export const VISIBLE_IF: Record<Kind, RawBuilder<number>> = {
  // Applications that arrived before it was read; a suspended specialist's only if decided. While it is unread, only pending ones count.
  application_received: sql`(select count(*) from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
    where m.case_id = n.case_id and c.patient_id = n.user_id and m.created_at between n.created_at and coalesce(n.seen_at, 'infinity')
      and (m.status <> 'proposed' and n.seen_at is not null
        or m.status = 'proposed' and ${isHere} and (c.status <> 'closed' and ${isInForce} or n.seen_at is not null)))`,
  application_accepted: sql`(select count(*) from case_relations r
    where r.match_id = n.match_id and r.kine_id = n.user_id and r.access = 'accepted')`,
  // Without an application its case went with it.
  acceptance_ended: sql`case when n.match_id is null then 1 else (select count(*) from matches m join case_relations r on r.match_id = m.id
    where m.id = n.match_id and m.kine_id = n.user_id and m.ended_at is not null and r.access = 'ended') end`,
  // An application leaves the specialist's list when the patient withdraws their health consent.
  application_rejected: sql`(select count(*) from matches m join case_relations r on r.match_id = m.id
    where m.id = n.match_id and m.kine_id = n.user_id and m.status = 'rejected' and m.ended_at is null and r.access = 'ended')`,
  applications_unanswered: sql`(select count(*) from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
    where m.case_id = n.case_id and c.patient_id = n.user_id and c.status <> 'closed' and m.status = 'proposed' and ${isHere}
      and ${isInForce})`,
  offer_edited: sql`(select count(*) from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
    where m.id = n.match_id and c.patient_id = n.user_id and c.status <> 'closed' and m.status = 'proposed' and ${isHere})`,
  offer_lapsed: sql`(select count(*) from matches m join cases c on c.id = m.case_id join case_relations r on r.match_id = m.id
    where m.id = n.match_id and m.kine_id = n.user_id and r.access = 'applied' and m.valid_until <= now() and c.status <> 'closed')`,
  seat_free: sql`(select ${offeredUnless(isInForce)} where has_seat(n.case_id, n.user_id))`,
  case_quiet: ownOpenCase(sql`c.dormant_at is null and not exists (select from matches m where m.case_id = c.id)`),
  still_looking: ownOpenCase(
    sql`exists (select from case_levels l where l.case_id = c.id and l.asked_at is not null and l.answered_at is null)`,
  ),
  case_dormant: ownOpenCase(sql`c.dormant_at is not null`),
  nobody_wrote: uncoordinated(sql`c.patient_id`),
  nobody_wrote_kine: uncoordinated(sql`m.kine_id`),
  // A full case alerts nobody nearby, and no case who pauses.
  case_in_zone: sql`(select ${offered} where has_seat(n.case_id, n.user_id) and not is_paused((select paused_until from profiles where id = n.user_id)))`,
  case_invitation: offered,
  application_unanswered: sql`(select count(*) from matches m join cases c on c.id = m.case_id join case_relations r on r.match_id = m.id
    where m.id = n.match_id and m.kine_id = n.user_id and r.access = 'applied' and c.status <> 'closed' and ${isInForce})`,
  admission_approved: sql`1`,
  change_published: sql`1`,
  change_rejected: sql`1`,
  message_received: unreadMessages,
  message_received_kine: unreadMessages,
  booking_requested: bookings(sql`b.state = 'requested' and b.asked_by = 'patient' and ${isAsked}`),
  booking_made: bookings(isAhead),
  booking_moved: bookings(sql`b.moved_by = 'patient' and ${isAsked}`),
  booking_answered: bookings(sql`${isRefused} or ${isAhead}`),
  booking_cancelled_kine: cancelledBookings,
  booking_in_doubt_kine: doubtfulBookings,
  bookings_tomorrow: sql`(select count(*) from bookings b where b.kine_id = n.user_id and ${isAhead}
    and b.local_start::date = (now() at time zone b.zone)::date + 1)`,
  bookings_unmarked: sql`(select count(*) from bookings b join matches m on m.id = b.match_id where b.kine_id = n.user_id
    and b.state = 'confirmed' and b.starts_at between now() - interval '7 days' and now())`,
  booking_confirmed: bookings(isAhead),
  booking_declined: bookings(isRefused),
  booking_proposed: bookings(
    sql`(b.state = 'requested' and b.asked_by = 'kine' or b.moved_by = 'kine') and ${isAsked}`,
  ),
  booking_cancelled: cancelledBookings,
  booking_in_doubt: doubtfulBookings,
  booking_tomorrow: bookings(sql`${isAhead} and b.starts_at < now() + interval '25 hours'`),
  booking_soon: bookings(sql`${isAhead} and b.starts_at < now() + interval '14 hours'`),
  booking_no_show: bookings(
    sql`b.state = 'no_show' and b.disputed_at is null and b.starts_at > now() - interval '7 days'
      and keeps_bookings(b.match_id)`,
  ),
  session_noted: sql`(select count(*) from bookings b where b.match_id = n.match_id and b.source = 'noted' and b.disputed_at is null
    and b.told_at >= n.created_at and b.told_at > now() - interval '7 days' and keeps_bookings(b.match_id))`,
  plan_proposed: treatments(sql`t.proposed_at is not null and t.accepted_at is null`),
  authorisation_ending: endingAuthorisations,
  authorisation_ending_kine: endingAuthorisations,
  measure_due: sql`(select count(*) from cases c join profiles o on o.id = c.patient_id where c.id = n.case_id and o.id = n.user_id
    and o.health_withdrawn_at is null and exists (select from case_relations r where r.case_id = c.id and r.access = 'accepted')
    and not exists (select from measures s where s.case_id = c.id and s.created_at >= n.created_at))`,
  treatment_finished: sql`(select count(*) from cases c join profiles o on o.id = c.patient_id join case_levels l on l.case_id = c.id
    where c.id = n.case_id and o.id = n.user_id and c.status = 'matched' and o.health_withdrawn_at is null
      and l.finished_answered_at is null and exists (select from matches m where ${IS_ASKED_ABOUT})
      and exists (select from case_relations r where r.case_id = c.id and r.access = 'accepted'))`,
  treatment_ended: treatments(sql`t.ended_at is not null`),
  treatment_ended_kine: treatments(sql`t.ended_at is not null`),
  review_received: sql`(select count(*) from reviews r where r.id = n.review_id and r.kine_id = n.user_id and r.hidden_at is null)`,
  review_replied: sql`(select count(*) from reviews r join shown_replies w on w.review_id = r.id
    where r.id = n.review_id and r.patient_id = n.user_id and r.hidden_at is null)`,
  review_hidden: sql`(select count(*) from reviews r
    where r.id = n.review_id and r.patient_id = n.user_id and r.hidden_at is not null and not r.is_waiting)`,
  review_edit_asked: sql`(select count(*) from reviews r
    where r.id = n.review_id and r.patient_id = n.user_id and r.asked_to_edit_at is not null)`,
  appeal_decided: appealed,
  appeal_decided_kine: appealed,
  appeals_waiting: sql`(select count(*) from appeals where decided_at is null)`,
  reply_held: sql`(select count(*) from review_replies where held_at is not null)`,
  request_waiting: sql`(select count(*) from kine_applications where status = 'pending')`,
  report_waiting: sql`(select count(*) from reports where decided_at is null)`,
  requests_late: sql`(select count(*) from kine_applications where status = 'pending' and late_told_at is not null)`,
  reports_late: sql`(select count(*) from reports where decided_at is null and late_told_at is not null)`,
  cases_without_application: sql`(select count(*) from (select from case_places w join case_levels l on l.case_id = w.case_id
    where w.is_waiting and l.operator_told_at is not null limit 1000) w)`,
  ...(Object.fromEntries(ALARMS.map((kind) => [kind, openAlarm])) as Record<Alarm, RawBuilder<number>>),
};
