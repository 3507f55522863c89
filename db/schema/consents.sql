create table consent_texts (
  document text not null,
  version text not null,
  text text not null,
  sha256 text not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint consent_texts_pkey PRIMARY KEY (document, version),
  constraint consent_texts_sha256 CHECK (sha256 = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text))
);

CREATE OR REPLACE FUNCTION public.consent_texts_stay() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform refuse('consent_texts_stay', 'a text that people consented to stays as it was published');
  return null;
end $function$;

CREATE TRIGGER consent_texts_stay BEFORE DELETE OR UPDATE ON consent_texts FOR EACH ROW EXECUTE FUNCTION consent_texts_stay();

create table consents (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  document text not null,
  version text not null,
  sha256 text not null,
  accepted_at timestamp with time zone default now() not null,
  action text default 'given'::text not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_action CHECK (action = 'given'::text OR action = 'withdrawn'::text AND document = 'health_data'::text),
  constraint consents_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX consents_user_id_document_version_key ON consents USING btree (user_id, document, version) WHERE document <> 'health_data'::text;
CREATE INDEX consents_user_id_idx ON consents USING btree (user_id, document, id);

CREATE OR REPLACE FUNCTION public.consents_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    <<consents_follow_their_text>>
    declare
      given text;
    begin
      if new.document <> 'health_data' then
        exit consents_follow_their_text;
      end if;
      new.accepted_at := clock_timestamp();
      -- Who publishes or edits a case at the same time waits for this row, or is waited for.
      select health_consent into given from profiles where id = new.user_id for no key update;
      if new.action = 'withdrawn' then
        if given is distinct from new.version then
          perform refuse('consents_withdrawn_are_given', 'only a consent that is given is taken back');
        end if;
      elsif new.version is distinct from current_consent(new.document) or not exists (
        select from consent_texts t where t.document = new.document and t.version = new.version and t.sha256 = new.sha256
      ) then
        perform refuse('consents_are_to_the_current_text', 'a consent is given to the text that was published last');
      end if;
    end consents_follow_their_text;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    <<consents_stay>>
    begin
      -- They go with their person.
      if tg_op = 'DELETE' and (is_leaving(old.user_id) or not exists (select from profiles where id = old.user_id)) then
        exit consents_stay;
      end if;
      perform refuse('consents_stay', 'a consent stays as it was given');
    end consents_stay;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE TRIGGER consents_keep_their_course BEFORE INSERT OR DELETE OR UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION consents_keep_their_course();

CREATE OR REPLACE FUNCTION public.consents_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if (new.document = 'health_data'::text) then
    <<course>>
    begin
      update profiles
        set health_consent = case when new.action = 'given' then new.version end,
          health_withdrawn_at = case when new.action = 'withdrawn' then new.accepted_at end
        where id = new.user_id;
      if new.action = 'withdrawn' then
        delete from cases where patient_id = new.user_id and status = 'open';
        delete from withdrawn_words where author_id = new.user_id and not is_of_kine;
        perform publish_live_event('kines', 'cases');
        perform publish_live_event(new.user_id::text, 'case', id) from cases where patient_id = new.user_id and status = 'matched';
      end if;
    end course;
  end if;
  if (new.action = 'withdrawn'::text) then
    <<tombstone_withdrawals>>
    begin
      perform note_deletion('withdrawal', new.user_id::text);
    end tombstone_withdrawals;
  end if;
  if ((new.document = 'health_data'::text) AND (new.action = 'withdrawn'::text)) then
    <<withdrawn_consents_take_coverages>>
    begin
      delete from patient_coverages where patient_id = new.user_id;
    end withdrawn_consents_take_coverages;
  end if;
  return null;
end $function$;

CREATE TRIGGER consents_take_effect AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION consents_take_effect();

-- The version that is asked for now: the one published last.
CREATE OR REPLACE FUNCTION public.current_consent(_document text) RETURNS text LANGUAGE sql STABLE RETURN (SELECT consent_texts.version FROM consent_texts WHERE (consent_texts.document = current_consent._document) ORDER BY consent_texts.published_at DESC, consent_texts.version DESC LIMIT 1);
