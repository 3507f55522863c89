import type { SignUpRole, SignUpValues } from "./sign-up-input.ts";

export type SignUpField = keyof SignUpValues;
/** A step of the form: its title and fields, in order. */
export type SignUpStep = { title: string; fields: readonly SignUpField[] };

const account: SignUpStep = { title: "Tu cuenta", fields: ["name", "email", "password"] };
const contact: SignUpStep = { title: "Cómo contactarte", fields: ["phone", "location_city"] };

/** The steps of each role; the last one also has the photo and creates the account. */
export const STEPS: Record<SignUpRole, readonly [SignUpStep, ...SignUpStep[]]> = {
  patient: [account, contact, { title: "Sobre vos", fields: ["birth_date", "activity_level", "accepted_terms"] }],
  kine: [
    account,
    contact,
    { title: "Tu práctica", fields: ["license_number", "specialty", "price_range", "modalities"] },
    { title: "Tu presentación", fields: ["bio", "accepted_terms"] },
  ],
};

/** The number, from 1, of the step with a field. */
export function stepOf(role: SignUpRole, field: SignUpField): number {
  return STEPS[role].findIndex(({ fields }) => fields.includes(field)) + 1;
}
