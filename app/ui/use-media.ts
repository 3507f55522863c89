import { useSyncExternalStore } from "react";

/** Whether a media query matches now, such as "(min-width: 768px)"; false where the page is rendered on the server. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** From this width on, lists that have a table are shown as one. */
export const useIsWide = () => useMedia("(min-width: 768px)");
