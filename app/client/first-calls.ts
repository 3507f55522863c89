/** A call that the document started before the application's scripts, with the access token that it sent. */
type FirstCall = { token: string; answer: Promise<Response> };

declare global {
  /** Keyed by procedure and input, or by address. The document's own script creates it (screens/shell/first-calls.server.ts). */
  var firstCalls: Map<string, FirstCall> | undefined;
}

/** An answer not taken within this time of the page's start is out of date. */
const LONGEST_MS = 10_000;

/**
 * The answer to a call that the document has already started with the same session, or null. Returns each answer once. `call` is the
 * procedure's path and input as JSON, or the address of a GET.
 */
export function takeFirstCall(call: string, authorization: string | null): Promise<Response> | null {
  const first = globalThis.firstCalls?.get(call);
  if (!first) return null;
  globalThis.firstCalls?.delete(call);
  const isOld = performance.now() > LONGEST_MS;
  return isOld || authorization !== `Bearer ${first.token}` ? null : first.answer;
}
