-- What a person tells of their health is kept with their consent alone, to a text that stays as they read it; they may take the
-- consent back. Whoever opens their studies is written down for them to read.

create table consent_texts (
  document text not null,
  version text not null,
  text text not null,
  sha256 text not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (document, version),
  constraint consent_texts_sha256 check (sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);

create function consent_texts_stay() returns trigger
  language plpgsql as $$
begin
  perform refuse('consent_texts_stay', 'a text that people consented to stays as it was published');
  return null;
end $$;
create trigger consent_texts_stay before update or delete on consent_texts
  for each row execute function consent_texts_stay();

-- The version that is asked for now: the one published last.
create function current_consent(_document text) returns text
  language sql stable
  return (select version from consent_texts where document = _document order by published_at desc, version desc limit 1);

-- One row an act. Of the terms there is one act a version, as before.
alter table consents
  drop constraint consents_user_id_document_version_key,
  add column action text not null default 'given',
  add constraint consents_action check (action = 'given' or (action = 'withdrawn' and document = 'health_data'));
create unique index consents_user_id_document_version_key on consents (user_id, document, version)
  where document <> 'health_data';
create index consents_user_id_idx on consents (user_id, document, id);

alter table profiles add column health_consent text, add column health_withdrawn_at timestamptz;
comment on column profiles.health_consent is 'the version of the text about health data to which the last act in consents agrees; null without one';
comment on column profiles.health_withdrawn_at is 'since when the consent is taken back; null while it never was, or was given again';

create function profiles_follow_consents() returns trigger
  language plpgsql as $$
begin
  -- The trigger of consents is the only one to write here.
  if pg_trigger_depth() < 2 then
    perform refuse('profiles_follow_consents', 'a consent changes by a row of consents');
  end if;
  return new;
end $$;
create trigger profiles_follow_consents before update of health_consent, health_withdrawn_at on profiles
  for each row execute function profiles_follow_consents();

create function consents_follow_their_text() returns trigger
  language plpgsql as $$
declare
  given text;
begin
  if new.document <> 'health_data' then
    return new;
  end if;
  new.accepted_at := clock_timestamp();
  -- Who publishes or edits a case at the same time waits for this row, or is waited for.
  select health_consent into given from profiles where id = new.user_id for no key update;
  if new.action = 'withdrawn' then
    if given is distinct from new.version then
      perform refuse('consents_withdrawn_are_given', 'only a consent that is given is taken back');
    end if;
  elsif new.version is distinct from current_consent(new.document) or not exists (
    select from consent_texts t where t.document = new.document and t.version = new.version and t.sha256 = new.sha256
  ) then
    perform refuse('consents_are_to_the_current_text', 'a consent is given to the text that was published last');
  end if;
  return new;
end $$;
create trigger consents_follow_their_text before insert on consents
  for each row execute function consents_follow_their_text();

create function consents_take_effect() returns trigger
  language plpgsql as $$
begin
  update profiles
    set health_consent = case when new.action = 'given' then new.version end,
      health_withdrawn_at = case when new.action = 'withdrawn' then new.accepted_at end
    where id = new.user_id;
  if new.action = 'withdrawn' then
    delete from cases where patient_id = new.user_id and status = 'open';
    perform tell('kines', 'cases');
    perform tell(new.user_id::text, 'case', id) from cases where patient_id = new.user_id and status = 'matched';
  end if;
  return null;
end $$;
create trigger consents_take_effect after insert on consents
  for each row when (new.document = 'health_data')
  execute function consents_take_effect();

create function consents_stay() returns trigger
  language plpgsql as $$
begin
  -- They go with their person.
  if tg_op = 'DELETE' and (is_leaving(old.user_id) or not exists (select from profiles where id = old.user_id)) then
    return old;
  end if;
  perform refuse('consents_stay', 'a consent stays as it was given');
  return null;
end $$;
create trigger consents_stay before update or delete on consents
  for each row execute function consents_stay();

create function cases_need_consent() returns trigger
  language plpgsql as $$
declare
  given text;
begin
  if new.patient_id is null or (
    tg_op = 'UPDATE'
    and (new.title, new.description, new.injury_area) is not distinct from (old.title, old.description, old.injury_area)
    and new.studies_urls <@ old.studies_urls
  ) then
    return new;
  end if;
  select health_consent into given from profiles where id = new.patient_id for share;
  if given is null or given is distinct from current_consent('health_data') then
    perform refuse('cases_need_consent', 'what a case says of its patient''s health needs their consent');
  end if;
  return new;
end $$;
create trigger cases_need_consent before insert or update of title, description, injury_area, studies_urls on cases
  for each row execute function cases_need_consent();

create function matches_need_consent() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from cases c join profiles p on p.id = c.patient_id
    where c.id = new.case_id and p.health_withdrawn_at is not null
  ) then
    perform refuse('matches_need_consent', 'a case whose patient took their consent back is not offered');
  end if;
  return new;
end $$;
create trigger matches_need_consent before insert on matches
  for each row execute function matches_need_consent();

-- Each time that somebody other than its patient was sent a study.
create table study_views (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases (id) on delete cascade,
  path text not null,
  viewer_id uuid references profiles (id) on delete set null,
  viewed_at timestamptz not null default now()
);
create index study_views_case_id_idx on study_views (case_id, id desc);
create index study_views_viewer_id_idx on study_views (viewer_id);

create function study_views_stay() returns trigger
  language plpgsql as $$
begin
  -- They go with their case or its patient, and lose the name of a viewer whose account is deleted.
  if tg_op = 'UPDATE' and new.viewer_id is null and not exists (select from profiles where id = old.viewer_id)
    and (new.id, new.case_id, new.path, new.viewed_at) = (old.id, old.case_id, old.path, old.viewed_at) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from cases c where c.id = old.case_id and not is_leaving(c.patient_id)) then
    return old;
  end if;
  perform refuse('study_views_stay', 'who opened a study stays as it was written');
  return null;
end $$;
create trigger study_views_stay before update or delete on study_views
  for each row execute function study_views_stay();

-- The list of events gets new words, whichever others it has got meanwhile.
do $$
declare
  was text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''health_consent_given''::text, ''health_consent_withdrawn''::text, ''data_exported''::text, ');
end $$;
