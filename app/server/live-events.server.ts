import { AsyncIteratorClass } from "@orpc/server";
import { highestRole } from "../domain/accounts/account.ts";
import type { Live, Notice } from "./live.server.ts";
import { member, type Viewer } from "./procedures.server.ts";

/** What a stream tells its reader: never data, only what to ask for anew. */
export type LiveEvent = { type: "connected" | "heartbeat" } | Pick<Notice, "type" | "case_id">;

const HEARTBEAT_MS = 25_000;
/** As long as an access token lives: who reads on has shown a new one. */
const LIFETIME_MS = 600_000;
const MOST_WAITING = 200;

/** The reader's own changes as they happen; ends when their session, role or approval does not hold any more. */
export const events = member.handler(({ context: { viewer, services }, signal }) =>
  openStream(services.live, viewer, signal),
);

function audiencesOf({ id, session_id, roles, approval_status }: Viewer): string[] {
  const role = approval_status === "approved" ? highestRole(roles) : null;
  const group = role === "admin" ? ["admins"] : role === "kine" ? ["kines"] : [];
  return [id, ...(session_id ? [session_id] : []), ...group];
}

function openStream(live: Live, viewer: Viewer, signal: AbortSignal | undefined): AsyncIteratorClass<LiveEvent> {
  // What waits to be read; the same event twice is one.
  const waiting = new Map<string, LiveEvent>();
  let isOver = false;
  let wake = () => {};

  function push(event: LiveEvent) {
    waiting.set(JSON.stringify(event), event);
    wake();
  }

  function end() {
    isOver = true;
    leave();
    clearInterval(heartbeat);
    clearTimeout(lifetime);
    signal?.removeEventListener("abort", end);
    wake();
  }

  function hear({ type, case_id }: Notice) {
    if (type === "session") waiting.clear();
    else push({ type, case_id });
    // After these the reader has to come through the guard again; one that reads too slowly starts anew.
    if (type === "session" || type === "person" || waiting.size > MOST_WAITING) end();
  }

  const leave = live.join({ personId: viewer.id, audiences: audiencesOf(viewer), hear, end });
  const heartbeat = setInterval(() => push({ type: "heartbeat" }), HEARTBEAT_MS);
  const lifetime = setTimeout(end, LIFETIME_MS);
  signal?.addEventListener("abort", end);
  push({ type: "connected" });

  return new AsyncIteratorClass<LiveEvent>(
    async () => {
      while (waiting.size === 0 && !isOver) await new Promise<void>((woken) => (wake = woken));
      const [next] = waiting;
      if (!next) return { done: true, value: undefined };
      waiting.delete(next[0]);
      return { done: false, value: next[1] };
    },
    async () => end(),
  );
}
