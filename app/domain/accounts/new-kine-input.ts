import { z } from "zod";
import { Bio, KineBirthDate } from "../profiles/profile-input.ts";
import { KineSignUp } from "./account-input.ts";
import { Credentials } from "../../shared/credentials.ts";

/** The form for a specialist created by an admin: without a temporary password the invitation is the only way in. */
export const NewKineForm = KineSignUp.extend({
  email: Credentials.shape.email,
  password: z
    .string()
    .transform((typed) => typed || undefined)
    .pipe(Credentials.shape.password.optional()),
  // Empty becomes null: a date that nobody gave would be a false fact.
  birth_date: z
    .literal("")
    .transform(() => null)
    .or(KineBirthDate)
    .nullable(),
  bio: Bio,
});
export type NewKineFields = z.input<typeof NewKineForm>;
/** The input of the procedure. */
export const NewKine = NewKineForm.extend({ password: NewKineForm.shape.password.optional() });
export type NewKine = z.output<typeof NewKine>;
/** The same without credentials; a list brings neither birth date nor text. */
export type NewSpecialist = Omit<NewKine, "password" | "accepted_terms" | "birth_date" | "bio"> &
  Partial<Pick<NewKine, "birth_date" | "bio">>;
