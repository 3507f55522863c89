import { expect, test } from "vitest";
import { SETTING_GROUPS, SETTING_KEYS, settingInWords, SETTINGS, typedSetting } from "./settings.ts";
import { SETTING_SCHEMAS, SettingChange, settingFrom } from "./settings-input.ts";

test("each setting is in one group of its screen", () => {
  expect(SETTING_GROUPS.flatMap(({ keys }) => keys).toSorted()).toEqual(SETTING_KEYS.toSorted());
});

test("each setting has a default of its own type, and what is not of its type is not stored nor read", () => {
  for (const key of SETTING_KEYS) {
    const { fallback, choices, range } = SETTINGS[key];
    const schema = SETTING_SCHEMAS[key];
    expect(schema.parse(fallback)).toBe(fallback);
    expect(settingFrom(key, undefined)).toBe(fallback);
    const outside = range ? [range[0] - 1, range[1] + 1, range[0] + 0.5, NaN, String(fallback)] : [3];
    for (const wrong of [null, ...outside, {}, [], "x\u0000", "no es"]) {
      expect(settingFrom(key, wrong)).toBe(fallback);
      expect(SettingChange.safeParse({ key, value: wrong }).success).toBe(wrong === null);
    }
    for (const { value, label } of choices ?? []) {
      expect(schema.safeParse(typedSetting(key, value)).success).toBe(true);
      expect(settingInWords(key, typedSetting(key, value))).toBe(label);
    }
  }
  expect(SettingChange.safeParse({ key: "other", value: true }).success).toBe(false);
});
