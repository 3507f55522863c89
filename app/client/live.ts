import { getEventMeta } from "@orpc/client";
import type { Query, QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { errorCode } from "../shared/errors.ts";
import { type Answers, api, queries } from "./api.ts";
import { currentSession } from "./session.ts";

type LiveEvent = Answers["live"]["events"] extends AsyncIterator<infer E> ? E : never;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5_000;
/** The server sends an event every 25 seconds; a connection silent for longer than this is dead. */
const SILENCE_MS = 60_000;
/** Batches changes that arrive together, and leaves a pause between refetches to limit the server's load. */
const GATHER_MS = 200;
const PAUSE_MS = 2_000;

const KEYS_OF: Partial<Record<LiveEvent["type"], readonly (readonly unknown[])[]>> = {
  connected: [[]],
  counts: [[]],
  seen: [queries.adminViews.key()],
  cases: [queries.cases.key(), queries.matches.key()],
  case: [queries.cases.key(), queries.reviews.key()],
  application: [queries.matches.key(), queries.cases.key()],
};

/** Invalidates queries on each change after the position `since`, while the tab is visible. Calls `onPerson` when the user may have changed. */
export function useLive(queryClient: QueryClient, since: string | null, onPerson: () => void): void {
  const [gather] = useState(() => gatherInto(queryClient));
  useStream(since, onPerson, gather);
}

/** Calls `onPerson` when the signed-in user's role, approval or session may have changed, while the tab is visible. */
export function usePersonNews(onPerson: () => void): void {
  useStream(null, onPerson);
}

function useStream(since: string | null, onPerson: () => void, gather?: (type: LiveEvent["type"]) => void): void {
  const hear = useEffectEvent((type: LiveEvent["type"]) => {
    // A stream that does not resume from a position may have missed a change of the user.
    if (type === "person" || type === "connected") onPerson();
    gather?.(type);
  });
  const refuse = useEffectEvent(onPerson);
  const position = useRef(since ?? undefined);
  useEffect(() => {
    let reading = new AbortController();
    const restart = () => {
      reading.abort();
      reading = new AbortController();
      if (document.visibilityState !== "visible") return;
      void keepReading(
        reading.signal,
        position,
        (type) => hear(type),
        () => refuse(),
      );
    };
    restart();
    document.addEventListener("visibilitychange", restart);
    addEventListener("online", restart);
    return () => {
      document.removeEventListener("visibilitychange", restart);
      removeEventListener("online", restart);
      reading.abort();
    };
  }, []);
}

/** The id of the last event received, from which a new stream resumes. */
type Position = { current: string | undefined };
type Hear = (type: LiveEvent["type"]) => void;

async function keepReading(signal: AbortSignal, position: Position, hear: Hear, onRefused: () => void) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      // Without a session there are no events; the route guard handles that case.
      if (!(await currentSession())) return;
      await read(signal, position, (type) => {
        failures = 0;
        hear(type);
      });
    } catch (error) {
      if (!signal.aborted && errorCode(error) === "NOT_SIGNED_IN") onRefused();
    }
    await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2), signal);
  }
}

/** Reads one stream to its end. Throws when it is refused, breaks, or stays silent too long. */
async function read(signal: AbortSignal, position: Position, hear: Hear) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const options = { signal: AbortSignal.any([signal, silence.signal]), lastEventId: position.current };
    for await (const event of await api.live.events(undefined, options)) {
      if (signal.aborted) return;
      position.current = getEventMeta(event)?.id ?? position.current;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      hear(event.type);
    }
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Queries that failed or were invalidated while the stream was down. */
const isOwed = ({ state }: Query) => state.isInvalidated || state.status === "error";

function gatherInto(queryClient: QueryClient) {
  const types = new Set<LiveEvent["type"]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = -PAUSE_MS;
  const flush = () => {
    timer = undefined;
    flushedAt = performance.now();
    const keys = [...types].flatMap((type) => KEYS_OF[type] ?? []);
    for (const queryKey of keys) {
      // A first fetch in flight is not restarted by an invalidation and may have read old data: refetch it once it completes.
      const early = queryClient
        .getQueryCache()
        .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
      for (const query of early)
        query.promise?.then(
          () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
          () => undefined,
        );
      void queryClient.invalidateQueries({ queryKey });
    }
    if (types.has("resumed")) void queryClient.invalidateQueries({ predicate: isOwed });
    types.clear();
  };
  return (type: LiveEvent["type"]) => {
    types.add(type);
    timer ??= setTimeout(flush, Math.max(GATHER_MS, flushedAt + PAUSE_MS - performance.now()));
  };
}
