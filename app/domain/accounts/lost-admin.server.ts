import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import type { LostAdmin } from "../../auth/flows/deps.server.ts";
import { issueAdminLink } from "../../auth/flows/links/undo-links.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addressee } from "../../platform/mail/mail.server.ts";
import { noteTombstone } from "../../platform/storage/tombstones.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { endBookings, settleDoubts } from "../bookings/end-bookings.server.ts";
import { takeAnswersBack } from "../departures/take-answers-back.server.ts";
import { takeAdmissionsBack } from "../kine-applications/admit-again.server.ts";
import { dropHeldBy } from "../held-decisions/hold.server.ts";
import { doubtVouched } from "../licences/doubt-vouched.server.ts";
import { lookForSeats } from "../matches/seats.server.ts";
import { suspensionChanged } from "../moderation/course.server.ts";
import { suspendAgain } from "../moderation/suspend-again.server.ts";
import type { Role } from "../../shared/roles.ts";
import { administers, type Intruders, intrudersOf, isLastAdmin } from "../moderation/intruders.server.ts";
import { adminLost } from "./messages.server.ts";
import { notifyOfNewAdmin } from "./new-admin.server.ts";

const RESTORED_BY_LINK = "Volvió con el enlace del correo que avisó el cambio.";

/** Since when somebody administers, suspended or not; null for everybody else. */
export async function adminSince(tx: Tx, id: string): Promise<Date | null> {
  const role = tx.selectFrom("user_roles").select("given_at").where("user_id", "=", id).where("role", "=", "admin");
  return (await role.executeTakeFirst())?.given_at ?? null;
}

type Mailing = Pick<Services, "mail">;
type Loss = { id: string; since: Date; is_suspended: boolean; by: { id: string; name: string } };

/**
 * Mails who lost the role of an admin, or was suspended as one, and every admin who may decide about them a link that undoes it for seven days.
 * An intruder at one admin's open session would otherwise take all others' access without their knowledge. Who administered for less than 72 hours
 * gets none: an intruder may have made them an admin. While a former address may take the account back, it gets the mail: a thief may have the new one.
 */
export async function tellOfLostAdmin({ mail }: Mailing, tx: Tx, { id, since, by, ...loss }: Loss) {
  const token = await issueAdminLink(tx, { user_id: id, admin_since: since, taken_by: by.id });
  const people = await tx
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select(["p.id", "p.name", "u.email"])
    .select(
      sql<string>`coalesce((select l.email from auth.undo_links l where l.user_id = u.id and l.kind = 'address' and l.expires_at > now()
        order by l.created_at limit 1), u.email)`.as("address"),
    )
    .select(sql<boolean>`${since}::timestamptz < now() - interval '72 hours'`.as("is_earlier"))
    .where(
      sql<boolean>`p.id in (select ${id}::uuid union select user_id from user_roles
        where role = 'admin' and has_role(user_id, 'admin') and may_decide_about(user_id, ${id}))`,
    )
    .orderBy("p.id")
    .execute();
  const lost = people.find((person) => person.id === id);
  if (!lost) return;
  for (const { id: user_id, address, is_earlier } of people) {
    if (user_id === id && !is_earlier) continue;
    const told = { name: lost.name, email: lost.email, by: by.name, token, is_suspended: loss.is_suspended };
    await mail.post(tx, adminLost, { user_id, to: addressee(address), told });
  }
}

/** An older copy has the link that would give the role back: the note of the role ends it there. */
async function noteNoAdmin(tx: Tx, id: string): Promise<void> {
  if ((await adminSince(tx, id)) !== null) return;
  const isKine = sql`exists (select from user_roles where user_id = ${id} and role = 'kine')`;
  const { rows } = await sql<{ is_kine: boolean }>`select ${isKine} as is_kine`.execute(tx);
  await noteTombstone(tx, rows[0]?.is_kine ? "kine_at_most" : "patient_at_most", id);
}

