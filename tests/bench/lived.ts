import pg from "pg";

/** An element of an array, by the hash of a column: the same in each run. */
const pick = (list: string, of: string) =>
  `(${list})[1 + (abs(hashtext(${of}::text || 'one')) % cardinality(${list}))]`;

/**
 * Adds the data of real use to a filled database: places, specialties and modalities, notifications of many kinds, studies, short
 * addresses, settings, and rows in each queue of the admins. Bypasses triggers, and then recomputes the derived data.
 */
export async function live(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(PLACES);
    await client.query(QUEUES);
    await client.query(NOTIFICATIONS);
    await client.query(OWN_ROWS);
    await client.query(`
      select recount_zones();
      set session_replication_role = default;
      update directory set computed_on = '-infinity';
      do $$ begin loop exit when directory_keep(5000) = 0; end loop; end $$;`);
  } finally {
    await client.end();
  }
}

/** Typical of such sites: the first places have most people, a tenth live in unknown places, and a third of the cases want no modality. */
const PLACES = `
  set session_replication_role = replica;
  select setseed(0.5);
  create temporary table places_drawn as
    select slug, name, row_number() over (order by md5(slug)) as n from places where kind <> 'jurisdiction';
  create temporary table people_drawn as
    select id, license_number is not null as is_kine, random() < 0.9 as is_known,
      1 + floor(power(random(), 3) * (select count(*) from places_drawn))::int as place from profiles;
  update profiles p set place_slug = w.slug, location_city = w.name,
      specialty_slug = case when d.is_kine then ${pick("array(select slug from specialties order by slug)", "p.id")} end,
      modalities = case when d.is_kine then ${pick("array['consultorio', 'consultorio, domicilio', 'domicilio', 'virtual', 'consultorio, online']", "p.id")} end
    from people_drawn d join places_drawn w on w.n = d.place where d.id = p.id and d.is_known;
  update cases c set place_slug = case when d.is_known then w.slug end,
      location_city = case when d.is_known then w.name else 'Barrio nuevo ' || abs(hashtext(c.id::text)) % 90 end,
      zone_slug = ${pick("array(select slug from body_zones order by slug)", "c.id")},
      preferred_modality = (${pick("array['consultorio', 'consultorio', 'domicilio', 'online', null, null]", "c.id")})::modality
    from people_drawn d join places_drawn w on w.n = d.place where d.id = c.patient_id;`;

const QUEUES = `
  update profiles set approval_status = 'pending' where id in (
    select user_id from user_roles where role = 'kine' order by md5(user_id::text) limit 30);
  update kine_applications a set status = 'pending', approved_at = null from profiles p
    where p.id = a.profile_id and p.approval_status = 'pending';
  update case_levels l set quiet_told_at = now(), operator_told_at = now() from cases c
    where c.id = l.case_id and c.status = 'open' and c.created_at < now() - interval '2 days'
      and not exists (select from matches m where m.case_id = c.id);
  insert into settings (key, value, changed_by)
    select key, value::jsonb, (select user_id from user_roles where role = 'admin' limit 1)
    from (values ('late_hours', '25'), ('reminder_hours', '23'), ('dormant_days', '31'), ('wave_size', '14')) s (key, value);`;

const NOTIFICATIONS = `
  insert into notifications (user_id, kind, case_id, match_id, delivery, seen_at)
    select user_id, kind, case_id, match_id, 'over', case when abs(hashtext(user_id::text || coalesce(match_id, case_id))) % 3 = 0 then now() end from (
      select c.patient_id as user_id, 'application_received' as kind, c.id as case_id, null::uuid as match_id
        from cases c where c.status = 'open' and exists (select from matches m where m.case_id = c.id)
      union all select c.patient_id, 'case_quiet', c.id, null from cases c join case_levels l on l.case_id = c.id where l.operator_told_at is not null
      union all select r.user_id, 'message_received', null, r.match_id from read_marks r where r.unread > 0
      union all select a.kine_id, 'case_in_zone', a.case_id, null from case_alerts a join cases c on c.id = a.case_id where c.status = 'open'
      union all select m.kine_id, 'application_accepted', null, m.id from matches m where m.status = 'accepted'
      union all select m.kine_id, 'application_unanswered', null, m.id from matches m where m.status = 'proposed'
      union all select r.user_id, k.kind, null, null from user_roles r, unnest('{request_waiting,report_waiting}'::text[]) k (kind) where r.role = 'admin') n;
  insert into notification_settings (user_id, "group", push, mail)
    select r.user_id, g, true, 'daily' from user_roles r, unnest((case r.role when 'admin' then '{operator}' when 'kine' then '{own_cases,messages,cases_in_zone}' else '{own_cases,messages}' end)::text[]) g
    where abs(hashtext(r.user_id::text)) % 5 = 0;
  insert into notification_hours (user_id) select user_id from user_roles where abs(hashtext(user_id::text)) % 5 = 0 on conflict do nothing;`;

const OWN_ROWS = `
  insert into study_views (case_id, path, viewer_id)
    select m.case_id, 'estudio-1.pdf', m.kine_id from matches m where abs(hashtext(m.id::text)) % 3 = 0;
  insert into handles (handle, kine_id)
    select 'kine-' || translate(n::text, '0123456789', 'abcdfghjkm'), user_id
    from (select user_id, row_number() over () as n from user_roles where role = 'kine') k where n % 2 = 0 on conflict do nothing;
  insert into match_levels (match_id, accepted_at) select id, now() from matches where status = 'accepted' on conflict do nothing;`;

/** Two older sessions of each person who has one, half of them on a browser that receives pushes. */
export const OLDER_SESSIONS = `
  insert into auth.sessions (user_id, user_agent)
    select user_id, 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    from auth.sessions, generate_series(1, 2);
  set session_replication_role = replica;
  insert into push_subscriptions (session_id, user_id, public_key, endpoint_hash, sealed)
    select id, user_id, repeat('A', 87), sha256(id::text::bytea), decode(repeat('00', 60), 'hex')
    from auth.sessions where user_agent is not null and abs(hashtext(id::text)) % 2 = 0;
  set session_replication_role = default;`;
