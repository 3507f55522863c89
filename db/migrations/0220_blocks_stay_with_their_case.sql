-- The case of a block by a specialist whom the patient had not accepted: the block holds in that case alone, since the specialist may not know
-- which other cases are the same patient's. Null: it holds between the two people.
alter table blocks add column case_id uuid constraint blocks_case_id_fkey references cases on delete cascade;
create index blocks_case_id_idx on blocks (case_id) where case_id is not null;
alter table blocks drop constraint blocks_pkey, drop constraint blocks_id_key, add constraint blocks_pkey primary key (id),
  add constraint blocks_once unique nulls not distinct (blocker_id, blocked_id, case_id);

-- Blocks of before by specialists who were accepted in no case of the patient's.
insert into blocks (blocker_id, blocked_id, case_id, created_at)
  select b.blocker_id, b.blocked_id, m.case_id, b.created_at
    from blocks b join matches m on m.kine_id = b.blocker_id join cases c on c.id = m.case_id and c.patient_id = b.blocked_id
    where b.case_id is null and not exists (
      select from matches a join cases d on d.id = a.case_id
      where a.kine_id = b.blocker_id and a.status = 'accepted' and d.patient_id = b.blocked_id)
  on conflict do nothing;
delete from blocks b where case_id is null
  and exists (select from blocks o where o.blocker_id = b.blocker_id and o.blocked_id = b.blocked_id and o.case_id is not null);

-- Where a block acts: in which cases, between their patient and which specialist. A specialist's block of a person acts where they know who
-- the patient is: their name is shown, or they were accepted.
create view blocked_cases as
  select c.id as case_id, b.blocked_id as kine_id, b.id as block_id, b.blocker_id from blocks b join cases c on c.patient_id = b.blocker_id
  union all
  select c.id, b.blocker_id, b.id, b.blocker_id from blocks b join cases c on c.patient_id = b.blocked_id
    where b.case_id = c.id or (b.case_id is null and (c.identity_access = 'verified'
      or exists (select from matches m where m.case_id = c.id and m.kine_id = b.blocker_id and m.status = 'accepted')));

-- Whether one of two people blocked the other as a person.
create or replace function are_blocked(_one uuid, _other uuid) returns boolean
  language sql stable
  return exists (select from blocks where blocker_id = _one and blocked_id = _other and case_id is null)
    or exists (select from blocks where blocker_id = _other and blocked_id = _one and case_id is null);

create function is_case_blocked(_case uuid, _kine uuid) returns boolean
  language sql stable
  return exists (select from blocked_cases where case_id = _case and kine_id = _kine);

create or replace function blocks_are_noted() returns trigger
  language plpgsql as $$
declare
  state constant text[] := array['blocked', 'unblocked'];
begin
  if tg_op = 'INSERT' then
    perform note_state('blocked', state, concat_ws(' ', new.blocker_id, new.blocked_id, new.case_id));
  -- With an account its blocks go without a note of their own.
  elsif (select count(*) from profiles where id in (old.blocker_id, old.blocked_id)) = 2 then
    perform note_state('unblocked', state, concat_ws(' ', old.blocker_id, old.blocked_id, old.case_id));
  end if;
  return null;
end $$;

-- Open screens of the two read again what they may see of each other's cases.
create function blocks_are_told() returns trigger
  language plpgsql as $$
declare
  block blocks := coalesce(new, old);
begin
  perform tell(m.kine_id::text, 'application', m.case_id), tell(c.patient_id::text, 'case', m.case_id)
    from matches m join cases c on c.id = m.case_id
    where (block.case_id is null or block.case_id = c.id)
      and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id));
  return null;
end $$;
create trigger blocks_are_told after insert or delete on blocks for each row execute function blocks_are_told();

create or replace function matches_of_the_blocked() returns trigger
  language plpgsql as $$
declare
  the_patient uuid;
begin
  select patient_id into the_patient from cases where id = new.case_id;
  if tg_op = 'INSERT' then
    if is_case_blocked(new.case_id, new.kine_id) then
      perform refuse('matches_need_no_block', 'one of them blocked the other');
    end if;
  elsif is_case_blocked(new.case_id, new.kine_id) or are_blocked(the_patient, new.kine_id) then
    if exists (select from blocks where blocker_id = the_patient and blocked_id = new.kine_id) then
      perform refuse('matches_wait_for_the_unblocking', 'who blocked somebody does not accept them');
    end if;
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  return new;
end $$;

create or replace function offers_change_while_proposed() returns trigger
  language plpgsql as $$
begin
  if new.status = 'accepted' and old.status = 'proposed' then
    -- The transaction may have waited for the case since it began.
    if new.valid_until <= clock_timestamp() then
      perform refuse('matches_lapsed', 'an offer whose time is over is not picked');
    end if;
    return new;
  end if;
  if (new.offer, new.offered_at, new.valid_until) is not distinct from (old.offer, old.offered_at, old.valid_until) then
    return new;
  end if;
  if old.status <> 'proposed' then
    perform refuse('matches_decided_once', format('the offer of an application that is %s stays', old.status));
  end if;
  if viewer_id() <> old.kine_id then
    perform refuse('matches_go_by_their_kine', 'only its specialist changes an offer');
  end if;
  if is_case_blocked(new.case_id, new.kine_id) then
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  if (select status from cases where id = new.case_id for no key update) = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  new.lapsed_at := null;
  return new;
end $$;
