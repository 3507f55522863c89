import pg from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { AppError } from "../shared/errors.ts";

const CHANNEL = "kinexo_live";
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
const PING_MS = 25_000;
const ANSWER_MS = 10_000;
const STREAMS_PER_PERSON = 20;

const Notice = z.object({
  to: z.string(),
  type: z.enum(["counts", "seen", "cases", "case", "application", "person", "session"]),
  case_id: z.uuid().optional(),
});
/** What the database tells: what changed, and for whom (a person, a session, "admins" or "kines"). */
export type Notice = z.infer<typeof Notice>;

/** One stream: whose it is, what it belongs to, and how it is told. */
type Listener = { personId: string; audiences: readonly string[]; hear(notice: Notice): void; end(): void };

export type Live = {
  /** Adds a stream; gives the way out. Throws UNAVAILABLE when closing, TOO_MANY_REQUESTS over 20 of a person. */
  join(listener: Listener): () => void;
  /** How many streams are open. */
  count(): number;
  /** Ends every stream and takes no more. */
  end(): void;
  close(): Promise<void>;
};

/** Listens to the database on one connection of its own, which comes back by itself, and tells the streams in memory. */
export async function openLive(databaseUrl: string, log: Logger): Promise<Live> {
  const audiences = new Map<string, Set<Listener>>();
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let wasLost = false;
  let isEnding = false;

  const endAll = () => listeners.forEach((listener) => listener.end());

  function hear(payload = "") {
    const notice = Notice.safeParse(parseJson(payload));
    if (!notice.success) return log.warn({ payload }, "live notice not understood");
    for (const listener of audiences.get(notice.data.to) ?? []) listener.hear(notice.data);
  }

  function lose(lost: pg.Client, reason: string) {
    if (client !== lost) return;
    client = null;
    void lost.end().catch(() => undefined);
    if (isEnding) return;
    if (!wasLost) log.warn({ reason }, "live connection lost");
    wasLost = true;
    retry = setTimeout(() => void listen(), Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
    failures += 1;
  }

  async function listen() {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: CHANNEL,
    });
    client = next;
    next.on("error", (error) => lose(next, error.message));
    next.on("end", () => lose(next, "ended"));
    next.on("notification", ({ payload }) => hear(payload));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      return lose(next, (error as Error).message);
    }
    failures = 0;
    // What was said meanwhile went unheard: each stream starts anew, and with it whatever its reader shows.
    if (wasLost) endAll();
    wasLost = false;
  }

  // A connection that died without a word is found out by asking.
  const ping = setInterval(() => {
    const asked = client;
    asked?.query("select 1").catch((error: Error) => lose(asked, error.message));
  }, PING_MS).unref();

  function end() {
    isEnding = true;
    endAll();
  }

  await listen();
  return {
    end,
    count: () => listeners.size,
    join(listener) {
      if (isEnding) throw new AppError("UNAVAILABLE");
      if ((audiences.get(listener.personId)?.size ?? 0) >= STREAMS_PER_PERSON) throw new AppError("TOO_MANY_REQUESTS");
      listeners.add(listener);
      for (const audience of listener.audiences) {
        audiences.set(audience, (audiences.get(audience) ?? new Set()).add(listener));
      }
      return () => {
        listeners.delete(listener);
        for (const audience of listener.audiences) {
          const members = audiences.get(audience);
          members?.delete(listener);
          if (members?.size === 0) audiences.delete(audience);
        }
      };
    },
    async close() {
      end();
      clearInterval(ping);
      clearTimeout(retry);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
