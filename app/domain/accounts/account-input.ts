import { z } from "zod";
import {
  ActivityLevel,
  Bio,
  KineBirthDate,
  LicenseNumber,
  LocationCity,
  Modalities,
  Name,
  PatientBirthDate,
  Phone,
  PriceRange,
  Specialty,
} from "../profiles/profile-input.ts";
import { joinModalities, parseModalities } from "../profiles/modality.ts";

const acceptTerms = "Debes aceptar los términos y condiciones para continuar";
const AcceptedTerms = z.boolean(acceptTerms).refine((accepted) => accepted, acceptTerms);

/** The fields of a patient's sign-up form besides the credentials. */
export const PatientSignUp = z.object({
  name: Name,
  phone: Phone,
  // Empty becomes null: a date that nobody gave would be a false fact of health.
  birth_date: z
    .literal("")
    .transform(() => null)
    .or(PatientBirthDate)
    .nullable(),
  activity_level: ActivityLevel,
  location_city: LocationCity,
  accepted_terms: AcceptedTerms,
});

/** The fields of a specialist's sign-up form besides the credentials. */
export const KineSignUp = z.object({
  name: Name,
  phone: Phone,
  license_number: LicenseNumber,
  specialty: Specialty,
  price_range: PriceRange,
  modalities: Modalities,
  location_city: LocationCity,
  bio: Bio.optional(),
  accepted_terms: AcceptedTerms,
});

const joinedModalities = z
  .string()
  .transform((joined) => parseModalities(joined) ?? [])
  .pipe(Modalities)
  .transform(joinModalities);
// Consent is recorded when given. Only an explicit refusal rejects the sign-up, since clients of the account protocol may not know the
// product's form.
const termsInMetadata = AcceptedTerms.optional();

/** Sign-up metadata as the account protocol carries it: `modalities` is comma-joined text, and the role is only a request. */
export const SignUpMetadata = z.preprocess(
  (data) =>
    typeof data === "object" && data !== null && "role" in data && data.role === "kine"
      ? data
      : { ...(data as object), role: "patient" },
  z.discriminatedUnion("role", [
    PatientSignUp.extend({
      role: z.literal("patient"),
      birth_date: PatientSignUp.shape.birth_date.default(null),
      accepted_terms: termsInMetadata,
    }),
    KineSignUp.extend({
      role: z.literal("kine"),
      modalities: joinedModalities,
      birth_date: KineBirthDate.nullish().transform((date) => date ?? undefined),
      accepted_terms: termsInMetadata,
    }),
  ]),
);
export type SignUpMetadata = z.output<typeof SignUpMetadata>;
