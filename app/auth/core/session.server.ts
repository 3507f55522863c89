/** A proof of identity: method and time, in seconds since 1970. */
export type Proof = { method: string; timestamp: number };

/** One sign-in on one device; `created_at` is the time of the sign-in, `proofs` came after it. */
export type Session = {
  id: string;
  user_id: string;
  aal: string;
  created_at: Date;
  not_after: Date;
  sign_in_method: string;
  proofs: Proof[];
  /** The last routine act of an admin. */
  /** The factor that raised it. */
  factor_id: string | null;
  /** Whether a recovery link opened it and no password was set since. */
  recovers: boolean;
  /** The database's time when the row was read. */
  read_at: Date;
};

/** A session with its current refresh token. */
export type OpenedSession = { session: Session; refresh_token: string };

/** Client address and user agent of a request. */
export type Device = { address: string; userAgent: string | null };

export type EndReason = "signed_out" | "password_changed" | "refresh_token_reused" | "expired" | "suspended";

/** Claims of an access token; `expires_at` in seconds since 1970. The session may have ended since. */
export type AccessClaims = { user_id: string; session_id: string; expires_at: number };

/** All proofs of a session, latest first: the `amr` claim of its tokens. */
export function proofsOf(session: Session): Proof[] {
  const timestamp = Math.floor(session.created_at.getTime() / 1000);
  return [...session.proofs, { method: session.sign_in_method, timestamp }].toSorted(
    (one, other) => other.timestamp - one.timestamp,
  );
}

/** Methods of a second factor. A passkey does not count: it may be the newest way into the account. */
const FACTOR_PROOFS = ["totp", "mfa/webauthn", "mfa/recovery_code"];

/** The time of the latest proof by a second factor, in seconds since 1970, or null. */
export const latestFactorProof = (session: Session): number | null =>
  proofsOf(session).find(({ method }) => FACTOR_PROOFS.includes(method))?.timestamp ?? null;
