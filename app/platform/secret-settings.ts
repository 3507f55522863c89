import { readFileSync } from "node:fs";
import type { Secret } from "./crypto.server.ts";
import { SettingsError } from "./settings-error.ts";

type Text = (name: string) => string | null;

/** SECRET, with SECRET_PREVIOUS after it; null when neither is set. */
export function secrets(text: Text): Secret | null {
  const [current, previous] = [secretOrFile(text, "SECRET"), secretOrFile(text, "SECRET_PREVIOUS")];
  if (previous === null) return current;
  if (current === null) throw new SettingsError("SECRET_PREVIOUS is of use only beside SECRET, which replaces it");
  return [current, previous];
}

/** The value of a variable, or the content of the file that the variable NAME_FILE names. */
function secretOrFile(text: Text, name: string): string | null {
  const [value, file] = [text(name), text(`${name}_FILE`)];
  if (file === null) return secret(name, value);
  if (value !== null) throw new SettingsError(`${name}_FILE must not be set together with ${name}`);
  try {
    return secret(`${name}_FILE`, readFileSync(file, "utf8").trim());
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

/** A secret of at least 32 characters, or null. Throws a SettingsError for a shorter one. */
export function secret(name: string, value: string | null): string | null {
  if (value === null || value.length >= 32) return value;
  throw new SettingsError(`${name} must have at least 32 characters`);
}
