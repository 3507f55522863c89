import type { z } from "zod";
import { Bio, KineBirthDate } from "../profiles/profile-input.ts";
import { KineSignUp } from "./account-input.ts";
import { Credentials } from "../../shared/credentials.ts";

/** The input for a specialist created by an admin, with a temporary password. Form and procedure share this schema. */
export const NewKine = KineSignUp.extend({ ...Credentials.shape, birth_date: KineBirthDate, bio: Bio });
export type NewKine = z.output<typeof NewKine>;
export type NewKineFields = z.input<typeof NewKine>;
/** The same without credentials; a list brings neither birth date nor text. */
export type NewSpecialist = Omit<NewKine, "password" | "accepted_terms" | "birth_date" | "bio"> &
  Partial<Pick<NewKine, "birth_date" | "bio">>;
