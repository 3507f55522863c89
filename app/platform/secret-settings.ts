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

/** Where reports about our mails come in: the token of the address, and the SNS topic whose reports count, null for none. */
export type MailHookSettings = { token: string; topic: string | null };

/** MAIL_HOOK_TOKEN and MAIL_HOOK_TOPIC; null without a token. */
export function mailHook(text: Text): MailHookSettings | null {
  const [token, topic] = [secret("MAIL_HOOK_TOKEN", text("MAIL_HOOK_TOKEN")), text("MAIL_HOOK_TOPIC")];
  if (topic !== null && !/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(topic))
    throw new SettingsError(`MAIL_HOOK_TOPIC must be like arn:aws:sns:sa-east-1:123456789012:name, not "${topic}"`);
  if (topic !== null && token === null) throw new SettingsError("MAIL_HOOK_TOPIC is of use only with MAIL_HOOK_TOKEN");
  return token === null ? null : { token, topic };
}
