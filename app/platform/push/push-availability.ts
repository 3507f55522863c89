import { isIP } from "node:net";

/** Reserved names: no mail reaches them, and Apple's push service refuses a contact there. */
const RESERVED = /(^|\.)(local|localhost|test|example|invalid|internal|lan|home\.arpa|example\.(com|net|org))$/;

type PushSettings = { publicUrl: string; contactEmail: string; pushLoopback: boolean };

/** Why no push can be sent with these settings, for the operator; null when it can. */
export function pushProblem({ publicUrl, contactEmail, pushLoopback }: PushSettings): string | null {
  const host = contactEmail.slice(contactEmail.lastIndexOf("@") + 1).toLowerCase();
  if (RESERVED.test(host) || !host.includes(".") || isIP(host)) return "CONTACT_EMAIL is not a real address";
  return publicUrl.startsWith("https:") || pushLoopback ? null : "PUBLIC_URL is not https";
}
