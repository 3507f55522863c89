-- When the patient took their acceptance back, and the title of the case when the specialist's reading ended: later edits are not theirs.
alter table matches add column ended_at timestamptz;
alter table matches add column title_then text;
alter table matches add constraint matches_ended_are_rejected check (ended_at is null or status = 'rejected') not valid;
alter table matches validate constraint matches_ended_are_rejected;

-- The contact data that the two people of an accepted application had of each other when its case was closed.
create table agreed_contacts (
  match_id uuid primary key references matches on delete cascade,
  patient_name text not null,
  patient_phone text,
  patient_city text,
  kine_phone text,
  kine_email text
);

create function closings_keep_contacts() returns trigger
  language plpgsql as $$
begin
  insert into agreed_contacts select m.id, o.name, o.phone, o.location_city, k.phone, k.email
    from matches m join profiles o on o.id = new.patient_id join profiles k on k.id = m.kine_id
    where m.case_id = new.id and m.status = 'accepted' and not is_case_blocked(m.case_id, m.kine_id)
    on conflict do nothing;
  return null;
end $$;
create trigger closings_keep_contacts after update of status on cases
  for each row when (new.status = 'closed' and old.status <> 'closed' and new.patient_id is not null) execute function closings_keep_contacts();
insert into agreed_contacts select m.id, o.name, o.phone, o.location_city, k.phone, k.email
  from matches m join cases c on c.id = m.case_id join profiles o on o.id = c.patient_id join profiles k on k.id = m.kine_id
  where c.status = 'closed' and c.closed_at >= now() - interval '12 months' and m.status = 'accepted' and not is_case_blocked(m.case_id, m.kine_id);

/* What the specialist of each application may read of its case, and the two of each other's contact data:
   - applied: the case as it is offered, with what is hidden until the acceptance;
   - accepted: all of it. Contact data are the live ones until the case is closed, and then those of the closing;
   - ended: the title and dates, after a rejection, a block or the end of the time for which messages are kept;
   - null: nothing, after the patient took their consent back without having accepted. */
create view case_relations as
  select m.id as match_id, m.case_id, m.kine_id, c.patient_id, a.access, l.is_live,
      case when a.access = 'ended' then coalesce(m.title_then, c.title) else c.title end as title,
      case when l.is_live then o.name when a.access = 'accepted' then g.patient_name end as patient_name,
      case when l.is_live then o.phone when a.access = 'accepted' then g.patient_phone end as patient_phone,
      case when l.is_live then o.location_city when a.access = 'accepted' then g.patient_city end as patient_city,
      case when a.access = 'accepted' then o.photo_url end as patient_photo_url,
      case when l.is_live then k.phone when a.access = 'accepted' then g.kine_phone end as kine_phone,
      case when l.is_live then k.email when a.access = 'accepted' then g.kine_email end as kine_email
    from matches m join cases c on c.id = m.case_id join profiles o on o.id = c.patient_id join profiles k on k.id = m.kine_id
    left join agreed_contacts g on g.match_id = m.id and c.status = 'closed'
    -- Evaluated once a row: OFFSET keeps it from being written into each column.
    cross join lateral (select case
      when m.status <> 'accepted' and o.health_withdrawn_at is not null then null
      when m.status = 'rejected' then 'ended'
      when c.status = 'closed' and c.closed_at < now() - case m.status when 'accepted' then interval '12 months' else interval '90 days' end then 'ended'
      when exists (select from blocked_cases b where b.case_id = m.case_id and b.kine_id = m.kine_id) then 'ended'
      when m.status = 'accepted' then 'accepted'
      when o.suspended_at is not null then 'ended'
      else 'applied' end as access offset 0) a
    cross join lateral (select a.access = 'accepted' and c.status <> 'closed' as is_live) l;

-- What a person may read of a case as a specialist: offered, applied, accepted, ended, or null for nothing. A list of cases on offer has the
-- same rule in joins.
create function case_access(_case uuid, _viewer uuid) returns text
  language plpgsql stable as $$
