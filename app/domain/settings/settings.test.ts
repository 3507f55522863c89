import { expect, test } from "vitest";
import { SETTING_KEYS, settingChangeInWords, settingInWords, SETTINGS, typedSetting } from "./settings.ts";
import { SETTING_GROUPS } from "./setting-groups.ts";
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

test("a change in the audit has the label of its setting and its values in words; other texts stay", () => {
  expect(settingChangeInWords("unconfirmed_cases: 1000 → 6")).toBe(`${SETTINGS.unconfirmed_cases.label}: 1000 → 6`);
  const { label, choices } = SETTINGS.licence_rule;
  const [warn, strict] = ["warn", "strict"].map((value) => choices?.find((each) => each.value === value)?.label);
  expect(settingChangeInWords("licence_rule: warn → strict")).toBe(`${label}: ${warn} → ${strict}`);
  for (const other of ["of_before: 1 → 2", "", "Porque sí"]) expect(settingChangeInWords(other)).toBe(other);
});
