import { sql } from "kysely";
import { shownToOthers } from "../contacts/shown-to-others.ts";
import { section, type Section } from "./section.server.ts";

/** Reviews that a person wrote or received, with their earlier versions and the answers. */
export const reviewSections: readonly Section[] = [
  section(
    "resenas_escritas",
    "Las reseñas que escribiste.",
    "reviews",
    (id) => sql`
    select id, case_id, kine_id, stars, comment, author_name, created_at, edited_at, hidden_at, hidden_reason, asked_to_edit_at, asked_to_edit_for, has_sessions from reviews where patient_id = ${id} order by id`,
  ),
  section(
    "versiones_de_resenas",
    "Lo que decían tus reseñas antes de que las editaras.",
    "review_versions",
    (id) => sql`
    select v.review_id, v.n, v.stars, v.comment, v.written_at from review_versions v join reviews r on r.id = v.review_id
    where r.patient_id = ${id} order by v.review_id, v.n`,
  ),
  section(
    "respuestas_a_tus_resenas",
    "Las respuestas a la vista de especialistas a tus reseñas.",
    "review_replies",
    (id) => sql`
    select w.review_id, w.body, w.created_at from shown_replies w join reviews r on r.id = w.review_id
    where r.patient_id = ${id} order by w.review_id`,
    (row, masked) => ({ ...row, body: masked((row as { body: string }).body) }),
  ),
  section(
    "respuestas",
    "Tus respuestas a reseñas como especialista.",
    "review_replies",
    (id) => sql`
    select review_id, body, created_at, edited_at, held_at, hidden_at, hidden_reason from review_replies where kine_id = ${id} order by review_id`,
  ),
  section(
    "apelaciones",
    "Las revisiones que pediste de lo que decidimos sobre una reseña o una respuesta.",
    "appeals",
    (id) => sql`
    select id, review_id, about, text, created_at, decided_at, outcome, decision from appeals where by_id = ${id} order by id`,
  ),
  section(
    "resenas_recibidas",
    "Las reseñas a la vista que recibiste como especialista.",
    "reviews",
    (id) => sql`
    select r.id, r.case_id, r.stars, r.comment, r.created_at, r.edited_at, coalesce(a.access = 'accepted', false) as is_in_contact
    from reviews r left join case_relations a on a.case_id = r.case_id and a.kine_id = r.kine_id
    where r.kine_id = ${id} and r.hidden_at is null order by r.id`,
    (row, masked) => {
      const { is_in_contact, ...review } = row as { is_in_contact: boolean };
      return is_in_contact ? review : shownToOthers({ masked }, review);
    },
  ),
];
