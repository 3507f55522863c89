import { useEffect } from "react";
import { useNavigate } from "react-router";
import { areKeysOn, isKeyTaken } from "./keys-switch.ts";
/** The letter of each screen, after "g". */
export const SCREEN_OF_KEY: Record<string, string> = {
  h: "/dashboard/admin/today",
  k: "/dashboard/admin/pulse",
  l: "/dashboard/admin/queues",
  s: "/dashboard/admin/applications",
  b: "/dashboard/admin/changes",
  m: "/dashboard/admin/licences",
  d: "/dashboard/admin/reports",
  r: "/dashboard/admin/reviews",
  i: "/dashboard/admin/disputes",
  v: "/dashboard/admin/vocabulary",
  u: "/dashboard/admin/users",
  p: "/dashboard/admin/patients",
  e: "/dashboard/admin/kines",
  c: "/dashboard/admin/cases",
  z: "/dashboard/admin/zones",
  t: "/dashboard/admin/status",
  a: "/dashboard/admin/audit",
  j: "/dashboard/admin/settings",
  o: "/dashboard/admin/coverages",
  w: "/dashboard/admin/holidays",
  n: "/dashboard/admin/create-kine",
  f: "/dashboard/admin/profile",
};

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
      // The letter is not for the list.
      event.preventDefault();
      event.stopPropagation();
      const path = SCREEN_OF_KEY[event.key];
      if (path) void navigate(path);
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate]);
  return null;
}
