type Policy = { createHTML(text: string): string | null; createScriptURL(url: string): string | null };
type Factory = { createPolicy(name: "default", policy: Policy): unknown };

/** How React makes a script element without running it. */
const EMPTY_SCRIPT = "<script></script>";
const OFFLINE_WORKER = "/offline.js";

/**
 * What scripts of a page may make of texts, where the browser asks (Trusted Types): no element, no code, and workers from our
 * own files only. Whatever else is tried throws there and is reported as a violation of the policy.
 */
export const policy: Policy = {
  createHTML: (text) => (text === EMPTY_SCRIPT || !text.includes("<") ? text : null),
  createScriptURL(text) {
    const url = new URL(text, location.href);
    const isOurs = url.origin === location.origin && (url.pathname === OFFLINE_WORKER || url.pathname.startsWith("/assets/"));
    return isOurs ? url.href : null;
  },
};

// The server renders with the same modules. The root is the first that a browser runs, before any that uses zod.
if ("document" in globalThis) {
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", policy);
  // Zod would try whether it may make code of texts, which the browser refuses and reports; this is read when it is loaded.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
