-- A specialist applies to so many cases a day (the operator's setting, twenty by default), three quarters of them while their account is younger
-- than a week; a text that they sent before on the same day counts double. A case hears of the same specialist twice at most, however often they withdraw and apply again.

create table applications_made (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references profiles on delete cascade,
  case_id uuid not null references cases on delete cascade,
  -- The hash of the message's letters and digits.
  text_hash bytea constraint applications_made_hash_is_sha256 check (octet_length(text_hash) = 32),
  weight smallint not null constraint applications_made_weight check (weight in (1, 2)),
  at timestamptz not null default clock_timestamp()
);
create index applications_made_kine_id_idx on applications_made (kine_id, at);
create index applications_made_case_id_idx on applications_made (case_id, kine_id);
create index applications_made_at_idx on applications_made (at);
insert into applications_made (kine_id, case_id, weight, at)
  select kine_id, case_id, 1, created_at from matches where created_at > now() - interval '180 days';

create function matches_within_a_day() returns trigger
  language plpgsql as $$
declare
  hash bytea := sha256(convert_to(lower(regexp_replace(new.message, '[^[:alnum:]]+', '', 'g')), 'UTF8'));
  most constant integer := setting_number('applications_a_day', 20);
  spent integer;
  is_repeated boolean;
begin
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('application ' || new.kine_id, 0));
  select coalesce(sum(weight), 0), coalesce(bool_or(text_hash = hash), false) into spent, is_repeated
    from applications_made where kine_id = new.kine_id and at > clock_timestamp() - interval '1 day';
  if spent + 1 + is_repeated::int > (case when spent >= most * 3 / 4 - 1 and is_new_account(new.kine_id) then most * 3 / 4 else most end)
    and not exists (select from matches where case_id = new.case_id and kine_id = new.kine_id) then
    perform refuse('matches_within_a_day', 'a specialist applies to so many cases a day at most');
  end if;
  insert into applications_made (kine_id, case_id, text_hash, weight) values (new.kine_id, new.case_id, hash, 1 + is_repeated::int);
  return new;
end $$;
create trigger matches_within_a_day before insert on matches
  for each row execute function matches_within_a_day();
