-- Who reported something reports it again once it says something else, or for another reason.
create unique index reports_once_while_open on reports (reporter_id, subject_id, reason) where decided_at is null;
alter table reports drop constraint reports_reporter_id_subject_id_key;
create index reports_reporter_id_idx on reports (reporter_id, subject_id);
create index reports_subject_id_idx on reports (subject_id, id desc);

CREATE OR REPLACE FUNCTION public.reports_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  outlives boolean;
  goes_on boolean;
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.decided_by is not null then
      perform refuse('reports_start_open', 'a report starts open');
    end if;
    -- What is being deleted is waited for, and then found gone.
    perform from cases where id = new.case_id for key share;
    perform from matches where id = new.match_id for key share;
    perform from messages where id = new.message_id for key share;
    perform from reviews where id = new.review_id for key share;
    perform from review_replies where id = new.reply_id for key share;
    select r.title, coalesce(new.said, r.body), r.author_id, r.case_id into new.said_title, new.said, new.said_by, new.said_in
      from (select * from reported(new)
        union all select null, body, author_id, case_id from withdrawn_words
          where id = new.match_id and is_application or id = new.message_id and not is_application
        limit 1) r;
    if not found then
      perform refuse('reports_of_things_there', 'what is gone is not reported');
    end if;
    if new.reporter_id in (new.profile_id, new.said_by) then
      perform refuse('reports_not_of_oneself', 'nobody reports what is their own');
    end if;
    -- A decision is about the words that were read, and about one reason. A person is more than their profile's words.
    if new.reporter_id is not null and exists (select from reports o where o.reporter_id = new.reporter_id
        and o.subject_id = coalesce(new.profile_id, new.case_id, new.match_id, new.review_id, new.message_id, new.reply_id)
        and o.reason = new.reason and (o.decided_at is null or (o.said_title, o.said) is not distinct from (new.said_title, new.said)
          and (new.profile_id is null or o.decided_at > now() - interval '30 days'))) then
      perform refuse('reports_once_as_read', 'this was reported for this reason, and says the same');
    end if;
    new.acted_at := null;
    if new.reason::text = 'false_licence' and new.reporter_id is not null
      and exists (select from licences where kine_id = new.profile_id and state in ('declared', 'verified'))
      -- Who was told no waits for an admin the next time.
      and not exists (select from reports o where o.reporter_id = new.reporter_id and o.subject_id = new.profile_id
        and o.reason = new.reason and o.decided_at is not null and o.is_upheld is not true)
      and may_act_at_once('licence_doubted', new.reporter_id, new.profile_id) then
      new.acted_at := now();
    end if;
    return new;
  end if;
  -- One that acted at once loses its reporter and stays, or leaves what it took to another that is open, so that an admin still decides.
  outlives := old.decided_at is null and new.reporter_id is null and new.acted_at is not null;
  -- A review stays without its author, and so does a report of it.
  goes_on := new.review_id is not null and new.said_by is null
    and not exists (select from profiles where id = old.said_by);
  if (new.id, case when outlives then old.reporter_id else new.reporter_id end, new.profile_id, new.case_id, new.match_id, new.review_id,
      new.message_id, new.reply_id, new.said_title, new.said, case when goes_on then old.said_by else new.said_by end, new.said_in, new.reason,
      case when outlives and new.details is null then old.details else new.details end, new.created_at,
      case when outlives then old.acted_at else new.acted_at end)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.message_id, old.reply_id, old.said_title, old.said,
      old.said_by, old.said_in, old.reason, old.details, old.created_at, old.acted_at) then
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
end $function$;

-- Puts a thing that somebody reported back into the queue, where it says something else than what was reported last.
create function requeue_edited(_thing uuid) returns void language sql as $function$
  insert into reports (profile_id, case_id, match_id, review_id, message_id, reply_id, reason, details)
    select r.profile_id, r.case_id, r.match_id, r.review_id, r.message_id, r.reply_id, 'other', 'Su autor la editó después de una denuncia.'
      from reports r cross join lateral reported(r) n
      where r.id = (select o.id from reports o where o.subject_id = _thing
          and (o.reporter_id is not null or o.profile_id is null or o.details = 'Su autor la editó después de una denuncia.')
          order by o.id desc limit 1)
        and (n.title, n.body) is distinct from (r.said_title, r.said)
        and (r.review_id is not null or not exists (select from reports o where o.subject_id = _thing and o.decided_at is null and o.reporter_id is not null))
    on conflict (subject_id) where reporter_id is null and decided_at is null do nothing
$function$;
