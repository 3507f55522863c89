import { randomBytes } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Settings } from "./settings.ts";

/** The hashes of the style element, empty and filled, that sonner adds for its toasts: the element takes no nonce. */
export const TOAST_STYLES = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
];

/** The Content-Security-Policy of a page. */
export function contentSecurityPolicy(nonce: string): string {
  const development = import.meta.env?.DEV === true;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}' ${TOAST_STYLES.map((hash) => `'${hash}'`).join(" ")}`,
    // A style attribute can only style its own element.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The development server's hot reload assigns HTML strings.
    ...(development ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
  ].join("; ");
}

/** A nonce for the scripts and styles of one answer. */
export const newNonce = () => randomBytes(16).toString("hex");

/** Only an answer meant for other sites, such as a badge, sets this header itself, to "cross-origin". */
const RESOURCE_POLICY = "cross-origin-resource-policy";

/** The headers of every answer. */
export function lastingHeaders({ publicUrl }: Settings): [string, string][] {
  return [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    [RESOURCE_POLICY, "same-origin"],
    ["permissions-policy", "camera=(self), microphone=(), geolocation=()"],
    ...(publicUrl.startsWith("https:")
      ? [["strict-transport-security", "max-age=63072000; includeSubDomains"] as [string, string]]
      : []),
  ];
}

/** The headers of an answer that is not a page: its content is not run, displayed or framed. */
export function dataHeaders(settings: Settings): [string, string][] {
  return [
    ["content-security-policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
    ...lastingHeaders(settings),
  ];
}

/** Sets the headers of every answer and creates the nonce of its page's scripts. */
export function securityHeaders(settings: Settings) {
  const lasting = lastingHeaders(settings);
  return createMiddleware<{ Variables: { nonce: string } }>(async (c, next) => {
    const nonce = newNonce();
    c.set("nonce", nonce);
    await next();
    if (!c.res.headers.has("content-security-policy")) {
      c.header("content-security-policy", contentSecurityPolicy(nonce));
    }
    const isEmbeddable = c.res.headers.get(RESOURCE_POLICY) === "cross-origin";
    for (const [name, value] of lasting) if (name !== RESOURCE_POLICY || !isEmbeddable) c.header(name, value);
  });
}
