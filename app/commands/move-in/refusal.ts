/** Ends the move before anything is written: one line that says what to do. */
export class Refusal extends Error {}

/** What pg, the network or TLS says of a source that does not answer, as one line that says what to do; null for other errors. */
export function sourceProblem(error: unknown): string | null {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (code === "42501" || /row-level security/.test(message))
    return "the source hides rows from this user: use the owner's address";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return "the source's certificate is not known here: download it from the project's settings and name it with --ca FILE";
  if (/ENETUNREACH|EADDRNOTAVAIL|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/.test(code))
    return "the source's address is not reachable from here (it may have IPv6 only): use the address of its session pooler";
  if (/ECONNREFUSED|ECONNRESET|ETIMEDOUT|timeout/i.test(`${code} ${message}`)) return "the source does not answer";
  if (code === "28P01" || code === "28000") return "the source does not accept this user and password";
  if (code === "3D000") return "the source has no database of this name";
  return null;
}
