-- People, cases, applications to them and reviews. What must never be false is kept here, whatever the server does.

create type app_role as enum ('patient', 'kine', 'admin');
create type approval_status as enum ('pending', 'approved', 'rejected');
create type activity_level as enum ('sedentario', 'activo', 'deportista');
create type modality as enum ('consultorio', 'domicilio', 'online');
create type case_status as enum ('open', 'matched', 'closed');
create type match_status as enum ('proposed', 'accepted', 'rejected');
create type studies_access as enum ('verified', 'accepted');
create type viewed_entity as enum ('application', 'case', 'patient', 'review');

create table profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 80),
  email text not null unique,
  phone text check (char_length(phone) between 8 and 20),
  birth_date date check (birth_date >= date '1900-01-01'),
  activity_level activity_level,
  location_city text check (char_length(location_city) between 2 and 80),
  photo_url text,
  license_number text check (char_length(license_number) between 3 and 20 and license_number ~ '[[:alnum:]]'),
  specialty text check (char_length(specialty) between 2 and 120),
  price_range text check (char_length(price_range) between 1 and 60),
  modalities text,
  bio text check (char_length(bio) <= 500),
  phone_listed boolean not null default true,
  approval_status approval_status not null default 'pending',
  created_at timestamptz not null default now()
);
comment on column profiles.phone_listed is 'the specialist lets every signed-in patient see the phone in the list';

create function license_key(license_number text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(license_number, '[^[:alnum:]]', '', 'g'));
create unique index profiles_license_number_key on profiles (license_key(license_number));
create index profiles_created_at_idx on profiles (created_at desc, id desc);

create table user_roles (
  user_id uuid not null references profiles (id) on delete cascade,
  role app_role not null,
  primary key (user_id, role)
);
create index user_roles_role_idx on user_roles (role, user_id);

create table consents (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles (id) on delete cascade,
  document text not null,
  version text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null default now(),
  unique (user_id, document, version)
);

create table cases (
  id uuid primary key default uuid_v7(),
  patient_id uuid references profiles (id) on delete set null,
  title text not null check (char_length(btrim(title)) between 1 and 120),
  description text not null check (char_length(btrim(description)) between 1 and 5000),
  injury_area text check (char_length(injury_area) <= 80),
  location_city text check (char_length(location_city) <= 80),
  preferred_modality modality,
  studies_urls text[] not null default '{}' check (cardinality(studies_urls) <= 5),
  studies_access studies_access not null default 'verified',
  status case_status not null default 'open',
  accepted_kine_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint cases_ownerless_only_closed check (patient_id is not null or status = 'closed')
);
create index cases_patient_id_idx on cases (patient_id, id desc);
create index cases_available_idx on cases (id desc) where status in ('open', 'matched');
create index cases_accepted_kine_id_idx on cases (accepted_kine_id);

create table matches (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases (id) on delete cascade,
  kine_id uuid not null references profiles (id) on delete cascade,
  status match_status not null default 'proposed',
  message text check (char_length(btrim(message)) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint matches_case_id_kine_id_key unique (case_id, kine_id)
);
create index matches_kine_id_idx on matches (kine_id, id desc);

create table reviews (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases (id),
  patient_id uuid references profiles (id) on delete set null,
  kine_id uuid references profiles (id) on delete set null,
  stars smallint not null check (stars between 1 and 5),
  comment text check (char_length(btrim(comment)) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint reviews_case_id_kine_id_key unique (case_id, kine_id)
);
create index reviews_kine_id_idx on reviews (kine_id, id desc);
create index reviews_patient_id_idx on reviews (patient_id, id desc);

create table availabilities (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references profiles (id) on delete cascade,
  weekday smallint not null check (weekday between 0 and 6),
  start_time time not null,
  end_time time not null,
  constraint availabilities_ends_after_start check (end_time > start_time),
  unique (kine_id, weekday, start_time)
);

create table kine_applications (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles (id) on delete cascade,
  profile_id uuid not null references profiles (id) on delete cascade,
  status approval_status not null default 'pending',
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  approved_by uuid references profiles (id) on delete set null,
  rejection_reason text check (char_length(btrim(rejection_reason)) between 1 and 500),
  constraint kine_applications_decided check ((status = 'pending') = (approved_at is null)),
  constraint kine_applications_reason_of_rejection check (rejection_reason is null or status = 'rejected')
);
comment on column kine_applications.approved_at is 'when it was decided, either way';
create unique index kine_applications_pending_key on kine_applications (user_id) where approved_at is null;
create index kine_applications_newest_idx on kine_applications (id desc);
create index kine_applications_profile_id_idx on kine_applications (profile_id);
create index kine_applications_approved_by_idx on kine_applications (approved_by);

create table admin_views (
  admin_id uuid not null references profiles (id) on delete cascade,
  entity_type viewed_entity not null,
  entity_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (admin_id, entity_type, entity_id)
);

-- Who asks: the server names the viewer at the start of a transaction with set_config('kinexo.viewer', id, true).
create function viewer_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('kinexo.viewer', true), '')::uuid;

-- A role counts once the account is approved.
create function has_role(_user_id uuid, _role app_role) returns boolean
  language sql stable
  return exists (
    select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = _user_id and r.role = _role and p.approval_status = 'approved'
  );

-- The contact gate, the one place that decides it: phone, e-mail and licence of a specialist are for that specialist,
-- for admins and for a patient with an accepted match with them.
create function contact_open(_viewer uuid, _kine uuid) returns boolean
  language sql stable
  return coalesce(_viewer = _kine, false)
    or has_role(_viewer, 'admin')
    or exists (
      select from matches m join cases c on c.id = m.case_id
      where m.kine_id = _kine and m.status = 'accepted' and c.patient_id = _viewer
    );

create view public_profiles as
  select p.id, p.name, p.specialty, p.price_range, p.modalities, p.location_city, p.bio, p.photo_url,
    case
      when contact_open(viewer_id(), p.id) or (p.phone_listed and has_role(viewer_id(), 'patient')) then p.phone
    end as phone
  from profiles p
  where has_role(p.id, 'kine');

-- A refusal by rule: the constraint name tells the server which sentence to show.
create function refuse(_rule text, _message text) returns void
  language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = _rule, message = _message;
end $$;

create function cases_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      perform refuse('cases_start_open', 'a case starts open');
    end if;
    return new;
  end if;
  if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
    perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
  end if;
  if new.status <> old.status then
    if old.status = 'open' and new.status = 'matched' then
      if not exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_match_by_acceptance', 'only an accepted application makes a case matched');
      end if;
    elsif not (old.status = 'matched' and new.status = 'closed') then
      perform refuse('cases_open_matched_closed', format('a case does not go from %s to %s', old.status, new.status));
    end if;
  end if;
  return new;
end $$;
create trigger cases_keep_their_course before insert or update on cases
  for each row execute function cases_keep_their_course();

create function matches_keep_their_course() returns trigger
  language plpgsql as $$
declare
  the_case cases;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.case_id, new.kine_id) is distinct from (old.id, old.case_id, old.kine_id) then
      perform refuse('matches_keep_their_parties', 'an application keeps its case and its specialist');
    end if;
    if new.status = old.status then
      return new;
    end if;
    if old.status <> 'proposed' then
      perform refuse('matches_decided_once', format('an application does not go from %s to %s', old.status, new.status));
    end if;
  elsif new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  -- The lock makes a decision and a closing of the same case wait for each other.
  select * into the_case from cases where id = new.case_id for no key update;
  if the_case.status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if tg_op = 'INSERT' then
    if new.kine_id = the_case.patient_id then
      perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
    end if;
    if not has_role(new.kine_id, 'kine') then
      perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
    end if;
  end if;
  return new;
