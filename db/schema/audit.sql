create type viewed_entity as enum ('application', 'case', 'patient', 'review');

create table admin_views (
  admin_id uuid not null,
  entity_type viewed_entity not null,
  entity_id uuid not null,
  seen_at timestamp with time zone default now() not null,
  constraint admin_views_pkey PRIMARY KEY (admin_id, entity_type, entity_id),
  constraint admin_views_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.publish_admin_view() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform publish_live_event(coalesce(new.admin_id, old.admin_id)::text, 'seen');
  return null;
end $function$;

CREATE TRIGGER publish_admin_view AFTER INSERT OR DELETE OR UPDATE ON admin_views FOR EACH ROW EXECUTE FUNCTION publish_admin_view();

-- Each event is a link: its hash covers the hash before it. The links stand in the order of the commits.
create table auth.audit_chain (
  seq bigint not null,
  event_id bigint not null,
  at timestamp with time zone not null,
  hash text not null,
  constraint audit_chain_pkey PRIMARY KEY (seq),
  constraint audit_chain_event_id_key UNIQUE (event_id)
);

CREATE OR REPLACE FUNCTION auth.audit_chain_stays() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_chain' then
    if old.at < now() - interval '400 days' then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_head' and pg_trigger_depth() > 1 then
    return new;
  end if;
  perform public.refuse('audit_chain_stays', 'the chain of what was written down only grows');
  return null;
end $function$;

CREATE TRIGGER audit_chain_is_not_emptied BEFORE TRUNCATE ON auth.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION auth.audit_chain_stays();
alter table auth.audit_chain enable always trigger audit_chain_is_not_emptied;

CREATE TRIGGER audit_chain_stays BEFORE DELETE OR UPDATE ON auth.audit_chain FOR EACH ROW EXECUTE FUNCTION auth.audit_chain_stays();
alter table auth.audit_chain enable always trigger audit_chain_stays;

-- subject and actor are audit_ids of auth.users, without a reference: events stay when accounts go. network is a block
-- of many addresses (/24, of IPv6 /48), device a browser and a system in words.
create table auth.audit_events (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  event text not null,
  subject uuid,
  actor uuid,
  session_id uuid,
  network cidr,
  device text,
  reason_sha256 text,
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_device_length CHECK (length(device) >= 1 AND length(device) <= 80),
  constraint audit_events_event CHECK (event = ANY (ARRAY['past_confirmed'::text, 'past_denied'::text, 'job_retried'::text, 'job_discarded'::text, 'mail_state_cleared'::text, 'invitation_sent'::text, 'appeal_decided'::text, 'review_edit_asked'::text, 'reply_hidden'::text, 'reply_shown'::text, 'moved_in'::text, 'password_upgraded'::text, 'person_read'::text, 'case_read'::text, 'profile_published'::text, 'licence_changed'::text, 'account_claimed'::text, 'account_recovered'::text, 'way_in_kept'::text, 'way_in_disowned'::text, 'email_restored'::text, 'case_answered_by_link'::text, 'unsubscribed_by_link'::text, 'list_exported'::text, 'facts_confirmed_by_link'::text, 'coverage_disputed'::text, 'coverage_dispute_decided'::text, 'coverage_saved'::text, 'coverage_merged'::text, 'coverage_retired'::text, 'coverage_restored'::text, 'licence_added'::text, 'licence_withdrawn'::text, 'licence_verified'::text, 'licence_doubted'::text, 'licence_deactivated'::text, 'setting_changed'::text, 'profile_change_asked'::text, 'profile_change_withdrawn'::text, 'profile_change_decided'::text, 'application_reopened'::text, 'audit_exported'::text, 'health_consent_given'::text, 'health_consent_withdrawn'::text, 'data_exported'::text, 'signed_up'::text, 'signed_in'::text, 'sign_in_refused'::text, 'signed_out'::text, 'session_ended'::text, 'refresh_token_reused'::text, 'password_changed'::text, 'email_change_asked'::text, 'email_changed'::text, 'recovery_asked'::text, 'identity_linked'::text, 'identity_unlinked'::text, 'factor_added'::text, 'factor_removed'::text, 'factor_verified'::text, 'recovery_codes_made'::text, 'recovery_codes_used'::text, 'passkey_added'::text, 'passkey_removed'::text, 'role_assigned'::text, 'application_decided'::text, 'account_created_by_admin'::text, 'account_deleted'::text, 'keys_rotated'::text, 'account_suspended'::text, 'account_restored'::text, 'review_hidden'::text, 'review_shown'::text, 'case_closed_by_admin'::text, 'report_decided'::text])),
  constraint audit_events_network_is_a_block CHECK (masklen(network::inet) <=
CASE family(network::inet)
    WHEN 4 THEN 24
    ELSE 48
END)
);

CREATE INDEX audit_events_actor ON auth.audit_events USING btree (actor, id DESC) WHERE actor IS NOT NULL;
CREATE INDEX audit_events_at ON auth.audit_events USING btree (at);
CREATE INDEX audit_events_event_idx ON auth.audit_events USING btree (event, id DESC);
CREATE INDEX audit_events_subject ON auth.audit_events USING btree (subject, id DESC) WHERE subject IS NOT NULL;

CREATE OR REPLACE FUNCTION auth.audit_events_are_chained() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform auth.chain_audit_event(new);
  return null;
end $function$;

-- At the commit, so that the head is held for its time only, and locked last by everybody.
CREATE CONSTRAINT TRIGGER audit_events_are_chained AFTER INSERT ON auth.audit_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION auth.audit_events_are_chained();
alter table auth.audit_events enable always trigger audit_events_are_chained;

-- The one way out is age: what is older than 400 days may be deleted.
CREATE OR REPLACE FUNCTION auth.audit_events_stay() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
    return old;
  end if;
  perform public.refuse('audit_events_stay', 'what happened to accounts stays as it was written');
  return null;
end $function$;

CREATE TRIGGER audit_events_are_not_emptied BEFORE TRUNCATE ON auth.audit_events FOR EACH STATEMENT EXECUTE FUNCTION auth.audit_events_stay();
alter table auth.audit_events enable always trigger audit_events_are_not_emptied;

CREATE TRIGGER audit_events_stay BEFORE DELETE OR UPDATE ON auth.audit_events FOR EACH ROW EXECUTE FUNCTION auth.audit_events_stay();
alter table auth.audit_events enable always trigger audit_events_stay;

create table auth.audit_head (
  only_row boolean default true not null,
  seq bigint not null,
  hash text not null,
  constraint audit_head_pkey PRIMARY KEY (only_row),
  constraint audit_head_only_row_check CHECK (only_row)
);

insert into auth.audit_head (only_row, seq, hash) overriding system value values
  ('true', '0', '0000000000000000000000000000000000000000000000000000000000000000');

CREATE TRIGGER audit_head_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON auth.audit_head FOR EACH STATEMENT EXECUTE FUNCTION auth.audit_chain_stays();
alter table auth.audit_head enable always trigger audit_head_stays;

create table auth.audit_reasons (
  event_id bigint not null,
  user_id uuid not null,
  salt uuid default gen_random_uuid() not null,
  reason text not null,
  constraint audit_reasons_pkey PRIMARY KEY (event_id),
  constraint audit_reasons_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint audit_reasons_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX audit_reasons_user_id_idx ON auth.audit_reasons USING btree (user_id);

CREATE OR REPLACE FUNCTION auth.audit_reasons_stay() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' and (not exists (select from auth.users where id = old.user_id)
    or not exists (select from auth.audit_events where id = old.event_id)) then
    return old;
  end if;
  perform public.refuse('audit_events_stay', 'what happened to accounts stays as it was written');
  return null;
end $function$;

CREATE TRIGGER audit_reasons_stay BEFORE DELETE OR UPDATE ON auth.audit_reasons FOR EACH ROW EXECUTE FUNCTION auth.audit_reasons_stay();

CREATE OR REPLACE FUNCTION auth.audit_text(_seq bigint, _before text, e auth.audit_events) RETURNS text LANGUAGE sql STABLE RETURN concat_ws('
'::text, _seq, _before, (e).id, to_char(((e).at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD HH24:MI:SS.US'::text), (e).event, COALESCE(((e).subject)::text, ''::text), COALESCE(((e).actor)::text, ''::text), COALESCE(((e).session_id)::text, ''::text), COALESCE(((e).network)::text, ''::text), COALESCE((e).device, ''::text), COALESCE((e).reason_sha256, ''::text));

CREATE OR REPLACE FUNCTION auth.chain_audit_event(e auth.audit_events) RETURNS void LANGUAGE plpgsql AS $function$
declare
  head auth.audit_head;
begin
  select * into head from auth.audit_head for update;
  head.hash := encode(sha256(convert_to(auth.audit_text(head.seq + 1, head.hash, e), 'UTF8')), 'hex');
  insert into auth.audit_chain (seq, event_id, at, hash) values (head.seq + 1, e.id, e.at, head.hash);
  update auth.audit_head set seq = head.seq + 1, hash = head.hash;
end $function$;
