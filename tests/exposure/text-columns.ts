import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../app/platform/database/database.server.ts";

/** How a person's text is reached: its table joined to its writer. */
const WRITTEN_BY = {
  profiles: "profiles t where true|t.id",
  cases: "cases t where true|t.patient_id",
  case_coverages: "case_coverages t join cases c on c.id = t.case_id where true|c.patient_id",
  matches: "matches t where true|t.kine_id",
  titles: "matches t join cases c on c.id = t.case_id where true|c.patient_id",
  kine_coverages: "kine_coverages t where true|t.kine_id",
  reviews: "reviews t where true|t.patient_id",
  review_replies: "review_replies t where true|t.kine_id",
} as const;

type Shown = {
  by: keyof typeof WRITTEN_BY;
  /** The JSON around the text. */
  json?: (text: string) => string;
  /** What its row needs besides. */
  also?: string;
};

/**
 * Texts that another person than an admin reads before the acceptance, so that contact data in them are masked.
 */
export const SHOWN: Record<string, Shown> = {
  "profiles.name": { by: "profiles" },
  "profiles.location_city": { by: "profiles" },
  "profiles.specialty": { by: "profiles" },
  "profiles.price_range": { by: "profiles" },
  "profiles.bio": { by: "profiles" },
  "cases.title": { by: "cases" },
  "cases.description": { by: "cases" },
  "cases.injury_area": { by: "cases" },
  "cases.location_city": { by: "cases" },
  "cases.facts": {
    by: "cases",
    json: (text) =>
      `jsonb_build_object('operation', ${text}, 'activities', jsonb_build_array(jsonb_build_object('name', ${text}, 'score', 5)))`,
  },
  "case_coverages.plan": { by: "case_coverages" },
  "matches.message": { by: "matches" },
  "matches.offer": {
    by: "matches",
    json: (text) => `jsonb_build_object('place', ${text})`,
    also: ", offered_at = now(), valid_until = now() + interval '7 days'",
  },
  "matches.title_then": { by: "titles" },
  "kine_coverages.plans": { by: "kine_coverages" },
  "reviews.comment": { by: "reviews" },
  "review_replies.body": { by: "review_replies" },
};

