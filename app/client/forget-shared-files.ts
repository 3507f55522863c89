/** The cache in which the service worker stores the files that another app shared; the worker repeats this name. */
export const SHARED_FILES = "shared-files";

/** Deletes the files that another app shared and no screen took. */
export function forgetSharedFiles(): void {
  if ("caches" in globalThis) void caches.delete(SHARED_FILES);
}
