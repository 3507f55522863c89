import { getEventMeta } from "@orpc/client";
import { expect } from "vitest";
import type { Api } from "../support/people.ts";

export type Stream = Awaited<ReturnType<typeof follow>>;
export type ReceivedEvent = { type: string; case_id?: string };

/** Reads a stream, from the start or from another stream's last event id, recording all events but heartbeats. */
export async function follow(api: Api, lastEventId?: string) {
  const events = await api.live.events(undefined, { lastEventId });
  const received: ReceivedEvent[] = [];
  const first = await events.next();
  let last = getEventMeta(first.value)?.id;
  const ended = (async () => {
    for await (const event of events) {
      if (event.type !== "heartbeat") received.push(event);
      last = getEventMeta(event)?.id ?? last;
    }
  })().catch(() => undefined);
  return {
    first: (first.value as ReceivedEvent).type,
    received,
    ended,
    lastEventId: () => last,
    leave: () => events.return(),
  };
}

/** Waits until a stream has delivered this event. */
export async function receives(stream: Stream, event: ReceivedEvent) {
  await expect.poll(() => stream.received).toContainEqual(event);
}
