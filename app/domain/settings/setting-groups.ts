import type { SettingKey } from "./settings.ts";

/** The settings as their screen groups them, with what is in each; each setting is in one group. */
export const SETTING_GROUPS: readonly { id: string; title: string; holds: string; keys: readonly SettingKey[] }[] = [
  {
    id: "matriculas",
    title: "Matrículas",
    holds: "Sin comprobar, lugar, registro",
    keys: ["unchecked_may_apply", "licence_rule", "register_url"],
  },
  {
    id: "limites",
    title: "Límites contra el abuso",
    holds: "Casos y postulaciones por día",
    keys: [
      "offers_max",
      "applications_a_day",
      "cases_opened_a_day",
      "unconfirmed_cases",
      "open_cases",
      "cases_published_a_day",
    ],
  },
  { id: "resenas", title: "Reseñas", holds: "Desde cuántas hay promedio", keys: ["rating_from"] },
  {
    id: "administracion",
    title: "Administración",
    holds: "Segundo paso, resumen, demoras",
    keys: [
      "admin_factor_days",
      "weekly_mail",
      "weekly_day",
      "backup_max_hours",
      "late_hours",
      "operator_told_hours",
      "share_target_24h",
    ],
  },
  {
    id: "casos",
    title: "Avisos de un caso nuevo",
    holds: "A cuántos, cuándo más lejos",
    keys: ["wave_size", "alerts_a_day", "next_ring_hours", "patient_told_hours"],
  },
  {
    id: "recordatorios",
    title: "Recordatorios y pausas",
    holds: "De casos y postulaciones",
    keys: [
      "still_looking_days",
      "dormant_days",
      "reminder_hours",
      "second_reminder_hours",
      "unanswered_days",
      "nobody_wrote_hours",
    ],
  },
];
