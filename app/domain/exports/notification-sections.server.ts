import { sql } from "kysely";
import { section, type Section } from "./section.server.ts";

/** A person's notifications and their choices about them. */
export const notificationSections: readonly Section[] = [
  section(
    "casos_que_te_avisamos",
    "Los casos de los que te avisamos como especialista, y cuándo.",
    "case_alerts",
    (id) => sql`
    select case_id, is_at_once, is_invitation, told_at, seat_until from case_alerts where kine_id = ${id} order by told_at, case_id`,
  ),
  section(
    "lugares_que_esperas",
    "Los casos en los que esperás que se libere un lugar como especialista.",
    "seat_queue",
    (id) => sql`
    select case_id, asked_at from seat_queue where kine_id = ${id} order by asked_at, case_id`,
  ),
  section(
    "avisos",
    "De qué te avisamos, cuándo, y cuándo lo leíste.",
    "notifications",
    (id) => sql`
    select kind, case_id, count, created_at, seen_at, done_at from notifications where user_id = ${id} order by id`,
  ),
  section(
    "preferencias_de_avisos",
    "Cómo elegiste que te avisemos, por grupo.",
    "notification_settings",
    (id) => sql`
    select "group", push, mail from notification_settings where user_id = ${id} order by "group"`,
  ),
  section(
    "horas_sin_avisos",
    "Tus horas sin avisos, y el día de tu último resumen.",
    "notification_hours",
    (id) => sql`
    select quiet_from, quiet_until, zone, digest_on from notification_hours where user_id = ${id}`,
  ),
  section(
    "avisos_en_dispositivos",
    "En qué sesiones pediste avisos en el dispositivo, desde cuándo y cuándo te mandamos alguno.",
    "push_subscriptions pushes",
    (id) => sql`
    select s.session_id, s.created_at, s.tried_at, p.notification_id, p.handed_at from push_subscriptions s
    left join pushes p on p.session_id = s.session_id where s.user_id = ${id} order by s.created_at, p.handed_at`,
  ),
  section(
    "correo",
    "Si tu casilla rechaza nuestros correos.",
    "mail_states",
    (id) => sql`select state, code, at from mail_states where user_id = ${id}`,
  ),
];
