-- What nobody has settled yet can be taken back: a specialist withdraws a proposed application, a patient edits or
-- withdraws an open case. Who edits a text that was edited elsewhere meanwhile is told, and overwrites nothing.

alter table cases
  add column version integer not null default 1,
  add column edited_at timestamptz;
comment on column cases.version is 'rises with each edit of what the case says; an edit names the version it was made from';

-- Objects of the storage that no case names any more, until they are removed. They are noted in the transaction that
-- takes their names away, so that whoever dies before removing them leaves the note.
create table dropped_studies (
  path text primary key,
  dropped_at timestamptz not null default now()
);

create function studies_are_dropped() returns trigger
  language plpgsql as $$
begin
  insert into dropped_studies (path)
    select path from unnest(old.studies_urls) path
    where tg_op = 'DELETE' or path <> all (new.studies_urls)
    on conflict do nothing;
  return null;
end $$;
create trigger studies_are_dropped after delete or update of studies_urls on cases
  for each row execute function studies_are_dropped();

-- Whoever deletes an account names it: set_config('kinexo.leaving', id, true).
create function is_leaving(_person uuid) returns boolean
  language sql stable
  return coalesce(current_setting('kinexo.leaving', true) = _person::text, false);

create function cases_change_while_open() returns trigger
  language plpgsql as $$
declare
  says_the_same boolean;
begin
  -- A case that keeps no owner is emptied by their leaving.
  if new.patient_id is null then
    return new;
  end if;
  says_the_same := (new.title, new.description, new.injury_area, new.location_city, new.preferred_modality, new.studies_access)
    is not distinct from
    (old.title, old.description, old.injury_area, old.location_city, old.preferred_modality, old.studies_access);
  new.version := old.version + case when says_the_same then 0 else 1 end;
  new.edited_at := case when says_the_same then old.edited_at else now() end;
  if says_the_same and new.studies_urls @> old.studies_urls then
    return new;
  end if;
  if old.status <> 'open' then
    perform refuse('cases_change_while_open', format('a case that is %s is not edited', old.status));
  end if;
  if viewer_id() <> old.patient_id then
    perform refuse('cases_change_by_their_patient', 'only its patient edits a case');
  end if;
  return new;
end $$;
create trigger cases_change_while_open before update on cases
  for each row execute function cases_change_while_open();

create function cases_go_while_open() returns trigger
  language plpgsql as $$
begin
  if old.patient_id is null or is_leaving(old.patient_id) then
    return old;
  end if;
  if old.status <> 'open' then
    perform refuse('cases_change_while_open', format('a case that is %s is not withdrawn', old.status));
  end if;
  if viewer_id() <> old.patient_id then
    perform refuse('cases_change_by_their_patient', 'only its patient withdraws a case');
  end if;
  return old;
end $$;
create trigger cases_go_while_open before delete on cases
  for each row execute function cases_go_while_open();

create function matches_go_while_proposed() returns trigger
  language plpgsql as $$
declare
  the_patient uuid;
begin
  select patient_id into the_patient from cases where id = old.case_id;
  -- With its case or its specialist it goes in any state.
  if not found or is_leaving(the_patient) or is_leaving(old.kine_id)
    or not exists (select from profiles where id = old.kine_id) then
    return old;
  end if;
  if old.status <> 'proposed' then
    perform refuse('matches_decided_once', format('an application that is %s is not withdrawn', old.status));
  end if;
  if viewer_id() <> old.kine_id then
    perform refuse('matches_go_by_their_kine', 'only its specialist withdraws an application');
  end if;
  return old;
end $$;
create trigger matches_go_while_proposed before delete on matches
  for each row execute function matches_go_while_proposed();

-- An edit concerns whoever finds the case in a list; its studies, only those who applied to it.
create function edits_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell(new.patient_id::text, 'case', new.id);
  if new.version <> old.version then
    perform tell('kines', 'cases');
  else
    perform tell(kine_id::text, 'application', new.id) from matches where case_id = new.id;
  end if;
  return null;
end $$;
create trigger edits_are_told after update on cases
  for each row when (new.patient_id is not null and (new.version <> old.version or new.studies_urls <> old.studies_urls))
  execute function edits_are_told();

alter table profiles add column version integer not null default 1;
comment on column profiles.version is 'rises with each edit of what its owner may change; an edit names the version it was made from';

create function profile_versions_rise() returns trigger
  language plpgsql as $$
begin
  new.version := old.version + case
    when (new.name, new.phone, new.birth_date, new.location_city, new.license_number, new.specialty, new.price_range,
      new.modalities, new.bio, new.phone_listed)
      is not distinct from
      (old.name, old.phone, old.birth_date, old.location_city, old.license_number, old.specialty, old.price_range,
      old.modalities, old.bio, old.phone_listed)
    then 0 else 1 end;
  return new;
end $$;
create trigger profile_versions_rise before update on profiles
  for each row execute function profile_versions_rise();
