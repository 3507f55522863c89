-- Rows of before get the moment of this migration, without being written: their time begins now.
alter table cases add column closed_at timestamptz default now();
alter table cases alter column closed_at drop default;
comment on column cases.closed_at is 'when it was closed; means nothing before';

create function closings_have_a_time() returns trigger
  language plpgsql as $$
begin
  new.closed_at := now();
  return new;
end $$;
create trigger closings_have_a_time before update of status on cases
  for each row when (new.status = 'closed' and old.status <> 'closed') execute function closings_have_a_time();
