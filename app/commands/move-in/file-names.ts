/** The bucket and path that an address of the old storage names, public or signed; a bare path is one of `bucket`. Null for others. */
export function storedAt(address: string, bucket: string): { bucket: string; path: string } | null {
  const bare = /^[a-z]+:\/\/|^\//i.test(address) ? null : address;
  const [, named = bucket, rest = bare] =
    /\/storage\/v1\/(?:object|render\/image)\/(?:public|sign|authenticated)\/([^/?#]+)\/([^?#]+)/.exec(address) ?? [];
  if (rest === null) return null;
  const path = decoded(rest.replace(/[?#].*$/, ""));
  const parts = path?.split("/") ?? [];
  // Nothing climbs out of its folder.
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[\\\0]/.test(part));
  return path !== null && isPlain ? { bucket: named, path } : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The entries of a `text[]` or of a JSON list, as PostgreSQL writes them. */
export function entriesOf(text: string | null | undefined): string[] {
  if (!text) return [];
  if (text.startsWith("[")) {
    try {
      const list: unknown = JSON.parse(text);
      return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
    } catch {
      return [];
    }
  }
  return [...text.replace(/^\{|\}$/g, "").matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)]
    .map(([, quoted, plain = ""]) => quoted?.replaceAll(/\\(.)/g, "$1") ?? plain)
    .filter((entry) => entry !== "NULL");
}

/** The name of a study among those that moved: that of a case of the old system, since anybody may write somebody else's path. */
export const studyKey = (caseId: string, path: string): string => `${caseId} ${path}`;
