import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Pool } from "./fail-fast-pool.server.ts";

/** The pauses before the second and the third attempt: short, so that the caller learns of a failure soon. */
const PAUSES_MS = [50, 150];
/** Statements that are safe to repeat when their outcome is unknown. Writes run in a transaction, or are no select. */
const REPEATABLE = /^(begin$|start transaction|\s*select\s)/i;

/** A statement, optionally with a name. */
type Asked = string | { text: string };

/**
 * A pool that hides lost connections: a first, read-only statement is retried on another connection. A connection for which `isLost` holds
 * is never reused.
 */
export function retryingPool(pool: Pool, isLost: (error: unknown) => boolean): Pool {
  async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
    for (const pause of PAUSES_MS) {
      try {
        return await attempt();
      } catch (error) {
        if (!isLost(error)) throw error;
        await wait(pause);
      }
    }
    return attempt();
  }

  function lease(taken: pg.PoolClient): pg.PoolClient {
    let client = taken;
    let isFirst = true;
    let [isUnfit, isReleased] = [false, false];

    function release(destroy?: boolean) {
      if (!isReleased) client.release(destroy || isUnfit);
      isReleased = true;
    }

    async function ask(asked: Asked, parameters?: unknown[]) {
      try {
        return await client.query<never>(asked as string, parameters);
      } catch (error) {
        isUnfit ||= isLost(error);
        throw error;
      }
    }

    /** Only for the first statement: on another connection the rest of a transaction would run outside of it. */
    async function askAnywhere(asked: Asked, parameters?: unknown[]) {
      if (isUnfit) {
        release();
        client = await pool.connect();
        [isUnfit, isReleased] = [false, false];
      }
      return ask(asked, parameters);
    }

    function query(asked: Asked, parameters?: unknown[]) {
      const isSafe = isFirst && REPEATABLE.test(typeof asked === "string" ? asked : asked.text);
      isFirst = false;
      return isSafe ? patiently(() => askAnywhere(asked, parameters)) : ask(asked, parameters);
    }

    // Kysely uses neither the cursor nor the callback forms, so they are left out.
    return { query, release } as unknown as pg.PoolClient;
  }

  return { options: pool.options, connect: () => patiently(() => pool.connect()).then(lease), end: () => pool.end() };
}
