type Policy = { createHTML(text: string): string | null; createScriptURL(url: string): string | null };
type Factory = { createPolicy(name: "default", policy: Policy): unknown };

/** React creates a script element from this text without running it. */
const EMPTY_SCRIPT = "<script></script>";
const OFFLINE_WORKER = "/offline.js";

/**
 * The Trusted Types policy, where the browser supports it: no HTML elements, no script code, and workers only from our own
 * files. Any other use throws and is reported as a policy violation.
 */
export const policy: Policy = {
  createHTML: (text) => (text === EMPTY_SCRIPT || !text.includes("<") ? text : null),
  createScriptURL(text) {
    const url = new URL(text, location.href);
    const isOurs =
      url.origin === location.origin && (url.pathname === OFFLINE_WORKER || url.pathname.startsWith("/assets/"));
    return isOurs ? url.href : null;
  },
};

// The server renders with the same modules. In a browser the root module runs first, before any that uses zod.
if ("document" in globalThis) {
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", policy);
  // Zod would probe for code generation, which the browser blocks and reports; zod reads this setting when it loads.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
