-- A patient's coverage is health data: it is kept under their consent, and seen by those who may see the case. After a case is closed, its
-- patient says whether the specialist attended by it as stated.

create type coverage_answer as enum ('yes', 'no', 'extra');

create table patient_coverages (
  patient_id uuid primary key references profiles on delete cascade,
  coverage_id integer not null references coverages,
  plan text check (char_length(btrim(plan)) between 1 and 60),
  saved_at timestamptz not null default now()
);
create index patient_coverages_coverage_id_idx on patient_coverages (coverage_id);

create table case_coverages (
  case_id uuid primary key references cases on delete cascade,
  coverage_id integer not null references coverages,
  plan text check (char_length(btrim(plan)) between 1 and 60)
);
create index case_coverages_coverage_id_idx on case_coverages (coverage_id);

create function patient_coverages_need_consent() returns trigger
  language plpgsql as $$
declare
  patient uuid;
  given text;
begin
  if tg_op = 'UPDATE' and new.plan is not distinct from old.plan and has_role(viewer_id(), 'admin') then
    return new;
  end if;
  if tg_table_name = 'case_coverages' then
    select patient_id into patient from cases where id = new.case_id and status = 'open';
    if patient is null then
      perform refuse('cases_change_while_open', 'the coverage of a case changes while it is open');
    end if;
  else
    patient := new.patient_id;
  end if;
  select health_consent into given from profiles where id = patient for share;
  if given is null or given is distinct from current_consent('health_data') then
    perform refuse('cases_need_consent', 'a patient''s coverage is kept with their consent');
  end if;
  return new;
end $$;
create trigger patient_coverages_need_consent before insert or update on patient_coverages
  for each row execute function patient_coverages_need_consent();
create trigger case_coverages_need_consent before insert or update on case_coverages
  for each row execute function patient_coverages_need_consent();

create function withdrawn_consents_take_coverages() returns trigger
  language plpgsql as $$
begin
  delete from patient_coverages where patient_id = new.user_id;
  return null;
end $$;
create trigger withdrawn_consents_take_coverages after insert on consents
  for each row when (new.document = 'health_data' and new.action = 'withdrawn')
  execute function withdrawn_consents_take_coverages();

-- ── Answers ───────────────────────────────────────────────────────────────────────────────────────────────────────────
create table coverage_answers (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases on delete cascade,
  kine_id uuid not null references profiles on delete cascade,
  patient_id uuid not null references profiles on delete cascade,
  coverage_id integer not null references coverages,
  answer coverage_answer not null,
  answered_at timestamptz not null default now(),
  unique (case_id, kine_id)
);
create index coverage_answers_kine_id_idx on coverage_answers (kine_id, coverage_id, answered_at);
create index coverage_answers_patient_id_idx on coverage_answers (patient_id);
create index coverage_answers_coverage_id_idx on coverage_answers (coverage_id);
create index coverage_answers_answered_at_idx on coverage_answers (answered_at);

create table coverage_disputes (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references profiles on delete cascade,
  coverage_id integer not null references coverages,
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references profiles on delete set null,
  decision text check (decision in ('kept', 'removed')),
  constraint coverage_disputes_decided check ((decided_at is null) = (decision is null))
);
create unique index coverage_disputes_one_at_a_time on coverage_disputes (kine_id, coverage_id) where decided_at is null;
create index coverage_disputes_open_idx on coverage_disputes (id) where decided_at is null;
create index coverage_disputes_decided_idx on coverage_disputes (decided_at) where decided_at is not null;
create index coverage_disputes_kine_id_idx on coverage_disputes (kine_id, coverage_id, decided_at);
create index coverage_disputes_coverage_id_idx on coverage_disputes (coverage_id);
create index coverage_disputes_decided_by_idx on coverage_disputes (decided_by) where decided_by is not null;

create function coverage_answers_follow_a_closed_case() returns trigger
  language plpgsql as $$
declare
  given text;
begin
  if not exists (
    select from cases c
    join matches m on m.case_id = c.id and m.kine_id = new.kine_id and m.status = 'accepted'
    join case_coverages v on v.case_id = c.id and v.coverage_id = new.coverage_id
    join kine_coverages k on k.kine_id = m.kine_id and k.coverage_id = v.coverage_id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
  ) then
    perform refuse('coverage_answers_of_closed_cases',
      'a patient answers about an accepted specialist of a closed case who states its coverage');
  end if;
  select health_consent into given from profiles where id = new.patient_id for share;
  if given is null then
    perform refuse('cases_need_consent', 'what a patient says about their coverage is kept with their consent');
  end if;
  return new;
