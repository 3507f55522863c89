-- The roles that somebody had and has no more. Their cases and relations of such a role end while it is away. They are in the row of the person, which
-- the lists read anyway.
alter table profiles add column ended_roles app_role[] not null default '{}';
comment on column profiles.ended_roles is 'the roles that its person had and has no more; what they opened is away meanwhile';

create function ended_roles_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update profiles set ended_roles = array_remove(ended_roles, new.role) where id = new.user_id and new.role = any (ended_roles);
  else
    update profiles set ended_roles = array_append(ended_roles, old.role) where id = old.user_id and old.role <> all (ended_roles);
  end if;
  return null;
end $$;
create trigger ended_roles_are_kept after insert or delete on user_roles for each row execute function ended_roles_are_kept();

update profiles p set ended_roles = array_append(ended_roles, 'patient')
  where exists (select from cases where patient_id = p.id) and exists (select from user_roles where user_id = p.id)
    and not exists (select from user_roles where user_id = p.id and role = 'patient');
update profiles p set ended_roles = array_append(ended_roles, 'kine')
  where exists (select from matches where kine_id = p.id) and exists (select from user_roles where user_id = p.id)
    and not exists (select from user_roles where user_id = p.id and role = 'kine');

create or replace view case_relations as
 SELECT m.id AS match_id,
    m.case_id,
    m.kine_id,
    c.patient_id,
    a.access,
    l.is_live,
        CASE
            WHEN a.access = 'ended'::text THEN COALESCE(m.title_then, c.title)
            ELSE c.title
        END AS title,
        CASE
            WHEN l.is_live THEN o.name
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_name
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_name,
        CASE
            WHEN l.is_live THEN o.phone
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_phone
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_phone,
        CASE
            WHEN l.is_live THEN o.location_city
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_city
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_city,
        CASE
            WHEN l.is_live THEN o.photo_url
            ELSE NULL::text
        END AS patient_photo_url,
        CASE
            WHEN 'kine'::app_role = ANY (k.ended_roles) THEN NULL::text
            WHEN l.is_live THEN k.phone
            WHEN a.access = 'accepted'::text THEN ( SELECT g.kine_phone
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS kine_phone,
        CASE
            WHEN 'kine'::app_role = ANY (k.ended_roles) THEN NULL::text
            WHEN l.is_live THEN k.email
            WHEN a.access = 'accepted'::text THEN ( SELECT g.kine_email
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS kine_email,
    m.status,
    m.message,
    m.created_at,
    m.ended_at,
    m.offer,
    m.offered_at,
    m.valid_until,
        CASE
            WHEN a.access <> 'ended'::text THEN c.description
            ELSE NULL::text
        END AS description,
        CASE
            WHEN a.access <> 'ended'::text THEN c.injury_area
            ELSE NULL::text
        END AS injury_area,
        CASE
            WHEN a.access <> 'ended'::text THEN c.location_city
            ELSE NULL::text
        END AS location_city,
        CASE
            WHEN a.access <> 'ended'::text THEN c.preferred_modality
            ELSE NULL::modality
        END AS preferred_modality,
        CASE
            WHEN a.access <> 'ended'::text THEN c.status
            ELSE NULL::case_status
        END AS case_status
   FROM matches m
     JOIN cases c ON c.id = m.case_id
     JOIN profiles o ON o.id = c.patient_id
     LEFT JOIN profiles k ON k.id = m.kine_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN m.status <> 'accepted'::match_status AND o.health_withdrawn_at IS NOT NULL THEN NULL::text
                    WHEN m.status = 'rejected'::match_status THEN 'ended'::text
                    WHEN 'patient'::app_role = ANY (o.ended_roles) THEN 'ended'::text
                    WHEN c.status = 'closed'::case_status AND c.closed_at < (now() -
                    CASE m.status
                        WHEN 'accepted'::match_status THEN '1 year'::interval
                        ELSE '90 days'::interval
                    END) THEN 'ended'::text
                    WHEN (EXISTS ( SELECT
                       FROM blocks b
                      WHERE LEAST(b.blocker_id, b.blocked_id) = LEAST(c.patient_id, m.kine_id) AND GREATEST(b.blocker_id, b.blocked_id) = GREATEST(c.patient_id, m.kine_id) AND (b.blocker_id = c.patient_id OR b.case_id = m.case_id OR b.case_id IS NULL AND (m.status = 'accepted'::match_status OR c.identity_access = 'verified'::studies_access AND is_licence_current(( SELECT v.license_checked_at
                               FROM profiles v
                              WHERE v.id = m.kine_id)))))) THEN 'ended'::text
                    WHEN m.status = 'accepted'::match_status THEN 'accepted'::text
                    WHEN o.suspended_at IS NOT NULL THEN 'ended'::text
                    ELSE 'applied'::text
                END AS access
         OFFSET 0) a
     CROSS JOIN LATERAL ( SELECT a.access = 'accepted'::text AND c.status <> 'closed'::case_status AS is_live) l;

CREATE OR REPLACE FUNCTION public.case_access(_case uuid, _viewer uuid) RETURNS text LANGUAGE plpgsql STABLE AS $function$
declare
  found_access text;
begin
  if not has_role(_viewer, 'kine') then
    return null;
  end if;
  select access into found_access from case_relations where case_id = _case and kine_id = _viewer;
  if found then
    return found_access;
  end if;
  if exists (select from cases c join profiles o on o.id = c.patient_id
    where c.id = _case and c.status <> 'closed' and c.dormant_at is null and c.patient_id <> _viewer
      and o.suspended_at is null and o.health_withdrawn_at is null and 'patient' <> all (o.ended_roles)) and not is_case_blocked(_case, _viewer) then
    return 'offered';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.matches_start_their_course() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
declare
  the_case cases;
  facts record;
  hash bytea := sha256(convert_to(lower(regexp_replace(new.message, '[^[:alnum:]]+', '', 'g')), 'UTF8'));
  spent integer;
  is_repeated boolean;
begin
  -- The lock makes a decision and a closing of the same case wait for each other.
  select * into the_case from cases where id = new.case_id for no key update;
  select p.suspended_at is not null or 'patient' = any (p.ended_roles) as is_patient_away, p.health_withdrawn_at is not null as is_withdrawn,
      is_case_blocked(new.case_id, new.kine_id) as is_blocked, k.license_checked_at is not null as is_checked,
      k.approval_status = 'approved' and k.suspended_at is null and exists
        (select from user_roles r where r.user_id = new.kine_id and r.role = 'kine') as is_approved,
      (select value from settings where key = 'unchecked_may_apply') = 'false' as must_be_checked,
      setting_number('offers_max', 0) as offers_max, setting_number('applications_a_day', 20) as most
    into facts from (select) one left join profiles p on p.id = the_case.patient_id left join profiles k on k.id = new.kine_id;
  if facts.must_be_checked and not facts.is_checked then
    perform refuse('matches_by_checked_kines', 'a licence is checked before its specialist applies');
  end if;
  if new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  if the_case.status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if new.kine_id = the_case.patient_id then
    perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
  end if;
  if facts.is_approved is not true then
    perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
  end if;
  if the_case.dormant_at is not null or facts.is_patient_away then
    perform refuse('matches_need_an_offered_case', 'a case that sleeps or whose patient is suspended, or none any more, is not offered');
  end if;
  if facts.is_withdrawn then
    perform refuse('matches_need_consent', 'a case whose patient took their consent back is not offered');
  end if;
  if facts.is_blocked then
    perform refuse('matches_need_no_block', 'one of them blocked the other');
  end if;
  if facts.offers_max > 0 and not has_seat(new.case_id, new.kine_id) then
    perform refuse('matches_take_a_seat', 'the case has as many applications as it may have at once');
  end if;
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('application ' || new.kine_id, 0));
  select coalesce(sum(weight), 0), coalesce(bool_or(text_hash = hash), false) into spent, is_repeated
    from applications_made where kine_id = new.kine_id and at > clock_timestamp() - interval '1 day';
  if spent + 1 + is_repeated::int
      > (case when spent >= facts.most * 3 / 4 - 1 and is_new_account(new.kine_id) then facts.most * 3 / 4 else facts.most end)
    and not exists (select from matches where case_id = new.case_id and kine_id = new.kine_id) then
    perform refuse('matches_within_a_day', 'a specialist applies to so many cases a day at most');
  end if;
  insert into applications_made (kine_id, case_id, text_hash, weight) values (new.kine_id, new.case_id, hash, 1 + is_repeated::int);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.conversation_state(_match uuid, _viewer uuid) RETURNS text LANGUAGE plpgsql STABLE AS $function$
