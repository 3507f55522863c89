import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { admissionWasAsked } from "../kine-applications/course.server.ts";
import { mustBeFree } from "../licences/licence-holder.server.ts";
import { SignUpMetadata } from "./account-input.ts";
import { TERMS_VERSION, terms } from "./terms.ts";

const licenseKey = sql`license_key(license_number)`;
const termsSha256 = createHash("sha256")
  .update(JSON.stringify(terms("", "")))
  .digest("hex");

/**
 * Creates the profile, role, specialist's application and recorded consent of a new account, inside the sign-up's transaction. The metadata
 * is only a request: a specialist starts pending, anyone else is a patient. Throws BAD_INPUT with the first violated rule, LICENSE_TAKEN, LICENSE_PLACE_NEEDED.
 */
export async function register(tx: Tx, account: { id: string; email: string; metadata: unknown }): Promise<void> {
  const parsed = SignUpMetadata.safeParse(account.metadata);
  if (!parsed.success) throw new AppError("BAD_INPUT", parsed.error.issues[0]?.message);
  const { role, accepted_terms, ...fields } = parsed.data;
  await mustBeFree(tx, "license_number" in fields ? fields.license_number : null, account.id);
  const inserted = await tx
    .insertInto("profiles")
    .values({
      id: account.id,
      email: account.email,
      ...fields,
      approval_status: role === "kine" ? "pending" : "approved",
    })
    .onConflict((conflict) => conflict.expression(licenseKey).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new AppError("LICENSE_TAKEN");
  await tx.insertInto("user_roles").values({ user_id: account.id, role }).execute();
  if (role === "kine") {
    const application = { user_id: account.id, profile_id: account.id };
    const { id } = await tx
      .insertInto("kine_applications")
      .values(application)
      .returning("id")
      .executeTakeFirstOrThrow();
    await admissionWasAsked(tx, id);
  }
  await publish(tx, ["person", account.id], ["counts", "admins"]);
  if (accepted_terms) await acceptTerms(tx, account.id);
}

/** Records that an invited person accepted the current terms, from when on their profile may be public. */
export async function acceptInvitation(tx: Tx, userId: string): Promise<void> {
  await acceptTerms(tx, userId);
  await tx.updateTable("profiles").set({ publish_asked_at: null }).where("id", "=", userId).execute();
}

async function acceptTerms(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto("consents")
    .values({ user_id: userId, document: "terms", version: TERMS_VERSION, sha256: termsSha256 })
    .execute();
}
