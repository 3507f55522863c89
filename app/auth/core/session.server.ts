/** What a person has shown, and when, in seconds since 1970. */
export type Proof = { method: string; timestamp: number };

/** One sign-in on one device; `created_at` is the moment of the sign-in, `proofs` came after it. */
export type Session = {
  id: string;
  user_id: string;
  aal: string;
  created_at: Date;
  not_after: Date;
  sign_in_method: string;
  proofs: Proof[];
  /** The time of the database when it read this. */
  read_at: Date;
};

/** A session with the refresh token that continues it. */
export type OpenedSession = { session: Session; refresh_token: string };

/** From where a request came. */
export type Device = { address: string; userAgent: string | null };

export type EndReason = "signed_out" | "password_changed" | "refresh_token_reused" | "expired" | "suspended";

/** Who an access token speaks for; `expires_at` in seconds since 1970. The session may have ended since. */
export type AccessClaims = { user_id: string; session_id: string; expires_at: number };

/** All that a session's person has shown, the latest first: the `amr` of its tokens. */
export function proofsOf(session: Session): Proof[] {
  const timestamp = Math.floor(session.created_at.getTime() / 1000);
  return [...session.proofs, { method: session.sign_in_method, timestamp }]
    .toSorted((one, other) => other.timestamp - one.timestamp);
}
