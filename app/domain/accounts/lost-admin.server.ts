import { sql } from "kysely";
import { auditIdOf, recordEvent } from "../../auth/core/audit.server.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import type { LostAdmin } from "../../auth/flows/deps.server.ts";
import { issueAdminLink } from "../../auth/flows/links/undo-links.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addressee } from "../../platform/mail/mail.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { endBookings, settleDoubts } from "../bookings/end-bookings.server.ts";
import { takeAnswersBack } from "../departures/take-answers-back.server.ts";
import { dropHeldBy } from "../held-decisions/hold.server.ts";
import { doubtVouched } from "../licences/doubt-vouched.server.ts";
import { lookForSeats } from "../matches/seats.server.ts";
import { suspensionChanged } from "../moderation/course.server.ts";
import { suspendAgain } from "../moderation/suspend-again.server.ts";
import type { Role } from "../../shared/roles.ts";
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

/** Ends the links, followed ones too, that undo what another admin than `adminId` did to somebody: two have decided. Returns since when the person administered, if there was one. */
export async function settleLostAdmin(tx: Tx, id: string, adminId: string | null): Promise<Date | null> {
  const settled = await tx
    .deleteFrom("auth.undo_links")
    .where("user_id", "=", id)
    .where("kind", "=", "admin")
    .where("taken_by", "is distinct from", adminId)
    .returning("admin_since")
    .execute();
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

async function replaceRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.deleteFrom("user_roles").where("user_id", "=", id).execute();
  await tx.insertInto("user_roles").values({ user_id: id, role }).execute();
  await roleChanged(tx, id);
  await recordEvent(tx, { event: "role_assigned", user_id: id, actor_id: null });
}

/**
 * Undoes what an account decided about roles since a time, unless another admin has decided since: who lost the role of an admin has it again, who
 * got a role has the one before, and so on with what these decided as admins. The last admin stays. What licences they checked is in doubt,
 * whose stars they said is taken back, and whose suspension they ended is suspended again.
 * `owner` is whose account it began with.
 */
export async function takeRolesBack(
  services: Mailing,
  tx: Tx,
  userId: string,
  since: Date,
  owner = userId,
): Promise<void> {
  await dropHeldBy(tx, userId);
  if (userId === owner && !(await stillAdministers(tx, owner, since))) return;
  const taken = await tx
    .deleteFrom("auth.undo_links")
    .where("taken_by", "=", userId)
    .where("created_at", ">", since)
    .returning(["user_id", "admin_since", "created_at"])
    .execute();
  for (const { admin_since, ...lost } of taken)
    if (admin_since) await giveAdminBack(services, tx, { ...lost, admin_since });
  const given = await tx
    .selectFrom("auth.audit_events as e")
    .innerJoin("auth.users as u", "u.audit_id", "e.subject")
    .innerJoin("user_roles as r", "r.user_id", "u.id")
    .innerJoin("profiles as p", "p.id", "u.id")
    .select(["u.id", "r.role", sql<Role[]>`p.ended_roles::text[]`.as("ended_roles")])
    .select(sql<boolean>`has_other_admin(u.id)`.as("has_other"))
    .distinct()
    .where("e.event", "=", "role_assigned")
    .where("e.actor", "=", auditIdOf(userId))
    .where("e.at", ">", since)
    .where("r.given_at", ">", since)
    .where(
      sql<boolean>`not exists (select from auth.audit_events o where o.subject = e.subject and o.event = e.event and o.id > e.id
        and o.actor is distinct from e.actor)`,
    )
    .where("u.id", "<>", userId)
    .execute();
  for (const { id, role, ended_roles, has_other } of given) {
    if (role === "admin" && !has_other) continue;
    const before = ended_roles.findLast((ended) => ended !== "admin") ?? "patient";
    await replaceRole(tx, id, before);
    await withdrawInvitations(tx, id, since);
    if (role === "admin") await takeRolesBack(services, tx, id, since, owner);
  }
  await takeAnswersBack(tx, userId, since);
  await suspendAgain(services, tx, owner, { by: userId, since });
  await doubtVouched(tx, owner, userId, since);
}

/**
 * Whether somebody administers, or lost the role to themselves or to whom they made an admin since a time, as an intruder in their account does it. Who was
 * dismissed by others undoes nothing of what they decided.
 */
async function stillAdministers(tx: Tx, id: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select has_role(${id}::uuid, 'admin') or exists (
    select from auth.undo_links l where l.user_id = ${id} and l.kind = 'admin' and (l.taken_by = ${id} or exists (
      select from auth.users t join auth.audit_events e on e.subject = t.audit_id where t.id = l.taken_by and e.event = 'role_assigned'
        and e.actor = ${auditIdOf(id)} and e.at > ${since}::timestamptz))) as may`.execute(tx);
  return rows[0]?.may ?? false;
}
