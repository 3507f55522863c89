-- Stating a coverage again ended what patients had said: it does not hide the next dispute from an admin any more. One is hidden at once only by what was
-- said since it was stated.
CREATE OR REPLACE FUNCTION public.denials_open_a_dispute() RETURNS trigger LANGUAGE plpgsql AS $function$
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
  select count(distinct mailbox_of(a.patient_id)),
      count(distinct a.patient_id) filter (where is_counted(a.patient_id) and has_lasted(coalesce(m.decided_at, m.created_at)) and a.answered_at >= since)
    into denials, weighing
    from coverage_answers a join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no'
      and extract(epoch from now() - a.answered_at) <= 60 * 86400
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
    and not exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decision = 'kept'
      and decided_at > now() - interval '90 days')
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.kine_coverages_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    <<kine_coverages_are_in_use>>
    declare
      retired timestamptz;
    begin
      -- The lock keeps a coverage from being retired or merged meanwhile.
      select retired_at into retired from coverages where id = new.coverage_id for share;
      if retired is not null then
        perform refuse('coverages_in_use', 'a retired coverage is not stated');
      end if;
    end kine_coverages_are_in_use;
  end if;
  if (tg_op <> 'UPDATE' or (new.coverage_id) is distinct from (old.coverage_id)) then
    <<kine_coverages_stay_disputed>>
    begin
      -- What an admin removed comes back by an admin for 90 days.
      insert into coverage_disputes (kine_id, coverage_id, hidden_at)
        select new.kine_id, new.coverage_id, now() where (select decision from coverage_disputes d
          where d.kine_id = new.kine_id and d.coverage_id = new.coverage_id and d.decided_at > now() - interval '90 days'
          order by d.decided_at desc limit 1) = 'removed'
        on conflict (kine_id, coverage_id) where decided_at is null do nothing;
      new.disputed_at := (select hidden_at from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null);
    end kine_coverages_stay_disputed;
  end if;
  <<practice_facts_of_kines>>
  begin
    if tg_op = 'INSERT' and not exists (select from user_roles where user_id = new.kine_id and role = 'kine') then
      perform refuse('practice_facts_of_kines', 'only a specialist states coverages and prices');
    end if;
    -- Nothing is confirmed ahead of time.
    if new.confirmed_at > now() then
      new.confirmed_at := now();
    end if;
  end practice_facts_of_kines;
  return new;
end $function$;
