import { setTimeout as wait } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** How long is waited before the second and the third try: whoever asks is to know soon. */
const PAUSES_MS = [50, 150];
/** What may be sent again when nobody knows what came of it. What changes something stands in a transaction, or is no select. */
const REPEATABLE = /^(begin$|start transaction|\s*select\s)/i;

type Client = Awaited<ReturnType<PostgresPool["connect"]>>;

/**
 * A pool that lets a lost connection be felt only where something was under way on it: a first statement that changes nothing is
 * sent again on another one, and a connection that `isLost` tells of is never used again.
 */
export function repeatingPool(pool: PostgresPool, isLost: (error: unknown) => boolean): PostgresPool {
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

  function lease(taken: Client): PostgresPoolClient {
    let client = taken;
    let isFirst = true;
    let [isUnfit, isReleased] = [false, false];

    function release(destroy?: boolean) {
      if (!isReleased) client.release(destroy || isUnfit);
      isReleased = true;
    }

    async function ask(sql: string, parameters: readonly unknown[]) {
      try {
        return await client.query<never>(sql, parameters);
      } catch (error) {
        isUnfit ||= isLost(error);
        throw error;
      }
    }

    /** Only before anything else was asked: on another connection the rest of a transaction would be outside of it. */
    async function askAnywhere(sql: string, parameters: readonly unknown[]) {
      if (isUnfit) {
        release();
        client = await pool.connect();
        [isUnfit, isReleased] = [false, false];
      }
      return ask(sql, parameters);
    }

    function query(sql: string, parameters: readonly unknown[]) {
      const isSafe = isFirst && REPEATABLE.test(sql);
      isFirst = false;
      return isSafe ? patiently(() => askAnywhere(sql, parameters)) : ask(sql, parameters);
    }

    // Without its other form, which reads by a cursor that nobody has.
    return { query: query as unknown as PostgresPoolClient["query"], release };
  }

  return {
    options: pool.options,
    connect: () => patiently(() => pool.connect()).then(lease),
    end: () => pool.end(),
  };
}
