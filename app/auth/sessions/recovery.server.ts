import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import { AuthFailure } from "../core/auth-errors.server.ts";
import { latestFactorProof, type Session } from "../core/session.server.ts";
import { endSessions } from "./sessions.server.ts";

/** A way into an account that outlives its password. */
export type WayIn = { kind: "factor" | "passkey" | "identity"; id: string };
/** `name` is the name of a factor or passkey, a factor's type without one, or an identity's provider. */
export type NewWayIn = WayIn & { name: string; added_at: Date };

/**
 * Begins the recovery of a locked account: removes the password, ends the other sessions, forgets known browsers, and makes a new
 * password due, which only the session of the link may set. Call once the link's session needs no second factor: until then, the
 * mailbox alone changes nothing.
 */
export async function beginRecovery(tx: Tx, { id, user_id }: Pick<Session, "id" | "user_id">): Promise<void> {
  await tx
    .updateTable("auth.users")
    .set({ encrypted_password: null, must_change_password: true, recovered_at: sql`now()` })
    .where("id", "=", user_id)
    .execute();
  await endSessions(tx, { id, user_id }, id ? "others" : "global", "password_changed");
  await forgetDevices(tx, user_id);
  await recordEvent(tx, { event: "account_recovered", user_id, session_id: id || null });
}

/** Makes the browsers and networks of past sessions unknown: an intruder may have signed in from them. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("auth.users")
    .set({ devices_forgotten_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

/** The user's ways in that a recovery at `at` (now by default) holds back, oldest first. */
export async function newWaysIn(db: Database | Tx, userId: string, at: Date | null = null): Promise<NewWayIn[]> {
  const { rows } = await sql<NewWayIn>`
    select kind, id, name, added_at from auth.new_ways_in(${userId}::uuid, coalesce(${at}::timestamptz, now()))`.execute(
    db,
  );
  return rows;
}

/**
 * The ways in that the current recovery of an account holds back until the session of its link keeps them. The factor that this session
 * showed does not count: its user holds it.
 */
export async function heldBack(
  db: Database | Tx,
  { user_id, factor_id }: Pick<Session, "user_id" | "factor_id">,
): Promise<NewWayIn[]> {
  const began = await recoveryUnderWay(db, user_id);
  return began ? (await newWaysIn(db, user_id, began)).filter(({ id }) => id !== factor_id) : [];
}

/** When the account's recovery began whose password is still due, or null. A node of the previous version leaves `recovered_at` behind. */
export async function recoveryUnderWay(db: Database | Tx, userId: string): Promise<Date | null> {
  const user = await db
    .selectFrom("auth.users")
    .select("recovered_at")
    .where("id", "=", userId)
    .where("must_change_password", "=", true)
    .executeTakeFirst();
  return user?.recovered_at ?? null;
}

const TABLES = {
  factor: "auth.mfa_factors",
  passkey: "auth.webauthn_credentials",
  identity: "auth.identities",
} as const;

/** Makes a way in count as if the account's factor had been shown for it, once a recovery that showed it keeps this way in. */
export async function vouchFor(tx: Tx, { kind, id }: WayIn): Promise<void> {
  await tx.updateTable(TABLES[kind]).set({ without_factor: false }).where("id", "=", id).execute();
}

/** Throws AuthFailure 403 way_in_held while a recovery holds this way in back. */
export async function requireNotHeld(db: Database | Tx, userId: string, { kind, id }: WayIn): Promise<void> {
  const held = await heldBack(db, { user_id: userId, factor_id: null });
  if (!held.some((way) => way.kind === kind && way.id === id)) return;
  throw new AuthFailure(
    403,
    "way_in_held",
    "Esta forma de ingreso está en pausa hasta que elijas tu contraseña nueva con el enlace que te mandamos por correo",
  );
}

/**
 * Whether a factor that is shown to the session of a recovery link begins its recovery: one that the account had before, while the session
 * has shown none. Ask before a new factor is confirmed: adding one recovers nothing. Throws AuthFailure 403 factor_too_new for a new factor
 * beside an older one: an intruder may have added it.
 */
export async function beginsWithFactor(tx: Tx, session: Session, factorId: string): Promise<boolean> {
  // A node of the previous version leaves `recovers` set after the password.
  if (!session.recovers || session.aal !== "aal1" || latestFactorProof(session) !== null) return false;
  const factors = await tx
    .selectFrom("auth.mfa_factors")
    .select("id")
    .where("user_id", "=", session.user_id)
    .where("status", "=", "verified")
    .execute();
  if (factors.length === 0) return false;
  const fresh = new Set((await newWaysIn(tx, session.user_id)).map(({ id }) => id));
  if (!fresh.has(factorId) || factors.every(({ id }) => fresh.has(id))) return true;
  throw new AuthFailure(
    403,
    "factor_too_new",
    "Ese segundo paso es muy nuevo para recuperar la cuenta. Usá el que tenías de antes",
  );
}
