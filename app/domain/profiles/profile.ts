import { z } from "zod";
import { MODALITIES } from "./modality.ts";

export const ACTIVITY_LEVELS = ["sedentario", "activo", "deportista"] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];
export const ACTIVITY_LEVEL_LABELS = {
  sedentario: "Sedentario",
  activo: "Activo",
  deportista: "Deportista",
} as const satisfies Record<ActivityLevel, string>;

export const PRICE_RANGES = ["$15.000 - $25.000", "$25.000 - $35.000", "$35.000 - $50.000", "$50.000+"] as const;

const PATIENT_MIN_AGE = 13;
export const KINE_MIN_AGE = 18;
const MAX_AGE = 120;
export const BIO_MAX = 500;
const PHOTO_MAX_MB = 5;
export const PHOTO_MAX_BYTES = PHOTO_MAX_MB * 1024 * 1024;

const JOINED_EMOJI = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/u;
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]+|\p{Cf}/gu;

/** A text without what is invisible, such as the marks that a chat adds on copying; joined emoji stay joined. */
function visible(text: string): string {
  return text
    .split(JOINED_EMOJI)
    .map((part) => part.replaceAll(INVISIBLE, (found) => (/\p{Cf}/u.test(found) ? "" : " ")))
    .join("\u200D");
}

/** One line of text, stripped of invisible characters, between `min` and `max` long, each with its error message. */
function line(min: number, tooShort: string, max: number, tooLong: string) {
  return z.string().overwrite(visible).trim().min(min, tooShort).max(max, tooLong);
}

export const Name = line(2, "Mínimo 2 caracteres", 80, "Máximo 80 caracteres");
/** Dashes and spaces of other scripts, as chats and contact lists write them. */
const plainPhone = (phone: string) => phone.replaceAll(/\p{Pd}/gu, "-").replaceAll(/\s/gu, " ");

export const Phone = line(1, "Escribí tu teléfono", 20, "Teléfono muy largo")
  .overwrite(plainPhone)
  .min(8, "Teléfono inválido")
  .regex(/^[+\d\s().-]*$/, "Teléfono inválido")
  .regex(/(\d\D*){6}/, "Teléfono inválido");
/** Whether an Argentine number lacks its area code, without which nobody can call or write to it from elsewhere. */
export function lacksAreaCode(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, "");
  if (phone.trim().startsWith("+") && !digits.startsWith("54")) return false;
  const national = digits
    .replace(/^54/, "")
    .replace(/^9(?=\d{10})/, "")
    .replace(/^0/, "");
  return national.length >= 6 && national.length < 10;
}

export const LocationCity = line(2, "Barrio requerida", 80, "Máximo 80 caracteres");
export const LicenseNumber = line(3, "Matrícula requerida", 20, "Matrícula muy larga").regex(
  /[\p{L}\d]/u,
  "Matrícula requerida",
);
export const Specialty = line(2, "Especialidad requerida", 120, "Máximo 120 caracteres");
export const PriceRange = z.string().trim().min(1, "Rango de precios requerido").max(60, "Rango de precios requerido");
export const Modalities = z
  .array(z.enum(MODALITIES))
  .min(1, "Selecciona al menos una modalidad")
  .max(MODALITIES.length, "Selecciona cada modalidad una sola vez");
export const Bio = z.string().trim().max(BIO_MAX, `Máximo ${BIO_MAX} caracteres`);
export const ActivityLevel = z.enum(ACTIVITY_LEVELS, "Selecciona un nivel de actividad");

/** The age in whole years on a day, from an ISO birth date (yyyy-mm-dd). */
export function ageInYears(birthDate: string, today = new Date()): number {
  const [year = 0, month = 0, day = 0] = birthDate.split("-").map(Number);
  const hadBirthday = today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day);
  return today.getFullYear() - year - (hadBirthday ? 0 : 1);
}

/** A birth date (yyyy-mm-dd) of a person who today is between `minimum` and 120 years old. */
function birthDateFrom(minimum: number, message: string) {
  return z.iso.date("Fecha inválida").refine((date) => {
    const age = ageInYears(date);
    return age >= minimum && age <= MAX_AGE;
  }, message);
}

export const PatientBirthDate = birthDateFrom(
  PATIENT_MIN_AGE,
  `Debes tener al menos ${PATIENT_MIN_AGE} años para registrarte`,
);

export const KineBirthDate = birthDateFrom(KINE_MIN_AGE, `El especialista debe tener al menos ${KINE_MIN_AGE} años`);

/** January 1 thirty years ago, the default of every birth date field (yyyy-mm-dd). */
export function defaultBirthDate(today = new Date()): string {
  return `${today.getFullYear() - 30}-01-01`;
}

export const INVALID_PHOTO = "Por favor selecciona una imagen válida";
export const PHOTO_TOO_LARGE = `La imagen debe ser menor a ${PHOTO_MAX_MB}MB`;
export const PHOTO_HINT = `JPG, PNG o GIF. Máximo ${PHOTO_MAX_MB}MB.`;

/** Why a file cannot be a profile photo (the sentence to show), or null when it can. `size` in bytes. */
export function photoProblem(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith("image/")) return INVALID_PHOTO;
  return file.size > PHOTO_MAX_BYTES ? PHOTO_TOO_LARGE : null;
}
