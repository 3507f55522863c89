import { getEventMeta } from "@orpc/client";
import { hashKey, type Query, type QueryClient, type QueryFilters } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { errorCode } from "../shared/errors.ts";
import { abortWith } from "./abort-with.ts";
import { type Answers, api, queries } from "./api.ts";
import { currentSession } from "./session.ts";
import { withStreamSlot } from "./stream-slots.ts";
import { untilStaying } from "./unsaved.ts";

type LiveEvent = Answers["live"]["events"] extends AsyncIterator<infer E> ? E : never;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5_000;
/** The server sends an event every 25 seconds; a connection silent for longer than this is dead. */
const SILENCE_MS = 60_000;
/** Batches changes that arrive together, and leaves a pause between refetches to limit the server's load. */
const GATHER_MS = 200;
const PAUSE_MS = 2_000;

/** This query reads thousands of rows, and a new text can wait: a change of counts does not refetch it. */
const COSTLY = hashKey(queries.vocabulary.queue.queryKey());
const isCheap = ({ queryHash }: Query) => queryHash !== COSTLY;

/** What a pair reads of each other, and no longer where the relation ends. */
const OF_THE_PAIR = [queries.conversations.key(), queries.treatments.key(), queries.measures.key()];

const KEYS_OF: Partial<Record<LiveEvent["type"], readonly (readonly unknown[])[]>> = {
  connected: [[]],
  seen: [queries.adminViews.key()],
  cases: [queries.cases.key(), queries.matches.key()],
  case: [queries.cases.key(), queries.reviews.key(), queries.notifications.key(), ...OF_THE_PAIR],
  application: [queries.matches.key(), queries.cases.key(), ...OF_THE_PAIR],
  booking: [queries.bookings.key(), queries.agendas.key(), queries.cases.key(), queries.matches.key(), ...OF_THE_PAIR],
  // The message's notification has its own event, `inbox`, sent to its reader only.
  message: [queries.conversations.key()],
  inbox: [queries.notifications.key()],
};

/**
 * Invalidates queries on each change after the position `since`, while the tab is visible. Calls `onPerson` when the user changed.
 */
export function useLive(queryClient: QueryClient, since: string | null, onPerson: () => void): void {
  const [gather] = useState(() => batchInvalidations(queryClient));
  useStream(
    (event, isFirst) => {
      if (isNewsOfPerson(event, isFirst)) onPerson();
      gather(event.type);
    },
    onPerson,
    since,
  );
}

/** Calls `onPerson` when the signed-in user's role, approval or session has changed, while the tab is visible. */
export function usePersonNews(onPerson: () => void): void {
  useStream((event, isFirst) => {
    if (isNewsOfPerson(event, isFirst)) onPerson();
  }, onPerson);
}

// A reconnected stream may have missed a change of the user.
const isNewsOfPerson = ({ type }: LiveEvent, isFirst: boolean) =>
  type === "person" || (type === "connected" && !isFirst);

function useStream(
  onEvent: (event: LiveEvent, isFirst: boolean) => void,
  onRefused: () => void,
  since: string | null = null,
): void {
  const hear = useEffectEvent(onEvent);
  const refuse = useEffectEvent(onRefused);
  const [from] = useState(since ?? undefined);
  useEffect(() => {
    let reading: AbortController | null = null;
    // A stream resumed from a position delivers all later changes. If the position is unknown, the user may have changed too.
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
        const { signal } = reading;
        void withStreamSlot(signal, () => keepReading(signal, place, take, () => refuse()));
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

/** The id of the last event received, from which a new stream resumes. */
type Place = { lastEventId?: string | undefined };

async function keepReading(signal: AbortSignal, place: Place, hear: (event: LiveEvent) => void, onRefused: () => void) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await untilStaying();
      // Without a session there are no events; the route guard handles that case.
      if (!(await currentSession())) return;
      await read(signal, place, (event) => {
        failures = 0;
        hear(event);
      });
    } catch (error) {
      if (!signal.aborted && errorCode(error) === "NOT_SIGNED_IN") onRefused();
    }
    if (signal.aborted) return;
    await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2), signal);
  }
}

/** Reads one stream to its end. Throws when it is refused, breaks, or stays silent too long. */
async function read(signal: AbortSignal, place: Place, hear: (event: LiveEvent) => void) {
  const silence = abortWith(signal);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const options = { signal: silence.signal, lastEventId: place.lastEventId };
    for await (const event of await api.live.events(undefined, options)) {
      if (signal.aborted) return;
      place.lastEventId = getEventMeta(event)?.id ?? place.lastEventId;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      hear(event);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Queries that failed or were invalidated while the stream was down. */
const needsRefetch = ({ state }: Query) => state.isInvalidated || state.status === "error";

function batchInvalidations(queryClient: QueryClient) {
  const types = new Set<LiveEvent["type"]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = 0;
  const flush = () => {
    timer = undefined;
    flushedAt = Date.now();
    const keys = [...types].flatMap((type) => KEYS_OF[type] ?? []);
    const filters: QueryFilters[] = keys.map((queryKey) => ({ queryKey }));
    if (types.has("counts")) filters.push({ predicate: isCheap });
    for (const filter of filters) {
      // A first fetch in flight is not restarted by an invalidation and may have read old data: refetch it once it completes.
      const early = queryClient
        .getQueryCache()
        .findAll({ ...filter, fetchStatus: "fetching" })
        .filter(({ state }) => state.data === undefined);
      for (const query of early)
        query.promise?.then(
          () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
          () => undefined,
        );
      void queryClient.invalidateQueries(filter);
    }
    if (types.has("resumed")) void queryClient.invalidateQueries({ predicate: needsRefetch });
    types.clear();
  };
  return (type: LiveEvent["type"]) => {
    types.add(type);
    timer ??= setTimeout(flush, Math.max(GATHER_MS, flushedAt + PAUSE_MS - Date.now()));
  };
}
