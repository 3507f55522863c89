alter table case_alerts add constraint case_alerts_kine_id_fkey foreign key (kine_id) references profiles on delete cascade;

-- The number of immediate notifications of a specialist on a day. It outlives the cases.
create table kine_alert_days (
  kine_id uuid not null references profiles on delete cascade,
  day date not null,
  at_once integer not null constraint kine_alert_days_at_once check (at_once > 0),
  primary key (kine_id, day)
);
create index kine_alert_days_day_idx on kine_alert_days (day);

-- Approved specialists by place: the index finds those near a case.
create table kine_places (
  kine_id uuid primary key references profiles on delete cascade,
  -- The slug of the place; empty where it is not known.
  place text not null,
  is_online boolean not null
);
create index kine_places_place_idx on kine_places (place, kine_id);
create index kine_places_online_idx on kine_places (kine_id) where is_online;

create function kine_places_are_counted() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_zone(old.place, null, 0, 0, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_zone(new.place, null, 0, 0, 1);
  end if;
  return null;
end $$;
create trigger kine_places_are_counted after insert or delete on kine_places
  for each row execute function kine_places_are_counted();
create trigger kine_places_changed_are_counted after update on kine_places
  for each row when (old.place <> new.place) execute function kine_places_are_counted();

create view counted_kines as
  select p.id as kine_id, coalesce(p.place_slug, '') as place, coalesce(p.modalities ~* '\m(online|virtual)\M', false) as is_online
  from profiles p
  where p.approval_status = 'approved' and p.suspended_at is null
    and exists (select from user_roles r where r.user_id = p.id and r.role = 'kine');

-- Counts a specialist as they are now, whose profile its caller has locked.
create function count_kine(_kine uuid) returns void
  language plpgsql as $$
begin
  delete from kine_places where kine_id = _kine and not exists (select from counted_kines where kine_id = _kine);
  insert into kine_places select * from counted_kines where kine_id = _kine
    on conflict (kine_id) do update set place = excluded.place, is_online = excluded.is_online
    where (kine_places.place, kine_places.is_online) is distinct from (excluded.place, excluded.is_online);
end $$;

create function profiles_are_counted() returns trigger
  language plpgsql as $$
begin
  perform count_kine(new.id);
  if (old.place_slug, old.suspended_at is null, old.health_withdrawn_at is null)
    is distinct from (new.place_slug, new.suspended_at is null, new.health_withdrawn_at is null) then
    perform count_case(c.id) from (select id from cases where patient_id = new.id order by id) c;
  end if;
  return null;
end $$;
create trigger profiles_are_counted after update on profiles
  for each row when ((old.approval_status, old.suspended_at, old.place_slug, old.modalities, old.health_withdrawn_at)
    is distinct from (new.approval_status, new.suspended_at, new.place_slug, new.modalities, new.health_withdrawn_at))
  execute function profiles_are_counted();
