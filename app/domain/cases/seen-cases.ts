import { useState } from "react";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";

const KEY = "seen-cases";
/** The most cases stored; older cases left the list long ago. */
const MOST = 500;

/**
 * The cases that were opened in this browser. Which cases a specialist reads is private, so they are stored only here and deleted at
 * sign-out.
 */
export function useSeenCases() {
  const [seen, setSeen] = useState(read);
  return {
    isSeen: (id: string) => seen.includes(id),
    see: (id: string) => {
      if (seen.includes(id)) return;
      const next = [id, ...read().filter((each) => each !== id)].slice(0, MOST);
      keepPersonal(KEY, { ids: next });
      setSeen(next);
    },
  };
}

function read(): string[] {
  const kept = readPersonal(KEY) as { ids?: unknown } | null;
  return Array.isArray(kept?.ids) ? kept.ids.filter((each) => typeof each === "string") : [];
}