declare
  found_access text;
begin
  if not has_role(_viewer, 'kine') then
    return null;
  end if;
  select access into found_access from case_relations where case_id = _case and kine_id = _viewer;
  if found then
    return found_access;
  end if;
  if exists (select from cases c join profiles o on o.id = c.patient_id
    where c.id = _case and c.status <> 'closed' and c.dormant_at is null and c.patient_id <> _viewer
      and o.suspended_at is null and o.health_withdrawn_at is null) and not is_case_blocked(_case, _viewer) then
    return 'offered';
  end if;
  return null;
end $$;

create or replace function contact_open(_viewer uuid, _kine uuid) returns boolean
  language sql stable
  return coalesce(_viewer = _kine, false) or has_role(_viewer, 'admin')
    or exists (select from case_relations r where r.kine_id = _kine and r.patient_id = _viewer and r.access = 'accepted');

-- A specialist's phone and e-mail as somebody may read them: their own and admins', those of an accepted application, or else those that were
-- agreed on when the last case was closed.
create function kine_contact(_viewer uuid, _kine uuid) returns table (phone text, email text)
  language plpgsql stable as $$
begin
  if _viewer = _kine or has_role(_viewer, 'admin') then
    return query select p.phone, p.email from profiles p where p.id = _kine;
  else
    return query select r.kine_phone, r.kine_email from case_relations r
      where r.kine_id = _kine and r.patient_id = _viewer and r.access = 'accepted' order by r.is_live desc, r.match_id desc limit 1;
  end if;
end $$;

create or replace view public_profiles as
  select id, name, specialty, price_range, modalities, location_city, bio, photo_url,
      case when phone_listed and has_role(viewer_id(), 'patient') and not are_blocked(viewer_id(), id) then phone
        else (select c.phone from kine_contact(viewer_id(), p.id) c) end as phone
    from profiles p where has_role(id, 'kine');

create or replace function conversation_state(_match uuid, _viewer uuid) returns text
  language plpgsql stable as $$
declare
  r record;
begin
  select m.case_id, m.status, m.kine_id, m.decided_at, m.created_at, c.patient_id, c.status as case_status, c.closed_at, k.suspended_at as kine_suspended,
      p.suspended_at as patient_suspended, p.health_withdrawn_at into r
    from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id join profiles p on p.id = c.patient_id
    where m.id = _match;
  if not found then
    return null;
  end if;
  if _viewer = r.patient_id then
    if not has_role(_viewer, 'patient') or (r.status = 'proposed' and r.kine_suspended is not null) then
      return null;
    end if;
  elsif _viewer = r.kine_id then
    if not has_role(_viewer, 'kine') or (r.status <> 'accepted' and r.health_withdrawn_at is not null) then
      return null;
    end if;
  else
    return null;
  end if;
  if r.status = 'rejected' then
    return case when coalesce(r.decided_at, r.created_at) > now() - interval '30 days' then 'read_only' end;
  end if;
  -- Its messages are gone by then.
  if r.case_status = 'closed'
    and r.closed_at < now() - (case when r.status = 'accepted' then interval '12 months' else interval '90 days' end) then
    return null;
  end if;
  if (r.status = 'proposed' and r.case_status = 'closed') or not has_role(r.kine_id, 'kine') or r.patient_suspended is not null
    or is_case_blocked(r.case_id, r.kine_id) then
    return 'read_only';
  end if;
  return 'open';
end $$;

-- The title stays for who was rejected or blocked as it was then.
create function endings_keep_the_title() returns trigger
  language plpgsql as $$
begin
  new.title_then := coalesce(old.title_then, (select title from cases where id = new.case_id));
  return new;
end $$;
create trigger endings_keep_the_title before update of status on matches
  for each row when (new.status = 'rejected' and old.status <> 'rejected') execute function endings_keep_the_title();

create function blocks_keep_the_title() returns trigger
  language plpgsql as $$
declare
  block blocks := coalesce(new, old);
