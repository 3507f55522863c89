create type case_status as enum ('open', 'matched', 'closed');
create type studies_access as enum ('verified', 'accepted');
CREATE OR REPLACE FUNCTION public.are_case_facts(_facts jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ((jsonb_typeof(_facts) = 'object'::text) AND (octet_length((_facts)::text) <= 4000) AND ((_facts - ARRAY['since'::text, 'pain'::text, 'activities'::text, 'has_order'::text, 'operation'::text, 'operated_on'::text, 'times'::text]) = '{}'::jsonb) AND (_facts <> '{}'::jsonb) AND COALESCE(((_facts ->> 'since'::text) = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text, 'years'::text])), (NOT (_facts ? 'since'::text))) AND (COALESCE(((jsonb_typeof((_facts -> 'pain'::text)) = 'number'::text) AND jsonb_path_match(_facts, 'exists ($."pain"?(((@.type() == "number" && @ >= 0) && @ <= 10) && @.floor() == @))'::jsonpath)), false) = (_facts ? 'pain'::text)) AND COALESCE((jsonb_typeof((_facts -> 'has_order'::text)) = 'boolean'::text), (NOT (_facts ? 'has_order'::text))) AND COALESCE(((jsonb_typeof((_facts -> 'operation'::text)) = 'string'::text) AND ((char_length(btrim((_facts ->> 'operation'::text))) >= 1) AND (char_length(btrim((_facts ->> 'operation'::text))) <= 120))), (NOT (_facts ? 'operation'::text))) AND COALESCE(((_facts ->> 'operated_on'::text) ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'::text), (NOT (_facts ? 'operated_on'::text))) AND ((NOT (_facts ? 'activities'::text)) OR ((jsonb_typeof((_facts -> 'activities'::text)) = 'array'::text) AND ((jsonb_array_length((_facts -> 'activities'::text)) >= 1) AND (jsonb_array_length((_facts -> 'activities'::text)) <= 3)) AND (NOT jsonb_path_exists(_facts, 'strict $."activities"[*]?(@.type() != "object")'::jsonpath)) AND (NOT jsonb_path_exists(_facts, '$."activities"[*]?((!(@."name".type() == "string" && @."name" like_regex "^.{1,80}$") || !(((@."score".type() == "number" && @."score" >= 0) && @."score" <= 10) && @."score".floor() == @."score")) || exists (@.keyvalue()?(@."key" != "name" && @."key" != "score")))'::jsonpath)))) AND ((NOT (_facts ? 'times'::text)) OR ((jsonb_typeof((_facts -> 'times'::text)) = 'array'::text) AND ((jsonb_array_length((_facts -> 'times'::text)) >= 1) AND (jsonb_array_length((_facts -> 'times'::text)) <= 14)) AND (NOT jsonb_path_exists(_facts, 'strict $."times"[*]?(!(@.type() == "string" && @ like_regex "^(mon|tue|wed|thu|fri|sat|sun)_(am|pm)$"))'::jsonpath)))));

create table cases (
  id uuid default uuid_v7() not null,
  patient_id uuid,
  title text not null,
  description text not null,
  injury_area text,
  location_city text,
  preferred_modality modality,
  studies_urls text[] default '{}'::text[] not null,
  studies_access studies_access default 'verified'::studies_access not null,
  status case_status default 'open'::case_status not null,
  accepted_kine_id uuid,
  created_at timestamp with time zone default now() not null,
  search tsvector generated always as (search_words(title)) stored not null,
  version integer default 1 not null,
  edited_at timestamp with time zone,
  closed_reason text,
  place_slug text,
  zone_slug text,
  zone_side text,
  dormant_at timestamp with time zone,
  closed_at timestamp with time zone,
  facts jsonb,
  identity_access studies_access default 'verified'::studies_access not null,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_closed_reason_check CHECK (char_length(btrim(closed_reason)) >= 1 AND char_length(btrim(closed_reason)) <= 500),
  constraint cases_closed_reason_of_closed CHECK (closed_reason IS NULL OR status = 'closed'::case_status),
  constraint cases_description_check CHECK (char_length(btrim(description)) >= 1 AND char_length(btrim(description)) <= 5000),
  constraint cases_facts CHECK (are_case_facts(facts)),
  constraint cases_injury_area_check CHECK (char_length(injury_area) <= 80),
  constraint cases_location_city_check CHECK (char_length(location_city) <= 80),
  constraint cases_ownerless_only_closed CHECK (patient_id IS NOT NULL OR status = 'closed'::case_status),
  constraint cases_studies_urls_check CHECK (cardinality(studies_urls) <= 5),
  constraint cases_title_check CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 120),
  constraint cases_zone_side CHECK (zone_side = ANY (ARRAY['left'::text, 'right'::text, 'both'::text])),
  constraint cases_accepted_kine_id_fkey FOREIGN KEY (accepted_kine_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint cases_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint cases_place_slug_fkey FOREIGN KEY (place_slug) REFERENCES places(slug) ON UPDATE CASCADE,
  constraint cases_zone_slug_fkey FOREIGN KEY (zone_slug) REFERENCES body_zones(slug) ON UPDATE CASCADE
);
comment on column cases.version is 'rises with each edit of what the case says; an edit names the version it was made from';
comment on column cases.closed_reason is 'why an admin closed it; null where its patient did';
comment on column cases.dormant_at is 'out of the lists of specialists: its patient did not answer whether they still look; its status stays open';
comment on column cases.closed_at is 'when it was closed; means nothing before';
comment on column cases.identity_access is 'who sees the name and the photo of its patient: every verified specialist, or those whom they accept; the same two readers as of its studies, and their type';

CREATE INDEX cases_accepted_kine_id_idx ON cases USING btree (accepted_kine_id);
CREATE INDEX cases_available_idx ON cases USING btree (id DESC) WHERE status = ANY (ARRAY['open'::case_status, 'matched'::case_status]);

-- Counting the cases of a day reads its range of this index, and seldom the cases.
CREATE INDEX cases_created_at_idx ON cases USING btree (created_at) INCLUDE (accepted_kine_id);

CREATE INDEX cases_offered_idx ON cases USING btree (id DESC) WHERE (status = ANY (ARRAY['open'::case_status, 'matched'::case_status])) AND dormant_at IS NULL;
CREATE INDEX cases_patient_id_idx ON cases USING btree (patient_id, id DESC);
CREATE INDEX cases_place_slug_idx ON cases USING btree (place_slug) WHERE place_slug IS NOT NULL;
CREATE INDEX cases_search_idx ON cases USING gin (search) WITH (fastupdate=off);
CREATE INDEX cases_status_idx ON cases USING btree (status, id);
CREATE INDEX cases_unknown_place_idx ON cases USING btree (vocabulary_key(location_city), id) WHERE place_slug IS NULL AND location_city IS NOT NULL;
CREATE INDEX cases_unknown_zone_idx ON cases USING btree (vocabulary_key(injury_area), id) WHERE zone_slug IS NULL AND injury_area IS NOT NULL;
CREATE INDEX cases_zone_slug_idx ON cases USING btree (zone_slug) WHERE zone_slug IS NOT NULL;

-- What a case may become, and who may change it. Each block is one rule.
CREATE OR REPLACE FUNCTION public.cases_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' then
    <<cases_change_while_open>>
    declare
      says_the_same boolean;
    begin
      -- A case that keeps no owner is emptied by their leaving.
      if new.patient_id is null then
        exit cases_change_while_open;
      end if;
      says_the_same := (new.title, new.description, new.injury_area, new.location_city, new.preferred_modality, new.studies_access, new.facts,
          new.identity_access)
        is not distinct from
        (old.title, old.description, old.injury_area, old.location_city, old.preferred_modality, old.studies_access, old.facts, old.identity_access);
      -- A changed coverage is a row of its own: its writer raises the version.
      new.version := old.version + case when says_the_same and new.version = old.version then 0 else 1 end;
      new.edited_at := case when says_the_same then old.edited_at else now() end;
      if says_the_same and new.studies_urls @> old.studies_urls then
        exit cases_change_while_open;
      end if;
      if old.status <> 'open' then
        perform refuse('cases_change_while_open', format('a case that is %s is not edited', old.status));
      end if;
      if viewer_id() <> old.patient_id then
        perform refuse('cases_change_by_their_patient', 'only its patient edits a case');
      end if;
    end cases_change_while_open;
  end if;
  if tg_op = 'DELETE' then
    <<cases_go_while_open>>
    begin
      if old.patient_id is null or is_leaving(old.patient_id) then
        exit cases_go_while_open;
      end if;
      if old.status <> 'open' then
        perform refuse('cases_change_while_open', format('a case that is %s is not withdrawn', old.status));
      end if;
      if viewer_id() <> old.patient_id
        and not exists (select from profiles where id = old.patient_id and health_withdrawn_at is not null) then
        perform refuse('cases_change_by_their_patient', 'only its patient withdraws a case');
      end if;
      perform keep_words(id) from matches where case_id = old.id;
    end cases_go_while_open;
  end if;
  if tg_op = 'UPDATE' and ((new.status <> 'open'::case_status) AND (new.dormant_at IS NOT NULL)) then
    <<cases_in_course_are_awake>>
    begin
      new.dormant_at := null;
    end cases_in_course_are_awake;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    <<course>>
    begin
      if tg_op = 'INSERT' then
        if new.status <> 'open' then
          perform refuse('cases_start_open', 'a case starts open');
        end if;
        exit course;
      end if;
      if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
        perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
      end if;
      if new.closed_reason is distinct from old.closed_reason and new.patient_id is not null then
        if new.status = old.status or new.closed_reason is null then
          perform refuse('cases_closed_reason_stays', 'why a case was closed is said when it is closed');
        end if;
        if not has_role(viewer_id(), 'admin') then
          perform refuse('only_admins', 'only an admin closes a case that is not theirs');
        end if;
        exit course;
      end if;
      if new.status <> old.status then
        if old.status = 'open' and new.status = 'matched' then
          if not exists (select from matches where case_id = new.id and status = 'accepted') then
            perform refuse('cases_match_by_acceptance', 'only an accepted application makes a case matched');
          end if;
        elsif old.status = 'matched' and new.status = 'open' then
          if exists (select from matches where case_id = new.id and status = 'accepted') then
            perform refuse('cases_open_matched_closed', 'a case with an accepted specialist does not open again');
          end if;
        elsif not (old.status = 'matched' and new.status = 'closed') then
          perform refuse('cases_open_matched_closed', format('a case does not go from %s to %s', old.status, new.status));
        end if;
      end if;
    end course;
  end if;
  if tg_op = 'DELETE' then
    <<cases_leave_what_counts>>
    begin
      if old.patient_id is not null and not is_leaving(old.patient_id) then
        insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at)
          select b.id, b.kine_id, old.patient_id, b.asked_by, left_state(b), b.starts_at, b.created_at
          from matches m join bookings b on b.match_id = m.id where m.case_id = old.id and left_state(b) is not null
          on conflict do nothing;
      end if;
    end cases_leave_what_counts;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and (tg_op <> 'UPDATE' or (new.title, new.description, new.injury_area, new.studies_urls, new.facts) is distinct from (old.title, old.description, old.injury_area, old.studies_urls, old.facts)) then
    <<cases_need_consent>>
    declare
      given text;
    begin
      if new.patient_id is null or (
        tg_op = 'UPDATE'
        and (new.title, new.description, new.injury_area) is not distinct from (old.title, old.description, old.injury_area)
        and (new.facts is null or new.facts is not distinct from old.facts)
        and new.studies_urls <@ old.studies_urls
      ) then
        exit cases_need_consent;
      end if;
      select health_consent into given from profiles where id = new.patient_id for share;
      if given is null or given is distinct from current_consent('health_data') then
        perform refuse('cases_need_consent', 'what a case says of its patient''s health needs their consent');
      end if;
    end cases_need_consent;
  end if;
  if tg_op = 'UPDATE' and ((new.status = 'closed'::case_status) AND (old.status <> 'closed'::case_status)) then
    <<closings_have_a_time>>
    begin
      new.closed_at := now();
    end closings_have_a_time;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE TRIGGER cases_keep_their_course BEFORE INSERT OR DELETE OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION cases_keep_their_course();
CREATE TRIGGER cases_link_words BEFORE INSERT OR UPDATE OF location_city, injury_area ON cases FOR EACH ROW EXECUTE FUNCTION cases_link_words();

-- What a closing and a deletion take along, and what must not come back from a backup.
CREATE OR REPLACE FUNCTION public.cases_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (new.studies_urls) is distinct from (old.studies_urls) then
    <<tombstone_cases_gone>>
    begin
      -- With an account that goes, everything of it does.
      if is_leaving(old.patient_id) then
        exit tombstone_cases_gone;
      end if;
      if tg_op = 'DELETE' then
        perform note_deletion('case', old.id::text);
      else
        perform note_deletion('study', path) from unnest(old.studies_urls) path where path <> all (new.studies_urls);
      end if;
    end tombstone_cases_gone;
  end if;
  if tg_op = 'DELETE' then
    <<publish_cases_gone>>
    begin
      perform publish_live_event('admins', 'counts');
      perform publish_live_event('kines', 'cases');
      if old.patient_id is not null then
        perform publish_live_event(old.patient_id::text, 'case', old.id);
      end if;
    end publish_cases_gone;
  end if;
  if tg_op = 'UPDATE' and ((new.status = 'closed'::case_status) AND (old.status <> 'closed'::case_status) AND (new.patient_id IS NOT NULL)) then
    <<closings_keep_contacts>>
    begin
      insert into agreed_contacts select m.id, o.name, o.phone, o.location_city, k.phone, k.email
        from matches m join profiles o on o.id = new.patient_id join profiles k on k.id = m.kine_id
        where m.case_id = new.id and m.status = 'accepted' and not is_case_blocked(m.case_id, m.kine_id)
        on conflict do nothing;
    end closings_keep_contacts;
  end if;
  if (tg_op <> 'UPDATE' or (new.studies_urls) is distinct from (old.studies_urls)) then
    <<studies_are_dropped>>
    begin
      insert into dropped_studies (path)
        select path from unnest(old.studies_urls) path
        where tg_op = 'DELETE' or path <> all (new.studies_urls)
        on conflict do nothing;
    end studies_are_dropped;
  end if;
  return null;
end $function$;

CREATE TRIGGER cases_take_effect AFTER DELETE OR UPDATE OF status, studies_urls ON cases FOR EACH ROW EXECUTE FUNCTION cases_take_effect();
CREATE TRIGGER cases_take_their_jobs AFTER DELETE ON cases FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('case_level', 'seat_free', 'seat_kept', 'treatment_level');

-- Which specialists opened a case on which day. Its patient sees how many.
create table case_openings (
  case_id uuid not null,
  kine_id uuid not null,
  day date default CURRENT_DATE not null,
  opened_at timestamp with time zone default now() not null,
  constraint case_openings_pkey PRIMARY KEY (case_id, kine_id, day),
  constraint case_openings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_openings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX case_openings_kine_id_idx ON case_openings USING btree (kine_id, opened_at);

-- A decision about a text quotes what somebody wrote: it goes when nobody writes it any more.
CREATE OR REPLACE FUNCTION public.is_word_in_use(_name vocabulary_names) RETURNS boolean LANGUAGE sql STABLE RETURN CASE (_name).kind WHEN 'place'::text THEN ((EXISTS (SELECT FROM profiles WHERE ((profiles.place_slug IS NULL) AND (profiles.location_city IS NOT NULL) AND (vocabulary_key(profiles.location_city) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM cases WHERE ((cases.place_slug IS NULL) AND (cases.location_city IS NOT NULL) AND (vocabulary_key(cases.location_city) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM profiles WHERE ((profiles.place_slug = (is_word_in_use._name).place_slug) AND (vocabulary_key(profiles.location_city) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM cases WHERE ((cases.place_slug = (is_word_in_use._name).place_slug) AND (vocabulary_key(cases.location_city) = (is_word_in_use._name).key))))) WHEN 'specialty'::text THEN ((EXISTS (SELECT FROM profiles WHERE ((profiles.specialty_slug IS NULL) AND (profiles.specialty IS NOT NULL) AND (vocabulary_key(profiles.specialty) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM profiles WHERE ((profiles.specialty_slug = (is_word_in_use._name).specialty_slug) AND (vocabulary_key(profiles.specialty) = (is_word_in_use._name).key))))) ELSE ((EXISTS (SELECT FROM cases WHERE ((cases.zone_slug IS NULL) AND (cases.injury_area IS NOT NULL) AND (vocabulary_key(cases.injury_area) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM cases WHERE ((cases.zone_slug = (is_word_in_use._name).zone_slug) AND (vocabulary_key(cases.injury_area) = (is_word_in_use._name).key))))) END;

-- Notes that a specialist opens a case, once a day. False: they opened as many others within a day as the operator allows, to none of which
-- they applied.
CREATE OR REPLACE FUNCTION public.note_case_opening(_case uuid, _kine uuid) RETURNS boolean LANGUAGE plpgsql AS $function$
declare
  most constant integer := setting_number('cases_opened_a_day', 100);
begin
  if exists (select from case_openings where case_id = _case and kine_id = _kine and day = current_date) then
    return true;
  end if;
  -- One after the other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('case opening ' || _kine, 0));
  if not exists (select from matches where case_id = _case and kine_id = _kine) and (select count(*) from (
    select from case_openings o where o.kine_id = _kine and o.opened_at > now() - interval '1 day'
      and not exists (select from matches m where m.case_id = o.case_id and m.kine_id = _kine) limit most) few) >= most then
    return false;
  end if;
  insert into case_openings (case_id, kine_id) values (_case, _kine) on conflict do nothing;
  return true;
end $function$;
