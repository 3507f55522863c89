import type { Logger } from "pino";
import { AppError } from "../../shared/app-error.server.ts";
import { deriveKey, encrypt, decrypt, type Key, type Secret } from "../crypto.server.ts";
import type { Database } from "../database/database.server.ts";
import { openLiveReader } from "./live-reader.server.ts";
import { digestOf, eventsBetween, eventsSince, type Notice, Position } from "./live-table.server.ts";

const STREAMS_PER_PERSON = 20;
/** A stream that missed more than this has to start over. */
const MOST_MISSED = 100;
/** All streams have to start over when a read finds more events than this, as after a migration: sending each would delay everyone. */
const MOST_READ = 10_000;
const SEALED_AS = "live position";

/** One stream: its owner, its audiences, and how it receives events. */
type Listener = { personId: string; audiences: readonly string[]; hear(notice: Notice): void; end(): void };

export type Live = {
  /**
   * Adds a stream; returns the function that removes it. Throws UNAVAILABLE when closing, TOO_MANY_REQUESTS over 20 streams of a person.
   */
  join(listener: Listener): () => void;
  /** The current position, encrypted, since it would reveal how much is written. */
  position(): string | undefined;
  /** The events of these audiences since a position, from any node; null when they are unknown or too many. */
  missed(position: string, audiences: readonly string[]): Promise<Notice[] | null>;
  /** Announces a commit of this node; the table says whom it concerns. */
  wake(): void;
  /** The number of open streams. */
  count(): number;
  /** Ends every stream and accepts no more. */
  end(): void;
  close(): Promise<void>;
};

type LiveOptions = {
  databaseUrl: string;
  db: Database;
  secret: Secret;
  log: Logger;
  also: { channel: string; hear(): void };
};

/** Reads events from the database and passes them to the streams in memory. */
export async function openLive({ databaseUrl, db, secret, log, also }: LiveOptions): Promise<Live> {
  const key = deriveKey(secret, "live positions");
  const audiences = new Map<string, Set<Listener>>();
  const listeners = new Set<Listener>();
  let position: Position | null = null;
  // The time of the last overflow: a position before it cannot be resumed.
  let overflowedAt = 0;
  let sealed: string | undefined;
  let isEnding = false;

  const endAll = () => listeners.forEach((listener) => listener.end());
  function end() {
    isEnding = true;
    endAll();
  }

  const reader = await openLiveReader({
    databaseUrl,
    log,
    also,
    query: () => eventsSince(position, MOST_READ).compile(db),
    take(found) {
      const notices = eventsBetween(position, MOST_READ, found);
      position = Position.parse(found);
      if (found.events.length > MOST_READ) overflowedAt = found.at;
      sealed = undefined;
      // When events are unknown, every stream ends, and its client reconnects and reloads what it shows.
      if (!notices) return endAll();
      for (const notice of notices) for (const listener of audiences.get(notice.to) ?? []) listener.hear(notice);
    },
  });

  return {
    end,
    wake: () => reader.wake(),
    count: () => listeners.size,
    position() {
      if (position) sealed ??= encrypt(key, JSON.stringify(position), SEALED_AS).toString("base64url");
      return sealed;
    },
    async missed(since, ofAudiences) {
      const from = unsealed(key, since);
      if (!from || from.at < overflowedAt) return null;
      const [found] = (await eventsSince(from, MOST_MISSED, ofAudiences.map(digestOf)).execute(db)).rows;
      return found ? eventsBetween(from, MOST_MISSED, found) : null;
    },
    join(listener) {
      const own = listener.audiences.map(digestOf);
      if (isEnding) throw new AppError("UNAVAILABLE");
      if ((audiences.get(digestOf(listener.personId))?.size ?? 0) >= STREAMS_PER_PERSON)
        throw new AppError("TOO_MANY_REQUESTS");
      listeners.add(listener);
      for (const audience of own) audiences.set(audience, (audiences.get(audience) ?? new Set()).add(listener));
      return () => {
        listeners.delete(listener);
        for (const audience of own) {
          const members = audiences.get(audience);
          members?.delete(listener);
          if (members?.size === 0) audiences.delete(audience);
        }
      };
    },
    async close() {
      end();
      await reader.close();
    },
  };
}

/** Decrypts a position from any of our nodes, or null. */
function unsealed(key: Key, text: string): Position | null {
  try {
    return Position.parse(JSON.parse(decrypt(key, Buffer.from(text, "base64url"), SEALED_AS)));
  } catch {
    return null;
  }
}
