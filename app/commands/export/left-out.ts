/** Tables that an export leaves out, and why. Every other table is in it. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "auth.auth_codes": "secrets of a sign-in under way",
  "auth.mfa_challenges": "secrets of a sign-in under way",
  "auth.oauth_flows": "secrets of a sign-in under way",
  "auth.passkey_challenges": "secrets of a sign-in under way",
  "auth.message_requests": "requests that wait to be answered",
  "auth.one_time_tokens": "secrets of links by mail",
  "auth.undo_links": "secrets of links by mail",
  "auth.recovery_codes": "hashes of secrets",
  "auth.refresh_tokens": "hashes of secrets",
  "auth.sessions": "sessions of this installation",
  "auth.signing_keys": "keys of this installation",
  "auth.rate_limits": "counters of this installation",
  "public.departure_secrets": "a key of this installation",
  "public.departure_keys": "hashes under a key of this installation",
  "public.departure_reports": "encrypted with a key of this installation",
  "public.calendar_feeds": "hashes of secret addresses of this installation",
  "public.done_requests": "answers that a repeated request gets within a day",
  "public.live_events": "what open pages read within an hour",
  "public.outgoing_messages": "messages of this installation, encrypted",
  "public.push_keys": "keys of this installation",
  "public.push_subscriptions": "addresses of browsers, encrypted",
  "public.pushes": "what browsers show",
  "public.schema_migrations": "this installation's",
  "public.directory": "computed from the profiles",
  "public.directory_departures": "computed from the profiles",
  "public.directory_state": "computed from the profiles",
  "public.tallies": "totals of the other tables",
  "public.zone_counts": "totals of the other tables",
};

/** Columns that an export leaves out: secrets that only this installation's SECRET opens. */
export const SEALED_COLUMNS: readonly string[] = ["secret_encrypted", "sealed", "private_key_encrypted"];
/** The hashes of passwords are in an export only on demand. */
export const PASSWORD_COLUMN = "encrypted_password";
