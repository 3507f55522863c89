import type { z } from "zod";
import { Bio, defaultBirthDate, KineBirthDate } from "../profiles/profile.ts";
import { KineSignUp } from "./account.ts";
import { Credentials } from "../../shared/credentials.ts";

/** A specialist whom an admin adds; the password is a temporary one. Form and procedure read the same shape. */
export const NewKine = KineSignUp.extend({ ...Credentials.shape, birth_date: KineBirthDate, bio: Bio });
export type NewKine = z.output<typeof NewKine>;
export type NewKineFields = z.input<typeof NewKine>;

/** An untouched form. */
export function emptyKine(): NewKineFields {
  return {
    name: "",
    email: "",
    phone: "",
    birth_date: defaultBirthDate(),
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

// Without what looks alike when it is read aloud or typed from a phone: 0 and O, 1, l and I.
const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const SMALL = "abcdefghijkmnpqrstuvwxyz";
const DIGITS = "23456789";
const LENGTH = 14;

/** A password that nobody guesses and that keeps the rules: 14 letters and digits, easy to read aloud. */
export function temporaryPassword(): string {
  const pick = (from: string) => {
    // A number beyond the last whole multiple would make the first letters likelier.
    const limit = 256 - (256 % from.length);
    for (;;) {
      const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
      if (byte < limit) return from[byte % from.length] ?? "";
    }
  };
  const rest = Array.from({ length: LENGTH - 2 }, () => pick(CAPITALS + SMALL + DIGITS));
  return [pick(CAPITALS), ...rest, pick(DIGITS)].join("");
}