begin
  update matches m set title_then = case when tg_op = 'INSERT' then coalesce(m.title_then, c.title) end from cases c
    where c.id = m.case_id and m.status <> 'rejected'
      and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id))
      and (m.title_then is null) = is_case_blocked(m.case_id, m.kine_id);
  return null;
end $$;
create trigger blocks_keep_the_title after insert or delete on blocks for each row execute function blocks_keep_the_title();
update matches m set title_then = c.title from cases c
  where c.id = m.case_id and (m.status = 'rejected' or exists (select from blocked_cases b where b.case_id = m.case_id and b.kine_id = m.kine_id));

-- A case that sleeps is applied to by nobody, not even by its id.
create or replace function matches_keep_their_course() returns trigger
  language plpgsql as $$
declare
  the_case cases;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.case_id, new.kine_id) is distinct from (old.id, old.case_id, old.kine_id) then
      perform refuse('matches_keep_their_parties', 'an application keeps its case and its specialist');
    end if;
    if new.status = old.status then
      if new.ended_at is distinct from old.ended_at then
        perform refuse('matches_decided_once', 'an acceptance ends once');
      end if;
      return new;
    end if;
    if new.ended_at is not null and (old.status, new.status) is distinct from ('accepted'::match_status, 'rejected'::match_status)
      or new.ended_at is null and old.status <> 'proposed' then
      perform refuse('matches_decided_once', format('an application does not go from %s to %s', old.status, new.status));
    end if;
  elsif new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  -- The lock makes a decision and a closing of the same case wait for each other.
  select * into the_case from cases where id = new.case_id for no key update;
  if the_case.status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if tg_op = 'UPDATE' then
    if new.ended_at is not null and viewer_id() is distinct from the_case.patient_id then
      perform refuse('matches_end_by_their_patient', 'only its patient takes an acceptance back');
    end if;
    if new.status = 'accepted' and exists (select from profiles where id = new.kine_id and suspended_at is not null) then
      perform refuse('matches_of_the_suspended_wait', 'a suspended specialist is not picked');
    end if;
    return new;
  end if;
  if new.kine_id = the_case.patient_id then
    perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
  end if;
  if not exists (select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved' and p.suspended_at is null) then
    perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
  end if;
  -- Read after the lock was waited for.
  if the_case.dormant_at is not null or exists (select from profiles where id = the_case.patient_id and suspended_at is not null) then
    perform refuse('matches_need_an_offered_case', 'a case that sleeps or whose patient is suspended is not offered');
  end if;
  return new;
end $$;

-- An acceptance that is taken back leaves the case as a specialist's departure does: matched while another one is accepted, or else open.
create trigger acceptances_taken_back_open_the_case after update of status on matches
  for each row when (old.status = 'accepted' and new.status = 'rejected') execute function departure_opens_the_case();

create or replace function matches_are_told() returns trigger
  language plpgsql as $$
declare
  the_case uuid := coalesce(new.case_id, old.case_id);
  the_patient uuid;
  the_notification uuid;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  select patient_id into the_patient from cases where id = the_case;
  if the_patient is not null then
    perform tell(the_patient::text, 'case', the_case);
  end if;
  if tg_op = 'INSERT' then
    if the_patient is not null then
      perform notify_person(the_patient, 'application_received', the_case);
    end if;
    return null;
  end if;
  perform tell(old.kine_id::text, 'application', the_case);
  if tg_op = 'UPDATE' and new.status in ('accepted', 'rejected') then
    perform notify_person(new.kine_id, case when new.ended_at is null then 'application_' || new.status else 'acceptance_ended' end, the_case, new.id);
  end if;
  if old.status = 'proposed' then
    -- An application at the same time waits for this lock, or is seen by the statement after it.
    select id into the_notification from notifications
      where user_id = the_patient and kind = 'application_received' and case_id = the_case and seen_at is null and done_at is null
      for no key update;
    if found and not exists (select from matches where case_id = the_case and status = 'proposed') then
      update notifications set done_at = now() where id = the_notification;
    end if;
  end if;
  return null;
end $$;
