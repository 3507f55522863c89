import { z } from "zod";
import { type AnyValue, SETTING_KEYS, type SettingKey, SETTINGS, type SettingValue } from "./settings.ts";

const within = (key: SettingKey) => {
  const [least, most] = SETTINGS[key].range ?? [0, 0];
  return z.int().min(least).max(most);
};

/** The type of each setting. */
export const SETTING_SCHEMAS: { [Key in SettingKey]: z.ZodType<SettingValue<Key>> } = {
  unchecked_may_apply: z.boolean(),
  licence_rule: z.enum(["warn", "strict"]),
  register_url: z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(300),
  offers_max: within("offers_max"),
  applications_a_day: within("applications_a_day"),
  cases_opened_a_day: within("cases_opened_a_day"),
  rating_from: within("rating_from"),
  unconfirmed_cases: within("unconfirmed_cases"),
  open_cases: within("open_cases"),
  cases_published_a_day: within("cases_published_a_day"),
  backup_max_hours: within("backup_max_hours"),
  share_target_24h: within("share_target_24h"),
  weekly_mail: z.boolean(),
  weekly_day: z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]),
  admin_factor_days: within("admin_factor_days"),
  wave_size: within("wave_size"),
  alerts_a_day: within("alerts_a_day"),
  next_ring_hours: within("next_ring_hours"),
  patient_told_hours: within("patient_told_hours"),
  operator_told_hours: within("operator_told_hours"),
  still_looking_days: within("still_looking_days"),
  dormant_days: within("dormant_days"),
  reminder_hours: within("reminder_hours"),
  second_reminder_hours: within("second_reminder_hours"),
  unanswered_days: within("unanswered_days"),
  nobody_wrote_hours: within("nobody_wrote_hours"),
  late_hours: within("late_hours"),
};

/** Parses a stored value by its setting's type. Returns the default when there is no value, or one that this version does not know. */
export function settingFrom<Key extends SettingKey>(key: Key, stored: unknown): SettingValue<Key> {
  // Skips the parse: one that fails builds its error, which takes ten times as long.
  if (stored === undefined) return SETTINGS[key].fallback;
  const parsed = SETTING_SCHEMAS[key].safeParse(stored);
  return parsed.success ? parsed.data : SETTINGS[key].fallback;
}

const value = z.union([z.string().max(2_000), z.boolean(), z.int().min(0).max(10_000)]);

/** Whether a value is one of its setting's; null restores the default. */
export const isValueOf = ({ key, value }: { key: SettingKey; value: AnyValue | null }): boolean =>
  value === null || SETTING_SCHEMAS[key].safeParse(value).success;

export const NOT_A_VALUE = "Ese valor no sirve para este ajuste";
const notAValue = { message: NOT_A_VALUE, path: ["value"] };

/** A change of one setting. */
export const SettingChange = z
  .object({ key: z.enum(SETTING_KEYS), value: value.nullable() })
  .refine(isValueOf, notAValue);

/** Several changes at once, each with the value that its form was filled with; without it whatever is there is replaced. */
export const SettingChanges = z.object({
  changes: z
    .array(z.object({ key: z.enum(SETTING_KEYS), value, read: value.optional() }).refine(isValueOf, notAValue))
    .min(1)
    .max(SETTING_KEYS.length)
    .refine((changes) => new Set(changes.map(({ key }) => key)).size === changes.length, "Un ajuste está dos veces"),
});
