-- Rows of before get the moment of this migration, without being written: their time begins now.
alter table matches add column decided_at timestamptz default now();
alter table matches alter column decided_at drop default;
comment on column matches.decided_at is 'when it was accepted or rejected; means nothing while it is proposed';

create function decisions_have_a_time() returns trigger
  language plpgsql as $$
begin
  new.decided_at := now();
  return new;
end $$;
create trigger matches_have_a_time before update of status on matches
  for each row when (new.status <> old.status) execute function decisions_have_a_time();
