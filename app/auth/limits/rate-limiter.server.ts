import { sql } from "kysely";
import { AppError } from "../../shared/app-error.server.ts";
import type { Clock } from "../../platform/clock.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import type { RateLimitName, RateLimitTable } from "./rate-limits.server.ts";

export type RateLimiter = {
  /**
   * Counts one attempt; returns the seconds to wait, 0 if allowed, whether a captcha is required, and whether it took the turn of a
   * spaced attempt. Throws AppError UNAVAILABLE.
   */
  attempt(name: RateLimitName, key: string): Promise<{ seconds: number; needsCaptcha: boolean; isSpaced?: boolean }>;
  /** Refunds a successful attempt, for limits that count failures. */
  forgive(name: RateLimitName, key: string): Promise<void>;
  /** Gives back the turn of a spaced attempt that was not made, so that the next one has it. */
  giveTurnBack(name: RateLimitName, key: string): Promise<void>;
  /** Whether this is the first use of `key` within `seconds`. Throws AppError UNAVAILABLE. */
  once(key: string, seconds: number): Promise<boolean>;
  /** The same counters inside a transaction: a rollback undoes the count. */
  within(tx: Tx): RateLimiter;
};

/** Counters in auth.rate_limits, shared by all nodes. `warn` receives errors of the store. */
export function openRateLimiter(
  db: Database | Tx,
  table: RateLimitTable,
  clock: Pick<Clock, "now">,
  warn: (error: unknown) => void,
): RateLimiter {
  /** Increments a counter, which restarts when its window is over; returns its value and the milliseconds left. */
  async function count(key: string, seconds: number): Promise<{ points: number; left: number }> {
    const now = Math.floor(clock.now());
    const { rows } = await sql<{ points: number; expire: string }>`
      insert into auth.rate_limits as l (key, points, expire) values (${key}, 1, ${now + seconds * 1000}) on conflict (key) do update set
        points = case when l.expire <= ${now} then 1 else l.points + 1 end,
        expire = case when l.expire <= ${now} then excluded.expire else l.expire end
      returning points, expire`.execute(db);
    return { points: rows[0]?.points ?? 1, left: Number(rows[0]?.expire) - now };
  }

  async function uncount(key: string): Promise<void> {
    await sql`update auth.rate_limits set points = points - 1 where key = ${key} and points > 0`.execute(db);
  }

  return {
    within: (tx) => openRateLimiter(tx, table, clock, warn),
    async attempt(name, key) {
      const limit = table[name];
      const counted = `${name}:${key}`;
      try {
        const { points } = await count(counted, limit.window_seconds);
        const needsCaptcha = limit.captcha_after !== undefined && points > limit.captcha_after;
        if (points <= limit.free) return { seconds: 0, needsCaptcha };
        const doubled = (limit.min_delay_seconds ?? 1) * 2 ** Math.min(points - limit.free - 1, 20);
        const delay = Math.min(doubled, limit.max_delay_seconds);
        const spacing = await count(`${name}_delay:${key}`, delay);
        if (spacing.points === 1) return { seconds: 0, needsCaptcha, isSpaced: true };
        // A refused attempt is not counted, or hammering would lengthen the wait for everyone.
        await uncount(counted);
        return { seconds: Math.max(Math.ceil(spacing.left / 1000), 1), needsCaptcha };
      } catch (error) {
        warn(error);
        if (limit.when_store_fails !== "allow") throw new AppError("UNAVAILABLE");
        return { seconds: 0, needsCaptcha: false };
      }
    },
    async forgive(name, key) {
      try {
        await uncount(`${name}:${key}`);
      } catch (error) {
        warn(error);
        if (table[name].when_store_fails !== "allow") throw new AppError("UNAVAILABLE");
      }
    },
    async giveTurnBack(name, key) {
      // A failure only makes the next attempt wait longer.
      await sql`update auth.rate_limits set expire = 0 where key = ${`${name}_delay:${key}`}`.execute(db).catch(warn);
    },
    async once(key, seconds) {
      try {
        return (await count(`once:${key}`, seconds)).points === 1;
      } catch (error) {
        warn(error);
        throw new AppError("UNAVAILABLE");
      }
    },
  };
}
