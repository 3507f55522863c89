import { type Modality, parseModalities } from "./modality.ts";

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
