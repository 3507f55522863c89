import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { useEffect, useEffectEvent } from "react";
import { SESSION_KEY } from "./stored-session.ts";
import { auth, noteSessionEnded } from "./session.ts";

/** The wait before the session client is loaded for its events: the screen's own requests come first. */
const LISTEN_AFTER_MS = 1_000;

/** Calls `onEvent` with the event and user id on each session change after the initial one, in this tab or another. */
export function useAuthEvents(onEvent: (event: AuthChangeEvent, userId?: string) => void): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    // The session clients of other tabs post to a channel of this name, which is enough until the client is loaded here.
    const channel = new BroadcastChannel(SESSION_KEY);
    channel.onmessage = ({ data }: MessageEvent<{ event: AuthChangeEvent; session: Session | null }>) => {
      if (data.event === "SIGNED_OUT") noteSessionEnded();
      handle(data.event, data.session?.user.id);
    };
    const listen = async () => {
      const client = await auth().catch(() => null);
      if (!client || isOver) return;
      channel.close();
      const { data } = client.onAuthStateChange((event, session) => {
        // The session client awaits its listeners: run the handler outside, so that calling the client from it cannot deadlock.
        if (event !== "INITIAL_SESSION") setTimeout(() => handle(event, session?.user.id));
      });
      stop = () => data.subscription.unsubscribe();
    };
    const timer = setTimeout(() => void listen(), LISTEN_AFTER_MS);
    // Another tab may announce its sign-out before this tab sees that the stored session was removed.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue !== null || (key !== SESSION_KEY && key !== null)) return;
      noteSessionEnded();
      handle("SIGNED_OUT");
    };
    addEventListener("storage", onStorage);
    return () => {
      isOver = true;
      channel.close();
      clearTimeout(timer);
      stop?.();
      removeEventListener("storage", onStorage);
    };
  }, []);
}