declare
  r record;
begin
  select m.case_id, m.status, m.kine_id, m.decided_at, m.created_at, c.patient_id, c.status as case_status, c.closed_at, k.suspended_at as kine_suspended,
      p.health_withdrawn_at into r
    from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id join profiles p on p.id = c.patient_id
    where m.id = _match;
  if not found then
    return null;
  end if;
  if _viewer = r.patient_id then
    if not has_role(_viewer, 'patient') or (r.status = 'proposed' and r.kine_suspended is not null) then
      return null;
    end if;
  elsif _viewer = r.kine_id then
    if not has_role(_viewer, 'kine') or (r.status <> 'accepted' and r.health_withdrawn_at is not null) then
      return null;
    end if;
  else
    return null;
  end if;
  if r.status = 'rejected' then
    return case when coalesce(r.decided_at, r.created_at) > now() - interval '30 days' then 'read_only' end;
  end if;
  -- Its messages are gone by then.
  if r.case_status = 'closed'
    and r.closed_at < now() - (case when r.status = 'accepted' then interval '12 months' else interval '90 days' end) then
    return null;
  end if;
  if (r.status = 'proposed' and r.case_status = 'closed') or not has_role(r.kine_id, 'kine') or not has_role(r.patient_id, 'patient')
    or is_case_blocked(r.case_id, r.kine_id) then
    return 'read_only';
  end if;
  return 'open';
