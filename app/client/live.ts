import { getEventMeta } from "@orpc/client";
import type { Query, QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { errorCode } from "../shared/errors.ts";
import { type Answers, api, queries } from "./api.ts";
import { currentSession } from "./session.ts";

type LiveEvent = Answers["live"]["events"] extends AsyncIterator<infer E> ? E : never;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5_000;
/** The server says something every 25 seconds; a connection silent for longer is dead. */
const SILENCE_MS = 60_000;
/** Changes that come together are asked for together, and a busy server is not asked without pause. */
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

/**
 * Refreshes what is shown as the server tells of changes since a position, while the tab is visible; `onPerson`: who they are changed.
 */
export function useLive(queryClient: QueryClient, since: string | null, onPerson: () => void): void {
  const [gather] = useState(() => gatherInto(queryClient));
  useStream((event, isFirst) => {
    if (isNewsOfPerson(event, isFirst)) onPerson();
    gather(event.type);
  }, onPerson, since);
}

/** Calls `onPerson` when the role, the approval or the session of whoever is signed in has changed, in a visible tab. */
export function usePersonNews(onPerson: () => void): void {
  useStream((event, isFirst) => {
    if (isNewsOfPerson(event, isFirst)) onPerson();
  }, onPerson);
}

// While the stream was gone, who they are may have changed too.
const isNewsOfPerson = ({ type }: LiveEvent, isFirst: boolean) => type === "person" || (type === "connected" && !isFirst);

function useStream(onEvent: (event: LiveEvent, isFirst: boolean) => void, onRefused: () => void, since: string | null = null): void {
  const hear = useEffectEvent(onEvent);
  const refuse = useEffectEvent(onRefused);
  const [from] = useState(since ?? undefined);
  useEffect(() => {
    let reading: AbortController | null = null;
    // Whoever named a place is told what came after it; where that is not known, who they are may have changed too.
    let isFirst = from === undefined;
    const place: Place = { lastEventId: from };
    const follow = () => {
      if (document.visibilityState !== "visible") reading?.abort();
      else if (!reading || reading.signal.aborted) {
        reading = new AbortController();
        const take = (event: LiveEvent) => {
          hear(event, isFirst);
          isFirst = false;
        };
        void keepReading(reading.signal, place, take, () => refuse());
      }
    };
    const restart = () => {
      reading?.abort();
      follow();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    addEventListener("online", restart);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      removeEventListener("online", restart);
      reading?.abort();
    };
  }, [from]);
}

/** The last event that was heard, to go on from there. */
type Place = { lastEventId?: string | undefined };

async function keepReading(signal: AbortSignal, place: Place, hear: (event: LiveEvent) => void, onRefused: () => void) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      // Without a session there is nothing to hear; the door sees to that.
      if (!(await currentSession())) return;
      await read(signal, place, (event) => {
        failures = 0;
        hear(event);
      });
    } catch (error) {
      if (!signal.aborted && errorCode(error) === "NOT_SIGNED_IN") onRefused();
    }
    await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2), signal);
  }
}

/** Reads one stream to its end. Throws when it is refused, breaks, or falls silent. */
async function read(signal: AbortSignal, place: Place, hear: (event: LiveEvent) => void) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const options = { signal: AbortSignal.any([signal, silence.signal]), lastEventId: place.lastEventId };
    for await (const event of await api.live.events(undefined, options)) {
      if (signal.aborted) return;
      place.lastEventId = getEventMeta(event)?.id ?? place.lastEventId;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      hear(event);
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

/** What was asked for and could not be had while the stream was gone. */
const isOwed = ({ state }: Query) => state.isInvalidated || state.status === "error";

function gatherInto(queryClient: QueryClient) {
  const types = new Set<LiveEvent["type"]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = 0;
  const flush = () => {
    timer = undefined;
    flushedAt = Date.now();
    const keys = [...types].flatMap((type) => KEYS_OF[type] ?? []);
    for (const queryKey of keys) {
      // What is under way for the first time is not asked for anew, and may have been read before the change.
      const early = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
      for (const query of early) query.promise?.then(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }), () => undefined);
      void queryClient.invalidateQueries({ queryKey });
    }
    if (types.has("resumed")) void queryClient.invalidateQueries({ predicate: isOwed });
    types.clear();
  };
  return (type: LiveEvent["type"]) => {
    types.add(type);
    timer ??= setTimeout(flush, Math.max(GATHER_MS, flushedAt + PAUSE_MS - Date.now()));
  };
}
