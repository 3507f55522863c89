import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Pool } from "./fail-fast-pool.server.ts";

/** How long is waited before the second and the third try: whoever asks is to know soon. */
const PAUSES_MS = [50, 150];
/** What may be sent again when nobody knows what came of it. What changes something stands in a transaction, or is no select. */
const REPEATABLE = /^(begin$|start transaction|\s*select\s)/i;

/** A statement, or one that has a name. */
type Asked = string | { text: string };

/**
 * A pool that lets a lost connection be felt only where something was under way on it: a first statement that changes nothing is
 * sent again on another one, and a connection that `isLost` tells of is never used again.
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

    /** Only before anything else was asked: on another connection the rest of a transaction would be outside of it. */
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

    // Without its other forms, which read by a cursor or a callback that nobody has.
    return { query, release } as unknown as pg.PoolClient;
  }

  return {
    options: pool.options,
    connect: () => patiently(() => pool.connect()).then(lease),
    end: () => pool.end(),
  };
}
