/** Where the service worker keeps the files that another app shared; it has the same name. */
export const SHARED_FILES = "shared-files";

/** Forgets the files that another app shared and nobody took. */
export function forgetSharedFiles(): void {
  if ("caches" in globalThis) void caches.delete(SHARED_FILES);
}