/** Ends the links, followed ones too, that undo what another admin than `adminId` did to somebody: two have decided. Returns since when the person administered, if there was one. */
export async function settleLostAdmin(tx: Tx, id: string, adminId: string | null): Promise<Date | null> {
  const settled = await tx
    .deleteFrom("auth.undo_links")
    .where("user_id", "=", id)
    .where("kind", "=", "admin")
    .where("taken_by", "is distinct from", adminId)
    .returning("admin_since")
    .execute();
  if (settled.length > 0) await noteNoAdmin(tx, id);
  return settled[0]?.admin_since ?? null;
}

/** What follows from another role. */
export async function roleChanged(tx: Tx, id: string): Promise<void> {
  await endBookings(tx, id, null);
  await lookForSeats(tx, id);
  await publish(tx, ["person", id], ["counts", "admins"]);
}

/**
 * Makes somebody an admin again as before, and ends the suspension that began since the link, or any one without a link. Every admin is told: who
 * took the role believes it gone.
 */
export async function giveAdminBack(
  services: Mailing,
  tx: Tx,
  { user_id: id, admin_since, created_at }: LostAdmin,
): Promise<void> {
  await sql`select set_config('kinexo.restoring', ${id}, true)`.execute(tx);
  await sql`lock table user_roles in share row exclusive mode`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable("suspensions")
    .set({ restored_at: sql`now()`, restored_reason: RESTORED_BY_LINK })
    .where("user_id", "=", id)
    .where("restored_at", "is", null)
    .where("suspended_at", ">=", sql<Date>`coalesce(${created_at}::timestamptz, '-infinity')`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await suspensionChanged(tx, id);
    await settleDoubts(tx, id);
    await recordEvent(tx, { event: "account_restored", user_id: id, actor_id: null });
  }
  const isLost = (await adminSince(tx, id)) === null;
  if (isLost) await replaceRole(tx, id, "admin");
  await keepSince(tx, id, admin_since);
  const made = created_at === null ? { by: "quien opera el servicio" } : { by: null, is_back: true as const };
  if (isLost || numUpdatedRows > 0n) await notifyOfNewAdmin(services, tx, id, made);
}

/** Notes that an admin has been one since earlier. */
export async function keepSince(tx: Tx, id: string, given_at: Date): Promise<void> {
  await tx.updateTable("user_roles").set({ given_at }).where("user_id", "=", id).where("role", "=", "admin").execute();
}

/** `by` is whose 'No fui yo' it is, without a session: one of an accomplice does not hide what was given before. */
async function replaceRole(tx: Tx, id: string, role: Role, by: string | null = null): Promise<void> {
  await tx.deleteFrom("user_roles").where("user_id", "=", id).execute();
  await tx.insertInto("user_roles").values({ user_id: id, role }).execute();
  await roleChanged(tx, id);
  await recordEvent(tx, { event: "role_assigned", user_id: id, actor_id: by });
}

/**
 * Undoes what somebody in an admin's account gave since a time, and who was let in by it, no matter who has taken the role from its owner since: roles, admissions, badges,
 * stars, and ended suspensions, unless somebody else has decided about them since. What they took from other admins comes back, and the owner's role too, unless
 * others took that: who was dismissed undoes nothing of what they had decided against somebody. The last admin stays.
 */
