import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../shared/errors.ts";
import type { Database } from "./database.server.ts";
import { type RateLimitName, rateLimits, type RateLimitTable } from "./rate-limits.server.ts";

export type RateLimiter = {
  /** Counts one attempt: the seconds to wait, 0 when it may go on; whether it needs a captcha. Throws AppError UNAVAILABLE. */
  attempt(name: RateLimitName, key: string): Promise<{ seconds: number; needsCaptcha: boolean }>;
  /** Takes back an attempt that turned out well, for limits that count failures. */
  forgive(name: RateLimitName, key: string): Promise<void>;
  /** Whether this is the first time within `seconds` that anybody asks for `key`. Throws AppError UNAVAILABLE. */
  once(key: string, seconds: number): Promise<boolean>;
};

/** Counters in auth.rate_limits, shared by every node. `warn` hears of attempts that the store failed to count. */
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
        warn(error);
        if (limit.when_store_fails === "refuse") throw new AppError("UNAVAILABLE");
        return { seconds: 0, needsCaptcha: false };
      }
    },
    async forgive(name, key) {
      const { limit, counter } = limiters[name];
      try {
        await counter.reward(key);
      } catch (error) {
        warn(error);
        if (limit.when_store_fails === "refuse") throw new AppError("UNAVAILABLE");
      }
    },
    async once(key, seconds) {
      try {
        await single.consume(key, 1, { customDuration: seconds });
        return true;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return false;
        warn(refusal);
        throw new AppError("UNAVAILABLE");
      }
    },
  };
}
