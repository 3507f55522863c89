import { z } from "zod";
import { joinModalities, type Modality, parseModalities } from "./modality.ts";
import { Bio, LicenseNumber, LocationCity, Modalities, Name, Phone, PriceRange, Specialty } from "./profile.ts";

const EARLIEST_BIRTH = "1900-01-01";

const OwnName = z.string().trim().min(1, "El nombre es requerido").pipe(Name);

/** An optional text; empty is saved as null. */
const orNull = (text: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .transform((given) => given || null)
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

/** The form state of the own profile; empty fields are empty strings. */
export type ProfileFields = {
  name: string;
  phone: string;
  location_city: string;
  birth_date: string | null;
  license_number: string;
  specialty: string;
  price_range: string;
  modalities: Modality[];
  bio: string;
  phone_listed: boolean;
};

type StoredProfile = {
  [Field in Exclude<keyof ProfileFields, "name" | "modalities" | "phone_listed">]: string | null;
} & { name: string; modalities: string | null; phone_listed: boolean } & {
  change: { name: string; license_number: string | null; specialty: string | null; rejected_at: Date | null } | null;
};

/** The form fields of the stored profile: pending values replace the public ones. */
export function profileFields(profile: StoredProfile): ProfileFields {
  const { name, license_number, specialty } = profile.change && !profile.change.rejected_at ? profile.change : profile;
  return {
    name,
    phone: profile.phone ?? "",
    location_city: profile.location_city ?? "",
    birth_date: profile.birth_date,
    license_number: license_number ?? "",
    specialty: specialty ?? "",
    price_range: profile.price_range ?? "",
    modalities: parseModalities(profile.modalities ?? "") ?? [],
    bio: profile.bio ?? "",
    phone_listed: profile.phone_listed,
  };
}

/** The columns that a change sets: modalities are stored as one text. */
export function profileColumns({ modalities, ...update }: ProfileChange) {
  return { ...update, modalities: modalities && joinModalities(modalities) };
}

const kineOnly = Object.keys(KineProfile.shape).filter((field) => !(field in PersonProfile.shape));

/** Whether a change includes a field that only specialists have. */
export function isOfKines(update: ProfileChange): boolean {
  return kineOnly.some((field) => update[field as keyof ProfileChange] !== undefined);
}
