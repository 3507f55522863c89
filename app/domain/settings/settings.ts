type Choice = { value: string; label: string };
/** How a setting is edited and explained; `fallback` is its value until an admin changes it. */
type Setting<Value> = {
  label: string;
  about: string;
  fallback: Value;
  /** The values of a choice with their labels; without them the value is typed. */
  choices?: readonly Choice[];
};

const setting = <Value extends string | boolean>(of: Setting<Value>): Setting<Value> => of;

const YES_OR_NO = [
  { value: "true", label: "Sí" },
  { value: "false", label: "No" },
] as const;

/** All settings of the operator, by key. One that the database also reads has the same default there. */
export const SETTINGS = {
  unchecked_may_apply: setting<boolean>({
    label: "Postularse sin matrícula comprobada",
    about:
      "Si un especialista cuya matrícula nadie comprobó todavía puede postularse a los casos. Sus postulaciones anteriores quedan.",
    fallback: true,
    choices: YES_OR_NO,
  }),
  licence_rule: setting<"warn" | "strict">({
    label: "Matrícula según el lugar",
    about:
      "Una sesión en persona pide matrícula de la jurisdicción del lugar. Podés avisarlo, o además no mostrar en las páginas de ese lugar a quien no la tenga.",
    fallback: "warn",
    choices: [
      { value: "warn", label: "Avisar" },
      { value: "strict", label: "Avisar y no mostrar" },
    ],
  }),
  register_url: setting<string>({
    label: "Dirección del registro de profesionales",
    about: "La página que se abre al comprobar una matrícula. Empieza con https://.",
    fallback: "https://sisa.msal.gov.ar/sisa/",
  }),
};

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<Key extends SettingKey> = (typeof SETTINGS)[Key]["fallback"];
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** A value in words, as its choices name it. */
export function settingInWords(key: SettingKey, value: unknown): string {
  const choices: readonly Choice[] | undefined = SETTINGS[key].choices;
  return choices?.find((choice) => choice.value === String(value))?.label ?? String(value);
}

/** What somebody chose or typed, as the type of its setting. */
export const typedSetting = (key: SettingKey, text: string) =>
  typeof SETTINGS[key].fallback === "boolean" ? text === "true" : text;