/** All other columns of texts, by who reads them. */
export const OTHER_COLUMNS: Record<string, string> = {
  "masked when it is written, since it is never changed": "messages.body messages.masked withdrawn_words.masked",
  "masked when it is read": "withdrawn_words.body",
  "refused when it has contact data": "handles.handle handles.look",
  "names of files, which those read who may open the file": "cases.studies_urls messages.file_path profiles.photo_url",
  "read from the acceptance on": `agreed_contacts.patient_name agreed_contacts.patient_phone agreed_contacts.patient_city
    agreed_contacts.kine_phone agreed_contacts.kine_email agenda_places.label agenda_places.address agenda_places.arrival authorisations.number measure_activities.name measures.scores profiles.phone profiles.email profiles.license_number licences.number`,
  "read by their owner and admins": `patient_coverages.plan kine_applications.license_number kine_applications.rejection_reason
    profile_changes.name profile_changes.license_number profile_changes.specialty profile_changes.rejection_reason
    suspensions.reason suspensions.restored_reason reports.details reports.decision reports.said reports.said_title reviews.hidden_reason
    reviews.asked_to_edit_for review_replies.hidden_reason review_versions.comment appeals.text appeals.decision
    cases.closed_reason contact_leaks.said auth.audit_reasons.reason auth.audit_events.device auth.users.email
    auth.users.raw_user_meta_data auth.identities.identity_data auth.mfa_factors.friendly_name auth.mfa_factors.phone
    auth.webauthn_credentials.friendly_name auth.sessions.user_agent auth.undo_links.email auth.one_time_tokens.email former_mailboxes.mailbox moved_rows.left`,
  "a first name and an initial, as everybody reads them": "reviews.author_name",
  "written by admins and the program": `holidays.name consent_texts.text consent_texts.document consent_texts.version consents.document
    consents.version consents.sha256 consents.action consent_texts.sha256 coverages.name coverages.short coverages.aliases coverages.code
    body_zones.name specialties.name places.name settings.key settings.value vocabulary_names.key vocabulary_editions.sha256`,
  "keys, searches and what waits to be applied, in no answer": `cases.search profiles.search user_roles.name_key licences.number_key
    licences.value_kind licences.value_number licences.value_place done_requests.key done_requests.answer deletions.hash
    held_decisions.decision spent_budgets.spent`,
  "of a closed list": `acts_at_once.kind agendas.zone bookings.zone holidays.jurisdiction body_zones.slug case_places.place cases.place_slug cases.zone_slug cases.zone_side chores.name
    coverage_disputes.decision deletions.kind departure_keys.what departure_keys.kind departure_keys.jurisdiction directory.place
    directory.specialty directory.licensed earlier_acts.kind kine_places.place licences.kind licences.jurisdiction licences.state licences.method
    licences.doubted_state live_events.type moved_rows.kind notification_hours.zone notification_settings.group notification_settings.mail
    mail_states.state mail_states.code
    notifications.kind notifications.delivery outgoing_messages.kind outgoing_messages.provider_class outgoing_messages.fail_code outgoing_messages.bounce operator_alarms.kind places.slug places.kind queue_weeks.queue places.jurisdiction profiles.modalities
    profiles.health_consent profiles.place_slug profiles.specialty_slug specialties.slug tallies.total vocabulary_names.kind
    vocabulary_names.place_slug vocabulary_names.specialty_slug vocabulary_names.zone_slug vocabulary_names.zone_side
    vocabulary_names.source zone_counts.place case_steps.place case_steps.modality case_steps.zone flow_counts.place flow_counts.modality flow_counts.zone
    flow_sums.place flow_sums.modality flow_sums.zone auth.audit_events.event auth.auth_codes.code_challenge_method
    auth.auth_codes.sign_in_method auth.identities.provider auth.mfa_factors.factor_type auth.mfa_factors.status
    auth.oauth_flows.provider auth.oauth_flows.code_challenge_method auth.one_time_tokens.kind
    auth.one_time_tokens.code_challenge_method auth.sessions.aal auth.sessions.end_reason auth.sessions.sign_in_method
    auth.sessions.proofs auth.signing_keys.algorithm auth.undo_links.kind auth.webauthn_credentials.transports`,
  "made by machines": `chores.detail weekly_summaries.figures auth.audit_chain.hash auth.audit_events.reason_sha256 auth.audit_head.hash auth.auth_codes.code_challenge
    auth.auth_codes.linking_identity auth.identities.provider_id auth.identities.issuer auth.mfa_challenges.webauthn_challenge
    auth.oauth_flows.code_challenge auth.oauth_flows.redirect_to auth.one_time_tokens.code_challenge auth.passkey_challenges.challenge
    auth.rate_limits.key auth.signing_keys.kid auth.signing_keys.public_jwk auth.users.encrypted_password
    auth.webauthn_credentials.credential_id dropped_evidence.path dropped_studies.path licences.evidence_path push_keys.public_key
    push_subscriptions.public_key moved_rows.old_id schema_migrations.checksum schema_migrations.name study_views.path`,
};

/** Every column of the database that can hold a text, such as "cases.title"; of the schema of accounts with its name. */
export async function textColumns(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select concat(nullif(table_schema, 'public') || '.', table_name, '.', column_name) as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'tsvector') or udt_name in ('_text', '_varchar', 'citext'))
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** The last four digits of the numbers that a person writes. */
export const digitsOf = (id: string) =>
  String(1_000 + (parseInt(createHash("md5").update(id).digest("hex").slice(0, 4), 16) % 9_000));

/** A number of the test in an answer: where it was written, and its person's four digits. */
export const WRITTEN = /11 4(\d{3})-(\d{4})/g;

/** Writes into each text that others read a number of its column and its writer, whatever the triggers say. */
export async function writeNumbers(tx: Tx): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx);
  for (const [n, [column, { by, json, also = "" }]] of Object.entries(SHOWN).entries()) {
    const [table = "", name = ""] = column.split(".");
    const [from = "", writer = ""] = WRITTEN_BY[by].split("|");
    const digits = `(1000 + ('x' || left(md5(coalesce(${writer}::text, '')), 4))::bit(16)::int % 9000)::text`;
    const text = `('Cel 11 4${300 + n}-' || ${digits})`;
    await sql
      .raw(
        `update ${table} set ${name} = w.written${also} from (select t.ctid as row, ${json?.(text) ?? text} as written from ${from}) w
          where ${table}.ctid = w.row`,
      )
      .execute(tx);
  }
}
