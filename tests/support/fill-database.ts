import { sql } from "kysely";
import pg from "pg";
import { foldCounts } from "../../app/domain/flow/keep-counts.server.ts";
import { computeKinePulse } from "../../app/domain/pulse/kine-pulse.server.ts";
import { countQueueWeeks } from "../../app/domain/pulse/queue-weeks.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";

/** The number of rows of each kind, consistent with each other as if created by users. */
export type Scale = {
  patients: number;
  kines: number;
  cases: number;
  reviews: number;
  /** Applications per case that has any: every second case, and all closed ones. */
  applications?: number;
};

/** A word only in the oldest twentieth of the titles: many matches, all far from the newest end of the list. */
export const OLD_WORD = "epidemia";

// Ids in the order of their numbers, a millisecond apart.
const id = (
  kind: number,
  n: string,
) => `(lpad(to_hex(1700000000000 + ${kind}00000000::bigint + ${n}), 12, '0') || '7' ||
  substr(md5('${kind}' || ${n}), 1, 3) || '8' || substr(md5('${kind}' || ${n}), 4, 15))::uuid`;
const pick = (words: string[], n: string) => `(array['${words.join("','")}'])[1 + (${n}) % ${words.length}]`;
const firstNames = [
  "Ana",
  "Bruno",
  "Carla",
  "Diego",
  "Elena",
  "Fabián",
  "Graciela",
  "Hugo",
  "Inés",
  "Julián",
  "María",
  "Nicolás",
];
const lastNames = [
  "Acosta",
  "Benítez",
  "Correa",
  "Díaz",
  "Escobar",
  "Ferreyra",
  "Gómez",
  "Herrera",
  "Ibarra",
  "Juárez",
  "López",
  "Núñez",
  "Ojeda",
];
const injuries = ["Rodilla", "Hombro", "Tobillo", "Cadera", "Lumbalgia", "Cervical", "Muñeca"];

