-- A "no" about a coverage hides it only from confirmed patients whose acceptance has lasted; others open a dispute that hides nothing.

-- When the disputed coverage was hidden; null while it is still shown.
alter table coverage_disputes add column hidden_at timestamptz;
update coverage_disputes d set hidden_at = opened_at where decided_at is null;

create or replace function denials_open_a_dispute() returns trigger
  language plpgsql as $$
declare
  denials integer;
  weighing integer;
  since timestamptz;
begin
  -- The lock lets denials that come at once see each other.
  select stated_at into since from kine_coverages where kine_id = new.kine_id and coverage_id = new.coverage_id for no key update;
  if not found then
    return null;
  end if;
  select count(distinct a.patient_id),
      count(distinct a.patient_id) filter (where is_confirmed(a.patient_id) and has_lasted(coalesce(m.decided_at, m.created_at)))
    into denials, weighing
    from coverage_answers a join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no'
      and extract(epoch from now() - a.answered_at) <= 60 * 86400 and a.answered_at >= since
      and a.answered_at > coalesce((select max(decided_at) from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id), '-infinity');
  if denials < 2 then
    return null;
  end if;
  insert into coverage_disputes (kine_id, coverage_id) values (new.kine_id, new.coverage_id)
    on conflict (kine_id, coverage_id) where decided_at is null do nothing;
  if weighing >= 2
    and exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null
      and hidden_at is null)
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $$;

create or replace function kine_coverages_stay_disputed() returns trigger
  language plpgsql as $$
begin
  new.disputed_at := (select hidden_at from coverage_disputes
    where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null);
  return new;
end $$;

create or replace function merged_coverages_take_what_patients_said() returns trigger
  language plpgsql as $$
begin
  update patient_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update case_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update coverage_answers set coverage_id = new.merged_into where coverage_id = new.id;
  -- The dispute that remains hides what either hid.
  update coverage_disputes o set hidden_at = coalesce(o.hidden_at, d.hidden_at) from coverage_disputes d
    where o.coverage_id = new.merged_into and o.decided_at is null and d.coverage_id = new.id and d.decided_at is null
      and d.kine_id = o.kine_id;
  delete from coverage_disputes d where d.coverage_id = new.id and d.decided_at is null and exists (
    select from coverage_disputes o where o.coverage_id = new.merged_into and o.kine_id = d.kine_id and o.decided_at is null);
  update coverage_disputes set coverage_id = new.merged_into where coverage_id = new.id;
  update kine_coverages k set disputed_at = d.hidden_at from coverage_disputes d
    where k.coverage_id = new.merged_into and k.disputed_at is null
      and d.kine_id = k.kine_id and d.coverage_id = k.coverage_id and d.decided_at is null;
  return null;
end $$;