end $function$;

create or replace view counted_cases as
 SELECT c.id AS case_id,
    COALESCE(c.place_slug,
        CASE
            WHEN c.location_city IS NULL THEN p.place_slug
            ELSE NULL::text
        END, ''::text) AS place,
    (c.created_at AT TIME ZONE 'America/Argentina/Buenos_Aires'::text)::date AS day,
    c.status = 'open'::case_status AND c.dormant_at IS NULL AND p.suspended_at IS NULL AND p.health_withdrawn_at IS NULL AND 'patient'::app_role <> ALL (p.ended_roles) AND NOT (EXISTS ( SELECT
           FROM matches m
          WHERE m.case_id = c.id)) AS is_waiting
   FROM cases c
     LEFT JOIN profiles p ON p.id = c.patient_id;

CREATE OR REPLACE FUNCTION public.profiles_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform count_kine(new.id);
  if (old.place_slug, old.suspended_at is null, old.health_withdrawn_at is null, old.ended_roles)
    is distinct from (new.place_slug, new.suspended_at is null, new.health_withdrawn_at is null, new.ended_roles) then
    perform count_case(c.id) from (select id from cases where patient_id = new.id order by id) c;
  end if;
  return null;
end $function$;

CREATE OR REPLACE TRIGGER profiles_are_counted AFTER UPDATE ON profiles FOR EACH ROW WHEN (old.ended_roles IS DISTINCT FROM new.ended_roles OR old.approval_status IS DISTINCT FROM new.approval_status OR old.suspended_at IS DISTINCT FROM new.suspended_at OR old.place_slug IS DISTINCT FROM new.place_slug OR old.modalities IS DISTINCT FROM new.modalities OR old.health_withdrawn_at IS DISTINCT FROM new.health_withdrawn_at) EXECUTE FUNCTION profiles_are_counted();

CREATE OR REPLACE FUNCTION public.contact_open(_viewer uuid, _kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (COALESCE((_viewer = _kine), false) OR has_role(_viewer, 'admin'::app_role) OR (EXISTS (SELECT FROM case_relations r JOIN profiles k ON k.id = r.kine_id WHERE (('kine'::app_role <> ALL (k.ended_roles)) AND (r.kine_id = contact_open._kine) AND (r.patient_id = contact_open._viewer) AND (r.access = 'accepted'::text)))));
