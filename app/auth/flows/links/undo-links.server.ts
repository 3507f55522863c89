import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { hashToken } from "../../../platform/crypto.server.ts";
import type { Tx } from "../../../platform/database/database.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { holdAdminsBack } from "../../core/disowning.server.ts";
import type { Device } from "../../core/session.server.ts";
import { forgetDevices, type WayIn } from "../../sessions/recovery.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { withAttemptLimit } from "./attempt-limit.server.ts";
import { restoreAddress } from "./restore-address.server.ts";
import { disown } from "../ways-in.server.ts";

export const UndoBody = z.object({ token: z.string().min(1).max(256) });

type Change = { user_id: string; session_id: string | null };

/** Creates the token of a link that removes a new way in, valid for seven days, once. */
export const issueUndoLink = (tx: Tx, change: Change, { kind, id }: WayIn): Promise<string> =>
  issue(tx, { ...change, kind, way_id: id });

type ChangedAddress = Change & { email: string; claimed_at: Date | null };

/**
 * Creates the token of a link that restores an address changed to `changedTo`, valid for seven days, once. Null where the account thereby
 * returns to an address that has such a link: its owner has undone the change by hand, and what came between must not outlive their link.
 */
export async function issueAddressUndoLink(tx: Tx, change: ChangedAddress, changedTo: string): Promise<string | null> {
  const ownLinks = sql<boolean>`user_id = ${change.user_id} and kind = 'address'`;
  const returned = await tx
    .selectFrom("auth.undo_links")
    .select(["id", "created_at"])
    .where(ownLinks)
    .where("email", "=", changedTo)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (!returned) return issue(tx, { ...change, kind: "address" });
  await tx
    .deleteFrom("auth.undo_links")
    .where(ownLinks)
    .where("created_at", ">=", returned.created_at)
    .where("id", "<>", returned.id)
    .execute();
  return null;
}

type TakenAdmin = { user_id: string; admin_since: Date; taken_by: string };

/** Creates the token of a link that makes somebody an admin again, valid for seven days, once. */
export const issueAdminLink = (tx: Tx, lost: TakenAdmin): Promise<string> => issue(tx, { ...lost, kind: "admin" });

type NewLink = Partial<TakenAdmin & Change> & {
  user_id: string;
  kind: string;
  way_id?: string;
  email?: string;
  claimed_at?: Date | null;
};

async function issue(tx: Tx, link: NewLink): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx
    .insertInto("auth.undo_links")
    .values({ ...link, token_hash: hashToken(token) })
    .execute();
  return token;
}

/**
 * Undoes what a link names, without a session: disowns a way in and the session that added it, restores an address, or makes an admin again.
 * Returns what was undone. Throws AuthFailure 403 otp_expired for an unknown, used or expired link, 429.
 */
export async function undo(deps: AuthDeps, { token }: z.output<typeof UndoBody>, device: Device) {
  return withAttemptLimit(deps, device, async (tx) => {
    // Admins wait for links alone, and not for what anybody sends in place of one.
    if (await isLink(tx, token)) await holdAdminsBack(tx);
    const link = await spend(tx, token);
    if (!link) throw new AuthFailure(403, "otp_expired", "El enlace ya se usó o venció.");
    if (link.email !== null) {
      await restoreAddress(deps, tx, { ...link, email: link.email });
      return { undone: "address" as const };
    }
    if (link.admin_since !== null) {
      await deps.giveAdminBack(tx, { ...link, admin_since: link.admin_since });
      // Nobody has this link: it marks that the first of two admins has decided.
      const { user_id, admin_since, taken_by } = link;
      if (taken_by) await issueAdminLink(tx, { user_id, admin_since, taken_by });
      return { undone: "admin" as const };
    }
    const way = { kind: link.kind as WayIn["kind"], id: link.way_id ?? "" };
    await disown(deps, tx, link.user_id, { ...link, way });
    await forgetDevices(tx, link.user_id);
    return { undone: way.kind };
  });
}

async function isLink(tx: Tx, token: string): Promise<boolean> {
  const link = tx.selectFrom("auth.undo_links").select("id").where("token_hash", "=", hashToken(token));
  return (await link.executeTakeFirst()) !== undefined;
}

/** Consumes a link, with its account locked; null when it is unknown or expired. */
async function spend(tx: Tx, token: string) {
  const hash = hashToken(token);
  await tx
    .selectFrom("auth.users")
    .select("id")
    .where("id", "=", (eb) => eb.selectFrom("auth.undo_links").select("user_id").where("token_hash", "=", hash))
    .forUpdate()
    .execute();
  return tx
    .deleteFrom("auth.undo_links")
    .where("token_hash", "=", hash)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["id", "user_id", "kind", "way_id", "session_id", "email", "claimed_at"])
    .returning(["admin_since", "taken_by", "created_at"])
    .executeTakeFirst();
}
