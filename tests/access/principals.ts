import { sql } from "kysely";
import { asViewer, type Database } from "../../app/platform/database/database.server.ts";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { type Principal, principals } from "../procedures/principals.ts";
import { expiredToken, openAccounts, sessionOf } from "../support/accounts.ts";
import { like } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";

/** Each principal's access token and user id; `forged`, `expired` and the ended sessions are the owner's. */
export type Principals = { tokens: Record<Principal, string | null>; ids: Record<Principal, string> };

const named = (name: string, number: number) => like(cast.carla, name, { license_number: `MN ${number}` });
const pending = (name: string, license_number: string) => like(cast.diego, name, { license_number });
/** The users who sign up; the specialists among `approved` are approved. */
const people = {
  owner: cast.ana,
  "other patient": cast.bruno,
  "pending kine": cast.diego,
  "turned down kine": pending("Rechazado", "MN 777"),
  "unapproved admin": pending("Apurado", "MN 778"),
  "half patient": like(cast.ana, "Media"),
  "half admin": like(cast.bruno, "Mitad"),
  deleted: like(cast.ana, "Borrada"),
} satisfies Partial<Record<Principal, CastMember>>;
const approved = {
  "kine without application": named("Sin", 781),
  "kine proposed": named("Propuesta", 782),
  "kine accepted": named("Aceptada", 783),
  "kine rejected": named("Rechazada", 784),
  "kine with a temporary password": named("Temporal", 785),
  suspended: named("Parado", 786),
  "suspended in a live session": named("Parada", 787),
  "half kine": named("Medio", 788),
  "former kine": named("Antes Kine", 789),
} satisfies Partial<Record<Principal, CastMember>>;
/** Further sessions of those users. */
const sessions = {
  "owner in an old session": "owner",
  "kine in an old session": "kine without application",
  "admin in an old session": "admin",
  "signed out": "owner",
  "session over": "owner",
} as const satisfies Partial<Record<Principal, Principal>>;

/** Creates all principals in a test app, each with a session. */
export async function openPrincipals({ db, app }: TestApp): Promise<Principals> {
  const { secret, publicUrl } = app.services.settings;
  const accounts = await openAccounts({ db, secret, publicUrl });
  const adminId = (
    await db.selectFrom("auth.users").select("id").where("email", "=", cast.elena.email).executeTakeFirstOrThrow()
  ).id;
  const ids = { admin: adminId } as Principals["ids"];
  const tokens = { anonymous: null } as Principals["tokens"];
  for (const [who, member] of Object.entries({ ...people, ...approved }) as [Principal, CastMember][])
    ids[who] = await accounts.signUp(member);
  await accounts.giveConsent(ids["former kine"]);
  for (const [who, person] of Object.entries(sessions) as [Principal, Principal][]) ids[who] = ids[person];
  await asViewer(db, adminId, async (tx) => {
    const kineIds = Object.keys(approved).map((who) => ids[who as Principal]);
    await sql`select approve_kine_application(id, true) from kine_applications where profile_id in (${sql.join(kineIds)})`.execute(
      tx,
    );
    await sql`update profiles set license_checked_at = now() where id in (${sql.join(kineIds)}) and license_number is not null`.execute(
      tx,
    );
  });
  for (const who of principals.filter((each) => ids[each])) tokens[who] = (await accounts.signIn(ids[who])).token;
  tokens.forged = `${tokens.owner!.slice(0, -8)}AAAAAAAA`;
  tokens.expired = await expiredToken(db, secret, tokens.owner!);
  ids.anonymous = ids.forged = ids.expired = ids.owner;
  await spoil(db, { tokens, ids });
  return { tokens, ids };
}

/** Brings users and sessions into the state that the principal's name says. */
async function spoil(db: Database, { tokens, ids }: Principals) {
  const sessionsOf = (...who: Principal[]) => sql.join(who.map((each) => sessionOf(tokens[each]!)));
  const idsOf = (...who: Principal[]) => sql.join(who.map((each) => ids[each]));
  const old = sessionsOf("owner in an old session", "kine in an old session", "admin in an old session");
  const suspended = ["suspended", "suspended in a live session"] as const;
  for (const statement of [
    sql`update auth.sessions set ended_at = now(), end_reason = 'signed_out' where id = ${sessionsOf("signed out")}`,
    sql`update auth.sessions set created_at = 'epoch', not_after = '1970-01-01 00:00:01Z' where id = ${sessionsOf("session over")}`,
    sql`update auth.users set email_confirmed_at = now() where id in (${idsOf("other patient", "kine accepted")})`,
    sql`delete from auth.users where id = ${ids.deleted}`,
    sql`update profiles set approval_status = 'rejected' where id = ${ids["turned down kine"]}`,
    sql`update auth.users set must_change_password = true where id = ${ids["kine with a temporary password"]}`,
    sql`update user_roles set role = 'admin' where user_id in (${idsOf("unapproved admin", "half admin")})`,
  ])
    await statement.execute(db);
  await asViewer(db, ids.admin, (tx) =>
    tx
      .insertInto("suspensions")
      .values(suspended.map((who) => ({ user_id: ids[who], reason: "Spam", suspended_by: ids.admin })))
      .execute(),
  );
  for (const statement of [
    sql`update auth.sessions set ended_at = null, end_reason = null where id = ${sessionsOf("suspended in a live session")}`,
    // The proofs of all other sessions outlast any test.
    sql`update auth.sessions set proofs = '[{"method":"password","timestamp":4000000000}]' where id not in (${old})`,
    sql`update auth.sessions set created_at = now() - interval '3 hours' where id in (${old})`,
    // A second factor that their sessions have not verified.
    sql`insert into auth.mfa_factors (user_id, factor_type, status)
      select id, 'webauthn', 'verified' from auth.users where id in (${idsOf("half patient", "half kine", "half admin")})`,
  ])
    await statement.execute(db);
}
