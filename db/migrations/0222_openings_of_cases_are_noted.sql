-- Which specialists opened a case on which day. Its patient sees how many.
create table case_openings (
  case_id uuid not null references cases on delete cascade,
  kine_id uuid not null references profiles on delete cascade,
  day date not null default current_date,
  opened_at timestamptz not null default now(),
  primary key (case_id, kine_id, day)
);
create index case_openings_kine_id_idx on case_openings (kine_id, opened_at);

-- Notes that a specialist opens a case, once a day. False: they opened a hundred others within a day, to none of which they applied.
create function note_case_opening(_case uuid, _kine uuid) returns boolean
  language plpgsql as $$
begin
  if exists (select from case_openings where case_id = _case and kine_id = _kine and day = current_date) then
    return true;
  end if;
  -- One after the other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('case opening ' || _kine, 0));
  if not exists (select from matches where case_id = _case and kine_id = _kine) and (select count(*) from (
    select from case_openings o where o.kine_id = _kine and o.opened_at > now() - interval '1 day'
      and not exists (select from matches m where m.case_id = o.case_id and m.kine_id = _kine) limit 100) few) >= 100 then
    return false;
  end if;
  insert into case_openings (case_id, kine_id) values (_case, _kine) on conflict do nothing;
  return true;
end $$;
