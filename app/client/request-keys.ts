const KEY_BYTES = 16;

const unanswered = new Map<string, string>();

/** A name for a request, by which the server knows it when it is sent again. */
export function newRequestKey(): string {
  // Where the page came without TLS, the browser has no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The name of a request that asks this: the one it had the last time, as long as nobody has answered it. */
export function requestKeyOf(asked: string): string {
  const key = unanswered.get(asked) ?? newRequestKey();
  unanswered.set(asked, key);
  return key;
}

/** The request was answered: whoever asks the same from now on wants it once more. */
export function forgetRequestKey(asked: string): void {
  unanswered.delete(asked);
}
