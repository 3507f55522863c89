import { keepPersonal, readPersonal } from "./personal-storage.ts";

/** Stores the dashboard path to return to. */
export function rememberRoute(path: string): void {
  keepPersonal("last-route", { path });
}

/** The dashboard path visited last, or null. */
export function lastRoute(): string | null {
  const kept = readPersonal("last-route") as { path: string } | null;
  return kept?.path ?? null;
}
