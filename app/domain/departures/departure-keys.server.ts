import { createHmac } from "node:crypto";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { deriveKey } from "../../platform/crypto.server.ts";

/** What a person is known again by. `kind` and `jurisdiction` are a licence's, where it says them. */
export type DepartureKey = {
  what: "licence" | "email" | "phone";
  hash: Buffer;
  kind: string | null;
  jurisdiction: string | null;
};

/** What an account says of its person. A licence's number is compared by its key in the database. */
export type Identified = {
  licences: { number_key: string; kind: string | null; jurisdiction: string | null }[];
  email: string;
  phone: string | null;
};

/** The keyed hashes of a person's licences, address and phone: without SECRET nobody can tell whose they are. */
export function departureKeys(secret: string, { licences, email, phone }: Identified): DepartureKey[] {
  const key = deriveKey(secret, "departures");
  const hashOf = (what: DepartureKey["what"], text: string) =>
    createHmac("sha256", key).update(`${what}\n${text}`).digest();
  return [
    ...licences.map(({ number_key, kind, jurisdiction }) => ({
      what: "licence" as const,
      hash: hashOf("licence", number_key),
      kind,
      jurisdiction,
    })),
    { what: "email", hash: hashOf("email", email.toLowerCase()), kind: null, jurisdiction: null },
    ...(phone === null
      ? []
      : [{ what: "phone" as const, hash: hashOf("phone", phoneDigits(phone)), kind: null, jurisdiction: null }]),
  ];
}

/** The digits of a number, the same however it is written. */
function phoneDigits(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone, "AR");
  // Mobile numbers of Argentina are written with a 9 or without it.
  return (parsed?.number ?? phone).replaceAll(/\D/g, "").replace(/^549/, "54");
}
