import { createHash, randomUUID } from "node:crypto";
import Bowser from "bowser";
import { sql } from "kysely";
import { wideBlock } from "../../platform/client-address.server.ts";
import { deviceOf } from "./device.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import type { Device } from "./session.server.ts";

/** Audit event types; `auth.audit_events` holds the same closed list. */
type AuditEventName =
  | "signed_up"
  | "signed_in"
  | "sign_in_refused"
  | "signed_out"
  | "session_ended"
  | "refresh_token_reused"
  | "password_changed"
  | "email_change_asked"
  | "email_changed"
  | "recovery_asked"
  | "identity_linked"
  | "identity_unlinked"
  | "factor_added"
  | "factor_removed"
  | "factor_verified"
  | "recovery_codes_made"
  | "recovery_codes_used"
  | "passkey_added"
  | "passkey_removed"
  | "role_assigned"
  | "application_decided"
  | "account_created_by_admin"
  | "invitation_sent"
  | "account_deleted"
  | "keys_rotated"
  | "health_consent_given"
  | "health_consent_withdrawn"
  | "data_exported"
  | "audit_exported"
  | "list_exported"
  | "account_suspended"
  | "account_restored"
  | "review_hidden"
  | "review_shown"
  | "review_edit_asked"
  | "reply_hidden"
  | "reply_shown"
  | "appeal_decided"
  | "case_closed_by_admin"
  | "report_decided"
  | "profile_change_asked"
  | "profile_change_withdrawn"
  | "profile_change_decided"
  | "past_confirmed"
  | "past_denied"
  | "application_reopened"
  | "facts_confirmed_by_link"
  | "unsubscribed_by_link"
  | "case_answered_by_link"
  | "coverage_disputed"
  | "coverage_dispute_decided"
  | "coverage_saved"
  | "coverage_merged"
  | "coverage_retired"
  | "coverage_restored"
  | "setting_changed"
  | "licence_added"
  | "licence_withdrawn"
  | "licence_verified"
  | "licence_doubted"
  | "licence_deactivated"
  | "account_claimed"
  | "account_recovered"
  | "way_in_kept"
  | "way_in_disowned"
  | "email_restored"
  | "person_read"
  | "case_read"
  | "profile_published"
  | "licence_changed"
  | "moved_in"
  | "password_upgraded"
  | "job_retried"
  | "job_discarded"
  | "mail_state_cleared";

type AuditEvent = {
  event: AuditEventName;
  /** The account concerned; null when there is none or it does not exist. */
  user_id: string | null;
  /** Who acted, when not the account's user. */
  actor_id?: string | null;
  session_id?: string | null;
  /** Device of the request; defaults to the sign-in device of the named session. */
  device?: Device;
  /** Reason given by another actor (at most 500 characters); deleted with the account. */
  reason?: string | null;
};

const KNOWN_BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
export const auditIdOf = (userId: string | null) =>
  sql<string>`(select audit_id from auth.users where id = ${userId}::uuid)`;

/**
 * Records an audit event in the transaction of the change, so both commit or neither does. The event holds no personal
 * data; record the last event about an account before deleting it.
 */
export async function recordEvent(
  tx: Tx,
  { event, user_id, actor_id = user_id, session_id = null, device, reason }: AuditEvent,
) {
  const from = device ?? (session_id ? await deviceOfSession(tx, session_id) : null);
  const salt = randomUUID();
  const { id } = await tx
    .insertInto("auth.audit_events")
    .values({
      event,
      subject: auditIdOf(user_id),
      actor: auditIdOf(actor_id),
      session_id,
      network: from && wideBlock(from.address),
      device: from && wordsOf(from.userAgent),
      reason_sha256: reason ? hashOfReason(salt, reason) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (reason && user_id)
    await tx.insertInto("auth.audit_reasons").values({ event_id: id, user_id, salt, reason }).execute();
}

/** Salted hash of a reason, as stored in its event. */
export function hashOfReason(salt: string, reason: string): string {
  return createHash("sha256").update(`${salt}\n${reason}`).digest("hex");
}

async function deviceOfSession(tx: Tx, id: string): Promise<Device | null> {
  const session = await tx
    .selectFrom("auth.sessions")
    .select(["user_agent", sql<string | null>`host(ip)`.as("address")])
    .where("id", "=", id)
    .executeTakeFirst();
  return session?.address ? { address: session.address, userAgent: session.user_agent } : null;
}

// Unknown user agents are dropped: they may contain arbitrary text, such as a name or an address.
function wordsOf(userAgent: string | null): string {
  const isKnown = KNOWN_BROWSERS.has(Bowser.parse(userAgent || "unknown").browser.name ?? "");
  return deviceOf(isKnown ? userAgent : null).name;
}

/** Deletes events past the retention of 400 days and their chain links, except the last, whose hash the chain continues from. */
export async function sweepAuditEvents(db: Database): Promise<void> {
  await db
    .deleteFrom("auth.audit_events")
    .where("at", "<", sql<Date>`now() - interval '400 days'`)
    .execute();
  await sql`delete from auth.audit_reasons r where not exists (select from auth.audit_events e where e.id = r.event_id)`.execute(
    db,
  );
  await sql`delete from auth.audit_chain where seq < coalesce(
    (select min(seq) from auth.audit_chain where at >= now() - interval '400 days'),
    (select max(seq) + 1 from auth.audit_chain)) - 1 and at < now() - interval '400 days'`.execute(db);
}
