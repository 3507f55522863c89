/** What a provider said of a person, of a row of auth.identities; nothing where it is no object. */
export function identityData(text: string | null | undefined): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text ?? "{}");
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** An e-mail address in lower case, or null. */
export const emailOf = ({ email }: Record<string, unknown>): string | null =>
  typeof email === "string" ? email.toLowerCase() : null;

/** The address that the provider verified, in lower case; null where it verified none. */
export const provenEmailOf = (data: Record<string, unknown>): string | null =>
  data["email_verified"] === true ? emailOf(data) : null;
