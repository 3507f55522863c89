create type report_reason as enum ('false_information', 'offensive', 'misconduct', 'privacy', 'spam', 'other', 'false_licence');

-- The rows lose their people instead of going with them: who leaves frees no room.
create table acts_at_once (
  id uuid default uuid_v7() not null,
  kind text not null,
  actor_id uuid,
  subject_id uuid,
  at timestamp with time zone default clock_timestamp() not null,
  constraint acts_at_once_pkey PRIMARY KEY (id),
  constraint acts_at_once_kind CHECK (kind = ANY (ARRAY['licence_doubted'::text, 'coverage_hidden'::text])),
  constraint acts_at_once_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint acts_at_once_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES profiles(id) ON DELETE SET NULL
);

CREATE INDEX acts_at_once_actor_id_idx ON acts_at_once USING btree (actor_id, at);
CREATE INDEX acts_at_once_at_idx ON acts_at_once USING btree (at);
CREATE INDEX acts_at_once_subject_id_idx ON acts_at_once USING btree (subject_id);

create table reports (
  id uuid default uuid_v7() not null,
  reporter_id uuid,
  profile_id uuid,
  case_id uuid,
  match_id uuid,
  review_id uuid,
  reason report_reason not null,
  details text,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  late_told_at timestamp with time zone,
  message_id uuid,
  said text,
  said_by uuid,
  said_in uuid,
  acted_at timestamp with time zone,
  is_upheld boolean,
  reply_id uuid,
  subject_id uuid generated always as (COALESCE(profile_id, case_id, match_id, review_id, message_id, reply_id)) stored not null,
  said_title text,
  read_hash bytea,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_decided CHECK ((decided_at IS NULL) = (decision IS NULL)),
  constraint reports_decision_check CHECK (char_length(btrim(decision)) >= 1 AND char_length(btrim(decision)) <= 500),
  constraint reports_details_check CHECK (char_length(btrim(details)) >= 1 AND char_length(btrim(details)) <= 1000),
  constraint reports_licence_of_profile CHECK (reason::text <> 'false_licence'::text OR profile_id IS NOT NULL),
  constraint reports_of_one_thing CHECK (num_nonnulls(profile_id, case_id, match_id, review_id, message_id, reply_id) = 1),
  constraint reports_read_hash_is_sha256 CHECK (octet_length(read_hash) = 32),
  constraint reports_say_by_whom CHECK (message_id IS NULL OR num_nonnulls(said_by, said_in) = 2),
  constraint reports_upheld_are_decided CHECK (is_upheld IS NULL OR decided_at IS NOT NULL),
  constraint reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reports_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column reports.read_hash is 'of what the thing said when it was decided';

CREATE INDEX reports_case_id_idx ON reports USING btree (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX reports_decided_by_idx ON reports USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX reports_decided_idx ON reports USING btree (id DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX reports_match_id_idx ON reports USING btree (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX reports_message_id_idx ON reports USING btree (message_id) WHERE message_id IS NOT NULL;
CREATE UNIQUE INDEX reports_noticed_once_key ON reports USING btree (subject_id, reason) WHERE reporter_id IS NULL AND decided_at IS NULL;
CREATE UNIQUE INDEX reports_once_while_open ON reports USING btree (reporter_id, subject_id, reason) WHERE decided_at IS NULL;
CREATE INDEX reports_open_idx ON reports USING btree (id) WHERE decided_at IS NULL;
CREATE INDEX reports_open_of_people_idx ON reports USING btree (id) WHERE decided_at IS NULL AND (reporter_id IS NOT NULL OR acted_at IS NOT NULL);
CREATE INDEX reports_open_of_program_idx ON reports USING btree (id) WHERE decided_at IS NULL AND reporter_id IS NULL AND acted_at IS NULL;
CREATE INDEX reports_open_subject_id_idx ON reports USING btree (subject_id) WHERE decided_at IS NULL;
CREATE INDEX reports_profile_id_idx ON reports USING btree (profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX reports_reply_id_idx ON reports USING btree (reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX reports_reporter_id_idx ON reports USING btree (reporter_id, subject_id);
CREATE INDEX reports_review_id_idx ON reports USING btree (review_id) WHERE review_id IS NOT NULL;
CREATE INDEX reports_said_by_idx ON reports USING btree (said_by) WHERE said_by IS NOT NULL;
CREATE INDEX reports_said_in_idx ON reports USING btree (said_in) WHERE said_in IS NOT NULL;
CREATE INDEX reports_subject_id_idx ON reports USING btree (subject_id, id DESC);

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

CREATE TRIGGER reports_keep_their_course BEFORE INSERT OR UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION reports_keep_their_course();

-- What a report takes at once and gives back, and what its deletion takes out of the queue.
CREATE OR REPLACE FUNCTION public.reports_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' and (((new.reason)::text = 'false_licence'::text) AND (new.profile_id IS NOT NULL)) then
    <<false_licences_are_doubted>>
    begin
      update licences set state = 'doubtful', doubted_state = state
        where kine_id = new.profile_id and state in ('declared', 'verified') and new.acted_at is not null;
    end false_licences_are_doubted;
  end if;
  if tg_op = 'UPDATE' and ((old.decided_at IS NULL) AND (new.decided_at IS NOT NULL) AND (new.acted_at IS NOT NULL) AND (new.is_upheld IS NOT TRUE)) then
    <<rejected_reports_give_back>>
    begin
      -- In the order in which each decision about a licence locks.
      perform from profiles where id = new.profile_id for no key update;
      -- One that another specialist has proven meanwhile stays in doubt.
      update licences l set state = doubted_state
        where kine_id = new.profile_id and state = 'doubtful' and doubted_state is not null
          and not (doubted_state = 'verified' and is_licence_of_another(l))
          -- What another report took stays taken until that one is decided.
          and not exists (select from reports o where o.profile_id = new.profile_id and o.id <> new.id and o.decided_at is null and o.acted_at is not null);
    end rejected_reports_give_back;
  end if;
  if tg_op = 'UPDATE' and ((old.decided_at IS NULL) AND (new.decided_at IS NOT NULL) AND ((new.reason)::text = 'false_licence'::text) AND new.is_upheld) then
    <<upheld_reports_settle>>
    begin
      perform from profiles where id = new.profile_id for no key update;
      update licences set state = 'doubtful', doubted_state = null where kine_id = new.profile_id and state in ('declared', 'verified', 'doubtful');
      update licences set found_false_at = now() where kine_id = new.profile_id and state = 'withdrawn' and checked_at is not null;
    end upheld_reports_settle;
  end if;
  if tg_op = 'DELETE' then
    <<leave_queue>>
    begin
      perform graphile_worker.remove_job('report_level' || ':' || old.id);
      perform publish_live_event('admins', 'counts');
      perform end_queue_notifications('report_waiting');
    end leave_queue;
  end if;
  return null;
end $function$;

CREATE TRIGGER reports_take_effect AFTER INSERT OR DELETE OR UPDATE OF decided_at ON reports FOR EACH ROW EXECUTE FUNCTION reports_take_effect();

create table suspensions (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  reason text not null,
  suspended_at timestamp with time zone default now() not null,
  suspended_by uuid,
  restored_at timestamp with time zone,
  restored_by uuid,
  restored_reason text,
  constraint suspensions_pkey PRIMARY KEY (id),
  constraint suspensions_end_has_reason CHECK ((restored_at IS NULL) = (restored_reason IS NULL)),
  constraint suspensions_reason_check CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 500),
  constraint suspensions_restored_reason_check CHECK (char_length(btrim(restored_reason)) >= 1 AND char_length(btrim(restored_reason)) <= 500),
  constraint suspensions_restored_by_fkey FOREIGN KEY (restored_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX suspensions_one_at_a_time ON suspensions USING btree (user_id) WHERE restored_at IS NULL;
CREATE INDEX suspensions_restored_by_idx ON suspensions USING btree (restored_by);
CREATE INDEX suspensions_suspended_by_idx ON suspensions USING btree (suspended_by);
CREATE INDEX suspensions_user_id_idx ON suspensions USING btree (user_id);

CREATE OR REPLACE FUNCTION public.suspensions_are_kept() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' then
    update profiles set suspended_at = null where id = old.user_id and old.restored_at is null;
  else
    update profiles set suspended_at = case when new.restored_at is null then new.suspended_at end
      where id = new.user_id and (tg_op = 'INSERT' or new.restored_at is distinct from old.restored_at);
  end if;
  return null;
end $function$;

CREATE TRIGGER suspensions_are_kept AFTER INSERT OR DELETE OR UPDATE ON suspensions FOR EACH ROW EXECUTE FUNCTION suspensions_are_kept();

CREATE OR REPLACE FUNCTION public.suspensions_by_admins() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' then
    -- Their people may leave; for the rest, a suspension only ends.
    if (new.id, new.user_id, new.reason, new.suspended_at) is distinct from (old.id, old.user_id, old.reason, old.suspended_at)
      or (new.suspended_by is distinct from old.suspended_by and new.suspended_by is not null)
      or (old.restored_at is not null and (new.restored_at, new.restored_reason) is distinct from (old.restored_at, old.restored_reason)) then
      perform refuse('suspensions_stay_as_written', 'a suspension only ends, once');
    end if;
    if old.restored_at is not null or new.restored_at is null then
      return new;
    end if;
    -- By the link of who administered, which no viewer needs to follow.
    if current_setting('kinexo.restoring', true) = new.user_id::text then
      return new;
    end if;
  elsif new.restored_at is not null then
    perform refuse('suspensions_stay_as_written', 'a suspension starts before it ends');
  end if;
  if viewer_id() = new.user_id then
    perform refuse('nobody_suspends_themselves', 'nobody decides over their own account');
  end if;
  if exists (select from user_roles where user_id = new.user_id and role = 'admin') then
    -- As a change of roles does: two admins cannot suspend each other at once.
    lock table user_roles in share row exclusive mode;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin suspends and restores');
  end if;
  if not may_decide_about(viewer_id(), new.user_id) then
    perform refuse('new_admins_wait', 'a new admin decides nothing about an earlier one');
  end if;
  return new;
end $function$;

CREATE TRIGGER suspensions_by_admins BEFORE INSERT OR UPDATE ON suspensions FOR EACH ROW EXECUTE FUNCTION suspensions_by_admins();

-- Whether somebody knows a specialist: by an application whose conversation they still read, or as a colleague with a checked licence.
CREATE OR REPLACE FUNCTION public.knows(_person uuid, _kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN ((EXISTS (SELECT FROM (matches m JOIN cases c ON ((c.id = m.case_id))) WHERE ((m.kine_id = knows._kine) AND (c.patient_id = knows._person) AND (conversation_state(m.id, knows._person) IS NOT NULL)))) OR (has_role(_person, 'kine'::app_role) AND (EXISTS (SELECT FROM profiles WHERE ((profiles.id = knows._person) AND is_licence_current(profiles.license_checked_at))))));

CREATE OR REPLACE FUNCTION public.leave_queue() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform graphile_worker.remove_job(tg_argv[0] || ':' || old.id);
  perform publish_live_event('admins', 'counts');
  perform end_queue_notifications(tg_argv[1]);
  return null;
end $function$;

-- Whether what somebody says about a specialist acts before an admin reads it: two acts of a person and twenty of all people a day.
CREATE OR REPLACE FUNCTION public.may_act_at_once(_kind text, _actor uuid, _subject uuid) RETURNS boolean LANGUAGE plpgsql AS $function$
begin
  if not is_counted(_actor) or not knows(_actor, _subject) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('acts at once', 0));
  if (select count(*) from acts_at_once where actor_id in (select same_person(_actor)) and at > clock_timestamp() - interval '1 day')
      + acts_before(_actor, 'at_once') >= 2
    or (select count(*) from acts_at_once where at > clock_timestamp() - interval '1 day') >= 20 then
    return false;
  end if;
  insert into acts_at_once (kind, actor_id, subject_id) values (_kind, _actor, _subject);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.reported(_report reports) RETURNS TABLE(title text, body text, author_id uuid, case_id uuid) LANGUAGE sql STABLE AS $function$
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
  select stars || ' de 5 estrellas' || coalesce('. Firmada por ' || author_name, ''), comment, patient_id, null from reviews where id = (_report).review_id
  union all
  select null, body, kine_id, null from review_replies where id = (_report).reply_id
$function$;

CREATE OR REPLACE FUNCTION public.suspended_have_no_session() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if exists (select from profiles where id = new.user_id and suspended_at is not null) then
    perform refuse('suspended_have_no_session', 'a suspended account does not sign in');
  end if;
  return null;
end $function$;

-- Triggers fire in the order of their names: after the foreign key's, which has waited for a suspension under way.
CREATE TRIGGER suspended_have_no_session AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION suspended_have_no_session();

CREATE TRIGGER kine_applications_leave_their_queue AFTER DELETE ON kine_applications FOR EACH ROW EXECUTE FUNCTION leave_queue('request_level', 'request_waiting');
