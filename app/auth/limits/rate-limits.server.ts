/**
 * Within `window_seconds`, `free` attempts pass at once. After that nobody is locked out: attempts are spaced, by one
 * second at first and twice as much each time, up to `max_delay_seconds`.
 */
type RateLimit = {
  counts: "every attempt" | "failures";
  by: "address" | "block of networks" | "account" | "account and address" | "recipient" | "everybody";
  free: number;
  /** From this many on, an attempt brings a captcha too. */
  captcha_after?: number;
  window_seconds: number;
  max_delay_seconds: number;
  when_store_fails: "allow" | "refuse";
};

/** Ways in where there is nothing to guess. */
const withoutPassword: RateLimit = {
  counts: "every attempt",
  by: "address",
  free: 200,
  window_seconds: 900,
  max_delay_seconds: 30,
  when_store_fails: "refuse",
};

/** Making work for others is work for us: the threads that do it also hash passwords and read files. */
const makingWork: RateLimit = {
  counts: "every attempt",
  by: "address",
  free: 300,
  window_seconds: 900,
  max_delay_seconds: 30,
  when_store_fails: "allow",
};

/**
 * The same limit for a block of networks (/24, of IPv6 /48), with five times as much for free: one IPv6 connection has
 * 65,536 networks, and one block of a carrier's IPv4 addresses has many thousands of people.
 */
const ofBlock = (limit: RateLimit): RateLimit => ({ ...limit, by: "block of networks", free: limit.free * 5 });

/**
 * Generous, since many people share one address (carriers, clinics). Refreshing a session is not limited on purpose:
 * clients end the session when they are told to slow down.
 */
export const rateLimits = {
  sign_up_address: {
    counts: "every attempt",
    by: "address",
    free: 300,
    captcha_after: 30,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  // The captcha comes long before the delays: it costs a person nothing, and a flood the work of each sign-up.
  sign_up_block: {
    counts: "every attempt",
    by: "block of networks",
    free: 600,
    captcha_after: 60,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  sign_in_address: {
    counts: "failures",
    by: "address",
    free: 100,
    captcha_after: 20,
    window_seconds: 900,
    max_delay_seconds: 30,
    when_store_fails: "refuse",
  },
  sign_in_account_address: {
    counts: "failures",
    by: "account and address",
    free: 10,
    captcha_after: 3,
    window_seconds: 900,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  // Not asked of addresses from which the person signed in before, so that a stranger cannot keep them waiting.
  sign_in_account: {
    counts: "failures",
    by: "account",
    free: 30,
    captcha_after: 10,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  // Each message that is asked for lands in somebody's mailbox, known or not.
  message_address: {
    counts: "every attempt",
    by: "address",
    free: 60,
    captcha_after: 5,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  message_block: {
    counts: "every attempt",
    by: "block of networks",
    free: 300,
    captcha_after: 30,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  // Counts each message to a mailbox that nobody has shown to be theirs, whoever causes it and however it is spelled.
  message_recipient: {
    counts: "every attempt",
    by: "recipient",
    free: 5,
    captcha_after: 3,
    window_seconds: 3600,
    max_delay_seconds: 900,
    when_store_fails: "refuse",
  },
  verify_address: {
    counts: "failures",
    by: "address",
    free: 30,
    window_seconds: 900,
    max_delay_seconds: 30,
    when_store_fails: "refuse",
  },
  verify_block: {
    counts: "failures",
    by: "block of networks",
    free: 150,
    window_seconds: 900,
    max_delay_seconds: 30,
    when_store_fails: "refuse",
  },
  // Whoever has many networks, as every owner of an IPv6 connection does, has them in one block.
  sign_in_block: {
    counts: "failures",
    by: "block of networks",
    free: 150,
    captcha_after: 30,
    window_seconds: 900,
    max_delay_seconds: 30,
    when_store_fails: "refuse",
  },
  // Lists of leaked passwords are tried from hundreds of places, once on each account: only their sum shows. Nobody is
  // delayed for what others do, so `free` is out of reach.
  sign_in_everywhere: {
    counts: "failures",
    by: "everybody",
    free: 1_000_000,
    captcha_after: 100,
    window_seconds: 3600,
    max_delay_seconds: 1,
    when_store_fails: "refuse",
  },
  update_user_account: {
    counts: "every attempt",
    by: "account",
    free: 60,
    window_seconds: 3600,
    max_delay_seconds: 30,
    when_store_fails: "allow",
  },
  factor_changes_account: {
    counts: "every attempt",
    by: "account",
    free: 30,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "allow",
  },
  factor_challenges_account: {
    counts: "every attempt",
    by: "account",
    free: 60,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "allow",
  },
  // Whoever tries has the password already: of a million codes three are right, and 300 guesses a day are not many.
  second_factor_account: {
    counts: "failures",
    by: "account",
    free: 10,
    window_seconds: 86_400,
    max_delay_seconds: 300,
    when_store_fails: "refuse",
  },
  recovery_code_set: {
    counts: "failures",
    by: "account",
    free: 10,
    window_seconds: 86_400,
    max_delay_seconds: 300,
    when_store_fails: "refuse",
  },
  confirm_password_account: {
    counts: "failures",
    by: "account",
    free: 10,
    window_seconds: 3600,
    max_delay_seconds: 60,
    when_store_fails: "refuse",
  },
  captcha_address: makingWork,
  captcha_block: ofBlock(makingWork),
  oauth_address: withoutPassword,
  oauth_block: ofBlock(withoutPassword),
  passkey_address: withoutPassword,
  passkey_block: ofBlock(withoutPassword),
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
export type RateLimitTable = Record<RateLimitName, RateLimit>;

/** The same limits with `factor` times as many free attempts, for runs that sign up many people from one address. */
export function raisedRateLimits(factor: number): RateLimitTable {
  const raised = (Object.entries(rateLimits) as [string, RateLimit][]).map(([name, limit]) =>
    [name, { ...limit, free: limit.free * factor, captcha_after: limit.captcha_after && limit.captcha_after * factor }]);
  return Object.fromEntries(raised) as RateLimitTable;
}
