import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { kine } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { mustBeFree } from "../licences/licence-holder.server.ts";
import { normalLicence } from "../licences/licence-text.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { changeWasAsked } from "./course.server.ts";

/** The fields that an admin reviews before they are published. */
type Reviewed = { name: string; license_number: string | null; specialty: string | null };
type Given = { name: string; license_number?: string | undefined; specialty?: string | undefined };

const reviewed = ["name", "license_number", "specialty"] as const;
const areSame = (one: Reviewed, other: Reviewed) => reviewed.every((field) => one[field] === other[field]);

/**
 * Submits a specialist's name, licence and specialty for review where they differ from the public ones; submitting the public values
 * withdraws the change. Locks the profile. Returns whether a change is pending. Throws PROFILE_CHANGED, and as `mustBeFree`.
 */
export async function askForReview(
  tx: Tx,
  viewer: Viewer,
  given: Given,
  version: number | undefined,
): Promise<boolean> {
  const shown = await tx
    .selectFrom("profiles")
    .select([...reviewed, "version", "license_checked_at"])
    .where("id", "=", viewer.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (version !== undefined && version !== shown.version) throw new AppError("PROFILE_CHANGED");
  const change = await tx
    .selectFrom("profile_changes")
    .select([...reviewed, "rejected_at"])
    .where("kine_id", "=", viewer.id)
    .executeTakeFirst();
  const pending = change && !change.rejected_at ? change : null;
  const before = pending ?? shown;
  const asked = {
    name: given.name,
    license_number: isSameLicence(before.license_number, given.license_number)
      ? before.license_number
      : (given.license_number ?? null),
    specialty: given.specialty ?? before.specialty,
  };
  if (asked.license_number !== shown.license_number) await mustBeFree(tx, asked.license_number, viewer.id);
  const isUnchecked = shown.license_number !== null && shown.license_checked_at === null;
  if (areSame(asked, before) && (change || !isUnchecked)) return pending !== null;
  if (areSame(asked, shown) && !isUnchecked) {
    await withdrawChange(tx, viewer);
    return false;
  }
  await tx.deleteFrom("profile_changes").where("kine_id", "=", viewer.id).execute();
  await tx
    .insertInto("profile_changes")
    .values({ kine_id: viewer.id, ...asked })
    .execute();
  await changeWasAsked(tx, viewer.id);
  await recordEvent(tx, { event: "profile_change_asked", user_id: viewer.id, session_id: viewer.session_id });
  return true;
}

/** Whether nothing or the stored number is given. One that was stored before numbers had one form is no change. */
const isSameLicence = (stored: string | null, given: string | undefined) =>
  given === undefined || (stored !== null && normalLicence(stored) === given);

async function withdrawChange(tx: Tx, viewer: Viewer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("profile_changes").where("kine_id", "=", viewer.id).executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await changeWasAsked(tx, viewer.id);
  await recordEvent(tx, { event: "profile_change_withdrawn", user_id: viewer.id, session_id: viewer.session_id });
  return true;
}

/** Withdraws the viewer's own change, or dismisses a rejected one; returns the profile's version. */
export const withdraw = kine
  .meta({ summary: "Withdraws an undecided change to the caller's profile.", refuses: ["NOT_FOUND"], writes: "once" })
  .output(z.strictObject({ version: z.int() }))
  .handler(({ context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // The same lock order as a decision.
      await tx.selectFrom("profiles").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
      if (!(await withdrawChange(tx, viewer))) throw new AppError("NOT_FOUND");
      return tx.selectFrom("profiles").select("version").where("id", "=", viewer.id).executeTakeFirstOrThrow();
    }),
  );
