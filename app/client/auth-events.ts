import type { AuthChangeEvent } from "@supabase/auth-js";
import { useEffect, useEffectEvent } from "react";
import { auth } from "./session.ts";

/** Calls `onEvent` for each change of the session after the page's first reading of it, in this tab or another. */
export function useAuthEvents(onEvent: (event: AuthChangeEvent) => void): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const { data } = auth().onAuthStateChange((event) => {
      // The session client waits for its listeners; one that asks it for something must not keep it waiting.
      if (event !== "INITIAL_SESSION") setTimeout(() => handle(event));
    });
    return () => data.subscription.unsubscribe();
  }, []);
}
