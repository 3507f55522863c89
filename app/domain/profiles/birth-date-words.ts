import { formatBirthDate, plural } from "../../shared/format.ts";
import { ageInYears } from "./profile.ts";

/** "14 de marzo de 1961 (65 años)", from an ISO date (yyyy-mm-dd). */
export function birthDateAndAge(birthDate: string): string {
  return `${formatBirthDate(birthDate)} (${plural(ageInYears(birthDate), "año", "años").replace(" ", "\u00a0")})`;
}
