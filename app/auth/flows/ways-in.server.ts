import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import { insertEmailIdentity } from "../core/users.server.ts";
import { factorRemoved, identityUnlinked } from "../mails/messages.server.ts";
import { lowerSessions } from "../sessions/assurance.server.ts";
import { dropLeftBehind, endSessions, endSessionsWhere } from "../sessions/sessions.server.ts";
import type { WayIn } from "../sessions/recovery.server.ts";
import type { AuthDeps } from "./deps.server.ts";
import { withdrawInvitations } from "./invitations.server.ts";
import { dropToken } from "./links/one-time-tokens.server.ts";
import { notify } from "./security-notifications.server.ts";

/** `session_id` is the session that removes it, which continues; null for a link. */
type Remover = { user_id: string; session_id: string | null };
type RemovalDeps = Pick<AuthDeps, "mail" | "limiter" | "providers">;
type DisowningDeps = RemovalDeps & Pick<AuthDeps, "takeRolesBack">;

const FACTORS: Record<string, string> = {
  totp: "los códigos de una aplicación",
  webauthn: "una llave de seguridad",
  recovery_code: "los códigos de recuperación",
};
/** Name of a factor type in messages. */
export const factorInWords = (factorType: string): string => FACTORS[factorType] ?? "un segundo paso";
export const A_PASSKEY = "una llave de acceso";

/** Name of a provider. */
export const providerName = ({ providers }: Pick<AuthDeps, "providers">, id: string) => providers.get(id)?.name ?? id;

/**
 * Removes a way into a locked account with the sessions that it opened, records it and notifies the user. False when the account has
 * none such.
 */
export async function removeWayIn(deps: RemovalDeps, tx: Tx, by: Remover, { kind, id }: WayIn): Promise<boolean> {
  const removed = await REMOVALS[kind](tx, by, id);
  if (removed === null) return false;
  const event = ({ factor: "factor_removed", passkey: "passkey_removed", identity: "identity_unlinked" } as const)[
    kind
  ];
  await recordEvent(tx, { event, ...by, ...(by.session_id === null && { actor_id: null }) });
  if (kind === "identity") {
    // A session does not name the identity that opened it.
    const { user_id, session_id } = by;
    await endSessions(tx, { id: session_id ?? "", user_id }, session_id ? "others" : "global", "signed_out");
    await dropToken(tx, "email_change", user_id);
    const way = removed === "email" ? "tu contraseña" : `tu cuenta de ${providerName(deps, removed)}`;
    await notify(deps, tx, identityUnlinked, by.user_id, { way });
  } else {
    await notify(deps, tx, factorRemoved, by.user_id, {
      factor: kind === "passkey" ? A_PASSKEY : factorInWords(removed),
    });
  }
  return true;
}

/** The way in, the session that added it, and the time of that. */
type Disowned = { way: WayIn; session_id: string | null; created_at: Date };
/** An intruder at an open session does all at once; what that session added earlier is its owner's. */
const INTRUSION_MS = 60 * 60 * 1000;

/**
 * Removes a way into a locked account that its owner disowns, ends the session that added it and those that it opened or raised, and removes
 * what these have added since an hour before, and so on, with the specialists whom an admin's account made and the roles that it gave since. Links for undoing tell which
 * session added what.
 */
export async function disown(deps: DisowningDeps, tx: Tx, user_id: string, disowned: Disowned): Promise<void> {
  const since = new Date(disowned.created_at.getTime() - INTRUSION_MS);
  const links = await tx
    .selectFrom("auth.undo_links")
    .select(["session_id", sql<WayIn["kind"]>`kind`.as("kind"), sql<string>`way_id`.as("id")])
    .where("user_id", "=", user_id)
    .where("kind", "not in", ["address", "admin"])
    .where("created_at", ">", since)
    .execute();
  const ways = new Map([[disowned.way.id, disowned.way]]);
  const sessions = new Set([disowned.session_id]);
  // A map that grows while it is walked is walked to its end.
  for (const { kind, id } of ways.values()) {
    const opened = tx
      .selectFrom("auth.sessions")
      .select("id")
      .where("user_id", "=", user_id)
      .where((eb) =>
        kind === "identity"
          ? // A session does not name the identity that opened it.
            eb.and([eb("sign_in_method", "=", "oauth"), eb("created_at", ">", since)])
          : eb.or([
              eb("passkey_id", "=", id),
              eb("factor_id", "=", id),
              // A session that removed its own passkey names it no more.
              ...(kind === "passkey"
                ? [
                    eb.and([
                      eb("passkey_id", "is", null),
                      eb("sign_in_method", "=", "passkey"),
                      eb("created_at", ">", since),
                    ]),
                  ]
                : []),
            ]),
      );
    for (const session of await opened.execute()) sessions.add(session.id);
    for (const { session_id, ...way } of links)
      if (session_id !== null && sessions.has(session_id) && !ways.has(way.id)) ways.set(way.id, way);
  }
  await endSessionsWhere(tx, user_id, sql`id = any(${[...sessions]}::uuid[])`);
  await dropLeftBehind(tx, user_id);
  await withdrawInvitations(tx, user_id, since);
  await deps.takeRolesBack(tx, user_id, since);
  for (const way of ways.values())
    if (await removeWayIn(deps, tx, { user_id, session_id: null }, way))
      await recordEvent(tx, { event: "way_in_disowned", user_id, actor_id: null });
}

