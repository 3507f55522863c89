create type activity_level as enum ('sedentario', 'activo', 'deportista');
create type app_role as enum ('patient', 'kine', 'admin');
create type approval_status as enum ('pending', 'approved', 'rejected');
create type modality as enum ('consultorio', 'domicilio', 'online');

create table profiles (
  id uuid not null,
  name text not null,
  email text not null,
  phone text,
  birth_date date,
  activity_level activity_level,
  location_city text,
  photo_url text,
  license_number text,
  specialty text,
  price_range text,
  modalities text,
  bio text,
  phone_listed boolean default true not null,
  approval_status approval_status default 'pending'::approval_status not null,
  created_at timestamp with time zone default now() not null,
  search tsvector generated always as (search_words((((name || ' '::text) || email) || ' '::text) || COALESCE(phone_words(phone), ''::text))) stored not null,
  version integer default 1 not null,
  suspended_at timestamp with time zone,
  health_consent text,
  health_withdrawn_at timestamp with time zone,
  license_checked_at timestamp with time zone,
  place_slug text,
  specialty_slug text,
  publish_asked_at timestamp with time zone,
  paused_until date,
  ended_roles app_role[] default '{}'::app_role[] not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_key UNIQUE (email),
  constraint profiles_bio_check CHECK (char_length(bio) <= 500),
  constraint profiles_birth_date_check CHECK (birth_date >= '1900-01-01'::date),
  constraint profiles_checked_have_licence CHECK (license_checked_at IS NULL OR license_number IS NOT NULL),
  constraint profiles_license_number_check CHECK (char_length(license_number) >= 3 AND char_length(license_number) <= 60 AND license_number ~ '[[:alnum:]]'::text),
  constraint profiles_location_city_check CHECK (char_length(location_city) >= 2 AND char_length(location_city) <= 80),
  constraint profiles_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 80),
  constraint profiles_phone_check CHECK (char_length(phone) >= 8 AND char_length(phone) <= 20),
  constraint profiles_price_range_check CHECK (char_length(price_range) >= 1 AND char_length(price_range) <= 60),
  constraint profiles_specialty_check CHECK (char_length(specialty) >= 2 AND char_length(specialty) <= 120),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column profiles.phone_listed is 'the specialist lets every signed-in patient see the phone in the list';
comment on column profiles.version is 'rises with each edit of what its owner may change; an edit names the version it was made from';
comment on column profiles.suspended_at is 'as its open row in suspensions has it; null for whoever may act';
comment on column profiles.health_consent is 'the version of the text about health data to which the last act in consents agrees; null without one';
comment on column profiles.health_withdrawn_at is 'since when the consent is taken back; null while it never was, or was given again';
comment on column profiles.license_checked_at is 'when an admin checked name and licence as they stand; null: not checked';
comment on column profiles.ended_roles is 'the roles that its person had and has no more; what they opened is away meanwhile';

