import type { ProfileFields } from "./own-profile.ts";
import { joinModalities, modalityLabels } from "./modality.ts";

const NAMES: Record<keyof ProfileFields, string> = {
  name: "Nombre completo",
  phone: "Teléfono",
  location_city: "Barrio",
  birth_date: "Fecha de nacimiento",
  license_number: "Matrícula",
  specialty: "Especialidad",
  price_range: "Rango de precios",
  modalities: "Modalidades",
  bio: "Sobre mí",
  phone_listed: "Mostrar mi número",
};

/** The fields in which the saved profile differs from the form, with the saved values as display texts. */
export function differencesInWords(saved: ProfileFields, typed: ProfileFields): { name: string; text: string }[] {
  const fields = Object.keys(NAMES) as (keyof ProfileFields)[];
  return fields
    .filter((field) => textOf(saved[field]) !== textOf(typed[field]))
    .map((field) => ({ name: NAMES[field], text: textOf(saved[field]) }));
}

function textOf(value: ProfileFields[keyof ProfileFields]): string {
  if (typeof value === "boolean") return value ? "Sí" : "No";
  return typeof value === "string" ? value : modalityLabels(joinModalities(value ?? [])).join(", ");
}
