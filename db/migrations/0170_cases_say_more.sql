-- What a case may say beyond its texts, all of it optional, and who sees whose it is. The facts are read and written as one, with the
-- texts; nothing is searched in them.

create function are_case_facts(_facts jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(_facts) = 'object' and octet_length(_facts::text) <= 4000
    and _facts - array['since', 'pain', 'activities', 'has_order', 'operation', 'operated_on', 'times'] = '{}'
    and _facts <> '{}'
    and coalesce(_facts ->> 'since' in ('days', 'weeks', 'months', 'years'), not _facts ? 'since')
    and coalesce(jsonb_typeof(_facts -> 'pain') = 'number'
      and jsonb_path_match(_facts, 'exists($.pain ? (@.type() == "number" && @ >= 0 && @ <= 10 && @.floor() == @))'), false) = _facts ? 'pain'
    and coalesce(jsonb_typeof(_facts -> 'has_order') = 'boolean', not _facts ? 'has_order')
    and coalesce(jsonb_typeof(_facts -> 'operation') = 'string' and char_length(btrim(_facts ->> 'operation')) between 1 and 120,
      not _facts ? 'operation')
    and coalesce(_facts ->> 'operated_on' ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$', not _facts ? 'operated_on')
    and (not _facts ? 'activities' or jsonb_typeof(_facts -> 'activities') = 'array' and jsonb_array_length(_facts -> 'activities') between 1 and 3
      and not jsonb_path_exists(_facts, 'strict $.activities[*] ? (@.type() != "object")')
      and not jsonb_path_exists(_facts, '$.activities[*] ? (!(@.name.type() == "string" && @.name like_regex "^.{1,80}$")
        || !(@.score.type() == "number" && @.score >= 0 && @.score <= 10 && @.score.floor() == @.score)
        || exists(@.keyvalue() ? (@.key != "name" && @.key != "score")))'))
    and (not _facts ? 'times' or jsonb_typeof(_facts -> 'times') = 'array' and jsonb_array_length(_facts -> 'times') between 1 and 14
      and not jsonb_path_exists(_facts, 'strict $.times[*] ? (!(@.type() == "string" && @ like_regex "^(mon|tue|wed|thu|fri|sat|sun)_(am|pm)$"))'));

alter table cases
  add column facts jsonb,
  add column identity_access studies_access not null default 'verified',
  add constraint cases_facts check (are_case_facts(facts)) not valid;
comment on column cases.identity_access is 'who sees the name and the photo of its patient: every verified specialist, or those whom they accept; the same two readers as of its studies, and their type';

-- As before, with the facts and who sees whose it is.
create or replace function cases_change_while_open() returns trigger
  language plpgsql as $$
declare
  says_the_same boolean;
begin
  -- A case that keeps no owner is emptied by their leaving.
  if new.patient_id is null then
    return new;
  end if;
  says_the_same := (new.title, new.description, new.injury_area, new.location_city, new.preferred_modality, new.studies_access, new.facts,
      new.identity_access)
    is not distinct from
    (old.title, old.description, old.injury_area, old.location_city, old.preferred_modality, old.studies_access, old.facts, old.identity_access);
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

create or replace function cases_need_consent() returns trigger
  language plpgsql as $$
declare
  given text;
begin
  if new.patient_id is null or (
    tg_op = 'UPDATE'
    and (new.title, new.description, new.injury_area) is not distinct from (old.title, old.description, old.injury_area)
    and (new.facts is null or new.facts is not distinct from old.facts)
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
create or replace trigger cases_need_consent before insert or update of title, description, injury_area, studies_urls, facts on cases
  for each row execute function cases_need_consent();