end $$;
create trigger coverage_answers_follow_a_closed_case before insert on coverage_answers
  for each row execute function coverage_answers_follow_a_closed_case();

-- Two patients who say no within 60 days open a dispute. What was said before the last decision, or before the specialist stated the
-- coverage, does not count.
create function denials_open_a_dispute() returns trigger
  language plpgsql as $$
declare
  denials integer;
  since timestamptz;
begin
  -- The lock lets denials that come at once see each other.
  select stated_at into since from kine_coverages where kine_id = new.kine_id and coverage_id = new.coverage_id for no key update;
  if not found then
    return null;
  end if;
  select count(distinct patient_id) into denials from coverage_answers
    where kine_id = new.kine_id and coverage_id = new.coverage_id and answer = 'no'
      and extract(epoch from now() - answered_at) <= 60 * 86400 and answered_at >= since
      and answered_at > coalesce((select max(decided_at) from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id), '-infinity');
  if denials >= 2 then
    insert into coverage_disputes (kine_id, coverage_id) values (new.kine_id, new.coverage_id)
      on conflict (kine_id, coverage_id) where decided_at is null do nothing;
    update kine_coverages set disputed_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and disputed_at is null;
  end if;
  return null;
end $$;
create trigger denials_open_a_dispute after insert on coverage_answers
  for each row when (new.answer = 'no') execute function denials_open_a_dispute();

-- A coverage that is taken away and stated again stays disputed.
create function kine_coverages_stay_disputed() returns trigger
  language plpgsql as $$
begin
  new.disputed_at := (select opened_at from coverage_disputes
    where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null);
  return new;
end $$;
create trigger kine_coverages_stay_disputed before insert or update of coverage_id on kine_coverages
  for each row execute function kine_coverages_stay_disputed();

-- An admin decides a dispute: the coverage stays as stated, or goes. False when it was decided before.
create function decide_coverage_dispute(_dispute uuid, _decision text) returns boolean
  language plpgsql as $$
declare
  decided coverage_disputes;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides a dispute');
  end if;
  -- What is stated is locked before its dispute, as by an answer.
  perform from kine_coverages k join coverage_disputes d on d.kine_id = k.kine_id and d.coverage_id = k.coverage_id
    where d.id = _dispute for update of k;
  update coverage_disputes set decided_at = now(), decided_by = viewer_id(), decision = _decision
    where id = _dispute and decided_at is null returning * into decided;
  if decided.id is null then
    return false;
  end if;
  if _decision = 'removed' then
    delete from kine_coverages where kine_id = decided.kine_id and coverage_id = decided.coverage_id;
  else
    update kine_coverages set disputed_at = null where kine_id = decided.kine_id and coverage_id = decided.coverage_id;
  end if;
  return true;
end $$;

-- ── Merged: what patients said moves too ──────────────────────────────────────────────────────────────────────────────
create function merged_coverages_take_what_patients_said() returns trigger
  language plpgsql as $$
begin
  update patient_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update case_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update coverage_answers set coverage_id = new.merged_into where coverage_id = new.id;
  delete from coverage_disputes d where d.coverage_id = new.id and d.decided_at is null and exists (
    select from coverage_disputes o where o.coverage_id = new.merged_into and o.kine_id = d.kine_id and o.decided_at is null);
  update coverage_disputes set coverage_id = new.merged_into where coverage_id = new.id;
  update kine_coverages k set disputed_at = d.opened_at from coverage_disputes d
    where k.coverage_id = new.merged_into and k.disputed_at is null
      and d.kine_id = k.kine_id and d.coverage_id = k.coverage_id and d.decided_at is null;
  return null;
end $$;
create trigger merged_coverages_take_what_patients_said after update of merged_into on coverages
  for each row when (old.merged_into is null and new.merged_into is not null)
  execute function merged_coverages_take_what_patients_said();

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''facts_confirmed_by_link''::text, ''coverage_disputed''::text, ''coverage_dispute_decided''::text, '
    || '''coverage_saved''::text, ''coverage_merged''::text, ''coverage_retired''::text, ''coverage_restored''::text, ') || ' not valid';
end $$;
