/**
 * Within `window_seconds`, the first `free` attempts pass. Later attempts are spaced, not blocked: by `min_delay_seconds` (1) at first,
 * doubling up to `max_delay_seconds`.
 */
export type RateLimit = {
  counts: "every attempt" | "failures";
  by: "address" | "block of networks" | "account" | "account and address" | "recipient" | "everybody";
  free: number;
  /** Above this count, an attempt also needs a captcha. */
  captcha_after?: number;
  window_seconds: number;
  min_delay_seconds?: number;
  max_delay_seconds: number;
  /** What happens to an attempt that cannot be counted; without it, the attempt is refused. */
  when_store_fails?: "allow";
};

/** Sign-in methods with nothing to guess. */
const withoutPassword: RateLimit = {
  counts: "every attempt",
  by: "address",
  free: 200,
  window_seconds: 900,
  max_delay_seconds: 30,
};

/** Creating challenges costs us work too: the same threads hash passwords and read files. */
const challengeCreation: RateLimit = {
  counts: "every attempt",
  by: "address",
  free: 300,
  window_seconds: 900,
  max_delay_seconds: 30,
  when_store_fails: "allow",
};

/** The attacker already has the password. Three of a million codes are valid, so 300 guesses a day are few. */
const secondSteps: RateLimit = {
  counts: "failures",
  by: "account",
  free: 10,
  window_seconds: 86_400,
  max_delay_seconds: 300,
};

/** What leaves a note for ever once it is taken back, so that a backup does not give it back: so many a day, then one an hour, or fewer. */
const perDay = { ...secondSteps, counts: "every attempt", min_delay_seconds: 3600, max_delay_seconds: 86_400 } as const;

const linkFailures: RateLimit = {
  counts: "failures",
  by: "address",
  free: 30,
  window_seconds: 900,
  max_delay_seconds: 30,
};

/** Sign-ups with taken addresses; the others are refunded. `free` is out of reach: who shares the address is asked for a captcha, not delayed. */
const signUpsTaken: RateLimit = {
  counts: "failures",
  by: "address",
  free: 1_000_000,
  captcha_after: 5,
  window_seconds: 3600,
  max_delay_seconds: 1,
};

/** Licences that a sign-up's form was told are taken: beyond this many it hears of none, and the sign-up itself decides. */
const licencesTaken: RateLimit = { ...signUpsTaken, captcha_after: 20 };

/**
 * The same limit for a network block (/24, IPv6 /48), with five times the free attempts: one IPv6 connection has 65,536
 * networks, and one IPv4 block of a carrier serves many thousands of people.
 */
const ofBlock = (limit: RateLimit): RateLimit => ({ ...limit, by: "block of networks", free: limit.free * 5 });

/**
 * Limits are generous, since many people share an address (carriers, clinics). Refreshing a session has no limit: clients
 * end the session on a 429.
 */
