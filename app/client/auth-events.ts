import type { AuthChangeEvent } from "@supabase/auth-js";
import { useEffect, useEffectEvent } from "react";
import { SESSION_KEY } from "./stored-session.ts";
import { auth } from "./session.ts";

/** Calls `onEvent` with the event and user id on each session change after the initial one, in this tab or another. */
export function useAuthEvents(onEvent: (event: AuthChangeEvent, userId?: string) => void): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const { data } = auth().onAuthStateChange((event, session) => {
      // The session client awaits its listeners: run the handler outside, so that calling the client from it cannot deadlock.
      if (event !== "INITIAL_SESSION") setTimeout(() => handle(event, session?.user.id));
    });
    // Another tab's sign-out may be announced before this tab can see that the session is gone.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue === null && (key === SESSION_KEY || key === null)) handle("SIGNED_OUT");
    };
    addEventListener("storage", onStorage);
    return () => {
      data.subscription.unsubscribe();
      removeEventListener("storage", onStorage);
    };
  }, []);
}
