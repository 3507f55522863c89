import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import type { Role } from "../../shared/roles.ts";
import { joinModalities } from "./modality.ts";
import type { ProfileFields } from "./own-profile.ts";
import { Bio, LicenseNumber, LocationCity, Modalities, Name, Phone, PriceRange, Specialty } from "./profile-input.ts";

const EARLIEST_BIRTH = "1900-01-01";

const OwnName = Text.min(1, "El nombre es requerido").pipe(Name);

/** An optional text; empty is saved as null. */
const orNull = (text: z.ZodType<string, string>) =>
  Text.transform((given) => given || null)
    .pipe(text.nullable())
    .nullable();

const BirthDate = z.iso
  .date("Fecha inválida")
  .refine((date) => date >= EARLIEST_BIRTH, "Fecha inválida")
  .refine((date) => date <= new Date().toISOString().slice(0, 10), "La fecha de nacimiento no puede ser futura");

/** The fields of the own profile that every user may change. */
export const PersonProfile = z.object({
  name: OwnName,
  phone: orNull(Phone),
  location_city: orNull(LocationCity),
  birth_date: orNull(BirthDate),
});
export type PersonProfile = z.output<typeof PersonProfile>;

/** The fields of the own profile that an approved specialist may change. */
export const KineProfile = PersonProfile.extend({
  license_number: LicenseNumber,
  specialty: Specialty,
  price_range: PriceRange,
  modalities: Modalities,
  bio: orNull(Bio),
  phone_listed: z.boolean(),
});
export type KineProfile = z.output<typeof KineProfile>;

const { name, ...others } = KineProfile.shape;

/** A change of the own profile: the name, and any of the other fields. */
const ProfileChange = z.object({ name, ...z.object(others).partial().shape });
export type ProfileChange = z.output<typeof ProfileChange>;

/** The input: the change, and the version it is based on; without a version it overwrites the current values. */
export const ProfileUpdate = ProfileChange.extend({ version: z.int32().min(1).optional() });

const kineOnly = Object.keys(KineProfile.shape).filter((field) => !(field in PersonProfile.shape));

/** Whether a change includes a field that only specialists have. */
export function isOfKines(update: ProfileChange): boolean {
  return kineOnly.some((field) => update[field as keyof ProfileChange] !== undefined);
}

/** The columns that a change sets: modalities are stored as one text. */
export function profileColumns({ modalities, ...update }: ProfileChange) {
  return { ...update, modalities: modalities && joinModalities(modalities) };
}

/** The form of each role's own profile. */
export const OWN_PROFILES: Record<Role, z.ZodType<ProfileChange, ProfileFields>> = {
  patient: z.preprocess((fields: ProfileFields) => fields, PersonProfile),
  kine: z.preprocess((fields: ProfileFields) => fields, KineProfile),
  admin: z.preprocess((fields: ProfileFields) => fields, PersonProfile.pick({ name: true, phone: true })),
};
