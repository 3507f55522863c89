import { z } from "zod";
import { confirmationLink, emailChangeLink, recoveryLink } from "../../mails/messages.server.ts";
import { Email } from "../../../shared/credentials.ts";
import { addJob, defineJob } from "../../../platform/jobs.server.ts";
import { challengeOf, type CodeChallenge, withCodeChallenge } from "../../core/code-challenge.server.ts";
import { addressee } from "../../../platform/mail/mail.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { accountKey, countAttempt, recipientKey, recipientShareKey, sourceKeys } from "../../limits/limits.server.ts";
import { rateLimits } from "../../limits/rate-limits.server.ts";
import { isWithdrawn } from "../invitations.server.ts";
import { issueToken, pendingChange, renewChange } from "./one-time-tokens.server.ts";
import { validationFailed, withCaptcha } from "../../core/requests.server.ts";
import type { Tx } from "../../../platform/database/database.server.ts";
import { isAddressTaken } from "../../core/addresses.server.ts";
import { encrypt, decrypt } from "../../../platform/crypto.server.ts";
import type { Device } from "../../core/session.server.ts";

export const RecoverBody = z.object({ email: z.string("Email inválido"), ...withCodeChallenge, ...withCaptcha });
export const ResendBody = z.object({
  type: z.enum(["signup", "email_change"]),
  email: z.string("Email inválido"),
  ...withCodeChallenge,
  ...withCaptcha,
});

const LINKS = { recovery: recoveryLink, confirmation: confirmationLink, email_change: emailChangeLink };

type Payload = {
  kind: keyof typeof LINKS;
  email: string;
  challenge: CodeChallenge | null;
  /** Session of the request, if any. */
  session_id: string | null;
  /** Whether the message has yet to be counted against the limit of its recipient. */
  waits?: true;
};

/**
 * Queues a request for a message to an address. Takes the same steps and answers the same whether or not an account has
 * that address; a job checks later. Throws AuthFailure: validation_failed, captcha_failed, 429.
 */
export async function askForMessage(
  deps: AuthDeps,
  kind: Payload["kind"],
  body: z.output<typeof RecoverBody>,
  device: Device,
  session_id: string | null = null,
): Promise<void> {
  const email = Email.safeParse(body.email);
  if (!email.success) throw validationFailed("Email inválido");
  // A recovery by its address: others would use up a mailbox's limit with spellings to which nothing is sent, and keep its owner out.
  const recipient =
    kind === "recovery"
      ? { recovery_recipient: accountKey(email.data) }
      : { message_recipient: recipientKey(email.data) };
  const keys = { ...sourceKeys("message", device.address), ...recipient };
  await countAttempt(deps, keys, body.gotrue_meta_security?.captcha_token);
  const payload: Payload = { kind, email: email.data, challenge: challengeOf(body), session_id };
  await deps.db.transaction().execute((tx) => queueRequest(deps, tx, payload));
}

async function queueRequest({ requestKey }: Pick<AuthDeps, "requestKey">, tx: Tx, payload: Payload, delay = 0) {
  const sealed = encrypt(requestKey, JSON.stringify(payload), "message request");
  const request = await tx
    .insertInto("auth.message_requests")
    .values({ sealed })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addJob(tx, answerMessageRequestJob, request, delay);
}

/** How often a link joins those that wait for a mailbox: no oftener than one leaves, however slow its limit has become. */
const JOINS_S = rateLimits.message_recipient.max_delay_seconds;

/**
 * Sends the link that confirms a new account's address: at once, or when the limit of its recipient allows it. Others who ask for messages to an
 * address without an account use up its limit, and must not keep its owner from signing up. Of the accounts of a mailbox the first has a place of its own
 * among the links that wait, and all later ones share one: a stranger's would otherwise get mails for days, and its owner's link come last. Who gets
 * none asks for it.
 */