/** Fills a migrated database without triggers, where each admin has seen all cases and patients, and recomputes the totals. */
export async function fill(url: string, { patients, kines, cases, reviews, applications = 1 }: Scale) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [kine, patient, caseKind, review, message] = [0, 1, 2, 3, 4];
  const people = patients + kines;
  const isKine = `n <= ${kines}`;
  const personOf = (n: string) => `case when ${n} <= ${kines} then ${id(kine, n)} else ${id(patient, n)} end`;
  const patientOf = (n: string) => id(patient, `(${kines} + 1 + (${n}) * 7919::bigint % ${patients})`);
  const kineOf = (n: string) => id(kine, `(1 + (${n}) * 31::bigint % ${kines})`);
  try {
    await client.query(`
      set session_replication_role = replica;
      insert into auth.users (id, email, email_confirmed_at) select ${personOf("n")}, 'p' || n || '@example.com', now() from generate_series(1, ${people}) n;
      insert into profiles (id, email, name, phone, birth_date, approval_status, license_number, license_checked_at, specialty)
        select ${personOf("n")}, 'p' || n || '@example.com', ${pick(firstNames, "n")} || ' ' || ${pick(lastNames, "n / 7")},
          '+54 11 ' || 2000 + n * 7919::bigint % 7000 || '-' || lpad((n % 10000)::text, 4, '0'), '1970-01-01',
          (case when ${isKine} and n % 100 = 0 then 'rejected' when ${isKine} and n % 100 = 1 then 'pending' else 'approved' end)::approval_status,
          case when ${isKine} then 'MN ' || n end, case when ${isKine} and n % 100 > 1 then now() end, case when ${isKine} then 'Kinesiología' end
        from generate_series(1, ${people}) n;
      insert into user_roles (user_id, role, name_key)
        select id, (case when license_number is null then 'patient' else 'kine' end)::app_role, name_key(name) from profiles
        where email like 'p%@example.com';
      insert into kine_applications (user_id, profile_id, status, approved_at)
        select id, id, approval_status, case when approval_status <> 'pending' then now() end from profiles where license_number is not null;
      insert into licences (kine_id, is_first, kind, jurisdiction, number, state, checked_at, method, recheck_at)
        select id, true, 'MN', '02', substr(license_number, 4), 'verified', license_checked_at, 'approval',
          license_checked_at - interval '1 day' from profiles where license_checked_at is not null;
      insert into profile_changes (kine_id, name) select id, name from profiles where license_checked_at is not null order by id limit 1000;
      -- A year of cases.
      insert into cases (id, patient_id, title, description, status, created_at)
        select ${id(caseKind, "n")}, ${patientOf("n")},
          ${pick(injuries, "n")} || case when n <= ${cases / 20} then ' ${OLD_WORD} ' else ' ' end || n, 'Me duele desde hace días',
          (case when n <= ${reviews} then 'closed' when n % 4 = 0 then 'matched' else 'open' end)::case_status,
          now() - (${cases} - n) * interval '1 year' / ${cases}
        from generate_series(1, ${cases}) n;
      insert into matches (case_id, kine_id, status)
        select ${id(caseKind, "n")}, ${kineOf("n + m * 7")},
          (case when m = 0 and (n <= ${reviews} or n % 4 = 0) then 'accepted' else 'proposed' end)::match_status
        from generate_series(1, ${cases}) n, generate_series(0, ${applications - 1}) m where n <= ${reviews} or n % 2 = 0;
      insert into messages (match_id, author_id, body) select id, kine_id, 'Hola' from matches;
      insert into read_marks (match_id, user_id, unread)
        select m.id, c.patient_id, case when c.status = 'open' then 1 else 0 end from matches m join cases c on c.id = m.case_id;
      insert into withdrawn_words (id, is_application, is_of_kine, author_id, recipient_id, case_id, body, said_at, kept_until)
        select m.id, true, true, m.kine_id, c.patient_id, m.case_id, 'Hola', m.created_at, now() + interval '30 days'
        from matches m join cases c on c.id = m.case_id limit 20000;
      insert into read_receipts_off (user_id) select ${personOf("n * 5")} from generate_series(1, ${people} / 5) n;
      insert into blocks (blocker_id, blocked_id)
        select ${patientOf("n * 3")}, ${kineOf("n")} from generate_series(1, ${kines}) n
        union select ${kineOf("n")}, ${patientOf("n * 5")} from generate_series(1, ${kines}) n;
      insert into agreed_contacts (match_id, patient_name, patient_phone)
        select m.id, 'Paciente', '+54 11 4444-1111' from matches m join cases c on c.id = m.case_id
        where c.status = 'closed' and m.status = 'accepted';
      insert into case_openings (case_id, kine_id) select case_id, kine_id from matches;
      insert into auth.sessions (user_id, ip, user_agent)
        select ${personOf("n")}, '10.0.0.0'::inet + n, 'Firefox' from generate_series(1, ${people}) n;
      -- A year of bookings.
      insert into bookings (match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by)
        select id, kine_id, uuid_v7(), now() - n % 365 * interval '1 day', 60, now(), 'America/Argentina/Buenos_Aires', 'held', 'kine'
        from (select id, kine_id, row_number() over () as n from matches limit 20000) m;
      insert into reviews (id, case_id, patient_id, kine_id, stars, comment, is_confirmed, accepted_at)
        select ${id(review, "n")}, ${id(caseKind, "n")}, ${patientOf("n")}, ${kineOf("n")}, 1 + n % 5, 'Muy bien', true, now() - interval '30 days'
        from generate_series(1, ${reviews}) n;
      insert into review_replies (review_id, kine_id, body, held_at)
        select id, kine_id, 'Muchas gracias', case when row_number() over () % 100 = 0 then now() end from reviews;
      insert into appeals (review_id, by_id, about, text) select id, kine_id, 'reply', 'Agradecí' from reviews where stars = 1;
      insert into review_versions (review_id, n, stars, written_at) select id, 1, 1, now() from reviews;
      insert into reports (reporter_id, review_id, reason, decided_at, decision)
        select ${kineOf("n")}, ${id(review, "n")}, 'other', case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'Nada' end
        from generate_series(1, ${reviews}) n;
      insert into case_levels (case_id, ring) select ${id(caseKind, "n")}, 4 from generate_series(1, ${cases}) n;
      insert into case_alerts (case_id, kine_id, is_at_once)
        select ${id(caseKind, "n")}, ${kineOf("n + m * 11")}, m = 0 from generate_series(1, ${cases}) n, generate_series(0, 2) m;
      insert into kine_alert_days (kine_id, day, at_once)
        select ${id(kine, "n")}, current_date - d, 1 + (n + d) % 3 from generate_series(1, ${kines}) n, generate_series(0, 6) d;
      insert into availabilities (kine_id, weekday, start_time, end_time)
        select ${id(kine, "n")}, day, '09:00', '13:00' from generate_series(1, ${kines}) n, generate_series(1, 5) day;
      insert into kine_coverages (kine_id, coverage_id, how, confirmed_at)
        select ${id(kine, "n")}, 1 + (n + c * 7) % 40, 'direct', now() - (n % 120) * interval '1 day'
        from generate_series(1, ${kines}) n, generate_series(0, 4) c;
      insert into kine_prices (kine_id, modality, session, confirmed_at)
        select ${id(kine, "n")}, m, 15000 + n % 40000, now() - (n % 120) * interval '1 day'
        from generate_series(1, ${kines}) n, unnest('{consultorio,domicilio}'::modality[]) m;
      insert into kine_confirmations (kine_id, refund_invoice_at, asked_at)
        select ${id(kine, "n")}, now(), now() from generate_series(1, ${kines}) n;
      insert into patient_coverages (patient_id, coverage_id)
        select user_id, 1 + row_number() over () % 40 from user_roles where role = 'patient';
      insert into case_coverages (case_id, coverage_id) select ${id(caseKind, "n")}, 1 + n % 40 from generate_series(1, ${cases}) n;
      insert into coverage_answers (case_id, kine_id, patient_id, coverage_id, answer)
        select case_id, kine_id, patient_id, 1, 'yes' from reviews;
      insert into coverage_disputes (kine_id, coverage_id, decided_at, decision)
        select ${id(kine, "n")}, 1 + n % 40, case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'kept' end
        from generate_series(1, ${kines}) n;
      insert into photo_hashes (profile_id, sha256) select id, sha256(convert_to(id::text, 'UTF8')) from profiles;
      insert into admin_views (admin_id, entity_type, entity_id)
        select r.user_id, 'case'::viewed_entity, c.id from user_roles r, cases c where r.role = 'admin'
        union all select r.user_id, 'patient', p.user_id from user_roles r, user_roles p where r.role = 'admin' and p.role = 'patient';
      insert into invitations_made (patient_id, kine_id, at)
        select distinct on (1, 2) ${patientOf("n * 3")}, ${kineOf("n")}, now() - n % 9 * interval '1 day' from generate_series(1, 4 * ${kines}) n;
      -- A year of messages.
      insert into outgoing_messages (id, user_id, kind, sent_at)
        select ${id(message, "n")}, ${kineOf("n")}, 'kine_created', now() from generate_series(1, 20000) n;
      insert into mail_states (user_id, state, code) select ${kineOf("n")}, 'hard', '5.1.1' from generate_series(1, ${kines}) n on conflict do nothing;
      -- Otherwise the totals are recounted by plans for empty tables, and by their triggers too.
      analyze;
      select recount();
      set session_replication_role = default;
      insert into directory (kine_id) select user_id from user_roles where role = 'kine' on conflict do nothing;
      do $$ begin loop exit when directory_keep(5000) = 0; end loop; end $$;
      -- A year of 80 places, so that a table has more rows than it shows.
      insert into flow_counts (day, place, modality, zone, step, after, n)
        select current_date - 28 * b, p, m, z, 'published', 0, 9 from generate_series(1, 14) b,
          unnest((select array_agg(slug) from (select slug from places where slug <> 'palermo' order by slug limit 79) s) || 'palermo'::text) p,
          unnest('{consultorio,domicilio,online}'::text[]) m, unnest('{rodilla,hombro,codo}'::text[]) z;
      insert into signup_counts (week, role, accounts) select week_of(now()) - 7 * w, r::app_role, 90 from generate_series(1, 56) w, unnest('{patient,kine}'::text[]) r;
      insert into licence_decisions (asked_at, decided_at) select now() - n * interval '1 hour', now() from generate_series(1, 2000) n;
    `);
    const { db } = openDatabase(url, { max: 1, onError: console.error });
    await foldCounts(db);
    await computeKinePulse(db);
    await countQueueWeeks(db, sql`now() - interval '400 days'`);
    await db.destroy();
    // A year of sign-ins, in batches: each insert updates the head of the chain, which gets ever slower within one transaction.
    for (let from = 1; from < 26_000; from += 1_000) {
      await client.query(`insert into auth.audit_events (event, at)
        select 'signed_in', now() - n * interval '20 minutes' from generate_series(${from}, ${from + 999}) n`);
    }
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
