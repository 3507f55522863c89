const KEY_BYTES = 16;

/** By the kind of thing that they are about, and by what they ask. */
const unanswered = new Map<string, Map<string, string>>();

/** A name for a request, by which the server knows it when it is sent again. */
export function newIdempotencyKey(): string {
  // Where the page came without TLS, the browser has no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The name of a request that asks this of a kind of thing: the one it had the last time, as long as nobody has answered it. */
export function idempotencyKeyOf(kind: string, asked: string): string {
  const ofKind = unanswered.get(kind) ?? new Map<string, string>();
  const key = ofKind.get(asked) ?? newIdempotencyKey();
  unanswered.set(kind, ofKind.set(asked, key));
  return key;
}

/** The request was refused: whoever asks the same from now on wants it once more. */
export function keyRefused(kind: string, asked: string): void {
  unanswered.get(kind)?.delete(asked);
}

/** Something was done to this kind of thing. It may have undone what was asked before and not answered, which would then not be done again. */
export function kindDone(kind: string): void {
  unanswered.delete(kind);
}
