import { textKey } from "../../shared/text/words.ts";
import { SPECIALTIES } from "./specialties.ts";

/** What people write before the name of a specialty. */
const BEFORE = [
  "",
  "Kinesiología",
  "Kinesiología y",
  "Kinesiología en",
  "Kinesiología de",
  "Kinesióloga",
  "Kinesiólogo",
  "Kinesióloga especialista en",
  "Kinesiólogo especialista en",
  "Kinesio",
  "Kinesioterapia",
  "Fisioterapia",
  "Fisioterapeuta",
  "Rehabilitación",
  "Rehabilitación en",
  "Rehabilitación de",
  "Especialista en",
  "Especialidad en",
  "Terapia",
];

/** Every key with the specialty that it means. */
export function specialtyNames(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { slug, name, names } of SPECIALTIES) {
    for (const text of [name, ...names]) {
      for (const before of BEFORE) {
        const key = textKey(`${before} ${text}`);
        if (!found.has(key)) found.set(key, slug);
      }
    }
  }
  return found;
}
