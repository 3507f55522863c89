import type { Weekday } from "../weekly/week.ts";

type Choice = { value: string; label: string };
/** How a setting is edited and explained; `fallback` is its value until an admin changes it. */
type Setting<Value> = {
  label: string;
  about: string;
  fallback: Value;
  /** The values of a choice with their labels; without them the value is typed. */
  choices?: readonly Choice[];
  /** The least and the most of a number. */
  range?: readonly [least: number, most: number];
};

const setting = <Value extends string | boolean | number>(of: Setting<Value>): Setting<Value> => of;

const YES_OR_NO = [
  { value: "true", label: "Sí" },
  { value: "false", label: "No" },
] as const;

const level = (label: string, about: string, fallback: number, range: readonly [number, number]) =>
  setting<number>({ label, about, fallback, range });

/** The times and limits of the service levels. A change acts with the next step of a case. */
const LEVEL_SETTINGS = {
  wave_size: level(
    "Especialistas avisados en el momento por cada tanda",
    "Cuando se publica un caso avisamos a los que mejor coinciden. Los demás se enteran con el resumen diario.",
    15,
    [1, 50],
  ),
  alerts_a_day: level(
    "Avisos en el momento por especialista y por día",
    "Los casos que siguen van a su resumen diario.",
    3,
    [0, 20],
  ),
  next_ring_hours: level(
    "Horas hasta avisar más lejos",
    "Si nadie se postuló, avisamos a especialistas de los lugares que siguen en distancia.",
    6,
    [1, 168],
  ),
  patient_told_hours: level(
    "Horas hasta avisar a quien publicó",
    "Si nadie se postuló, le contamos y le ofrecemos invitar especialistas o ampliar su búsqueda.",
    24,
    [1, 336],
  ),
  operator_told_hours: level(
    "Horas que un caso puede estar sin postulaciones",
    "Desde entonces te avisamos, y «Colas» lo cuenta con demora.",
    48,
    [1, 720],
  ),
  still_looking_days: level(
    "Días hasta preguntar «¿Seguís buscando?»",
    "Se pregunta por cada caso abierto, con un enlace para contestar.",
    7,
    [1, 90],
  ),
  dormant_days: level(
    "Días hasta pausar un caso sin respuesta",
    "El caso sale de las listas de especialistas y sigue abierto: vuelve con un toque de quien lo publicó.",
    30,
    [2, 365],
  ),
  reminder_hours: level(
    "Horas hasta el primer recordatorio de una postulación",
    "A quien publicó el caso, si no contestó.",
    24,
    [1, 336],
  ),
  second_reminder_hours: level("Horas hasta el segundo recordatorio", "Después no hay otro.", 72, [2, 720]),
  unanswered_days: level(
    "Días hasta avisar al especialista que no le contestaron",
    "Una sola vez por postulación.",
    7,
    [1, 90],
  ),
  nobody_wrote_hours: level(
    "Horas hasta preguntar «¿Pudieron coordinar?»",
    "Desde que se acepta una postulación, a las dos partes.",
    48,
    [1, 336],
  ),
  late_hours: level(
    "Horas hasta avisar de solicitudes y denuncias sin decidir",
    "A quienes administran, para cumplir con las 24-48 horas prometidas.",
    24,
    [1, 168],
  ),
};

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
  offers_max: level(
    "Postulaciones por caso a la vez",
    "Cuando un caso tiene tantas, los especialistas esperan a que se libere un lugar. 0: sin límite.",
    0,
    [0, 50],
  ),
  applications_a_day: level(
    "Postulaciones por especialista y por día",
    "Un mensaje repetido cuenta doble. En la primera semana de una cuenta son tres cuartos.",
    20,
    [4, 1_000],
  ),
  cases_opened_a_day: level(
    "Casos abiertos por especialista y por día sin postularse",
    "Es más de lo que alguien lee con atención. Los de sus postulaciones no cuentan.",
    100,
    [10, 1_000],
  ),
  rating_from: level(
    "Reseñas desde las que se ve un promedio",
    "Con menos se ve cuántas hay. Recomendamos 3: con una sola, una opinión parece la de todos.",
    1,
    [1, 20],
  ),
  unconfirmed_cases: level(
    "Casos en curso sin confirmar el email",
    "Quien no confirmó su email publica hasta tantos. Con el email confirmado son 50.",
    6,
    [1, 1_000],
  ),
  open_cases: level(
    "Casos abiertos a la vez por paciente",
    "Los que esperan especialista, en todas las cuentas de un email. Más llenarían la lista de casos.",
    8,
    [1, 1_000],
  ),
  cases_published_a_day: level(
    "Casos publicados por paciente y por día",
    "Los que se retiran también cuentan.",
    20,
    [1, 1_000],
  ),
  backup_max_hours: level(
    "Horas que puede tener la última copia",
    "Pasado ese tiempo, avisamos que falta una copia.",
    26,
    [1, 720],
  ),
  share_target_24h: level(
    "Meta: casos con una postulación en 24 h, en %",
    "La línea que «Pulso» dibuja sobre lo que pasó.",
    70,
    [1, 100],
  ),
  weekly_mail: setting<boolean>({
    label: "Correo con el resumen de la semana",
    about: "A quienes administran: casos, lugares donde faltan especialistas, lo que espera, copias y correos.",
    fallback: true,
    choices: YES_OR_NO,
  }),
  weekly_day: setting<Weekday>({
    label: "Cuándo llega ese resumen",
    about: "A las 8:00 de Buenos Aires. Cuenta la última semana completa, de lunes a domingo.",
    fallback: "monday",
    choices: [
      { value: "monday", label: "Lunes" },
      { value: "tuesday", label: "Martes" },
      { value: "wednesday", label: "Miércoles" },
      { value: "thursday", label: "Jueves" },
      { value: "friday", label: "Viernes" },
      { value: "saturday", label: "Sábado" },
      { value: "sunday", label: "Domingo" },
    ],
  }),
  admin_factor_days: level(
    "Días que un administrador puede trabajar sin segundo paso",
    "Se cuentan desde que recibe el rol o desde que lo exigiste por primera vez. Después, lo primero que ve al entrar es cómo agregarlo. 0: no se exige.",
    0,
    [0, 90],
  ),
  ...LEVEL_SETTINGS,
};

