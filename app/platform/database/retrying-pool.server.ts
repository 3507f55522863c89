import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Pool } from "./fail-fast-pool.server.ts";
import { nameOf } from "./prepared-statements.server.ts";
import { inOneWrite, knowsOtherNames, openSharedReads } from "./shared-reads.server.ts";

/** The pauses before the second and the third attempt: short, so that the caller learns of a failure soon. */
const PAUSES_MS = [50, 150];
/** Statements that are safe to repeat when their outcome is unknown. Writes run in a transaction, or are no select. */
const REPEATABLE = /^\s*select\s/i;
const BEGIN = /^(begin$|start transaction)/i;
const END = /^(commit|rollback)$/;

type Asked = { text: string; values?: unknown[] | undefined; name?: string };

type Options = {
  isLost: (error: unknown) => boolean;
  /** Whether the URL is a pooler's, where each transaction may run on a connection that knows other names. */
  isPooled: boolean;
  /** Called after each commit. */
  onWrite?: (() => void) | undefined;
};

const NOTHING = { rows: [], rowCount: 0, command: "", oid: 0, fields: [] } as unknown as pg.QueryResult;

/**
 * A pool whose connections are taken at the first statement: prepared reads outside of a transaction share one, all others have their own. It
 * hides lost connections: a first statement that reads, or begins a transaction, is retried on another. A connection for which `isLost` holds
 * is never reused.
 */
export function retryingPool(pool: Pool, { isLost, isPooled, onWrite = () => undefined }: Options): Pool {
  const share = openSharedReads(pool, isLost);
  let keepsNames = !isPooled;

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

  function lease(): pg.PoolClient {
    let client: pg.PoolClient | null = null;
    let isUnfit = false;
    let isInTransaction = false;
    /** The beginning of a transaction, and statements without a result: sent with the next one. */
    let ahead: Asked[] = [];

    function release(destroy?: boolean) {
      client?.release(destroy || isUnfit);
      client = null;
    }

    async function send(all: Asked[]): Promise<pg.QueryResult> {
      const taken = (client ??= await pool.connect());
      const asked = keepsNames ? all : all.map(({ text, values }) => ({ text, values }));
      const answers = await Promise.allSettled(inOneWrite(taken, () => asked.map((each) => taken.query(each))));
      // The first failure is the cause of those after it.
      for (const answer of answers) {
        if (answer.status === "fulfilled") continue;
        isUnfit ||= isLost(answer.reason);
        if (knowsOtherNames(answer.reason)) keepsNames = false;
        throw answer.reason;
      }
      const last = answers.at(-1);
      return last?.status === "fulfilled" ? last.value : NOTHING;
    }

    /** Only for the first statements: on another connection the rest of a transaction would run outside of it. */
    function sendAnywhere(all: Asked[]) {
      return patiently(() => {
        if (isUnfit) release();
        isUnfit = false;
        return send(all);
      });
    }

    async function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
      const found = nameOf(text);
      const asked: Asked = { text, values, ...(found && { name: found.name }) };
      const isFirst = client === null;
      if (BEGIN.test(text)) isInTransaction = true;
      if (BEGIN.test(text) || (found?.isDeferred && isInTransaction)) {
        ahead.push(asked);
        return NOTHING;
      }
      if (END.test(text)) isInTransaction = false;
      if (text === "rollback") ahead = [];
      if (text === "rollback" && isFirst) return NOTHING;
      const all = [...ahead, asked];
      const isSafe = isFirst && (ahead.length > 0 || REPEATABLE.test(text));
      ahead = [];
      if (isFirst && found && isSafe && all.length === 1)
        return patiently(() => share({ name: found.name, text, values: values ?? [] }));
      const result = await (isSafe ? sendAnywhere(all) : send(all));
      if (text !== "rollback" && !isInTransaction && !REPEATABLE.test(text)) onWrite();
      return result;
    }

    // Kysely uses neither the cursor nor the callback forms, so they are left out.
    return { query, release } as unknown as pg.PoolClient;
  }

  return { options: pool.options, connect: async () => lease(), end: () => pool.end() };
}
