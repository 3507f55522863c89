import { z } from "zod";
import { normalLicence, normalNumber } from "../licences/licence-text.ts";
import { plainDigits } from "../../shared/text/digits.ts";
import { Line, Text } from "../../shared/text/text-input.ts";
import { MODALITIES } from "./modality.ts";
import { ACTIVITY_LEVELS, ageInYears, BIO_MAX } from "./profile.ts";

const PATIENT_MIN_AGE = 13;
export const KINE_MIN_AGE = 18;
const MAX_AGE = 120;

/** One line of text, stripped of invisible characters, between `min` and `max` long, each with its error message. */
function line(min: number, tooShort: string, max: number, tooLong: string) {
  return Line.min(min, tooShort).max(max, tooLong);
}

export const Name = line(2, "Mínimo 2 caracteres", 80, "Máximo 80 caracteres");
/**
 * A phone in plain dashes, spaces and digits, whatever script a chat or a contact list wrote. A number with every prefix that people know is longer
 * than the limit only by its spaces.
 */
function plainPhone(typed: string): string {
  const plain = plainDigits(typed)
    .replaceAll(/\p{Pd}/gu, "-")
    .replaceAll("\uff0b", "+")
    .replaceAll(/\s+/gu, " ");
  return plain.length > PHONE_MAX && PHONE_SIGNS.test(plain) ? plain.replaceAll(/[^+\d]/g, "") : plain;
}

const PHONE_MAX = 20;
const PHONE_SIGNS = /^[+\d\s().-]*$/;
export const Phone = Line.overwrite(plainPhone)
  .min(8, "Teléfono inválido")
  .max(PHONE_MAX, "Teléfono muy largo")
  .regex(PHONE_SIGNS, "Teléfono inválido")
  .regex(/(\d\D*){6}/, "Teléfono inválido");

export const LocationCity = line(2, "Barrio requerida", 80, "Máximo 80 caracteres");
const NUMBER_MAX = 20;
/** A number and the name of a province. */
const LICENCE_MAX = 60;
/** A licence number in its one form, see `normalLicence`. */
export const LicenseNumber = Line.overwrite(normalLicence)
  .min(3, "Matrícula requerida")
  .max(LICENCE_MAX, "Matrícula muy larga")
  .refine(
    (text) => text.length <= NUMBER_MAX || normalNumber(text).length <= NUMBER_MAX - "MP ".length,
    "Matrícula muy larga",
  )
  .regex(/[\p{L}\d]/u, "Matrícula requerida");
export const Specialty = line(2, "Especialidad requerida", 120, "Máximo 120 caracteres");
export const PriceRange = Line.min(1, "Rango de precios requerido").max(60, "Rango de precios requerido");
export const Modalities = z
  .array(z.enum(MODALITIES))
  .min(1, "Selecciona al menos una modalidad")
  .max(MODALITIES.length, "Elegí cada modalidad una sola vez");
export const Bio = Text.max(BIO_MAX, `Máximo ${BIO_MAX} caracteres`);
export const ActivityLevel = z.enum(ACTIVITY_LEVELS, "Selecciona un nivel de actividad");

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
