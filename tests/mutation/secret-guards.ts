import { drop, edit, type Guard, rewriteFunction, trigger } from "./guard.ts";

const auth = (file: string, test?: string): Guard["noticedBy"] => ({
  file: `tests/auth/${file}.test.ts`,
  ...(test && { test }),
});
const FIRST_ADMIN = "app/domain/accounts/first-admin.server.ts";
const FIRST_ADMIN_TEST = { file: "tests/rules/facts.test.ts", test: "the first admin gets" };
const newWay = (name: string, from: string, to: string, test: string) =>
  drop(`ways in: ${name}`, rewriteFunction("auth.new_ways_in(uuid, timestamptz)", from, to), auth("held-back", test));

/** Guards of ways into an account that the database holds, and of what a leaked secret, key or copy of the database opens. */
export const secretGuards: readonly Guard[] = [
  newWay("those added without the factor", "w.without_factor OR", "", "is held back at any age"),
  newWay("those of thirty days", "'30 days'::interval", "'0 days'::interval", "new ways in wait"),
  newWay(
    "the account elsewhere that one was born with",
    "(i.created_at > u.created_at)",
    "true",
    "that an account was born with",
  ),
  trigger("former_addresses_are_kept", "auth.users", auth("former-addresses", "nobody else gets")),
  edit(
    "ways in: the first admin is claimed",
    FIRST_ADMIN,
    ".set({ claimed_at: sql`now()` })",
    ".set({ claimed_at: null })",
    FIRST_ADMIN_TEST,
  ),
  edit(
    "ways in: a printed password is due",
    FIRST_ADMIN,
    "must_change_password: settings.adminPassword === null",
    "must_change_password: false",
    FIRST_ADMIN_TEST,
  ),
  edit(
    "ways in: a recovery is one session's",
    "app/auth/sessions/recovery.server.ts",
    `await endSessions(tx, { id, user_id }, id ? "others" : "global", "password_changed");`,
    "",
    auth("held-back", "shows the only factor"),
  ),
  edit(
    "secrets: where an admin acted from",
    "app/domain/exports/sign-in-sections.server.ts",
    "case when by_another then null else e.session_id end as session_id",
    "e.session_id as session_id",
    { file: "tests/privacy/exports.test.ts", test: "what an admin did" },
  ),
  edit(
    "secrets: a token from the future",
    "app/auth/sessions/tokens.server.ts",
    " || iat - now > CLOCK_SKEW_SECONDS",
    "",
    auth("forged-tokens", "what our own key signed"),
  ),
  edit(
    "secrets: a leaked key is deleted",
    "app/auth/sessions/keys.server.ts",
    "addKey(db, encryptionKey, deleteAll)",
    "addKey(db, encryptionKey, (tx) => retire(tx, sql<boolean>`true`))",
    auth("keys", "a token that a node remembers"),
  ),
  edit(
    "secrets: a successor until it is replaced",
    "app/auth/sessions/refresh.server.ts",
    "successor_sealed: sql`case when token.id = ${id} then ${sealed}::bytea end`",
    "successor_sealed: sql`case when token.id = ${id} then ${sealed}::bytea else token.successor_sealed end`",
    auth("sessions", "neither the database nor SECRET"),
  ),
  edit(
    "secrets: an identity of before by a verified address",
    "app/auth/flows/oauth/identity-rows.server.ts",
    "claims.email_verified ? (claims.email ?? null) : null",
    "claims.email ?? null",
    auth("other-issuer", "an identity of before"),
  ),
];
