const TAG = /(?:W\/)?("[^"]*")/g;

/** Whether a client has what `etag` names: If-None-Match is "*" or a list of tags, compared weakly, as the standard for HTTP says. */
export function isKnownByClient(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const strong = etag.replace(/^W\//, "");
  return [...ifNoneMatch.matchAll(TAG)].some(([, tag]) => tag === strong);
}