end $$;
create trigger matches_keep_their_course before insert or update on matches
  for each row execute function matches_keep_their_course();

create function acceptance_matches_the_case() returns trigger
  language plpgsql as $$
begin
  update cases set status = 'matched', accepted_kine_id = new.kine_id where id = new.case_id and status = 'open';
  return null;
end $$;
create trigger acceptance_matches_the_case after update of status on matches
  for each row when (new.status = 'accepted' and old.status = 'proposed')
  execute function acceptance_matches_the_case();

create function reviews_follow_a_closed_case() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.case_id, new.stars) is distinct from (old.case_id, old.stars)
      or (new.patient_id is distinct from old.patient_id and new.patient_id is not null)
      or (new.kine_id is distinct from old.kine_id and new.kine_id is not null) then
      perform refuse('reviews_stay_as_written', 'a review keeps its case, its people and its stars');
    end if;
    return new;
  end if;
  if not exists (
    select from cases c join matches m on m.case_id = c.id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
      and m.kine_id = new.kine_id and m.status = 'accepted'
  ) then
    perform refuse('reviews_of_accepted_in_closed_case', 'a review needs an own closed case and its accepted specialist');
  end if;
  return new;
end $$;
create trigger reviews_follow_a_closed_case before insert or update on reviews
  for each row execute function reviews_follow_a_closed_case();

create function approval_is_decided_once() returns trigger
  language plpgsql as $$
begin
  perform refuse('approval_decided_once', format('approval does not go from %s to %s', old.approval_status, new.approval_status));
  return null;
end $$;
create trigger approval_is_decided_once before update of approval_status on profiles
  for each row when (old.approval_status <> 'pending' and new.approval_status <> old.approval_status)
  execute function approval_is_decided_once();

-- One role set per user: what an admin assigns replaces what was there. The last admin stays.
create function assign_role(_user_id uuid, _role app_role) returns void
  language plpgsql as $$
begin
  lock table user_roles in share row exclusive mode;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin assigns roles');
  end if;
  if _role = 'admin' and exists (select from profiles where id = _user_id and approval_status <> 'approved') then
    perform refuse('admins_are_approved', 'an admin is an approved person');
  end if;
  if _role <> 'admin' and has_role(_user_id, 'admin')
    and not exists (select from user_roles where role = 'admin' and user_id <> _user_id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  delete from user_roles where user_id = _user_id and role <> _role;
  insert into user_roles (user_id, role) values (_user_id, _role) on conflict do nothing;
end $$;

create function approve_kine_application(_application_id uuid, _approved boolean, _rejection_reason text default null)
  returns void language plpgsql as $$
declare
  decision approval_status := case when _approved then 'approved' else 'rejected' end;
  applicant uuid;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides applications');
  end if;
  update kine_applications
    set status = decision, approved_at = now(), approved_by = viewer_id(),
      rejection_reason = case when _approved then null else nullif(btrim(_rejection_reason), '') end
    where id = _application_id and status = 'pending'
    returning profile_id into applicant;
  if applicant is null then
    perform refuse('applications_decided_once', 'the application does not exist or is decided already');
  end if;
  update profiles set approval_status = decision where id = applicant;
end $$;
