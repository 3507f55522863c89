-- A report of a false licence removes the badge at once only where it may; an admin who rejects it gives everything back.

alter table reports add column acted_at timestamptz, add column is_upheld boolean,
  add constraint reports_upheld_are_decided check (is_upheld is null or decided_at is not null);
-- The state before a report put a licence in doubt, while no admin has decided about it.
alter table licences add column doubted_state text
  constraint licences_doubted_state check (doubted_state is null or (state = 'doubtful' and doubted_state in ('declared', 'verified')));

create or replace function reports_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.decided_by is not null then
      perform refuse('reports_start_open', 'a report starts open');
    end if;
    if new.message_id is not null then
      select g.body, g.author_id, m.case_id into new.said, new.said_by, new.said_in
        from messages g join matches m on m.id = g.match_id where g.id = new.message_id for key share of g;
      if not found then
        perform refuse('reports_of_messages_there', 'a message that is gone is not reported');
      end if;
    end if;
    if new.reporter_id in (
      select new.profile_id union all select patient_id from cases where id = new.case_id
      union all select kine_id from matches where id = new.match_id
      union all select patient_id from reviews where id = new.review_id
      union all select new.said_by
    ) then
      perform refuse('reports_not_of_oneself', 'nobody reports what is their own');
    end if;
    new.acted_at := null;
    if new.reason::text = 'false_licence' and new.reporter_id is not null
      and exists (select from licences where kine_id = new.profile_id and state in ('declared', 'verified'))
      and may_act_at_once('licence_doubted', new.reporter_id, new.profile_id) then
      new.acted_at := now();
    end if;
    return new;
  end if;
  if (new.id, new.reporter_id, new.profile_id, new.case_id, new.match_id, new.review_id, new.message_id, new.said, new.said_by,
      new.said_in, new.reason, new.details, new.created_at, new.acted_at)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.message_id, old.said, old.said_by,
      old.said_in, old.reason, old.details, old.created_at, old.acted_at) then
    perform refuse('reports_stay_as_written', 'a report stays as it was written');
  end if;
  if (new.decided_at, new.decision, new.is_upheld) is distinct from (old.decided_at, old.decision, old.is_upheld) then
    if old.decided_at is not null then
      perform refuse('reports_decided_once', 'a report is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides a report');
    end if;
  end if;
  return new;
end $$;

create or replace function false_licences_are_doubted() returns trigger
  language plpgsql as $$
begin
  update licences set state = 'doubtful', doubted_state = state
    where kine_id = new.profile_id and state in ('declared', 'verified') and new.acted_at is not null;
  return null;
end $$;
-- The version before asks it; nothing is doubted by its answer.
create or replace function doubts_at_once(_reporter uuid) returns boolean
  language sql stable
  return false;

create function rejected_reports_give_back() returns trigger
  language plpgsql as $$
begin
  -- In the order in which each decision about a licence locks.
  perform from profiles where id = new.profile_id for no key update;
  -- One that another specialist has proven meanwhile stays in doubt.
  update licences l set state = doubted_state
    where kine_id = new.profile_id and state = 'doubtful' and doubted_state is not null
      and not (doubted_state = 'verified' and exists (select from licences o where o.number_key = l.number_key and o.state = 'verified'
        and o.kine_id <> l.kine_id and may_be_one_licence(o.kind, o.jurisdiction, l.kind, l.jurisdiction)));
  return null;
end $$;
create trigger rejected_reports_give_back after update of decided_at on reports
  for each row when (old.decided_at is null and new.decided_at is not null and new.acted_at is not null and new.is_upheld is not true)
  execute function rejected_reports_give_back();

create or replace function licences_keep_their_course() returns trigger
  language plpgsql as $$
declare
  is_admin boolean := has_role(viewer_id(), 'admin');
  -- Written by a trigger of the profile or of a report, which has its own rules.
  follows boolean := pg_trigger_depth() > 1;
begin
  if tg_op = 'INSERT' then
    if not follows and (new.state <> 'declared' or new.is_first or new.evidence_path is not null) then
      perform refuse('licences_start_declared', 'a licence starts declared');
    end if;
    if not follows and (select count(*) from licences where kine_id = new.kine_id and state <> 'withdrawn') >= 10 then
      perform refuse('licences_at_most_ten', 'a specialist has ten licences at most');
    end if;
  else
    if new.kine_id <> old.kine_id or (not follows and (new.number, new.is_first) is distinct from (old.number, old.is_first)) then
      perform refuse('licences_stay_as_declared', 'another number is another licence');
    end if;
    if not follows and (new.kind, new.jurisdiction) is distinct from (old.kind, old.jurisdiction)
      and not (is_admin and coalesce(old.kind = new.kind, true) and coalesce(old.jurisdiction = new.jurisdiction, true)) then
      perform refuse('licences_stay_as_declared', 'an admin completes what a licence does not say, and nobody changes what it says');
    end if;
    if old.state = 'withdrawn' and new.state <> 'withdrawn' then
      perform refuse('licences_withdrawn_once', 'a withdrawn licence stays withdrawn');
    end if;
    if not follows and not is_admin
      and ((new.state <> old.state and new.state <> 'withdrawn')
        or (new.checked_at, new.method, new.decided_at) is distinct from (old.checked_at, old.method, old.decided_at)) then
      perform refuse('only_admins', 'only an admin decides about a licence');
    end if;
    if new.state = 'withdrawn' then
      new.is_first := false;
      new.evidence_path := null;
      new.evidence_at := null;
    end if;
    -- What an admin decides is nothing that a rejected report gives back.
    if new.state <> 'doubtful' or new.decided_at is distinct from old.decided_at then
      new.doubted_state := null;
    end if;
  end if;
  new.recheck_at := case new.state when 'doubtful' then to_timestamp(0) when 'declared' then new.declared_at
    when 'verified' then new.checked_at + interval '180 days'
    -- Evidence that came after the decision asks for another one.
    when 'inactive' then case when new.evidence_at > coalesce(new.decided_at, '-infinity') then new.evidence_at end end;
  return new;
end $$;