export const rateLimits = {
  sign_up_address: {
    counts: "every attempt",
    by: "address",
    free: 300,
    captcha_after: 30,
    window_seconds: 3600,
    max_delay_seconds: 60,
  },
  // The captcha comes long before the delays: it costs a user nothing, but a flood pays with work for each sign-up.
  sign_up_block: {
    counts: "every attempt",
    by: "block of networks",
    free: 600,
    captcha_after: 60,
    window_seconds: 3600,
    max_delay_seconds: 60,
  },
  sign_in_address: {
    counts: "failures",
    by: "address",
    free: 100,
    captcha_after: 20,
    window_seconds: 900,
    max_delay_seconds: 30,
  },
  sign_in_account_address: {
    counts: "failures",
    by: "account and address",
    free: 10,
    captcha_after: 3,
    window_seconds: 900,
    max_delay_seconds: 60,
  },
  // Not applied to networks where the user signed in before, so a stranger cannot delay them.
  sign_in_account: {
    counts: "failures",
    by: "account",
    free: 30,
    captcha_after: 10,
    window_seconds: 3600,
    max_delay_seconds: 60,
  },
  // Each request sends a message to a mailbox, known or not.
  message_address: {
    counts: "every attempt",
    by: "address",
    free: 60,
    captcha_after: 5,
    window_seconds: 3600,
    max_delay_seconds: 60,
  },
  message_block: {
    counts: "every attempt",
    by: "block of networks",
    free: 300,
    captcha_after: 30,
    window_seconds: 3600,
    max_delay_seconds: 60,
  },
  // Counts every message to a mailbox that nobody has proven to own, regardless of its cause and spelling.
  message_recipient: {
    counts: "every attempt",
    by: "recipient",
    free: 5,
    captcha_after: 3,
    window_seconds: 3600,
    max_delay_seconds: 900,
  },
  // Links that recover an account, apart from the others and by address: who asks for others would keep the owner out, and a link of each of these
  // reaches them. Those of the unproven accounts of a mailbox are counted together besides, where they are sent.
  recovery_recipient: {
    counts: "every attempt",
    by: "recipient",
    free: 5,
    captcha_after: 3,
    window_seconds: 3600,
    min_delay_seconds: 30,
    max_delay_seconds: 900,
  },
  // Security notifications to an unconfirmed address: of the first account of a mailbox, and of all its later ones together.
  security_message_recipient: {
    counts: "every attempt",
    by: "recipient",
    free: 5,
    window_seconds: 3600,
    max_delay_seconds: 900,
  },
  // Each sends a message to an address that the account's owner names and may not have.
  email_change_account: {
    counts: "every attempt",
    by: "account",
    free: 5,
    window_seconds: 86_400,
    min_delay_seconds: 6 * 3600,
    max_delay_seconds: 86_400,
  },
  sign_up_taken_address: signUpsTaken,
  sign_up_taken_block: ofBlock(signUpsTaken),
  licence_taken_address: licencesTaken,
  licence_taken_block: { ...ofBlock(licencesTaken), captcha_after: 100 },
  verify_address: linkFailures,
  verify_block: ofBlock(linkFailures),
  // One IPv6 connection has many networks, all of them in one block.
  sign_in_block: {
    counts: "failures",
    by: "block of networks",
    free: 150,
    captcha_after: 30,
    window_seconds: 900,
    max_delay_seconds: 30,
  },
  // Credential stuffing tries leaked passwords once per account: only the total shows it. `free` is out of reach, so nobody is delayed.
  sign_in_everywhere: {
    counts: "failures",
    by: "everybody",
    free: 1_000_000,
    captcha_after: 100,
    window_seconds: 3600,
    max_delay_seconds: 1,
  },
  update_user_account: {
    counts: "every attempt",
    by: "account",
    free: 60,
    window_seconds: 3600,
    max_delay_seconds: 30,
    when_store_fails: "allow",
  },
  factor_changes_account: { ...perDay, free: 30, when_store_fails: "allow" },
  factor_challenges_account: {
    counts: "every attempt",
    by: "account",
    free: 60,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "allow",
  },
  second_factor_account: secondSteps,
  recovery_code_set: secondSteps,
  confirm_password_account: {
    counts: "failures",
    by: "account",
    free: 10,
    window_seconds: 3600,
    max_delay_seconds: 60,
  },
  // Each sends a message to a proven address; a change beyond them is made without one.
  phone_changes_account: { ...perDay, free: 10, when_store_fails: "allow" },
  calendar_account: { ...perDay, free: 20 },
  study_account: { ...perDay, free: 20 },
  captcha_address: challengeCreation,
  captcha_block: ofBlock(challengeCreation),
  oauth_address: withoutPassword,
  oauth_block: ofBlock(withoutPassword),
  passkey_address: withoutPassword,
  passkey_block: ofBlock(withoutPassword),
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
export type RateLimitTable = Record<RateLimitName, RateLimit>;

/** The same limits with `factor` times the free attempts, for runs that sign up many people from one address. */
export function raisedRateLimits(factor: number): RateLimitTable {
  const raised = (Object.entries(rateLimits) as [string, RateLimit][]).map(([name, limit]) => [
    name,
    { ...limit, free: limit.free * factor, captcha_after: limit.captcha_after && limit.captcha_after * factor },
  ]);
  return Object.fromEntries(raised) as RateLimitTable;
}