/** Each returns the name of what it removed: a factor's type, a provider, or a passkey's; null when there was none. */
const REMOVALS: Record<WayIn["kind"], (tx: Tx, by: Remover, id: string) => Promise<string | null>> = {
  async factor(tx, { user_id }, id) {
    const type = await deleteFactor(tx, user_id, id);
    if (type === null) return null;
    const left = await tx
      .selectFrom("auth.mfa_factors")
      .select(["id", "factor_type"])
      .where("user_id", "=", user_id)
      .where("status", "=", "verified")
      .execute();
    // Recovery codes only stand in for another factor.
    if (left.every(({ factor_type }) => factor_type === "recovery_code")) {
      for (const codes of left) await deleteFactor(tx, user_id, codes.id);
      // A recovery that waited for a factor has not begun, and would end as a whole session: its owner asks for another link.
      await endSessionsWhere(tx, user_id, sql`recovers and aal = 'aal1'`);
    }
    return type;
  },

  async passkey(tx, by, id) {
    await endPasskeySessions(tx, by, id);
    const passkey = await tx
      .deleteFrom("auth.webauthn_credentials")
      .where("id", "=", id)
      .where("user_id", "=", by.user_id)
      .where("factor_id", "is", null)
      .returning("id")
      .executeTakeFirst();
    return passkey ? A_PASSKEY : null;
  },

  async identity(tx, { user_id }, id) {
    const identity = await tx
      .deleteFrom("auth.identities")
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .returning("provider")
      .executeTakeFirst();
    if (!identity) return null;
    const change = identity.provider === "email" ? { encrypted_password: null } : { joined_by_address: false };
    const { email } = await tx
      .updateTable("auth.users")
      .set({ ...change, updated_at: sql`now()` })
      .where("id", "=", user_id)
      .returning("email")
      .executeTakeFirstOrThrow();
    const left = await tx
      .selectFrom("auth.identities")
      .select("id")
      .where("user_id", "=", user_id)
      .limit(1)
      .executeTakeFirst();
    // Clients expect an identity; a recovery sets the password of this one.
    if (!left) await insertEmailIdentity(tx, user_id, email);
    return identity.provider;
  },
};

async function deleteFactor(tx: Tx, userId: string, id: string): Promise<string | null> {
  await lowerSessions(tx, id);
  const factor = await tx
    .deleteFrom("auth.mfa_factors")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("factor_type")
    .executeTakeFirst();
  return factor?.factor_type ?? null;
}

/** Ends the sessions that a passkey started; the one that removes it continues without the level that the passkey gave it. */
async function endPasskeySessions(tx: Tx, { session_id, user_id }: Remover, passkeyId: string): Promise<void> {
  // Sessions of older versions record no passkey: this one may have started them.
  const started = sql<boolean>`id is distinct from ${session_id}::uuid
    and (passkey_id = ${passkeyId}::uuid or passkey_id is null and sign_in_method = 'passkey')`;
  await endSessionsWhere(tx, user_id, started);
  // Also of those that signed out before.
  await dropLeftBehind(
    tx,
    user_id,
    sql`session_id in (select id from auth.sessions where user_id = ${user_id} and ${started})`,
  );
  await tx
    .updateTable("auth.sessions")
    .set({ aal: "aal1" })
    .where("id", "=", session_id)
    .where("passkey_id", "=", passkeyId)
    .where("factor_id", "is", null)
    .execute();
}
