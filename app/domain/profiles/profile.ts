export const ACTIVITY_LEVELS = ["sedentario", "activo", "deportista"] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];
export const ACTIVITY_LEVEL_LABELS = {
  sedentario: "Sedentario",
  activo: "Activo",
  deportista: "Deportista",
} as const satisfies Record<ActivityLevel, string>;

export const PRICE_RANGES = ["$15.000 - $25.000", "$25.000 - $35.000", "$35.000 - $50.000", "$50.000+"] as const;

export const BIO_MAX = 500;
const PHOTO_MAX_MB = 5;
export const PHOTO_MAX_BYTES = PHOTO_MAX_MB * 1024 * 1024;

/** The age in whole years on a day, from an ISO birth date (yyyy-mm-dd). */
export function ageInYears(birthDate: string, today = new Date()): number {
  const [year = 0, month = 0, day = 0] = birthDate.split("-").map(Number);
  const hadBirthday = today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day);
  return today.getFullYear() - year - (hadBirthday ? 0 : 1);
}

/** January 1 thirty years ago, where the calendar of a birth date opens (yyyy-mm-dd). */
export function defaultBirthDate(today = new Date()): string {
  return `${today.getFullYear() - 30}-01-01`;
}

export const INVALID_PHOTO = "Por favor selecciona una imagen válida";
export const PHOTO_TOO_LARGE = `La imagen debe ser menor a ${PHOTO_MAX_MB}MB`;
export const PHOTO_HINT = `JPG, PNG o GIF. Máximo ${PHOTO_MAX_MB}MB.`;
