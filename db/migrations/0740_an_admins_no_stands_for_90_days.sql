-- Who was told no about a licence deleted the account, with which the report went, and doubted it at once again from the same mailbox; the next
-- mailbox did so anyway. What an admin has decided for a specialist stands for 90 days: what is said meanwhile waits for an admin.
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
        and o.reason = new.reason and (o.decided_at is null or coalesce(o.read_hash, words_hash(o.said_title, o.said)) = words_hash(new.said_title, new.said)
          and (new.profile_id is null or o.decided_at > now() - interval '30 days'))) then
      perform refuse('reports_once_as_read', 'this was reported for this reason, and says the same');
    end if;
    new.acted_at := null;
    if new.reason::text = 'false_licence' and new.reporter_id is not null
      and exists (select from licences where kine_id = new.profile_id and state in ('declared', 'verified'))
      -- Who was told no waits for an admin the next time, and for 90 days so does everybody else: accounts and mailboxes are free.
      and not exists (select from reports o where o.subject_id = new.profile_id and o.reason = new.reason and o.decided_at is not null
        and o.is_upheld is not true and (o.reporter_id = new.reporter_id or o.acted_at is not null and o.decided_at > now() - interval '90 days'))
      and may_act_at_once('licence_doubted', new.reporter_id, new.profile_id) then
      new.acted_at := now();
    end if;
    return new;
  end if;
  -- One that acted at once loses its reporter and stays, or leaves what it took to another that is open, so that an admin still decides, or has
  -- decided for the next one too.
  outlives := new.reporter_id is null and new.acted_at is not null and (old.decided_at is null or old.acted_at is not null);
  -- A review stays without its author, and so does a report of it.
  goes_on := new.review_id is not null and new.said_by is null
    and not exists (select from profiles where id = old.said_by);
  -- Its author's name does not.
  if goes_on then
    new.said_title := split_part(old.said_title, '. Firmada por ', 1);
    new.read_hash := null;
  end if;
  if (new.id, case when outlives then old.reporter_id else new.reporter_id end, new.profile_id, new.case_id, new.match_id, new.review_id,
      new.message_id, new.reply_id, case when goes_on then old.said_title else new.said_title end, new.said,
      case when goes_on then old.said_by else new.said_by end, new.said_in, new.reason,
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
    select words_hash(r.title, r.body) into new.read_hash from reported(new) r;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.denials_open_a_dispute() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  denials integer;
  weighing integer;
  since timestamptz;
begin
  -- The lock lets denials that come at once see each other.
  select stated_at into since from kine_coverages where kine_id = new.kine_id and coverage_id = new.coverage_id for no key update;
  if not found then
    return null;
  end if;
  select count(distinct mailbox_of(a.patient_id)),
      count(distinct a.patient_id) filter (where is_counted(a.patient_id) and has_lasted(coalesce(m.decided_at, m.created_at)))
    into denials, weighing
    from coverage_answers a join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no'
      and extract(epoch from now() - a.answered_at) <= 60 * 86400 and a.answered_at >= since
      and a.answered_at > coalesce((select max(decided_at) from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id), '-infinity');
  if denials < 2 then
    return null;
  end if;
  insert into coverage_disputes (kine_id, coverage_id) values (new.kine_id, new.coverage_id)
    on conflict (kine_id, coverage_id) where decided_at is null do nothing;
  if weighing >= 2
    and exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null
      and hidden_at is null)
    and not exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decision = 'kept'
      and decided_at > now() - interval '90 days')
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $function$;
