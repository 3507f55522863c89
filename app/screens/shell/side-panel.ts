import { useEffect, useState } from "react";

const COOKIE = "side_panel";
const KEPT_SECONDS = 7 * 24 * 60 * 60;
const WIDE = "(min-width: 768px)";

/** Whether the section menu is a side panel, and its toggle, also by Ctrl+B or Cmd+B; stored for 7 days. */
export function useSidePanel(): { isPanel: boolean; toggle: () => void } {
  const [isPanel, setPanel] = useState(() => document.cookie.split("; ").includes(`${COOKIE}=1`));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isHeld || event.key.toLowerCase() !== "b" || event.repeat || !matchMedia(WIDE).matches) return;
      event.preventDefault();
      choose(!isPanel);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isPanel]);

  function choose(chosen: boolean) {
    document.cookie = `${COOKIE}=${chosen ? 1 : 0}; path=/dashboard; max-age=${KEPT_SECONDS}; samesite=lax`;
    setPanel(chosen);
  }
  return { isPanel, toggle: () => choose(!isPanel) };
}
