import { z } from "zod";
import { KineSignUp, PatientSignUp } from "../../domain/accounts/account-input.ts";
import { NewCredentials } from "../../shared/new-credentials.ts";

const PatientForm = PatientSignUp.extend({ ...NewCredentials.shape, role: z.literal("patient") });
const KineForm = KineSignUp.extend({ ...NewCredentials.shape, role: z.literal("kine") });

/** The validation rules without credentials, for users of another provider. */
export const ProfileForm = z.preprocess(
  (values: SignUpValues) => values,
  z.discriminatedUnion("role", [
    PatientSignUp.extend({ role: z.literal("patient") }),
    KineSignUp.extend({ role: z.literal("kine") }),
  ]),
);
export type ProfileOfSignUp = z.output<typeof ProfileForm>;

/** The validation rules of the chosen role. */
export const SignUpForm = z.preprocess(
  (values: SignUpValues) => values,
  z.discriminatedUnion("role", [PatientForm, KineForm]),
);

/** The form's values: the fields of both roles, so that changing the role loses nothing. */
export type SignUpValues = { role: SignUpRole; bio: string } & z.input<typeof NewCredentials> &
  z.input<typeof PatientSignUp> &
  Omit<z.input<typeof KineSignUp>, "bio">;
export type SignUpRole = "patient" | "kine";
export type SignUp = z.output<typeof PatientForm> | z.output<typeof KineForm>;
