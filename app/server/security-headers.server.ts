import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Settings } from "./settings.ts";

/** Of the style element that sonner fills for its toasts, which takes no nonce: while it is empty, and then. */
export const TOAST_STYLES = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
];

function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}' ${TOAST_STYLES.map((hash) => `'${hash}'`).join(" ")}`,
    // What stands in an element's own attribute places that element and no other.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The program that reloads the code while it is written makes elements of texts.
    ...(development ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
  ].join("; ");
}

/** Sets the headers that every answer carries and makes the nonce of its page's scripts. */
export function securityHeaders(settings: Settings) {
  const secure = settings.publicUrl.startsWith("https:");
  return createMiddleware<{ Variables: { nonce: string } }>(async (c, next) => {
    const nonce = randomBytes(16).toString("base64");
    c.set("nonce", nonce);
    await next();
    if (!c.res.headers.has("content-security-policy")) {
      c.header("content-security-policy", contentSecurityPolicy(nonce, import.meta.env?.DEV === true));
    }
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "strict-origin-when-cross-origin");
    c.header("cross-origin-opener-policy", "same-origin");
    c.header("cross-origin-resource-policy", "same-origin");
    c.header("permissions-policy", "camera=(self), microphone=(), geolocation=()");
    if (secure) c.header("strict-transport-security", "max-age=63072000; includeSubDomains");
  });
}