export async function sendConfirmation(
  deps: Pick<AuthDeps, "limiter" | "mail" | "requestKey">,
  tx: Tx,
  { id: user_id, email, challenge }: { id: string; email: string; challenge: CodeChallenge | null },
): Promise<void> {
  const limiter = deps.limiter.within(tx);
  const { seconds } = await limiter.attempt("message_recipient", recipientKey(email));
  if (seconds > 0) {
    if (!(await limiter.once(`link waits:${await recipientShareKey(tx, user_id, email)}`, JOINS_S))) return;
    await queueRequest(deps, tx, { kind: "confirmation", email, challenge, session_id: null, waits: true }, seconds);
    return;
  }
  const token = await issueToken(tx, "confirmation", { user_id, email, challenge });
  await deps.mail.post(tx, confirmationLink, { user_id, to: addressee(email), told: { token } });
}

/**
 * Counts a message that was not counted when it was asked for: one to a pending new address, the recovery of an account of a mailbox that nobody has proven, which those of
 * other spellings share, and one that waits for its recipient's limit, which returns the seconds that it has to wait for longer. Runs outside a transaction, so that it never waits for a lock while holding another.
 */
async function countLater(
  { db, limiter, requestKey }: AuthDeps,
  id: string,
): Promise<{ mayWrite: boolean; wait: number }> {
  const request = await db.selectFrom("auth.message_requests").select("sealed").where("id", "=", id).executeTakeFirst();
  if (!request) return { mayWrite: true, wait: 0 };
  const asked = JSON.parse(decrypt(requestKey, request.sealed, "message request")) as Payload;
  const { kind, email, session_id } = asked;
  const count = async (address: string) => (await limiter.attempt("message_recipient", recipientKey(address))).seconds;
  if (asked.waits) return { mayWrite: true, wait: await count(email) };
  if (kind === "recovery") {
    const users = db.selectFrom("auth.users").select("id").where("email", "=", email);
    const unproven = await users.where("email_confirmed_at", "is", null).executeTakeFirst();
    if (!unproven) return { mayWrite: true, wait: 0 };
    const key = `${await recipientShareKey(db, unproven.id, email)} unproven`;
    return { mayWrite: (await limiter.attempt("recovery_recipient", key)).seconds === 0, wait: 0 };
  }
  if (kind !== "email_change" || !session_id) return { mayWrite: true, wait: 0 };
  const user = await db.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
  const pending = user && (await pendingChange(db, { user_id: user.id, session_id }));
  return { mayWrite: !pending || (await count(pending.email)) === 0, wait: 0 };
}

/** Job of a message request: deletes the request and, if an account has the address and the message is due, sends it. */
export async function answerMessageRequest(deps: AuthDeps, id: string): Promise<void> {
  const { db, mail, requestKey } = deps;
  const { mayWrite, wait } = await countLater(deps, id);
  if (wait > 0) {
    await db.transaction().execute((tx) => addJob(tx, answerMessageRequestJob, { id }, wait));
    return;
  }
  await db.transaction().execute(async (tx) => {
    const request = await tx
      .deleteFrom("auth.message_requests")
      .where("id", "=", id)
      .returning("sealed")
      .executeTakeFirst();
    if (!request) return;
    const { kind, email, challenge, session_id } = JSON.parse(
      decrypt(requestKey, request.sealed, "message request"),
    ) as Payload;
    const user = await tx
      .selectFrom("auth.users")
      .select(["id", "email_confirmed_at", "claimed_at", "terms_due", "invited_by"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (!user || (kind === "confirmation" && user.email_confirmed_at && user.claimed_at)) return;
    if (isWithdrawn(user)) return;
    if (!mayWrite) return;
    if (kind === "email_change") {
      // Only the session that requested the change may resend its link, or others could resend an intruder's.
      const change = session_id && (await renewChange(tx, { user_id: user.id, session_id, challenge }));
      if (!change) return;
      await mail.post(tx, emailChangeLink, {
        user_id: user.id,
        to: addressee(change.email),
        told: { token: (await isAddressTaken(tx, change.email, user.id)) ? null : change.token },
      });
      return;
    }
    if (kind === "recovery") await recordEvent(tx, { event: "recovery_asked", user_id: user.id, actor_id: null });
    const token = await issueToken(tx, kind, { user_id: user.id, email, challenge });
    await mail.post(tx, LINKS[kind], { user_id: user.id, to: addressee(email), told: { token } });
  });
}

/** Answers one message request. */
export const answerMessageRequestJob = defineJob("answer_message_request", {
  run: ({ auth }: { auth: { answerMessageRequest(id: string): Promise<void> } }, id) => auth.answerMessageRequest(id),
});
