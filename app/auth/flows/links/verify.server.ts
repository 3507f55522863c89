import { z } from "zod";
import type { Tx } from "../../../platform/database/database.server.ts";
import { issueCode } from "../oauth/auth-codes.server.ts";
import { addressee } from "../../../platform/mail/mail.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { settleClaim } from "../first-proof.server.ts";
import { mayTellUnproven } from "../security-notifications.server.ts";
import { isAddressTaken } from "../../core/addresses.server.ts";
import { markConfirmed } from "../../core/users.server.ts";
import { beginRecovery } from "../../sessions/recovery.server.ts";
import { isWithdrawn } from "../invitations.server.ts";
import { withAttemptLimit } from "./attempt-limit.server.ts";
import { issueAddressUndoLink } from "./undo-links.server.ts";
import { AuthFailure, mailboxFull } from "../../core/auth-errors.server.ts";
import { hasVerifiedFactor } from "../../sessions/assurance.server.ts";
import { dropToken, type Proven, spendToken, type TokenKind } from "./one-time-tokens.server.ts";
import { withCaptcha } from "../../core/requests.server.ts";
import { startSession } from "../../sessions/sessions.server.ts";
import type { Device, OpenedSession, Session } from "../../core/session.server.ts";
import { emailChanged } from "../../mails/messages.server.ts";

const Token = z.string().min(1).max(256);
const LinkType = z.enum(["signup", "email", "recovery", "email_change", "magiclink", "invite"]);
type LinkType = z.infer<typeof LinkType>;

/** A token comes as `token_hash` alone, or as `token`, with the address it was sent to. */
export const VerifyBody = z
  .object({
    type: LinkType,
    token_hash: Token.nullish(),
    token: Token.nullish(),
    email: z.string().nullish(),
    ...withCaptcha,
  })
  .refine(
    ({ token, token_hash }) => Boolean(token) !== Boolean(token_hash),
    "Verify requires either a token or a token hash",
  );
export const VerifyQuery = z.object({ type: LinkType, token: Token, redirect_to: z.string().max(2048).optional() });

/** Token kind of each link type; the other types are never sent. */
const kinds: Partial<Record<LinkType, TokenKind>> = {
  signup: "confirmation",
  email: "confirmation",
  recovery: "recovery",
  email_change: "email_change",
  invite: "invitation",
};

const expired = () => new AuthFailure(403, "otp_expired", "El enlace ya se usó o venció. Pedí uno nuevo.");

type Outcome = { user_id: string; session: OpenedSession | null };

/**
 * Uses the token of a link. Only a recovery and an invitation open a session: others who share the mailbox may open the links that confirm
 * or change an address. `holder` is the session of the request; a session of the same account claims it. Throws
 * AuthFailure 403 otp_expired, 422 email_exists, 422 mailbox_full, 429.
 */
export async function verify(
  deps: AuthDeps,
  body: z.output<typeof VerifyBody>,
  device: Device,
  holder: Session | null,
): Promise<Outcome> {
  return withAttemptLimit(deps, device, async (tx) => {
    const proven = await prove(deps, tx, body.type, body.token_hash ?? body.token ?? "", holder);
    if (body.email && body.email.trim().toLowerCase() !== proven.email) throw expired();
    const session = proven.recovers ? await startSession(tx, proven.user_id, device, { sign_in_method: "otp" }) : null;
    return { user_id: proven.user_id, session };
  });
}

/**
 * Uses the token of a link followed in a browser. Returns the redirect address: with a PKCE code for the browser that
 * requested the link, or with a protocol error when the link has expired.
 */
export async function followLink(
  deps: AuthDeps,
  { type, token, redirect_to }: z.output<typeof VerifyQuery>,
  device: Device,
): Promise<string> {
  const target = ownAddress(redirect_to, deps.settings.publicUrl);
  try {
    const code = await withAttemptLimit(deps, device, async (tx) => {
      const { user_id, challenge, recovers } = await prove(deps, tx, type, token, null);
      if (!recovers) return null;
      // Without the requester's PKCE challenge, anyone who sees the address could exchange the code for a session.
      if (!challenge) throw expired();
      return issueCode(tx, { user_id, challenge, sign_in_method: "otp" });
    });
    if (code) target.searchParams.set("code", code);
  } catch (error) {
    if (!(error instanceof AuthFailure) || error.status >= 500) throw error;
    const { code, message } = error;
    target.hash = new URLSearchParams({
      error: "access_denied",
      error_code: code,
      error_description: message,
    }).toString();
  }
  return target.href;
}

async function prove(deps: AuthDeps, tx: Tx, type: LinkType, token: string, holder: Session | null) {
  const kind = kinds[type];
  const proven = kind ? await spendToken(tx, kind, token) : null;
  if (!kind || !proven) throw expired();
  const user = await tx
    .selectFrom("auth.users")
    .select(["email", "email_confirmed_at", "claimed_at", "terms_due", "invited_by"])
    .where("id", "=", proven.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (isWithdrawn(user)) throw expired();
  if (kind === "email_change") {
    await changeAddress(deps, tx, proven);
    const { user_id, session_id } = proven;
    await recordEvent(tx, { event: "email_changed", user_id, actor_id: null });
    // The reader of an address that nobody has proven, such as a misspelt one, has no right to the account.
    const isProven = user.claimed_at !== null || user.email_confirmed_at !== null;
    const former = { user_id, session_id, email: user.email, claimed_at: user.claimed_at };
    const token = isProven ? await issueAddressUndoLink(tx, former, proven.email) : null;
    if (isProven || (await mayTellUnproven(deps.limiter, tx, user_id, user.email)))
      await deps.mail.post(tx, emailChanged, {
        user_id,
        to: addressee(user.email),
        told: { email: proven.email, token },
      });
  } else if (user.email !== proven.email) throw expired();
  const wasProven = kind !== "email_change" && user.email_confirmed_at !== null;
  // Who recovers an account enters, also where its address stays unproven.
  if (wasProven || (await deps.mailboxes.hasPlace(tx, proven.user_id))) await markConfirmed(tx, proven);
  else if (kind !== "recovery") throw mailboxFull();
  const recovers = await settleClaim(deps, tx, kind, proven, holder);
  if (recovers) {
    await dropToken(tx, "email_change", proven.user_id);
    // With a second factor, the recovery begins once it is shown: reading a mailbox alone should not change anything.
    if (!(await hasVerifiedFactor(tx, proven.user_id))) await beginRecovery(tx, { id: "", user_id: proven.user_id });
  }
  return { ...proven, recovers };
}

async function changeAddress({ freeAddress, mailboxes }: AuthDeps, tx: Tx, { user_id, email }: Proven): Promise<void> {
  if (await isAddressTaken(tx, email, user_id)) throw emailExists();
  await freeAddress(tx, email);
  await mailboxes.leave(tx, user_id);
  await tx
    .updateTable("auth.users")
    .set({ email, email_confirmed_at: null })
    .where("id", "=", user_id)
    .execute()
    .catch((error: unknown) => {
      // Another account took the address concurrently.
      throw (error as { code?: string }).code === "23505" ? emailExists() : error;
    });
  await mailboxes.charge(tx, user_id);
  // Links sent to the old address no longer prove anything.
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", user_id).execute();
}

/** Another account has that address. */
const emailExists = () => new AuthFailure(422, "email_exists", "Este email ya está registrado");

/** Redirect target, restricted to this site. */
function ownAddress(requested: string | undefined, publicUrl: string): URL {
  const target = URL.parse(requested ?? "", publicUrl);
  return target?.origin === publicUrl ? target : new URL(publicUrl);
}
