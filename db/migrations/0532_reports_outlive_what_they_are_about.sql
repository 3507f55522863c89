-- A report keeps what was said when it was filed, whatever it is about, and stays when its author edits, withdraws or deletes that. Otherwise a
-- withdrawal would take the evidence, and the report with it. With its author's account it goes, and outlives that as a departure tells.
alter table reports add column said_title text;
alter table reports drop constraint reports_say_what_was_written;
alter table reports drop constraint reports_say_by_whom;
alter table reports add constraint reports_say_by_whom check (message_id is null or num_nonnulls(said_by, said_in) = 2) not valid;
alter table reports drop constraint reports_case_id_fkey;
alter table reports drop constraint reports_match_id_fkey;
alter table reports drop constraint reports_review_id_fkey;
alter table reports drop constraint reports_reply_id_fkey;

-- What the thing that a report is about says now: a title, its text, its author, and the case of an application or a message. No row where it is gone.
create function reported(_report reports) returns table (title text, body text, author_id uuid, case_id uuid) language sql stable as $function$
  select concat_ws(', ', name, specialty), bio, null::uuid, null::uuid from profiles where id = (_report).profile_id
  union all
  select c.title, nullif(concat_ws(E'\n', c.description, c.facts ->> 'operation',
      (select string_agg(a.fact ->> 'name', E'\n') from jsonb_array_elements(c.facts -> 'activities') a (fact))), ''), c.patient_id, null
    from cases c where c.id = (_report).case_id
  union all
  select null, nullif(concat_ws(E'\n', message, offer ->> 'place'), ''), kine_id, matches.case_id from matches where id = (_report).match_id
  union all
  select null, g.body, g.author_id, m.case_id from messages g join matches m on m.id = g.match_id where g.id = (_report).message_id
  union all
  select stars || ' de 5 estrellas', comment, patient_id, null from reviews where id = (_report).review_id
  union all
  select null, body, kine_id, null from review_replies where id = (_report).reply_id
$function$;

create or replace function reports_keep_their_course() returns trigger language plpgsql as $function$
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
      from reported(new) r;
    if not found then
      perform refuse('reports_of_things_there', 'what is gone is not reported');
    end if;
    if new.reporter_id in (new.profile_id, new.said_by) then
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

-- What somebody said and was reported for goes with their account, but for a review, which stays without its author.
create or replace function reports_go_with_who_said_it() returns trigger language plpgsql as $function$
begin
  update reports set said_by = null where said_by = old.id and review_id is not null and exists (select from reviews where id = review_id);
  delete from reports where said_by = old.id;
  return null;
end $function$;

alter table reports disable trigger reports_keep_their_course;
update reports o set said_title = f.title, said = coalesce(o.said, f.body), said_by = f.author_id, said_in = f.case_id
  from (select r.id as report_id, t.* from reports r, lateral reported(r) t) f
  where f.report_id = o.id and o.message_id is null;
alter table reports enable trigger reports_keep_their_course;
