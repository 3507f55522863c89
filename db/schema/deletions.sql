create table deletions (
  kind text not null,
  hash text not null,
  at timestamp with time zone not null,
  noted_at timestamp with time zone,
  constraint deletions_pkey PRIMARY KEY (kind, hash, at),
  constraint deletions_hash_is_sha256 CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  constraint deletions_kind CHECK (kind = ANY (ARRAY['account'::text, 'case'::text, 'study'::text, 'evidence'::text, 'withdrawal'::text, 'review'::text, 'password'::text, 'recovery_codes'::text, 'passkey'::text, 'factor'::text, 'identity'::text, 'calendar'::text, 'measure'::text, 'suspended'::text, 'restored'::text, 'patient_at_most'::text, 'kine_at_most'::text, 'admin_at_most'::text, 'mails_off'::text, 'mails_on'::text, 'blocked'::text, 'unblocked'::text, 'reading_hidden'::text, 'reading_shown'::text, 'application'::text, 'ended'::text, 'closed'::text, 'reading_narrowed'::text, 'reading_widened'::text, 'phone_hidden'::text, 'phone_listed'::text, 'licence_down'::text, 'licence_verified'::text, 'review_hidden'::text, 'review_shown'::text, 'reply_hidden'::text, 'reply_shown'::text, 'coverage_removed'::text, 'coverage_kept'::text, 'address_restored'::text, 'stars_taken'::text, 'stars_given'::text, 'licence_doubted'::text, 'licence_standing'::text]))
);
comment on table deletions is 'what must not come back from a backup: the SHA-256 of an id or a path, to the millisecond';
comment on column deletions.noted_at is 'when the note was kept outside the database; null while it is not';

CREATE INDEX deletions_to_note ON deletions USING btree (at) WHERE noted_at IS NULL;

-- The deletion of an account names it: set_config('kinexo.leaving', id, true).
CREATE OR REPLACE FUNCTION public.is_leaving(_person uuid) RETURNS boolean LANGUAGE sql STABLE RETURN COALESCE((current_setting('kinexo.leaving'::text, true) = (_person)::text), false);

CREATE OR REPLACE FUNCTION public.is_noted(_state text[], _what text) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM deletions WHERE ((deletions.kind = ANY (is_noted._state)) AND (deletions.hash = encode(sha256(convert_to(is_noted._what, 'UTF8'::name)), 'hex'::text)))));

CREATE OR REPLACE FUNCTION public.note_deletion(_kind text, _what text) RETURNS void LANGUAGE sql AS $function$
  insert into deletions (kind, hash, at)
    values (_kind, encode(sha256(convert_to(_what, 'UTF8')), 'hex'), date_trunc('milliseconds', clock_timestamp()))
    on conflict do nothing
$function$;

-- A note of a state: of all kinds in _state the latest counts.
CREATE OR REPLACE FUNCTION public.note_state(_kind text, _state text[], _what text) RETURNS void LANGUAGE sql AS $function$
  with subject as (select encode(sha256(convert_to(_what, 'UTF8')), 'hex') as hash)
  insert into deletions (kind, hash, at)
    select _kind, hash, greatest(date_trunc('milliseconds', clock_timestamp()),
      (select max(d.at) + interval '1 millisecond' from deletions d where d.hash = subject.hash and d.kind = any (_state)))
    from subject
    on conflict do nothing
$function$;
