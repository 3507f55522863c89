import type { NewKineFields } from "./new-kine-input.ts";

/** The initial values of the form. */
export function emptyKine(): NewKineFields {
  return {
    name: "",
    email: "",
    phone: "",
    birth_date: null,
    password: "",
    license_number: "",
    specialty: "",
    price_range: "",
    location_city: "",
    modalities: [],
    bio: "",
    accepted_terms: false,
  };
}

// Without characters that look alike: 0 and O, 1, l and I.
const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const SMALL = "abcdefghijkmnpqrstuvwxyz";
const DIGITS = "23456789";
const LENGTH = 14;

/** A random password that meets the rules: 14 letters and digits, easy to read aloud. */
export function temporaryPassword(): string {
  const pick = (from: string) => {
    // Rejection sampling: bytes beyond the last whole multiple would favour the first characters.
    const limit = 256 - (256 % from.length);
    for (;;) {
      const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
      if (byte < limit) return from[byte % from.length] ?? "";
    }
  };
  const rest = Array.from({ length: LENGTH - 2 }, () => pick(CAPITALS + SMALL + DIGITS));
  return [pick(CAPITALS), ...rest, pick(DIGITS)].join("");
}