/** The kinds of values that a setting may have. */
export type AnyValue = string | boolean | number;
export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<Key extends SettingKey> = (typeof SETTINGS)[Key]["fallback"];
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** A value in words, as its choices name it. */
export function settingInWords(key: SettingKey, value: unknown): string {
  const choices: readonly Choice[] | undefined = SETTINGS[key].choices;
  return choices?.find((choice) => choice.value === String(value))?.label ?? String(value);
}

/** A change as the audit stores it, "key: before → after", with the setting's label and values in words; other texts stay. */
export function settingChangeInWords(stored: string): string {
  const [, name = "", before = "", after = ""] = /^(\w+): (.*) → (.*)$/.exec(stored) ?? [];
  const key = SETTING_KEYS.find((each) => each === name);
  return key ? `${SETTINGS[key].label}: ${settingInWords(key, before)} → ${settingInWords(key, after)}` : stored;
}

/** Converts a chosen or typed text to the type of its setting. */
export function typedSetting(key: SettingKey, text: string): AnyValue {
  const { fallback } = SETTINGS[key];
  if (typeof fallback === "number") return text.trim() === "" ? NaN : Number(text);
  return typeof fallback === "boolean" ? text === "true" : text;
}

const grew = (before: number, after: number) => after > before;
/** Whether a change of a setting protects less than before; settings that are not named protect nobody. */
const WEAKENS: { [Key in SettingKey]?: (before: SettingValue<Key>, after: SettingValue<Key>) => boolean } = {
  admin_factor_days: (before, after) => before > 0 && (after === 0 || after > before),
  unchecked_may_apply: (_, after) => after,
  licence_rule: (_, after) => after === "warn",
  cases_opened_a_day: grew,
  unconfirmed_cases: grew,
};

/** Whether a change of this setting weakens what protects accounts and people's data: every admin hears of it. */
export const weakens = (key: SettingKey, before: AnyValue, after: AnyValue): boolean =>
  (WEAKENS[key] as ((before: AnyValue, after: AnyValue) => boolean) | undefined)?.(before, after) ?? false;
