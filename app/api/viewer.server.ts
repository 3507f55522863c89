import { sql } from "kysely";
import type { Database } from "../platform/database/database.server.ts";
import { prepared } from "../platform/database/prepared-statements.server.ts";
import type { ApprovalStatus, Role } from "../shared/roles.ts";

/** The authenticated user, read from the live session, profile and roles on each request. */
export type Viewer = {
  id: string;
  /** null for in-process calls, which have no session. */
  session_id: string | null;
  name: string;
  email: string;
  photo_url: string | null;
  approval_status: ApprovalStatus;
  must_change_password: boolean;
  /** Suspended users may do nothing; their sessions have already been ended. */
  is_suspended: boolean;
  roles: Role[];
  /** Whether the user has a verified second factor. */
  has_factor: boolean;
  /** Whether the user has been an admin for longer than the operator lets one work without a second factor. */
  factor_due: boolean;
  /** Whether the user has yet to claim the account (decision 33) and has a second factor, or moved in unconfirmed and was sent no link. */
  claim_due: boolean;
  /** Whether the user, a specialist by a change of role, has yet to say that their profile may be public. */
  publish_due: boolean;
  /** Why mails do not reach the user, until they solve it. */
  mail_state: "hard" | "complained" | null;
  /** Assurance level of the session: aal2 after a second factor, and for in-process calls. */
  aal: string;
};

const people = (db: Database) =>
  db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select([
      "p.id",
      "p.name",
      "p.email",
      "p.photo_url",
      "p.approval_status",
      "u.must_change_password",
      sql<boolean>`p.suspended_at is not null`.as("is_suspended"),
      sql<Role[]>`array(select r.role::text from user_roles r where r.user_id = p.id)`.as("roles"),
      sql<boolean>`exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')`.as(
        "has_factor",
      ),
      sql<boolean>`exists (
        select from user_roles a join settings g on g.key = 'admin_factor_days' where a.user_id = p.id and a.role = 'admin'
          and greatest(a.given_at, g.since) < now() - make_interval(days => setting_number(g.key, 90)))`.as(
        "factor_due",
      ),
      sql<boolean>`u.claimed_at is null and (exists (
          select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
        or u.email_confirmed_at is null and exists (
          select from moved_rows m where m.person_id = p.id and m.kind = 'user' and not m.is_merged))`.as("claim_due"),
      sql<boolean>`p.publish_asked_at is not null`.as("publish_due"),
      sql<
        "hard" | "complained" | null
      >`(select m.state from mail_states m where m.user_id = p.id and m.state <> 'soft')`.as("mail_state"),
    ]);

/** The claims of a valid access token. They do not prove that the session is live. */
export type Claimed = { session_id: string; user_id: string };

const ofLiveSession = prepared("viewer", (db, session: Claimed) =>
  people(db)
    .innerJoin("auth.sessions as s", "s.user_id", "p.id")
    .select(["s.id as session_id", "s.aal"])
    .where("s.id", "=", session.session_id)
    .where("s.user_id", "=", session.user_id)
    .where("s.ended_at", "is", null)
    .where("s.not_after", ">", sql<Date>`now()`),
);

/** The user of a live session in one round trip; null when the session has ended or the user was deleted. */
export async function findViewer(db: Database, { session_id, user_id }: Claimed): Promise<Viewer | null> {
  const viewer = (await ofLiveSession.first(db, { session_id, user_id })) ?? null;
  // Statements share connections: the answer to another statement must never pass for the answer to this one.
  if (viewer && viewer.session_id !== session_id) throw new Error("an answer to somebody else");
  return viewer;
}

/** A user as the viewer of in-process calls, without a session. Throws when the id does not exist. */
export async function personAsViewer(db: Database, id: string): Promise<Viewer> {
  return { ...(await people(db).where("p.id", "=", id).executeTakeFirstOrThrow()), session_id: null, aal: "aal2" };
}
