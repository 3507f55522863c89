create or replace function reports_keep_their_course() returns trigger
  language plpgsql as $$
declare
  outlives boolean;
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
    if new.reply_id is not null then
      select body into new.said from review_replies where id = new.reply_id for key share;
    end if;
    if new.reporter_id in (
      select new.profile_id union all select patient_id from cases where id = new.case_id
      union all select kine_id from matches where id = new.match_id
      union all select patient_id from reviews where id = new.review_id
      union all select kine_id from review_replies where id = new.reply_id
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
  -- One that acted at once loses its reporter and stays, or leaves what it took to another that is open, so that an admin still decides.
  outlives := old.decided_at is null and new.reporter_id is null and new.acted_at is not null;
  if (new.id, case when outlives then old.reporter_id else new.reporter_id end, new.profile_id, new.case_id, new.match_id, new.review_id,
      new.message_id, new.reply_id, new.said, new.said_by, new.said_in, new.reason,
      case when outlives and new.details is null then old.details else new.details end, new.created_at,
      case when outlives then old.acted_at else new.acted_at end)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.message_id, old.reply_id, old.said, old.said_by,
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
