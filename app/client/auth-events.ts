import type { AuthChangeEvent } from "@supabase/auth-js";
import { useEffect, useEffectEvent } from "react";
import { SESSION_KEY } from "./stored-session.ts";
import { auth } from "./session.ts";

/** Calls `onEvent` for each change of the session after the page's first reading of it, in this tab or another, with whose it is. */
export function useAuthEvents(onEvent: (event: AuthChangeEvent, userId?: string) => void): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const { data } = auth().onAuthStateChange((event, session) => {
      // The session client waits for its listeners; one that asks it for something must not keep it waiting.
      if (event !== "INITIAL_SESSION") setTimeout(() => handle(event, session?.user.id));
    });
    // A tab may be told that another one signed out before it can see that the session is gone.
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