CREATE INDEX profiles_approval_status_idx ON profiles USING btree (approval_status, id);
CREATE OR REPLACE FUNCTION public.name_key(_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN text_key(_name);
CREATE INDEX profiles_approval_status_name_idx ON profiles USING btree (approval_status, name_key(name) COLLATE "C", id);
CREATE INDEX profiles_created_at_idx ON profiles USING btree (created_at DESC, id DESC);
CREATE OR REPLACE FUNCTION public.email_domain(_address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN "substring"(lower(_address), '[^@]*$'::text);
CREATE INDEX profiles_email_domain_idx ON profiles USING btree (email_domain(email), id);
CREATE OR REPLACE FUNCTION public.license_key(license_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(regexp_replace(license_number, '[^[:alnum:]]'::text, ''::text, 'g'::text));
CREATE UNIQUE INDEX profiles_license_number_key ON profiles USING btree (license_key(license_number));
CREATE INDEX profiles_name_idx ON profiles USING btree (name_key(name) COLLATE "C", id);
CREATE OR REPLACE FUNCTION public.phone_tail(_phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN "right"(regexp_replace(_phone, '[^0-9]'::text, ''::text, 'g'::text), 6);
CREATE INDEX profiles_phone_tail_idx ON profiles USING btree (phone_tail(phone), id) WHERE phone IS NOT NULL;
CREATE INDEX profiles_place_slug_idx ON profiles USING btree (place_slug) WHERE place_slug IS NOT NULL;
CREATE INDEX profiles_search_idx ON profiles USING gin (search) WITH (fastupdate=off);
CREATE INDEX profiles_specialty_slug_idx ON profiles USING btree (specialty_slug) WHERE specialty_slug IS NOT NULL;
CREATE INDEX profiles_suspended_idx ON profiles USING btree (id) WHERE suspended_at IS NOT NULL;

CREATE OR REPLACE FUNCTION public.count_departure() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if exists (select from user_roles where user_id = old.id and role = 'kine') then
    perform tally('specialists', coalesce(new.approval_status = 'approved' and new.suspended_at is null, false)::int
      - (old.approval_status = 'approved' and old.suspended_at is null)::int);
  end if;
  return old;
end $function$;

CREATE TRIGGER count_departure BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.approval_status = 'approved'::approval_status) EXECUTE FUNCTION count_departure();

CREATE OR REPLACE FUNCTION public.names_reach_the_roles() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  update user_roles set name_key = name_key(new.name) where user_id = new.id;
  return null;
end $function$;

CREATE TRIGGER names_reach_the_roles AFTER UPDATE OF name ON profiles FOR EACH ROW WHEN (name_key(new.name) IS DISTINCT FROM name_key(old.name)) EXECUTE FUNCTION names_reach_the_roles();

-- What a profile may become, by whom, and what follows from it within the row. A write of a licence waits for its number first: an index that is
-- written before the lock could wait for a transaction that waits for the lock.
CREATE OR REPLACE FUNCTION public.profiles_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and ((old.approval_status <> 'pending'::approval_status) AND (new.approval_status <> old.approval_status)) then
    <<approval_is_decided_once>>
    begin
      if new.approval_status = 'pending' and (old.approval_status = 'rejected' and has_role(viewer_id(), 'admin')
        or current_setting('kinexo.restoring', true) = new.id::text) then
        exit approval_is_decided_once;
      end if;
      perform refuse('approval_decided_once', format('approval does not go from %s to %s', old.approval_status, new.approval_status));
    end approval_is_decided_once;
  end if;
  if tg_op = 'INSERT' and (new.license_number IS NOT NULL) or tg_op = 'UPDATE' and ((new.license_number IS NOT NULL) AND (new.license_number IS DISTINCT FROM old.license_number)) then
    <<licences_are_taken_in_turn>>
    begin
      perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(new.license_number), 0));
    end licences_are_taken_in_turn;
  end if;
  if tg_op = 'UPDATE' and (new.price_range IS DISTINCT FROM old.price_range) then
    <<price_range_follows_prices>>
    begin
      new.price_range := coalesce(stated_price_range(new.id), new.price_range);
    end price_range_follows_prices;
  end if;
  if tg_op = 'UPDATE' then
    <<profile_versions_rise>>
    begin
      new.version := old.version + case
        when new.version = old.version
          and (new.name, new.phone, new.birth_date, new.location_city, new.license_number, new.specialty, new.price_range,
          new.modalities, new.bio, new.phone_listed)
          is not distinct from
          (old.name, old.phone, old.birth_date, old.location_city, old.license_number, old.specialty, old.price_range,
          old.modalities, old.bio, old.phone_listed)
        then 0 else 1 end;
    end profile_versions_rise;
  end if;
  if tg_op = 'UPDATE' and new.name <> old.name then
    <<reviews_are_signed>>
    begin
      -- What everybody reads under a review is part of it, and settles with it. Admins decided about another name.
      with signed as (
        update reviews r set author_name = public_name(new.name) where r.patient_id = new.id and r.created_at > now() - interval '7 days'
          and r.author_name is distinct from public_name(new.name) returning r.id)
      insert into reports (review_id, reason, details)
        select id, 'other', 'Su autor cambió de nombre después de una denuncia.' from signed
          where exists (select from reports o where o.review_id = signed.id)
        on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing;
    end reviews_are_signed;
  end if;
  if tg_op = 'UPDATE' and (new.health_consent, new.health_withdrawn_at) is distinct from (old.health_consent, old.health_withdrawn_at) then
    <<profiles_follow_consents>>
    begin
      -- The trigger of consents is the only one to write here.
      if pg_trigger_depth() < 2 then
        perform refuse('profiles_follow_consents', 'a consent changes by a row of consents');
      end if;
    end profiles_follow_consents;
  end if;
  if tg_op = 'INSERT' and (new.license_checked_at IS NOT NULL) or tg_op = 'UPDATE' and (new.name, new.license_number, new.specialty, new.license_checked_at) is distinct from (old.name, old.license_number, old.specialty, old.license_checked_at) then
    <<profiles_show_what_was_checked>>
    begin
      if pg_trigger_depth() > 1 then
        exit profiles_show_what_was_checked;
      end if;
      if tg_op = 'INSERT' then
        if not has_role(viewer_id(), 'admin') then
          perform refuse('only_admins', 'only an admin checks a licence');
        end if;
        exit profiles_show_what_was_checked;
      end if;
      if new.license_checked_at is distinct from old.license_checked_at and new.license_checked_at is not null
        and not has_role(viewer_id(), 'admin') then
        perform refuse('only_admins', 'only an admin checks a licence');
      end if;
      if (new.name, new.license_number, new.specialty) is not distinct from (old.name, old.license_number, old.specialty) then
        exit profiles_show_what_was_checked;
      end if;
      if old.approval_status = 'approved' and new.approval_status = 'approved'
        and exists (select from user_roles where user_id = new.id and role = 'kine') and not has_role(viewer_id(), 'admin') then
        perform refuse('profiles_change_by_review', 'name, licence and specialty of an approved specialist change by review');
      end if;
      if (new.name, new.license_number) is distinct from (old.name, old.license_number) then
        if new.license_checked_at is not distinct from old.license_checked_at then
          new.license_checked_at := null;
        end if;
        -- A check is of a name and a number, also one that a rejected report would give back.
        if new.license_checked_at is null or new.name is distinct from old.name then
          update licences set doubted_state = 'declared' where kine_id = new.id and state = 'doubtful' and doubted_state = 'verified';
        end if;
      end if;
    end profiles_show_what_was_checked;
  end if;
  if tg_op = 'UPDATE' and ((new.approval_status = 'rejected'::approval_status) AND (old.license_number IS NOT NULL)) then
    <<rejection_frees_the_licence>>
    begin
      update kine_applications set license_number = old.license_number where profile_id = new.id and status = 'rejected';
      new.license_number := null;
      new.license_checked_at := null;
    end rejection_frees_the_licence;
  end if;
  if (new.suspended_at IS NOT NULL) or tg_op = 'UPDATE' and ((old.suspended_at IS NOT NULL) AND (new.suspended_at IS NULL)) then
    <<suspended_as_written>>
    begin
      if new.suspended_at is distinct from
        (select suspended_at from suspensions where user_id = new.id and restored_at is null) then
        perform refuse('suspended_as_written', 'an account is suspended by a row of suspensions');
      end if;
      if new.suspended_at is not null and has_role(new.id, 'admin')
        and not exists (select from user_roles where role = 'admin' and user_id <> new.id and has_role(user_id, 'admin')) then
        perform refuse('last_admin_stays', 'the last admin is not suspended');
      end if;
    end suspended_as_written;
  end if;
  return new;
end $function$;

CREATE TRIGGER profiles_keep_their_course BEFORE INSERT OR UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_keep_their_course();

-- A suspension ends the sessions. What somebody said and was reported for goes with their account. A change that waits and asks for the number that
-- the profile had asks for the one that an admin wrote meanwhile.
CREATE OR REPLACE FUNCTION public.profiles_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' then
    <<reports_go_with_who_said_it>>
    begin
      update reports set said_by = null where said_by = old.id and review_id is not null and exists (select from reviews where id = review_id);
      delete from reports where said_by = old.id;
    end reports_go_with_who_said_it;
  end if;
  if tg_op = 'UPDATE' and new.license_number is distinct from old.license_number then
    <<changes_keep_the_licence>>
    begin
      update profile_changes set license_number = new.license_number
        where kine_id = new.id and rejected_at is null and license_number is not distinct from old.license_number;
    end changes_keep_the_licence;
  end if;
  if tg_op = 'UPDATE' and ((new.suspended_at IS DISTINCT FROM old.suspended_at) AND (new.suspended_at IS NOT NULL)) then
    <<suspension_ends_sessions>>
    begin
      -- A sign-in under way holds this row by its foreign key: it is waited for, and its session ends here too.
      perform from auth.users where id = new.id for update;
      update auth.sessions set ended_at = now(), end_reason = 'suspended' where user_id = new.id and ended_at is null;
    end suspension_ends_sessions;
  end if;
  if tg_op = 'UPDATE' and ((new.suspended_at IS NULL) <> (old.suspended_at IS NULL)) then
    <<tombstone_suspensions>>
    declare
      state constant text[] := array['suspended', 'restored'];
    begin
      if new.suspended_at is not null then
        perform note_state('suspended', state, new.id::text);
      elsif is_noted(state, new.id::text) then
        perform note_state('restored', state, new.id::text);
      end if;
    end tombstone_suspensions;
  end if;
  return null;
end $function$;

CREATE TRIGGER profiles_take_effect AFTER DELETE OR UPDATE OF approval_status, license_number, suspended_at ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_take_effect();

create table cases_published (
  id uuid default uuid_v7() not null,
  patient_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint cases_published_pkey PRIMARY KEY (id),
  constraint cases_published_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX cases_published_at_idx ON cases_published USING btree (at);
CREATE INDEX cases_published_patient_id_idx ON cases_published USING btree (patient_id, at);

create table earlier_acts (
  user_id uuid not null,
  kind text not null,
  id uuid not null,
  at timestamp with time zone not null,
  constraint earlier_acts_pkey PRIMARY KEY (user_id, kind, id),
  constraint earlier_acts_kind CHECK (kind = ANY (ARRAY['at_once'::text, 'case'::text, 'report'::text])),
  constraint earlier_acts_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX earlier_acts_at_idx ON earlier_acts USING btree (at);

create table invitations_made (
  patient_id uuid not null,
  kine_id uuid not null,
  at timestamp with time zone default now() not null,
  constraint invitations_made_pkey PRIMARY KEY (patient_id, kine_id),
  constraint invitations_made_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint invitations_made_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX invitations_made_at_idx ON invitations_made USING btree (at);
CREATE INDEX invitations_made_kine_id_idx ON invitations_made USING btree (kine_id);

create table photo_hashes (
  profile_id uuid not null,
  sha256 bytea not null,
  constraint photo_hashes_pkey PRIMARY KEY (profile_id),
  constraint photo_hashes_is_sha256 CHECK (octet_length(sha256) = 32),
  constraint photo_hashes_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX photo_hashes_sha256_idx ON photo_hashes USING btree (sha256, profile_id);

create table user_roles (
  user_id uuid not null,
  role app_role not null,
  name_key text collate "C" default ''::text not null,
  given_at timestamp with time zone default now() not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column user_roles.name_key is 'the name of its person, as lists order it; kept by triggers';

CREATE INDEX user_roles_role_idx ON user_roles USING btree (role, user_id);
CREATE INDEX user_roles_role_name_idx ON user_roles USING btree (role, name_key, user_id);

CREATE OR REPLACE FUNCTION public.directory_follows_row() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  kines uuid[] := array[(to_jsonb(old) ->> tg_argv[0])::uuid, (to_jsonb(new) ->> tg_argv[0])::uuid];
begin
  if exists (select from directory where kine_id = any (kines)) or exists (select from user_roles where user_id = any (kines) and role = 'kine') then
    perform directory_follow(kines);
  end if;
  return null;
end $function$;

CREATE TRIGGER directory_follows AFTER INSERT OR DELETE OR UPDATE ON user_roles FOR EACH ROW EXECUTE FUNCTION directory_follows_row('user_id');

CREATE OR REPLACE FUNCTION public.ended_roles_are_kept() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    update profiles set ended_roles = array_remove(ended_roles, new.role) where id = new.user_id and new.role = any (ended_roles);
  else
    update profiles set ended_roles = array_append(ended_roles, old.role) where id = old.user_id and old.role <> all (ended_roles);
  end if;
  return null;
end $function$;

CREATE TRIGGER ended_roles_are_kept AFTER INSERT OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION ended_roles_are_kept();

CREATE OR REPLACE FUNCTION public.roles_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' and (old.role = 'admin'::app_role) then
    <<last_admin_stays>>
    begin
      if not exists (select from user_roles where role = 'admin' and user_id <> old.user_id and has_role(user_id, 'admin')) then
        perform refuse('last_admin_stays', 'the last admin keeps the role');
      end if;
    end last_admin_stays;
  end if;
  if tg_op = 'INSERT' then
    <<roles_carry_the_name>>
    begin
      new.name_key := coalesce((select name_key(name) from profiles where id = new.user_id), '');
    end roles_carry_the_name;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE TRIGGER roles_keep_their_course BEFORE INSERT OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_keep_their_course();

CREATE OR REPLACE FUNCTION public.roles_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if (tg_op <> 'UPDATE' or (new.user_id, new.role) is distinct from (old.user_id, old.role)) then
    <<kine_roles_wait_for_a_check>>
    begin
      if tg_op <> 'INSERT' and old.role = 'kine' then
        delete from profile_changes where kine_id = old.user_id;
      end if;
      if tg_op <> 'DELETE' and new.role = 'kine' then
        insert into profile_changes (kine_id, name, license_number, specialty)
          select id, name, license_number, specialty from profiles
          where id = new.user_id and approval_status = 'approved' and license_number is not null and license_checked_at is null
          on conflict do nothing;
      end if;
    end kine_roles_wait_for_a_check;
  end if;
  if tg_op = 'UPDATE' and (new.role <> old.role) or tg_op in ('INSERT', 'DELETE') then
    <<tombstone_roles>>
    declare
      state constant text[] := array['patient_at_most', 'kine_at_most', 'admin_at_most'];
      who uuid := coalesce(new.user_id, old.user_id);
      highest text := (select role from user_roles where user_id = who
        order by array_position(array['admin', 'kine', 'patient']::app_role[], role) limit 1);
    begin
      if is_leaving(who) or not exists (select from profiles where id = who) or (tg_op = 'INSERT' and not is_noted(state, who::text)) then
        exit tombstone_roles;
      end if;
      perform note_state(coalesce(highest, 'patient') || '_at_most', state, who::text);
    end tombstone_roles;
  end if;
  return null;
end $function$;

CREATE TRIGGER roles_take_effect AFTER INSERT OR DELETE OR UPDATE OF role, user_id ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_take_effect();

CREATE OR REPLACE FUNCTION public.acts_before(_person uuid, _kind text) RETURNS integer LANGUAGE sql STABLE AS $function$
  select count(distinct e.id)::int from earlier_acts e where e.user_id in (select same_person(_person)) and e.kind = _kind
    and e.at > clock_timestamp() - interval '1 day'
    and not exists (select from acts_at_once a where a.id = e.id and a.actor_id in (select same_person(_person)))
    and not exists (select from cases_published c where c.id = e.id and c.patient_id in (select same_person(_person)))
    and not exists (select from reports r where r.id = e.id and r.reporter_id in (select same_person(_person)))
$function$;

-- One role set per user: what an admin assigns replaces what was there. The last admin stays.
CREATE OR REPLACE FUNCTION public.assign_role(_user_id uuid, _role app_role) RETURNS void LANGUAGE plpgsql AS $function$
begin
  lock table user_roles in share row exclusive mode;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin assigns roles');
  end if;
  if not may_decide_about(viewer_id(), _user_id) then
    perform refuse('new_admins_wait', 'a new admin decides nothing about an earlier one');
  end if;
  if _role = 'admin' and exists (select from profiles where id = _user_id and approval_status <> 'approved') then
    perform refuse('admins_are_approved', 'an admin is an approved person');
  end if;
  if _role = 'admin' and (select email_confirmed_at is null from auth.users where id = _user_id)
    and not exists (select from user_roles where user_id = _user_id and role = 'admin') then
    perform refuse('admins_confirmed_their_address', 'an admin has confirmed their address');
  end if;
  if _role <> 'admin' and has_role(_user_id, 'admin')
    and not exists (select from user_roles where role = 'admin' and user_id <> _user_id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  delete from user_roles where user_id = _user_id and role <> _role;
  if _role = 'kine' and not exists (select from user_roles where user_id = _user_id and role = 'kine')
    and not exists (select from kine_applications where profile_id = _user_id and status = 'approved') then
    update profiles set publish_asked_at = now() where id = _user_id;
  end if;
  insert into user_roles (user_id, role) values (_user_id, _role) on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.has_other_admin(_admin uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM (user_roles u JOIN profiles p ON ((p.id = u.user_id))) WHERE ((u.role = 'admin'::app_role) AND (u.user_id <> has_other_admin._admin) AND (p.approval_status = 'approved'::approval_status) AND (p.suspended_at IS NULL))));

-- Whether an approved, not suspended person has a role: nobody else is listed, applies or decides over others.
CREATE OR REPLACE FUNCTION public.has_role(_user_id uuid, _role app_role) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM (user_roles r JOIN profiles p ON ((p.id = r.user_id))) WHERE ((r.user_id = has_role._user_id) AND (r.role = has_role._role) AND (p.approval_status = 'approved'::approval_status) AND (p.suspended_at IS NULL))));

CREATE OR REPLACE FUNCTION public.is_kine_away(_kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM profiles WHERE ((profiles.id = is_kine_away._kine) AND ((profiles.suspended_at IS NOT NULL) OR (profiles.approval_status <> 'approved'::approval_status) OR ('kine'::app_role = ANY (profiles.ended_roles))))));
CREATE OR REPLACE FUNCTION public.may_decide_about(_admin uuid, _user uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (NOT (EXISTS (SELECT FROM user_roles own WHERE ((own.user_id = may_decide_about._admin) AND (own.role = 'admin'::app_role) AND (own.given_at > (now() - '72:00:00'::interval)) AND ((EXISTS (SELECT FROM user_roles r WHERE ((r.user_id = may_decide_about._user) AND (r.role = 'admin'::app_role) AND (r.given_at < own.given_at)))) OR (EXISTS (SELECT FROM auth.undo_links l WHERE ((l.user_id = may_decide_about._user) AND (l.admin_since < own.given_at) AND (l.expires_at > now())))))))));

-- The modalities in the text of a profile, by the labels of any screen, as parseModalities of the program.
CREATE OR REPLACE FUNCTION public.named_modalities(_joined text) RETURNS modality[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN array_remove(ARRAY[CASE WHEN (lower(_joined) ~ '(^|,)\s*consultorio\s*(,|$)'::text) THEN 'consultorio'::modality ELSE NULL::modality END, CASE WHEN (lower(_joined) ~ '(^|,)\s*(a )?domicilio\s*(,|$)'::text) THEN 'domicilio'::modality ELSE NULL::modality END, CASE WHEN (lower(_joined) ~ '(^|,)\s*(online|virtual)\s*(,|$)'::text) THEN 'online'::modality ELSE NULL::modality END], NULL::modality);

-- First name and initial without titles before or after. Characters are listed by their numbers: what a regular expression takes for a letter depends on
-- the database's locale.
CREATE OR REPLACE FUNCTION public.public_name(_name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $function$
declare
  -- Between words: spaces, punctuation, digits, symbols, emoji and what is invisible, but no apostrophe.
  gap constant text := '\u0001-\u0026\u0028-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02C2-\u02C5'
    || '\u02D2-\u02DF\u034F\u037E\u0387\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u0600-\u0605\u060C\u061B-\u061F\u0660-\u066D\u06D4\u06DD'
    || '\u06F0-\u06F9\u0964-\u096F\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u2018\u201A-\u2070\u2072-\u207E\u2080-\u208E'
    || '\u20A0-\u2BFF\u2E00-\u2E7F\u2FF0-\u3004\u3007-\u3020\u3030\u303D-\u303F\u3164\uE000-\uF8FF\uFD3E\uFD3F\uFE00-\uFE6F\uFEFF'
    || '\uFF01-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\uFFA0\uFFE0-\uFFFF\U0001F000-\U0001FBFF\U000E0000-\U0010FFFF';
  mark constant text := '\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF';
  -- Words before or after a name that are none.
  title constant text :=
    'lic(?:enciad[oa])?|dra?|doctora?|kl?gl?[oa]|kinesi[oóOÓ]log[oa]|ft|fisio(?:terapeuta)?|prof(?:esora?)?|sra?|srta|se[ñÑ]or(?:a|ita)?|don|do[ñÑ]a|ing|m[np]|mg(?:tr|ter)?|esp';
  name text := _name;
  first text;
begin
  -- Most names need none of this, and each costs as much as the rest.
  if name !~ '^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+( [A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+)*$' then
    -- "Gómez, Ana" begins with the family name.
    name := regexp_replace(normalize(name, NFC), '^([^,]*),(.*)$', '\2 \1');
    -- A word begins with a letter, so the marks after a gap belong to it.
    name := regexp_replace(name, '[' || gap || '][' || gap || mark || ']*|^[' || mark || ']+', ' ', 'g');
    -- An apostrophe is part of a word between two letters alone.
    name := regexp_replace(name, '(^| )[''’][ ''’' || mark || ']*|[''’][ ''’][ ''’' || mark || ']*|[''’]$', ' ', 'g');
    name := btrim(name);
  end if;
  -- A title is no name, unless nothing else is left.
  name := regexp_replace(name, '^((?:' || title || ') )+', '', 'i');
  name := regexp_replace(name, '( (?:' || title || '))+$', '', 'i');
  first := split_part(name, ' ', 1);
  return nullif(upper(left(first, 1)) || substr(first, 2), '')
    || case when first = name then '' else ' ' || upper(left(split_part(name, ' ', -1), 1)) || '.' end;
end $function$;
comment on function public_name(text) is 'first name and initial, as everybody may read them; null where a name has no letter';
