import { sql } from "kysely";
import { section, type Section } from "./section.server.ts";

/** How a user signs in, where from, and what was recorded of their account. */
export const signInSections: readonly Section[] = [
  section(
    "formas_de_ingreso",
    "Con qué ingresás: email o cuentas de otros sitios.",
    "auth.identities",
    (id) => sql`
    select provider, provider_id, issuer, identity_data, last_sign_in_at, created_at, updated_at from auth.identities where user_id = ${id} order by created_at`,
  ),
  section(
    "segundos_pasos",
    "Tus segundos pasos de ingreso, sin sus secretos.",
    "auth.mfa_factors",
    (id) => sql`
    select factor_type, status, friendly_name, phone, last_challenged_at, created_at, updated_at from auth.mfa_factors
    where user_id = ${id} order by created_at`,
  ),
  section(
    "llaves",
    "Tus llaves de acceso, sin sus secretos.",
    "auth.webauthn_credentials",
    (id) => sql`
    select friendly_name, transports, created_at, updated_at, last_used_at from auth.webauthn_credentials where user_id = ${id} order by created_at`,
  ),
  section(
    "sesiones",
    "Dónde y cuándo ingresaste.",
    "auth.sessions",
    (id) => sql`
    select id, aal, created_at, refreshed_at, not_after, ended_at, end_reason, user_agent, host(ip) as ip, sign_in_method, proofs
    from auth.sessions where user_id = ${id} order by created_at`,
  ),
  section(
    "emails_anteriores",
    "Los emails que tuvo tu cuenta y a los que todavía puede volver.",
    "auth.undo_links",
    (id) => sql`
    select email, created_at, expires_at from auth.undo_links where user_id = ${id} and kind = 'address' order by id`,
  ),
  section(
    "registro",
    "Lo que quedó registrado de tu cuenta, y si lo hiciste vos.",
    "auth.audit_events auth.audit_reasons",
    (id) => sql`
    select e.at, e.event, e.actor = e.subject as by_you,
      case when by_another then null else e.session_id end as session_id,
      case when by_another then null else e.network end as network,
      case when by_another then null else e.device end as device, r.reason
    from auth.audit_events e cross join lateral (select coalesce(e.actor <> e.subject, false) as by_another) a
    join auth.users u on u.audit_id = e.subject left join auth.audit_reasons r on r.event_id = e.id where u.id = ${id} order by e.id`,
  ),
];
