import type { Guard } from "./guards.ts";

const AUTH = "app/server/auth";
const tests = (file: string) => `tests/auth/${file}.test.ts`;

const taken: [name: string, file: string, from: string, to: string, noticedBy: string][] = [
  ["a recent proof", "assurance", "if (Date.now() - latest <= RECENT_MS) return;", "return;", "factors"],
  ["a whole session", "assurance", `if (session.aal === "aal2" || !(await hasVerifiedFactor(db, session.user_id))) return;`, "return;", "factors"],
  ["one's own factor", "factors", `.where("id", "=", factorId).where("user_id", "=", userId)`, `.where("id", "=", factorId)`, "factors"],
  ["a whole session to remove a factor", "factors-remove", `if (session.aal !== "aal2") {`, "if (false) {", "factors"],
  ["a challenge of this session", "factors-challenge", `.where("session_id", "=", session.id)`, "", "factors"],
  ["a challenge of this factor", "factors-challenge", `.where("factor_id", "=", factorId).where("session_id"`, `.where("session_id"`, "factors"],
  ["a code used once", "factors-verify", "...(factor.last_used_step !== null && { afterTimeStep: Number(factor.last_used_step) }),", "", "factors"],
  ["one's own security key", "factors-verify", " || stored.user_id !== factor.user_id", "", "webauthn"],
  ["a whole session for recovery codes", "recovery-codes", `if (session.aal === "aal2") return;`, "return;", "recovery-codes"],
  ["a recovery code used once", "recovery-codes", `.where("used_at", "is", null).executeTakeFirst()`, ".executeTakeFirst()", "recovery-codes"],
  ["one's own passkeys", "passkeys", `.where("user_id", "=", userId).where("factor_id", "is", null).orderBy("id")`, `.where("factor_id", "is", null).orderBy("id")`, "webauthn"],
  ["rename one's own passkey", "passkeys", `.where("id", "=", id).where("user_id", "=", session.user_id).where("factor_id", "is", null)
    .returning`, `.where("id", "=", id).where("factor_id", "is", null)
    .returning`, "webauthn"],
  ["remove one's own passkey", "passkeys", `.where("id", "=", id).where("user_id", "=", session.user_id).where("factor_id", "is", null).executeTakeFirst()`,
    `.where("id", "=", id).where("factor_id", "is", null).executeTakeFirst()`, "webauthn"],
  ["one's own challenge of a passkey", "passkeys", `.where("user_id", "is not distinct from", userId)`, "", "webauthn"],
  ["a second step is no first one", "passkeys", " || stored.factor_id !== null", "", "webauthn"],
];

/** The guards of the account service: second factors, recovery codes and passkeys. */
export const accountGuards: readonly Guard[] = taken.map(([name, file, from, to, noticedBy]) =>
  ({ name, edits: [{ file: `${AUTH}/${file}.server.ts`, from, to }], noticedBy: { file: tests(noticedBy) } }));
