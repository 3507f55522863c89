import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "./database.server.ts";

/**
 * Within `window_seconds`, `free` attempts pass at once. After that nobody is locked out: attempts are spaced, by one
 * second at first and twice as much each time, up to `max_delay_seconds`.
 */
type RateLimit = {
  counts: "every attempt" | "failures";
  by: "address" | "block of networks" | "account" | "account and address" | "everybody";
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
  message_account: {
    counts: "every attempt",
    by: "account",
    free: 4,
    captcha_after: 2,
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
  // Making work for others is work for us: the threads that do it also hash passwords and read files.
  captcha_address: {
    counts: "every attempt",
    by: "address",
    free: 300,
    window_seconds: 900,
    max_delay_seconds: 30,
    when_store_fails: "allow",
  },
  oauth_address: withoutPassword,
  passkey_address: withoutPassword,
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
export type RateLimitTable = Record<RateLimitName, RateLimit>;

/** The same limits with `factor` times as many free attempts, for runs that sign up many people from one address. */
export function raisedRateLimits(factor: number): RateLimitTable {
  const raised = (Object.entries(rateLimits) as [string, RateLimit][]).map(([name, limit]) =>
    [name, { ...limit, free: limit.free * factor, captcha_after: limit.captcha_after && limit.captcha_after * factor }]);
  return Object.fromEntries(raised) as RateLimitTable;
}

export type RateLimiter = {
  /** Counts one attempt: the seconds to wait, 0 when it may go on; whether it needs a captcha. Throws when the store fails. */
  attempt(name: RateLimitName, key: string): Promise<{ seconds: number; needsCaptcha: boolean }>;
  /** Takes back an attempt that turned out well, for limits that count failures. */
  forgive(name: RateLimitName, key: string): Promise<void>;
  /** Whether this is the first time within `seconds` that anybody asks for `key`. Throws when the store fails. */
  once(key: string, seconds: number): Promise<boolean>;
  /** Removes the counters whose window has passed. */
  sweep(): Promise<void>;
};

/** Counters in auth.rate_limits, shared by every node. `warn` hears of attempts let through while the store fails. */
export function openRateLimiter(db: Database, table: RateLimitTable, warn: (error: unknown) => void): RateLimiter {
  const storeClient = {
    async query({ text, values }: { text: string; values?: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
  const limiter = (keyPrefix: string, points: number, duration: number) => new RateLimiterPostgres({
    storeClient,
    storeType: "client",
    schemaName: "auth",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });
  const single = limiter("once", 1, 1);
  const open = (name: RateLimitName) => ({
    limit: table[name],
    counter: limiter(name, table[name].free, table[name].window_seconds),
    spacing: limiter(`${name}_delay`, 1, 1),
  });
  const names = Object.keys(rateLimits) as RateLimitName[];
  const limiters = Object.fromEntries(names.map((name) => [name, open(name)])) as Record<
    RateLimitName,
    ReturnType<typeof open>
  >;

  return {
    async attempt(name, key) {
      const { limit, counter, spacing } = limiters[name];
      try {
        const { consumedPoints } = await counter.penalty(key);
        const needsCaptcha = limit.captcha_after !== undefined && consumedPoints > limit.captcha_after;
        if (consumedPoints <= limit.free) return { seconds: 0, needsCaptcha };
        const delay = Math.min(2 ** Math.min(consumedPoints - limit.free - 1, 20), limit.max_delay_seconds);
        try {
          await spacing.consume(key, 1, { customDuration: delay });
          return { seconds: 0, needsCaptcha };
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          // A refused attempt costs nothing, else hammering would lengthen everyone's wait.
          await counter.reward(key);
          return { seconds: Math.max(Math.ceil(refusal.msBeforeNext / 1000), 1), needsCaptcha };
        }
      } catch (error) {
        if (limit.when_store_fails === "refuse") throw error;
        warn(error);
        return { seconds: 0, needsCaptcha: false };
      }
    },
    async forgive(name, key) {
      const { limit, counter } = limiters[name];
      try {
        await counter.reward(key);
      } catch (error) {
        if (limit.when_store_fails === "refuse") throw error;
        warn(error);
      }
    },
    async once(key, seconds) {
      try {
        await single.consume(key, 1, { customDuration: seconds });
        return true;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return false;
      }
    },
    async sweep() {
      await db.deleteFrom("auth.rate_limits").where("expire", "<", String(Date.now())).execute();
    },
  };
}
