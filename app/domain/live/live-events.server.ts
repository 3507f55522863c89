import { AsyncIteratorClass, eventIterator, withEventMeta } from "@orpc/server";
import { z } from "zod";
import { highestRole } from "../../shared/roles.ts";
import type { Live } from "../../platform/live/live.server.ts";
import { Notice } from "../../platform/live/live-table.server.ts";
import { member } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { openSpacing } from "./spaced-events.ts";

/**
 * An event of a stream: never data, only what to reload. A stream starts with "resumed" when it continues from the last event id, else with
 * "connected": anything may have changed.
 */
const LiveEvent = z.union([
  z.strictObject({ type: z.enum(["connected", "resumed", "heartbeat"]) }),
  Notice.pick({ type: true, case_id: true }).strict(),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

const HEARTBEAT_MS = 25_000;
/** The lifetime of an access token: to continue, the client must present a new one. */
const LIFETIME_MS = 600_000;
const MOST_WAITING = 200;
/** The key of a stream's first event, which stays first even if others arrive before it is sent. */
const FIRST = "";

/** The viewer's live changes; ends when their session, role or approval is no longer valid. */
export const events = member
  .meta({ summary: "Streams the changes that concern the caller.", refuses: ["TOO_MANY_REQUESTS"] })
  .output(eventIterator(LiveEvent))
  .handler(({ context: { viewer, services }, signal, lastEventId }) =>
    openStream({ live: services.live, viewer, signal, lastEventId }),
  );

function audiencesOf({ id, session_id, roles, approval_status }: Viewer): string[] {
  const role = approval_status === "approved" ? highestRole(roles) : null;
  const group = role === "admin" ? ["admins"] : role === "kine" ? ["kines"] : [];
  return [id, ...(session_id ? [session_id] : []), ...group];
}

type StreamOptions = { live: Live; viewer: Viewer; signal: AbortSignal | undefined; lastEventId: string | undefined };

async function openStream({
  live,
  viewer,
  signal,
  lastEventId,
}: StreamOptions): Promise<AsyncIteratorClass<LiveEvent>> {
  const audiences = audiencesOf(viewer);
  // The pending events; duplicates are merged.
  const waiting = new Map<string, LiveEvent>([[FIRST, { type: "connected" }]]);
  let isOver = false;
  let wake = () => {};

  function push(key: string, event: LiveEvent) {
    waiting.set(key, event);
    wake();
  }
  const spacing = openSpacing(push);

  function end() {
    isOver = true;
    leave();
    clearInterval(heartbeat);
    clearTimeout(lifetime);
    spacing.end();
    signal?.removeEventListener("abort", end);
    wake();
  }

  function hear({ type, case_id }: Notice) {
    if (type === "session") waiting.clear();
    else spacing.hear(`${type} ${case_id}`, { type, case_id });
    // After these events the client must be authorised again; a client that reads too slowly must start over.
    if (type === "session" || type === "person" || waiting.size > MOST_WAITING) end();
  }

  const leave = live.join({ personId: viewer.id, audiences, hear, end });
  const heartbeat = setInterval(() => push("heartbeat", { type: "heartbeat" }), HEARTBEAT_MS);
  const lifetime = setTimeout(end, LIFETIME_MS);
  signal?.addEventListener("abort", end);

  // Read after joining, so that no event is lost between the missed ones and the live ones.
  if (lastEventId) {
    const missed = await live.missed(lastEventId, audiences).catch((error: unknown) => {
      end();
      throw error;
    });
    // If the user's account or session changed, the client must reload everything.
    if (missed?.every(({ type }) => type !== "person" && type !== "session") && !isOver) {
      waiting.set(FIRST, { type: "resumed" });
      missed.forEach(hear);
    }
  }

  return new AsyncIteratorClass<LiveEvent>(
    async () => {
      while (waiting.size === 0 && !isOver) await new Promise<void>((woken) => (wake = woken));
      const [next] = waiting;
      if (!next) return { done: true, value: undefined };
      const [key, event] = next;
      waiting.delete(key);
      // Only a fully delivered stream gets a position to resume from.
      const id = waiting.size === 0 && !spacing.holds() && !isOver ? live.position() : undefined;
      return { done: false, value: id ? withEventMeta(event, { id }) : event };
    },
    async () => end(),
  );
}
