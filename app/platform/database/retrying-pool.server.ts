import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Pool } from "./fail-fast-pool.server.ts";
import { nameOf } from "./prepared-statements.server.ts";
import { corked, knowsOtherNames, type Names, openSharedReads } from "./shared-reads.server.ts";

/** The pauses before the second and the third attempt: short, so that the caller learns of a failure soon. */
const PAUSES_MS = [50, 150];
/** Matches statements that are safe to repeat when their outcome is unknown: outside of a transaction no select writes. */
const REPEATABLE = /^\s*select\s/i;
const BEGIN = /^(begin$|start transaction)/i;
const END = /^(commit|rollback)$/;

type Statement = { text: string; values?: unknown[] | undefined; name?: string };

type Options = {
  isLost: (error: unknown) => boolean;
  /** Whether the URL is a pooler's, which may run each transaction on a connection with other prepared names. */
  isPooled: boolean;
  /** Called after each commit. */
  onWrite?: (() => void) | undefined;
};

const NOTHING = { rows: [], rowCount: 0, command: "", oid: 0, fields: [] } as unknown as pg.QueryResult;

/**
 * A pool that takes a connection at the first statement. Prepared reads outside of a transaction share one, others have their own. It hides
 * lost connections: a first statement that reads, or begins a transaction, is retried on another connection. A connection is never reused
 * after an error for which `isLost` holds.
 */
export function retryingPool(pool: Pool, { isLost, isPooled, onWrite = () => undefined }: Options): Pool {
  // One for reads and transactions: a transaction cannot send a refused statement again.
  const names: Names = { areKept: !isPooled };
  const share = openSharedReads(pool, isLost, names);

  async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
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

  function lease(): pg.PoolClient {
    let client: pg.PoolClient | null = null;
    let isUnfit = false;
    let isInTransaction = false;
    /** Statements that are sent with the next one: the beginning of a transaction, and deferred statements. */
    let deferred: Statement[] = [];

    function release(destroy?: boolean) {
      client?.release(destroy || isUnfit);
      client = null;
    }

    async function send(all: Statement[]): Promise<pg.QueryResult> {
      const taken = (client ??= await pool.connect());
      const statements = names.areKept ? all : all.map(({ text, values }) => ({ text, values }));
      const answers = await Promise.allSettled(corked(taken, () => statements.map((each) => taken.query(each))));
      // The first failure is the cause of those after it.
      for (const answer of answers) {
        if (answer.status === "fulfilled") continue;
        isUnfit ||= isLost(answer.reason);
        if (knowsOtherNames(answer.reason)) names.areKept = false;
        throw answer.reason;
      }
      const last = answers.at(-1);
      return last?.status === "fulfilled" ? last.value : NOTHING;
    }

    /** Only for the first statements of a lease: later ones would leave their transaction on another connection. */
    function sendAnywhere(all: Statement[]) {
      return withRetries(() => {
        if (isUnfit) release();
        isUnfit = false;
        return send(all);
      });
    }

    async function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
      const named = nameOf(text);
      const statement: Statement = { text, values, ...(named && { name: named.name }) };
      const isFirst = client === null;
      if (BEGIN.test(text)) isInTransaction = true;
      if (BEGIN.test(text) || (named?.isDeferred && isInTransaction)) {
        deferred.push(statement);
        return NOTHING;
      }
      if (END.test(text)) isInTransaction = false;
      if (text === "rollback") deferred = [];
      if (text === "rollback" && isFirst) return NOTHING;
      const all = [...deferred, statement];
      const isSafe = isFirst && (deferred.length > 0 || REPEATABLE.test(text));
      deferred = [];
      if (isFirst && named && isSafe && all.length === 1)
        return withRetries(() => share({ name: named.name, text, values: values ?? [] }));
      const result = await (isSafe ? sendAnywhere(all) : send(all));
      if (text !== "rollback" && !isInTransaction && !REPEATABLE.test(text)) onWrite();
      return result;
    }

    // Kysely uses neither the cursor nor the callback forms, so they are left out.
    return { query, release } as unknown as pg.PoolClient;
  }

  return { options: pool.options, connect: async () => lease(), end: () => pool.end() };
}
