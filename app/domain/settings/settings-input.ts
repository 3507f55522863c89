import { z } from "zod";
import { SETTING_KEYS, type SettingKey, SETTINGS, type SettingValue } from "./settings.ts";

/** The type of each setting. */
export const SETTING_SCHEMAS: { [Key in SettingKey]: z.ZodType<SettingValue<Key>> } = {
  unchecked_may_apply: z.boolean(),
  licence_rule: z.enum(["warn", "strict"]),
  register_url: z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(300),
};

/** Parses a stored value by its setting's type. Returns the default when there is no value, or one that this version does not know. */
export function settingFrom<Key extends SettingKey>(key: Key, stored: unknown): SettingValue<Key> {
  const parsed = SETTING_SCHEMAS[key].safeParse(stored);
  return parsed.success ? parsed.data : SETTINGS[key].fallback;
}

/** A change of one setting; null restores the default. */
export const SettingChange = z
  .object({ key: z.enum(SETTING_KEYS), value: z.union([z.string().max(2_000), z.boolean()]).nullable() })
  .refine(({ key, value }) => value === null || SETTING_SCHEMAS[key].safeParse(value).success, {
    message: "Ese valor no sirve para este ajuste",
    path: ["value"],
  });
