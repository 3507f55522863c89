import { sql } from "kysely";
import { isVisibleToPatient } from "../matches/applications.server.ts";
import type { OfferFacts } from "../matches/offer.ts";
import { shownToPatient } from "../matches/shown-to-patient.server.ts";
import { bookingSections } from "./booking-sections.server.ts";
import { conversationSections } from "./conversation-sections.server.ts";
import { coverageSections } from "./coverage-sections.server.ts";
import { measureSections } from "./measure-sections.server.ts";
import { movedRows } from "./moved-rows-section.server.ts";
import { notificationSections } from "./notification-sections.server.ts";
import { reviewSections } from "./review-sections.server.ts";
import { section, type Section, withName } from "./section.server.ts";
import { signInSections } from "./sign-in-sections.server.ts";

type ReceivedApplication = {
  kine_name: string | null;
  message: string | null;
  offer: OfferFacts | null;
  is_in_contact: boolean;
};

/** All data stored about a user, except secrets, and except data about other users that this user may not see. */
export const sections: readonly Section[] = [
  section(
    "cuenta",
    "Tu cuenta y lo que contaste al crearla.",
    "auth.users",
    (id) => sql`
    select id, email, email_confirmed_at, last_sign_in_at, raw_user_meta_data, must_change_password, profile_due, terms_due, created_at, updated_at
    from auth.users where id = ${id}`,
  ),
  section(
    "perfil",
    "Tu perfil.",
    "profiles",
    (id) => sql`
    select name, email, phone, birth_date, activity_level, location_city, photo_url, license_number, specialty, price_range, modalities,
      bio, phone_listed, paused_until, publish_asked_at, approval_status, license_checked_at, created_at, version, health_consent, health_withdrawn_at from profiles where id = ${id}`,
  ),
  section(
    "roles",
    "Qué podés hacer en el sitio.",
    "user_roles",
    (id) => sql`select role from user_roles where user_id = ${id}`,
  ),
  section(
    "consentimientos",
    "Los términos que aceptaste y tu consentimiento sobre tus datos de salud: cuándo, qué versión y su texto.",
    "consents",
    (id) => sql`
    select c.document, c.version, c.sha256, c.action, c.accepted_at, t.text from consents c
    left join consent_texts t on t.document = c.document and t.version = c.version where c.user_id = ${id} order by c.id`,
  ),
  section(
    "pulso",
    "Cómo venís: avisos, postulaciones y aceptaciones de 30 días, y el grupo en el que te vemos.",
    "kine_pulse",
    (id) => sql`
    select computed_on, told_30, applied_30, accepted_30, seen_on, segment from kine_pulse where kine_id = ${id}`,
  ),
  section(
    "direcciones",
    "Las direcciones cortas de tu perfil, y cuándo las elegiste.",
    "handles",
    (id) => sql`
    select handle, taken_at, left_at from handles where kine_id = ${id} order by taken_at`,
  ),
  section(
    "casos",
    "Los casos que publicaste. Sus archivos están en la carpeta estudios.",
    "cases",
    (id) => sql`
    select id, title, description, injury_area, location_city, preferred_modality, studies_urls, studies_access, facts, identity_access, status, accepted_kine_id,
      created_at, edited_at, closed_reason, version, dormant_at from cases where patient_id = ${id} order by id`,
  ),
  section(
    "postulaciones_recibidas",
    "Las postulaciones a tus casos, con el contacto que tenías de cada especialista aceptado cuando cerraste el caso.",
    "matches match_levels agreed_contacts",
    (id) => sql`
    select m.id, m.case_id, m.kine_id, k.name as kine_name, m.status, m.message, m.created_at, m.offer, m.offered_at,
      m.valid_until, m.ended_at, v.coordinated_at, coalesce(r.access = 'accepted', false) as is_in_contact, g.kine_phone as phone_then, g.kine_email as email_then
    from matches m join case_relations r on r.match_id = m.id left join profiles k on k.id = m.kine_id
    left join match_levels v on v.match_id = m.id
    left join agreed_contacts g on g.match_id = m.id and r.access = 'accepted'
    where r.patient_id = ${id} and ${isVisibleToPatient} order by m.id`,
    (row, masked) => {
      const { is_in_contact, ...shown } = row as ReceivedApplication;
      if (is_in_contact) return shown;
      return { ...shownToPatient({ masked }, shown), kine_name: shown.kine_name && masked(shown.kine_name) };
    },
  ),
  section(
    "postulaciones_enviadas",
    "Tus postulaciones como especialista, con el contacto que tenías de cada paciente cuando cerró el caso.",
    "matches match_levels agreed_contacts",
    (id) => sql`
    select m.id, m.case_id, m.status, m.message, m.created_at, m.offer, m.offered_at, m.valid_until, m.ended_at, v.coordinated_at,
      g.patient_name as name_then, g.patient_phone as phone_then, g.patient_city as city_then
    from matches m left join case_relations r on r.match_id = m.id left join match_levels v on v.match_id = m.id
    left join agreed_contacts g on g.match_id = m.id and r.access = 'accepted' and has_role(m.kine_id, 'kine') where m.kine_id = ${id} order by m.id`,
  ),
  ...reviewSections,
  section(
    "solicitudes",
    "Tu solicitud como especialista y qué se decidió.",
    "kine_applications",
    (id) => sql`
    select id, status, created_at, approved_at, rejection_reason, license_number from kine_applications where user_id = ${id} order by id`,
  ),
  section(
    "cambios_en_revision",
    "Lo que pediste cambiar de tu perfil de especialista y todavía no se publicó.",
    "profile_changes",
    (id) => sql`
    select name, license_number, specialty, asked_at, rejected_at, rejection_reason from profile_changes where kine_id = ${id}`,
  ),
  section(
    "matriculas",
    "Tus matrículas: qué declaraste, qué comprobamos y cuándo.",
    "licences",
    (id) => sql`
    select kind, jurisdiction, number, is_first, state, declared_at, checked_at, method, decided_at, evidence_at from licences
    where kine_id = ${id} order by id`,
  ),
  section(
    "horarios",
    "Tus horarios de atención. El día 0 es domingo.",
    "availabilities",
    (id) => sql`
    select weekday, start_time, end_time, place_id from availabilities where kine_id = ${id} order by weekday, start_time`,
  ),
  section(
    "veces_en_listas",
    "En cuántas listas apareciste cada día como especialista. No guardamos quién las miró.",
    "directory_showings",
    (id) => sql`
    select day, count from directory_showings where kine_id = ${id} order by day`,
  ),
  ...bookingSections,
  ...measureSections,
  ...coverageSections,
  ...conversationSections,
  section(
    "quien_vio_tus_estudios",
    "Quién abrió los estudios de tus casos, y cuándo.",
    "study_views",
    (id) => sql`
    select v.case_id, v.path, v.viewed_at, p.name as viewer_name from study_views v
    join cases c on c.id = v.case_id left join profiles p on p.id = v.viewer_id where c.patient_id = ${id} order by v.id`,
    withName,
  ),
  section(
    "estudios_que_abriste",
    "Cuándo abriste estudios de otras personas como especialista.",
    "study_views",
    (id) => sql`
    select case_id, viewed_at from study_views where viewer_id = ${id} order by id`,
  ),
  section(
    "quien_abrio_tus_casos",
    "Cuántos especialistas abrieron cada uno de tus casos.",
    "case_openings",
    (id) => sql`
    select o.case_id, count(distinct o.kine_id)::int as especialistas from case_openings o
    join cases c on c.id = o.case_id where c.patient_id = ${id} group by o.case_id order by o.case_id`,
  ),
  section(
    "casos_que_abriste",
    "Qué días abriste casos de otras personas como especialista.",
    "case_openings",
    (id) => sql`
    select case_id, opened_at from case_openings where kine_id = ${id} order by opened_at`,
  ),
  ...signInSections,
  section(
    "mensajes",
    "Qué mensajes te mandamos y cuándo.",
    "outgoing_messages",
    (id) => sql`
    select kind, created_at, sent_at, failed_at, provider_class, fail_code, bounce from outgoing_messages where user_id = ${id} order by id`,
  ),
  ...notificationSections,
  section(
    "denuncias",
    "Lo que denunciaste y qué se decidió.",
    "reports",
    (id) => sql`
    select id, profile_id, case_id, match_id, review_id, message_id, reply_id, reason, details, created_at, decided_at, decision
    from reports where reporter_id = ${id} order by id`,
  ),
  section(
    "suspensiones",
    "Si tu cuenta estuvo suspendida: cuándo y por qué.",
    "suspensions",
    (id) => sql`
    select suspended_at, reason, restored_at, restored_reason from suspensions where user_id = ${id} order by id`,
  ),
  section(
    "correos_anteriores",
    "Los emails que tu cuenta tuvo antes, por los que contamos tus límites.",
    "former_mailboxes",
    (id) => sql`
    select mailbox, left_at from former_mailboxes where user_id = ${id} order by left_at, mailbox`,
  ),
  movedRows,
  section(
    "descargas",
    "Cuándo pediste tus datos.",
    "data_exports",
    (id) => sql`
    select asked_at, taken_at from data_exports where user_id = ${id} order by id`,
  ),
];
