-- Who deleted the account and signed up again with its mailbox had no missed session, and the requests of a day again.

alter table spent_budgets add column kept_until timestamptz not null default now() + interval '7 days';
update spent_budgets set kept_until = left_at + interval '7 days';
comment on column spent_budgets.left_at is 'read by the version before kept_until';
create index spent_budgets_kept_until_idx on spent_budgets (kept_until);
drop index spent_budgets_left_at_idx;

-- Several accounts of a mailbox may be charged with one booking.
alter table left_bookings drop constraint left_bookings_pkey, add constraint left_bookings_pkey primary key (booking_id, patient_id),
  add column is_carried boolean not null default false;
comment on column left_bookings.is_carried is 'of an earlier account of the mailbox, and no data of this one';

create function left_state(_booking bookings) returns booking_state language sql stable as $function$
  select case
    when _booking.state = 'no_show' and _booking.disputed_at is null and _booking.starts_at > now() - interval '60 days' then 'no_show'
    when _booking.state = 'confirmed' and _booking.starts_at between now() - interval '7 days' and now() then 'confirmed'
    when _booking.created_at > now() - interval '24 hours' then 'withdrawn' end::booking_state
$function$;

create function spent_bookings_of(_person uuid) returns table (spent jsonb, kept_until timestamptz) language sql stable as $function$
  select jsonb_build_object('bookings', jsonb_agg(to_jsonb(b))),
    max(case when b.state in ('no_show', 'confirmed') then b.starts_at + interval '60 days' else b.created_at + interval '1 day' end)
  from (
    select b.id as booking_id, b.kine_id, b.asked_by, left_state(b) as state, b.starts_at, b.created_at
      from cases c join matches m on m.case_id = c.id join bookings b on b.match_id = m.id
      where c.patient_id = _person and left_state(b) is not null
    union select booking_id, kine_id, asked_by, state, starts_at, created_at from left_bookings where patient_id = _person) b
  where is_leaving(_person) having count(*) > 0
$function$;

create or replace function public.charge_budgets(_person uuid, _spent jsonb) returns void language plpgsql as $function$
begin
  insert into earlier_acts (user_id, kind, id, at)
    select _person, a.kind, a.id, a.at from jsonb_to_recordset(_spent -> 'acts') a (kind text, id uuid, at timestamptz) on conflict do nothing;
  insert into patient_alert_days as d (kine_id, patient_id, day, at_once)
    select p.id, _person, a.day, a.at_once from jsonb_to_recordset(_spent -> 'alerts') a (kine_id uuid, day date, at_once int)
      join profiles p on p.id = a.kine_id
    on conflict (kine_id, patient_id, day) do update set at_once = greatest(d.at_once, excluded.at_once);
  insert into invitations_made as i (patient_id, kine_id, at)
    select _person, p.id, a.at from jsonb_to_recordset(_spent -> 'invited') a (kine_id uuid, at timestamptz) join profiles p on p.id = a.kine_id
    on conflict (patient_id, kine_id) do update set at = greatest(i.at, excluded.at);
  insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at, is_carried)
    select b.booking_id, a.kine_id, _person, b.asked_by, b.state, b.starts_at, b.created_at, true
    from jsonb_to_recordset(_spent -> 'bookings') b (booking_id uuid, kine_id uuid, asked_by booking_side, state booking_state,
        starts_at timestamptz, created_at timestamptz)
      join agendas a on a.kine_id = b.kine_id
    on conflict do nothing;
end $function$;

