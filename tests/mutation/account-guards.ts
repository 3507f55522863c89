import { globSync } from "node:fs";
import { join } from "node:path";
import type { Guard } from "./guard.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The account service's file names are unique across its folders. */
const fileOf = (name: string) => globSync(`app/auth/**/${name}.server.ts`, { cwd: ROOT })[0] ?? name;
const tests = (file: string) => `tests/auth/${file}.test.ts`;

const removals: [name: string, file: string, from: string, to: string, noticedBy: string][] = [
  [
    "a recent proof",
    "assurance",
    "return session.read_at.getTime() - latest <= milliseconds;",
    "return true;",
    "factors",
  ],
  ["a whole session", "assurance", "if (await hasFullAssurance(db, session)) return;", "return;", "factors"],
  [
    "one's own factor",
    "factors",
    `.where("id", "=", factorId).where("user_id", "=", userId)`,
    `.where("id", "=", factorId)`,
    "factors",
  ],
  ["a whole session to remove a factor", "factors-remove", `if (session.aal !== "aal2") {`, "if (false) {", "factors"],
  ["a challenge of this session", "factors-challenge", `.where("session_id", "=", session.id)`, "", "factors"],
  [
    "a challenge of this factor",
    "factors-challenge",
    `.where("factor_id", "=", factorId).where("session_id"`,
    `.where("session_id"`,
    "factors",
  ],
  [
    "a code used once",
    "factors-verify",
    "...(factor.last_used_step !== null && { afterTimeStep: Number(factor.last_used_step) }),",
    "",
    "factors",
  ],
  ["a recent proof to finish an enrolment", "factors-verify", `requireRecentProof(session, "finish");`, "", "webauthn"],
  ["one's own security key", "factors-verify", " || stored.user_id !== factor.user_id", "", "webauthn"],
  [
    "a whole session for recovery codes",
    "recovery-codes",
    `if (session.aal === "aal2") return;`,
    "return;",
    "recovery-codes",
  ],
  [
    "a recovery code used once",
    "recovery-codes",
    `.where("used_at", "is", null).executeTakeFirst()`,
    ".executeTakeFirst()",
    "recovery-codes",
  ],
  [
    "one's own passkeys",
    "passkeys",
    `.where("user_id", "=", session.user_id).where("factor_id", "is", null).orderBy("id")`,
    `.where("factor_id", "is", null).orderBy("id")`,
    "webauthn",
  ],
  [
    "rename one's own passkey",
    "passkeys",
    `.where("id", "=", id).where("user_id", "=", session.user_id).where("factor_id", "is", null)
    .returning`,
    `.where("id", "=", id).where("factor_id", "is", null)
    .returning`,
    "webauthn",
  ],
  [
    "remove one's own passkey",
    "passkeys",
    `.where("id", "=", id).where("user_id", "=", session.user_id).where("factor_id", "is", null).executeTakeFirst()`,
    `.where("id", "=", id).where("factor_id", "is", null).executeTakeFirst()`,
    "webauthn",
  ],
  ["one's own challenge of a passkey", "passkeys", `.where("user_id", "is not distinct from", userId)`, "", "webauthn"],
  ["a second step is no first one", "passkeys", " || stored.factor_id !== null", "", "webauthn"],
  [
    "the account from whoever is halfway in",
    "users",
    `if (aal === "aal2" || working.length === 0) return user;`,
    "return user;",
    "aal1-session",
  ],
  [
    "the account from whoever follows a link",
    "routes",
    "asOwnerOfAddress(await account(user_id))",
    "await account(user_id)",
    "aal1-session",
  ],
  [
    "passkeys from whoever is halfway in",
    "passkeys",
    `await requireFullAssurance(db, session, 403);
  return db.selectFrom`,
    "return db.selectFrom",
    "aal1-session",
  ],
  [
    "the count of codes from whoever is halfway in",
    "recovery-codes",
    `await requireFullAssurance(db, session, 403);
  const { id } = await findCodes`,
    "const { id } = await findCodes",
    "aal1-session",
  ],
  ["a link's hour", "one-time-tokens", "if (!spent?.is_valid) return null;", "if (!spent) return null;", "email-links"],
  [
    "a link of its own kind",
    "one-time-tokens",
    `deleteFrom("auth.one_time_tokens")
    .where("token_hash", "=", hashToken(token)).where("kind", "=", kind)`,
    `deleteFrom("auth.one_time_tokens").where("token_hash", "=", hashToken(token))`,
    "email-links",
  ],
  [
    "one link of a kind",
    "one-time-tokens",
    `.onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet({
      ...row,`,
    `.onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet({`,
    "email-links",
  ],
  [
    "a link taken back by a new password",
    "update-user",
    `await dropToken(tx, "recovery", session.user_id);`,
    "",
    "email-links",
  ],
  [
    "a link that leads to us",
    "verify",
    "return target?.origin === publicUrl ? target : new URL(publicUrl);",
    "return target ?? new URL(publicUrl);",
    "email-links",
  ],
  [
    "a recent proof for another address",
    "update-user",
    `requireRecentProof(session);
  const taken`,
    "const taken",
    "email-links",
  ],
  ["an address that nobody has", "update-user", "if (taken) throw emailExists();", "", "email-links"],
  [
    "sessions ended by a new password",
    "update-user",
    `await endSessions(tx, session, "others", "password_changed");`,
    "",
    "email-links",
  ],
  [
    "a code for the browser that asked",
    "auth-codes",
    "if (!answers(spent as CodeChallenge, code_verifier)) {",
    "if (false) {",
    "email-links",
  ],
  [
    "codes that go with the sessions",
    "sessions",
    `if (scope !== "local") await tx.deleteFrom("auth.auth_codes").where("user_id", "=", session.user_id).execute();`,
    "",
    "identities-told",
  ],
  [
    "an address that the provider has verified",
    "identities",
    "if (!email || email_verified !== true) {",
    "if (!email) {",
    "identities",
  ],
  [
    "an address elsewhere as it is written",
    "providers",
    "z.string().trim().pipe(z.email().max(254)).transform((email) => email.toLowerCase())",
    "z.string().trim().toLowerCase().pipe(z.email().max(254))",
    "identities-hostile",
  ],
  ["an account that is claimed", "identities", `.where("claimed_at", "is not", null)`, "", "identities"],
  [
    "everything from before the first proof revoked",
    "first-proof",
    `if (unclaimed) await revokeAccess(deps, tx, user_id, "first_proof");`,
    "",
    "first-proof",
  ],
  [
    "a claim by the account's own session",
    "first-proof",
    "holder?.user_id === user_id && ",
    "holder && ",
    "first-proof",
  ],
  ["a claim by a whole session", "first-proof", " && (await hasFullAssurance(tx, holder))", "", "first-proof"],
  [
    "a changed address claimed by its reader",
    "first-proof",
    `} else if (kind === "email_change") {`,
    "} else if (false) {",
    "first-proof",
  ],
  [
    "a pending change ended by a new password",
    "update-user",
    `await dropToken(tx, "email_change", session.user_id);
      await notify`,
    "await notify",
    "pending-changes",
  ],
  [
    "a pending change ended by a recovery",
    "verify",
    `await dropToken(tx, "email_change", proven.user_id);`,
    "",
    "pending-changes",
  ],
  ["the old password ended by a recovery", "verify", `await dropPassword(tx, proven.user_id);`, "", "email-links"],
  [
    "a pending change ended by unlinking",
    "identities",
    `await dropToken(tx, "email_change", session.user_id);`,
    "",
    "identities",
  ],
  [
    "a pending change sent again to its own session",
    "one-time-tokens",
    `.where("session_id", "=", session_id).where("expires_at", ">", sql<Date>\`now()\`).returning`,
    `.where("expires_at", ">", sql<Date>\`now()\`).returning`,
    "pending-changes",
  ],
  [
    "a pending change of a session",
    "one-time-tokens",
    `.$if(kind === "email_change", (query) => query.where("session_id", "is not", null))`,
    "",
    "pending-changes",
  ],
  [
    "a code that is revoked meanwhile",
    "auth-codes",
    `.where("code_hash", "=", code_hash).where("linking_session_id", "is", null)).forNoKeyUpdate()`,
    `.where("code_hash", "=", code_hash).where("linking_session_id", "is", null))`,
    "identities-told",
  ],
  ["sessions ended with their passkey", "passkeys", "await endSessionsOf(tx, session, id);", "", "webauthn"],
  ["what was unlinked stays so", "identities", `.where("joined_by_address", "=", true)`, "", "identities-told"],
  [
    "an account elsewhere that is nobody's",
    "identities",
    `if (await ownerOf(tx, identity)) throw identityAlreadyExists();`,
    "",
    "identities",
  ],
  [
    "one's own way in",
    "identities",
    `.where("user_id", "=", session.user_id).execute();
    const going`,
    `.execute();
    const going`,
    "identities",
  ],
  ["the last way in", "identities", "if (own.length < 2) {", "if (false) {", "identities"],
  [
    "a sure session to link",
    "identities",
    `await requireMayAddWayIn(db, session);
  requireRecentProof(session);`,
    "",
    "identities",
  ],
  [
    "a sure session to unlink",
    "identities",
    `await requireFullAssurance(tx, session, 403);
    requireRecentProof(session);`,
    "",
    "identities-hostile",
  ],
  [
    "nothing linked before the new password of a recovery",
    "identities",
    `await requireMayAddWayIn(tx, session);`,
    "",
    "identities-hostile",
  ],
  [
    "a sign-in elsewhere that waits for what revokes it",
    "identities",
    `.where("id", "=", owner).forNoKeyUpdate()`,
    `.where("id", "=", owner)`,
    "identities-hostile",
  ],
  [
    "turns for those who bring a captcha",
    "limits",
    "for (const turn of turns) await limiter.giveTurnBack(...turn);",
    "",
    "limits",
  ],
  [
    "few messages to another address",
    "update-user",
    "if (newEmail) await countMessage(deps.limiter, newEmail);",
    "",
    "flood",
  ],
  ["few messages by signing up", "sign-up", "await countMessage(limiter.within(tx), email);", "", "flood"],
  ["few messages that are sent again", "email-link-requests", "if (!mayWrite) return;", "if (!to) return;", "flood"],
  [
    "few notices to an address that nobody confirmed",
    "security-notifications",
    "const isLimited = limiter && !email_confirmed_at;",
    "const isLimited = false;",
    "flood",
  ],
  ["attempts that overload takes back", "limits", "if (isOverload(error))", "if (false)", "flood"],
  ["sign-ups counted by block", "limits", ", [`${way}_block`]: wideBlock(address)", "", "flood"],
  [
    "sessions ended by unlinking",
    "identities",
    `await endSessions(tx, session, "others", "signed_out");`,
    "",
    "identities-told",
  ],
];

/** The guards of the account service: factors, codes, passkeys, e-mail links and provider accounts. */
export const accountGuards: readonly Guard[] = removals.map(([name, file, from, to, noticedBy]) => ({
  name,
  edits: [{ file: fileOf(file), from, to }],
  noticedBy: { file: tests(noticedBy) },
}));
