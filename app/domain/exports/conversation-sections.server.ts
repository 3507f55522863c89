import { sql } from "kysely";
import { section, type Section, withName } from "./section.server.ts";

/** The messages that a person wrote and received, as they may read them, and their choices about conversations. */
export const conversationSections: readonly Section[] = [
  section(
    "conversaciones",
    "Los mensajes de tus postulaciones o de las postulaciones a tus casos. No son una historia clínica. Sus archivos están en la carpeta mensajes.",
    "messages",
    (id) => sql`
    select g.id, g.match_id, r.case_id, g.author_id = ${id} as by_you, g.created_at, g.file_path,
      case when g.author_id = ${id} or r.access = 'accepted' then g.body else coalesce(g.masked, g.body) end as body
    from messages g join case_relations r on r.match_id = g.match_id
    where ${id} in (r.kine_id, r.patient_id) and (g.author_id = ${id} or conversation_state(g.match_id, ${id}) is not null)
    order by g.id`,
  ),
  section(
    "mensajes_retirados",
    "Lo que te escribieron, o escribiste, y se retiró con una postulación o un caso: quien lo recibió puede denunciarlo durante 30 días.",
    "withdrawn_words",
    (id) => sql`
    select w.id, w.is_application, w.author_id = ${id} as by_you, case when w.author_id = ${id} then w.body else coalesce(w.masked, w.body) end as body,
      w.said_at, w.kept_until
    from withdrawn_words w where w.author_id = ${id} or w.recipient_id = ${id} and (w.is_of_kine or has_role(${id}, 'kine')) order by w.id`,
    (row, masked) => {
      const words = row as { by_you: boolean; body: string };
      return words.by_you ? words : { ...words, body: masked(words.body) };
    },
  ),
  section(
    "conversaciones_leidas",
    "Hasta dónde leíste cada conversación, y cuándo.",
    "read_marks",
    (id) => sql`select match_id, read_id, read_at, unread from read_marks where user_id = ${id} order by match_id`,
  ),
  section(
    "lectura_oculta",
    "Desde cuándo no mostrás lo que leíste, si lo elegiste.",
    "read_receipts_off",
    (id) => sql`select since from read_receipts_off where user_id = ${id}`,
  ),
  section(
    "bloqueos",
    "A quiénes bloqueaste, y cuándo.",
    "blocks",
    (id) => sql`
    select b.id, case when exists (select from user_roles r where r.user_id = p.id and r.role = 'kine') then p.name end as name,
      b.case_id, b.created_at from blocks b join profiles p on p.id = b.blocked_id where b.blocker_id = ${id} order by b.created_at`,
    withName,
  ),
];