create or replace function public.cases_keep_their_course() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' then
    <<cases_change_while_open>>
    declare
      says_the_same boolean;
    begin
      -- A case that keeps no owner is emptied by their leaving.
      if new.patient_id is null then
        exit cases_change_while_open;
      end if;
      says_the_same := (new.title, new.description, new.injury_area, new.location_city, new.preferred_modality, new.studies_access, new.facts,
          new.identity_access)
        is not distinct from
        (old.title, old.description, old.injury_area, old.location_city, old.preferred_modality, old.studies_access, old.facts, old.identity_access);
      new.version := old.version + case when says_the_same then 0 else 1 end;
      new.edited_at := case when says_the_same then old.edited_at else now() end;
      if says_the_same and new.studies_urls @> old.studies_urls then
        exit cases_change_while_open;
      end if;
      if old.status <> 'open' then
        perform refuse('cases_change_while_open', format('a case that is %s is not edited', old.status));
      end if;
      if viewer_id() <> old.patient_id then
        perform refuse('cases_change_by_their_patient', 'only its patient edits a case');
      end if;
    end cases_change_while_open;
  end if;
  if tg_op = 'DELETE' then
    <<cases_go_while_open>>
    begin
      if old.patient_id is null or is_leaving(old.patient_id) then
        exit cases_go_while_open;
      end if;
      if old.status <> 'open' then
        perform refuse('cases_change_while_open', format('a case that is %s is not withdrawn', old.status));
      end if;
      if viewer_id() <> old.patient_id then
        perform refuse('cases_change_by_their_patient', 'only its patient withdraws a case');
      end if;
      perform keep_words(id) from matches where case_id = old.id;
    end cases_go_while_open;
  end if;
  if tg_op = 'UPDATE' and ((new.status <> 'open'::case_status) AND (new.dormant_at IS NOT NULL)) then
    <<cases_in_course_are_awake>>
    begin
      new.dormant_at := null;
    end cases_in_course_are_awake;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    <<course>>
    begin
      if tg_op = 'INSERT' then
        if new.status <> 'open' then
          perform refuse('cases_start_open', 'a case starts open');
        end if;
        exit course;
      end if;
      if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
        perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
      end if;
      if new.closed_reason is distinct from old.closed_reason and new.patient_id is not null then
        if new.status = old.status or new.closed_reason is null then
          perform refuse('cases_closed_reason_stays', 'why a case was closed is said when it is closed');
        end if;
        if not has_role(viewer_id(), 'admin') then
          perform refuse('only_admins', 'only an admin closes a case that is not theirs');
        end if;
        exit course;
      end if;
      if new.status <> old.status then
        if old.status = 'open' and new.status = 'matched' then
          if not exists (select from matches where case_id = new.id and status = 'accepted') then
            perform refuse('cases_match_by_acceptance', 'only an accepted application makes a case matched');
          end if;
        elsif old.status = 'matched' and new.status = 'open' then
          if exists (select from matches where case_id = new.id and status = 'accepted') then
            perform refuse('cases_open_matched_closed', 'a case with an accepted specialist does not open again');
          end if;
        elsif not (old.status = 'matched' and new.status = 'closed') then
          perform refuse('cases_open_matched_closed', format('a case does not go from %s to %s', old.status, new.status));
        end if;
      end if;
    end course;
  end if;
  if tg_op = 'DELETE' then
    <<cases_leave_what_counts>>
    begin
      if old.patient_id is not null and not is_leaving(old.patient_id) then
        insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at)
          select b.id, b.kine_id, old.patient_id, b.asked_by, left_state(b), b.starts_at, b.created_at
          from matches m join bookings b on b.match_id = m.id where m.case_id = old.id and left_state(b) is not null
          on conflict do nothing;
      end if;
    end cases_leave_what_counts;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and (tg_op <> 'UPDATE' or (new.title, new.description, new.injury_area, new.studies_urls, new.facts) is distinct from (old.title, old.description, old.injury_area, old.studies_urls, old.facts)) then
    <<cases_need_consent>>
    declare
      given text;
    begin
      if new.patient_id is null or (
        tg_op = 'UPDATE'
        and (new.title, new.description, new.injury_area) is not distinct from (old.title, old.description, old.injury_area)
        and (new.facts is null or new.facts is not distinct from old.facts)
        and new.studies_urls <@ old.studies_urls
      ) then
        exit cases_need_consent;
      end if;
      select health_consent into given from profiles where id = new.patient_id for share;
      if given is null or given is distinct from current_consent('health_data') then
        perform refuse('cases_need_consent', 'what a case says of its patient''s health needs their consent');
      end if;
    end cases_need_consent;
  end if;
  if tg_op = 'UPDATE' and ((new.status = 'closed'::case_status) AND (old.status <> 'closed'::case_status)) then
    <<closings_have_a_time>>
    begin
      new.closed_at := now();
    end closings_have_a_time;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;
