-- A block has an id of its own: whoever blocked somebody may not know who that is.
alter table blocks add column id uuid not null default uuid_v7();
alter table blocks add constraint blocks_id_key unique (id);

-- As before, with the id of the case qualified.
create or replace function matches_of_the_blocked() returns trigger
  language plpgsql as $$
begin
  if exists (select from cases where id = new.case_id and are_blocked(patient_id, new.kine_id)) then
    if tg_op = 'INSERT' then
      perform refuse('matches_need_no_block', 'one of them blocked the other');
    elsif exists (select from blocks b join cases c on c.patient_id = b.blocker_id
      where c.id = new.case_id and b.blocked_id = new.kine_id) then
      perform refuse('matches_wait_for_the_unblocking', 'who blocked somebody does not accept them');
    end if;
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  return new;
end $$;
