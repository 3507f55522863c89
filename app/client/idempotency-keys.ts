const KEY_BYTES = 16;

/** Idempotency keys of unanswered requests, by resource kind and request content. */
const unanswered = new Map<string, Map<string, string>>();

/** A new idempotency key. */
export function newIdempotencyKey(): string {
  // Without TLS the browser has no `crypto.randomUUID`.
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** The key for this request: the previous one while the same request is unanswered, else a new one. */
export function idempotencyKeyOf(kind: string, request: string): string {
  const ofKind = unanswered.get(kind) ?? new Map<string, string>();
  const key = ofKind.get(request) ?? newIdempotencyKey();
  unanswered.set(kind, ofKind.set(request, key));
  return key;
}

/** The request was refused: the same request gets a new key next time. */
export function forgetKey(kind: string, request: string): void {
  unanswered.get(kind)?.delete(request);
}

/** A write of this kind succeeded. It may have undone an unanswered request, so a repetition of that request must get a new key. */
export function forgetKeysOf(kind: string): void {
  unanswered.delete(kind);
}
