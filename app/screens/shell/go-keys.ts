import { useEffect } from "react";
import { useNavigate } from "react-router";
import { areKeysOn, isKeyTaken } from "./keys-switch.ts";
import { MENU } from "./navigation.ts";

const WITHIN_MS = 2_000;

/** "g" and then a letter go to a screen of the admin. */
export function GoKeys(): null {
  const navigate = useNavigate();
  useEffect(() => {
    let begun = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || isKeyTaken(event) || !areKeysOn()) return;
      const isSecond = event.timeStamp - begun < WITHIN_MS;
      begun = event.key === "g" && !isSecond ? event.timeStamp : -Infinity;
      if (!isSecond) return;
      // The letter is none of the list's.
      event.preventDefault();
      event.stopPropagation();
      const screen = MENU.admin.find(({ key }) => key === event.key);
      if (screen) void navigate(screen.path);
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate]);
  return null;
}