export async function takeRolesBack(services: Mailing, tx: Tx, owner: string, since: Date): Promise<void> {
  const { rows } = await sql`select from profiles p where p.id = ${owner} and ('admin' = any(p.ended_roles)
    or exists (select from user_roles r where r.user_id = p.id and r.role = 'admin'))`.execute(tx);
  if (rows.length === 0) return void (await dropHeldBy(tx, owner));
  // What they are doing is waited for, and refused after.
  await sql`lock table user_roles in share row exclusive mode`.execute(tx);
  const intruders = await intrudersOf(tx, owner, since);
  const { ids } = intruders;
  for (const id of ids) await dropHeldBy(tx, id);
  const standing = await standingOf(tx, owner, intruders);
  const isOwners = standing !== "lost to others";
  const links = await tx
    .deleteFrom("auth.undo_links")
    .where("kind", "=", "admin")
    .where(
      sql<boolean>`(${isOwners}::boolean and taken_by = any(${ids}::uuid[]) and created_at > ${since}::timestamptz
        or user_id = any(${ids}::uuid[]) and admin_since > ${since}::timestamptz)`,
    )
    .returning(["user_id", "admin_since", "created_at"])
    .execute();
  for (const { admin_since, ...lost } of links)
    if (admin_since && (admin_since <= since || !ids.includes(lost.user_id)))
      await giveAdminBack(services, tx, { ...lost, admin_since });
    else await noteNoAdmin(tx, lost.user_id);
  // Two whom they let in may have decided about the owner, which ends the link.
  if (standing === "lost to them" && !(await administers(tx, owner)))
    await giveAdminBack(services, tx, { user_id: owner, admin_since: since, created_at: since });
  for (const { id, was_kine } of await rolesGivenBy(tx, owner, intruders))
    if (!(await isLastAdmin(tx, id))) await replaceRole(tx, id, was_kine ? "kine" : "patient", owner);
  for (const id of ids) if (id !== owner) await withdrawInvitations(tx, id, since);
  await takeAnswersBack(tx, intruders);
  await suspendAgain(services, tx, owner, intruders);
  await doubtVouched(tx, owner, intruders);
  await takeAdmissionsBack(tx, services, intruders);
}

/**
 * Who has a role that intruders gave: that of an admin, or another one, unless somebody else has decided about them since. `was_kine` is whether they were a specialist before: who
 * had one decision since was what that ended; who had more, and only of intruders, is what they signed up as. The roles that ended name no time: intruders end some of their own.
 * What a press gave back is no decision: a link of an earlier change looks further back, and reads again where there were several.
 */
async function rolesGivenBy(tx: Tx, owner: string, { ids, auditIds, since }: Intruders) {
  const { rows } = await sql<{ id: string; was_kine: boolean }>`
    select p.id, case d.many when 1 then coalesce(p.ended_roles[cardinality(p.ended_roles)] = 'kine', false)
      else d.is_all and exists (select from kine_applications a where a.user_id = p.id) end as was_kine
    from profiles p join user_roles r on r.user_id = p.id join auth.users u on u.id = p.id
      cross join lateral (select (array_agg(e.is_press order by e.id desc))[1] as is_pressed, count(*) filter (where e.is_new and not e.is_press and e.id > e.others) as many,
          coalesce(bool_and(e.is_new and e.is_theirs) filter (where not e.is_press), false) as is_all
        from (select id, is_press, is_theirs, at > ${since}::timestamptz as is_new, coalesce(max(id) filter (where not is_press and not is_theirs) over (), 0) as others
          from (select id, at, session_id is null and actor is not null as is_press, coalesce(actor = any(${auditIds}::uuid[]), false) as is_theirs
            from auth.audit_events where subject = u.audit_id and event = 'role_assigned') given) e) d
    where p.id <> ${owner} and r.given_at > ${since}::timestamptz
      and case r.role when 'admin' then p.id = any(${ids}::uuid[]) else d.many > case when d.is_pressed then 1 else 0 end end
    order by p.id`.execute(tx);
  return rows;
}

/** Whether somebody administers, or lost that to intruders in their account and those whom these let in, or to somebody else who has decided about them since: a link, or the service, decides without a session. */
async function standingOf(tx: Tx, id: string, { ids, auditIds, since }: Intruders) {
  if (await administers(tx, id)) return "administers";
  const { rows } = await sql<{ by_them: boolean }>`
    select exists (select from auth.undo_links where user_id = ${id} and kind = 'admin' and taken_by = any(${ids}::uuid[]))
      or coalesce((select bool_and(e.session_id is not null and e.actor = any(${auditIds}::uuid[]))
        from auth.audit_events e join auth.users u on u.audit_id = e.subject
        where u.id = ${id} and e.event in ('role_assigned', 'account_suspended') and e.at > ${since}::timestamptz), false) as by_them`.execute(
    tx,
  );
  return rows[0]?.by_them ? "lost to them" : "lost to others";
}
