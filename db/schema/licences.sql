create table dropped_evidence (
  path text not null,
  dropped_at timestamp with time zone default now() not null,
  constraint dropped_evidence_pkey PRIMARY KEY (path)
);

-- The kind, jurisdiction and number that a licence's one form names, and those that were stored before it existed: "MP 87651, Córdoba",
-- "Mat. Nac. 068736". The program reads more forms and writes the one; both read these alike. Of any other text, all is its number.
CREATE OR REPLACE FUNCTION public.licence_value(_text text, OUT kind text, OUT jurisdiction text, OUT number text) RETURNS record LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $function$
declare
  parts text[] := regexp_match(btrim(public.fold(_text)), '^([^0-9]*)([0-9][0-9[:space:]./-]*)(,[^0-9]+)?$');
  before text := regexp_replace(parts[1], '[^a-z]', '', 'g');
  named text[] := regexp_match(before, 
    '^(?:(mn|(?:mat(?:ricula)?)?nac(?:ional)?)|(mp|(?:mat(?:ricula)?)?prov(?:incial)?)|mat(?:ricula)?)?(?:n|no|nro|num|numero)?$');
begin
  jurisdiction := '{"buenosaires":"06","catamarca":"10","cordoba":"14","corrientes":"18","chaco":"22","chubut":"26","entrerios":"30","formosa":"34","jujuy":"38","lapampa":"42","larioja":"46","mendoza":"50","misiones":"54","neuquen":"58","rionegro":"62","salta":"66","sanjuan":"70","sanluis":"74","santacruz":"78","santafe":"82","santiagodelestero":"86","tucuman":"90","tierradelfuego":"94"}'::jsonb ->> regexp_replace(parts[3], '[^a-z]', '', 'g');
  if named is null or (parts[3] is not null and jurisdiction is null) then
    jurisdiction := null;
    number := _text;
    return;
  end if;
  number := regexp_replace(regexp_replace(parts[2], '[^0-9]', '', 'g'), '^0+(?=[0-9])', '');
  if named[1] is not null then
    kind := 'MN';
    jurisdiction := '02';
  elsif named[2] is not null or jurisdiction is not null then
    kind := 'MP';
  end if;
end $function$;

-- Columns of the value, since an index serves them: the kind that is known or written, and the number without zeros and signs.
CREATE OR REPLACE FUNCTION public.licence_value_kind(_kind text, _number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN COALESCE(_kind, (licence_value(_number)).kind);

CREATE OR REPLACE FUNCTION public.licence_value_number(_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN license_key((licence_value(_number)).number);

create table licences (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  is_first boolean default false not null,
  kind text,
  jurisdiction text,
  number text not null,
  number_key text generated always as (license_key(number)) stored not null,
  state text default 'declared'::text not null,
  declared_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  checked_by uuid,
  method text,
  decided_at timestamp with time zone,
  recheck_at timestamp with time zone,
  evidence_path text,
  evidence_at timestamp with time zone,
  evidence_uploads smallint default 0 not null,
  evidence_uploaded_on date,
  doubted_state text,
  value_kind text generated always as (licence_value_kind(kind, number)) stored,
  value_number text generated always as (licence_value_number(number)) stored,
  value_place text generated always as (
CASE licence_value_kind(kind, number)
    WHEN 'MN'::text THEN '02'::text
    ELSE jurisdiction
END) stored,
  contested_at timestamp with time zone,
  found_false_at timestamp with time zone,
  constraint licences_pkey PRIMARY KEY (id),
  constraint licences_doubted_state CHECK (doubted_state IS NULL OR state = 'doubtful'::text AND (doubted_state = ANY (ARRAY['declared'::text, 'verified'::text]))),
  constraint licences_evidence_has_date CHECK ((evidence_path IS NULL) = (evidence_at IS NULL)),
  constraint licences_first_stands CHECK (NOT is_first OR state <> 'withdrawn'::text),
  constraint licences_jurisdiction CHECK (jurisdiction ~ '^[0-9]{2}$'::text),
  constraint licences_kind CHECK (kind = ANY (ARRAY['MN'::text, 'MP'::text])),
  constraint licences_kind_has_place CHECK (
CASE
    WHEN kind = 'MN'::text THEN jurisdiction = '02'::text
    ELSE jurisdiction IS DISTINCT FROM '02'::text
END),
  constraint licences_method CHECK (method = ANY (ARRAY['approval'::text, 'register'::text, 'evidence'::text])),
  constraint licences_number CHECK (char_length(number) <= 20 AND number ~ '[[:alnum:]]'::text),
  constraint licences_state CHECK (state = ANY (ARRAY['declared'::text, 'verified'::text, 'doubtful'::text, 'inactive'::text, 'withdrawn'::text])),
  constraint licences_verified_when CHECK (state <> 'verified'::text OR checked_at IS NOT NULL AND method IS NOT NULL),
  constraint licences_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint licences_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX licences_checked_by_idx ON licences USING btree (checked_by) WHERE checked_by IS NOT NULL;
CREATE INDEX licences_evidence_idx ON licences USING btree (decided_at) WHERE evidence_path IS NOT NULL;
CREATE UNIQUE INDEX licences_first_key ON licences USING btree (kine_id) WHERE is_first;
CREATE INDEX licences_kine_id_idx ON licences USING btree (kine_id);
CREATE UNIQUE INDEX licences_kine_id_key ON licences USING btree (kine_id, kind, jurisdiction, number_key) WHERE state <> 'withdrawn'::text;
CREATE INDEX licences_number_key_idx ON licences USING btree (number_key) WHERE state <> 'withdrawn'::text;
CREATE OR REPLACE FUNCTION public.licence_keys(_text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (SELECT CASE WHEN (v.number ~ '^[0-9]+$'::text) THEN ARRAY[v.number] ELSE ARRAY(SELECT DISTINCT keys.key FROM (SELECT ltrim(array_to_string(w.digits[a.a:b.b], ''::text), '0'::text) AS key FROM ((((VALUES (true), (false)) l(is_look_alike) CROSS JOIN LATERAL (SELECT ARRAY(SELECT CASE WHEN (l.is_look_alike AND (word.word[1] ~ '^[0-9oilszb]*[0-9][0-9oilszb]*[0-9][0-9oilszb]*$'::text)) THEN translate(word.word[1], 'oilszb'::text, '011528'::text) WHEN (word.word[1] ~ '[0-9]'::text) THEN regexp_replace(word.word[1], '[a-z]'::text, ''::text, 'g'::text) ELSE NULL::text END AS "case" FROM regexp_matches(fold(licence_keys._text), '[0-9a-z]+'::text, 'g'::text) word(word)) AS "array") w(digits)) CROSS JOIN LATERAL generate_series(1, cardinality(w.digits)) a(a)) CROSS JOIN LATERAL generate_series(a.a, LEAST((a.a + 5), cardinality(w.digits))) b(b)) WHERE (array_position(w.digits[a.a:b.b], NULL::text) IS NULL)) keys WHERE (char_length(keys.key) >= 4) UNION SELECT ltrim(run.run[1], '0'::text) AS ltrim FROM regexp_matches(fold(licence_keys._text), '0*[1-9][0-9]{3,}'::text, 'g'::text) run(run) UNION SELECT license_key(licence_keys._text) AS license_key) END AS "array" FROM licence_value(licence_keys._text) v(kind, jurisdiction, number));
CREATE INDEX licences_past_keys_idx ON licences USING gin (licence_keys(number)) WHERE state <> 'withdrawn'::text OR checked_at IS NOT NULL OR found_false_at IS NOT NULL;
CREATE INDEX licences_recheck_idx ON licences USING btree (recheck_at, id) WHERE recheck_at IS NOT NULL;
CREATE UNIQUE INDEX licences_value_key ON licences USING btree (value_number, value_kind, value_place) NULLS NOT DISTINCT WHERE is_first AND contested_at IS NULL;
CREATE INDEX licences_value_number_idx ON licences USING btree (value_number) WHERE state <> 'withdrawn'::text;

-- One specialist holds a licence that was checked. One that is only declared keeps nobody from it.
CREATE UNIQUE INDEX licences_verified_key ON licences USING btree (kind, jurisdiction, number_key) WHERE state = 'verified'::text;

CREATE INDEX licences_withdrawn_idx ON licences USING btree (declared_at) WHERE state = 'withdrawn'::text AND checked_at IS NULL AND decided_at IS NULL;
CREATE TRIGGER directory_follows AFTER INSERT OR DELETE OR UPDATE ON licences FOR EACH ROW EXECUTE FUNCTION directory_follows_row('kine_id');

CREATE OR REPLACE FUNCTION public.licences_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
    if new.kine_id <> old.kine_id or (not follows and (new.is_first <> old.is_first
        or new.number <> old.number and not (is_admin and is_licence_read(new.number) and not is_licence_read(old.number)))) then
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
    new.found_false_at := case when new.state = 'verified' then null
      when new.state = 'inactive' or new.state = 'doubtful' and new.doubted_state is null then coalesce(old.found_false_at, now()) else new.found_false_at end;
  end if;
  new.recheck_at := case when new.contested_at > coalesce(new.decided_at, '-infinity') and new.state <> 'withdrawn' then new.contested_at else
    case new.state when 'doubtful' then to_timestamp(0) when 'declared' then new.declared_at
    when 'verified' then new.checked_at + interval '180 days'
    -- Evidence that came after the decision asks for another one.
    when 'inactive' then case when new.evidence_at > coalesce(new.decided_at, '-infinity') then new.evidence_at end end end;
  return new;
end $function$;

CREATE TRIGGER licences_keep_their_course BEFORE INSERT OR UPDATE ON licences FOR EACH ROW EXECUTE FUNCTION licences_keep_their_course();

-- A first licence has one holder, the profile shows the newest check (its first licence is the one that was verified where it had none), and evidence goes.
CREATE OR REPLACE FUNCTION public.licences_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op in ('UPDATE', 'DELETE') and (old.evidence_path IS NOT NULL) then
    <<evidence_is_dropped>>
    begin
      if tg_op = 'UPDATE' and new.evidence_path = old.evidence_path then
        exit evidence_is_dropped;
      end if;
      insert into dropped_evidence (path) values (old.evidence_path) on conflict do nothing;
      -- With an account that goes, everything of it does.
      if not is_leaving(old.kine_id) then
        perform note_deletion('evidence', old.evidence_path);
      end if;
    end evidence_is_dropped;
  end if;
  if tg_op = 'INSERT' and new.is_first or tg_op = 'UPDATE' and (new.is_first AND ((new.is_first IS DISTINCT FROM old.is_first) OR (new.value_number IS DISTINCT FROM old.value_number) OR (new.value_kind IS DISTINCT FROM old.value_kind) OR (new.value_place IS DISTINCT FROM old.value_place))) then
    <<first_licences_have_one_holder>>
    begin
      -- The index sees equal values; a number without its kind may be any of them, which the lock makes the second of two see.
      perform pg_advisory_xact_lock(hashtextextended('licence number ' || new.value_number, 0));
      if exists (select from licences o where o.is_first and o.value_number = new.value_number and o.kine_id <> new.kine_id
        and case when new.value_kind is null then true
          when o.value_kind is null then new.value_kind = 'MN' or new.jurisdiction is null
          else (o.value_kind, o.value_place) is not distinct from (new.value_kind, new.value_place) end) then
        -- The name that the version before knows as well.
        perform refuse('profiles_license_number_key', 'another specialist has this licence');
      end if;
    end first_licences_have_one_holder;
  end if;
  if tg_op = 'UPDATE' and new.is_first and new.number <> old.number then
    <<profiles_say_what_is_read>>
    begin
      update profiles set license_number = licence_text(new.kind, new.jurisdiction, new.number) where id = new.kine_id;
    end profiles_say_what_is_read;
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state then
    <<tombstone_checks>>
    declare
      state constant text[] := array['licence_down', 'licence_verified'];
      doubt constant text[] := array['licence_doubted', 'licence_standing'];
    begin
      if old.state = 'verified' then
        perform note_state('licence_down', state, new.id::text);
      elsif new.state = 'verified' and is_noted(state, new.id::text) then
        perform note_state('licence_verified', state, new.id::text);
      end if;
      -- One that nobody checked lists its holder until somebody objects to it.
      if new.state in ('doubtful', 'inactive') and old.state in ('declared', 'verified') then
        perform note_state('licence_doubted', doubt, new.id::text);
      elsif new.state in ('declared', 'verified') and is_noted(doubt, new.id::text) then
        perform note_state('licence_standing', doubt, new.id::text);
      end if;
    end tombstone_checks;
  end if;
  if (tg_op <> 'UPDATE' or (new.state, new.checked_at) is distinct from (old.state, old.checked_at)) then
    <<licences_are_shown>>
    declare
      kine uuid := coalesce(new.kine_id, old.kine_id);
      newest licences;
    begin
      select * into newest from licences where kine_id = kine and state = 'verified' order by checked_at desc limit 1;
      update profiles set license_checked_at = newest.checked_at,
          license_number = coalesce(license_number, case
            when exists (select from profiles o where license_key(o.license_number) = license_key(concat_ws(' ', newest.kind, newest.number)))
            then licence_text(newest.kind, newest.jurisdiction, newest.number) else concat_ws(' ', newest.kind, newest.number) end)
        where id = kine and license_checked_at is distinct from newest.checked_at;
      if tg_op = 'UPDATE' and new.state = 'verified' and new.is_first then
        delete from profile_changes c using profiles p
          where c.kine_id = kine and p.id = kine and c.rejected_at is null
            and (c.name, c.license_number, c.specialty) is not distinct from (p.name, p.license_number, p.specialty);
      end if;
    end licences_are_shown;
  end if;
  return null;
end $function$;

CREATE TRIGGER licences_take_effect AFTER INSERT OR DELETE OR UPDATE OF checked_at, evidence_path, is_first, jurisdiction, kind, number, state ON licences FOR EACH ROW EXECUTE FUNCTION licences_take_effect();

CREATE OR REPLACE FUNCTION public.verified_licences_have_one_holder() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- What a rejected report gives back was checked before, and nobody checks it now.
  if (new.checked_at is distinct from old.checked_at or old.doubted_state is distinct from 'verified') and not is_licence_read(new.number) then
    perform refuse('licences_are_read', 'nobody looks a licence without a number up');
  end if;
  -- The index sees equal places only; one that states no place may be any of them.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || n, 0)) from unnest(licence_keys(new.number) || licence_value_number(new.number)) n order by n;
  if (old.state <> 'verified' or new.number <> old.number) and is_licence_of_another(new) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $function$;

CREATE TRIGGER verified_licences_have_one_holder BEFORE UPDATE ON licences FOR EACH ROW WHEN (new.state = 'verified'::text AND (old.state <> 'verified'::text OR new.checked_at IS DISTINCT FROM old.checked_at)) EXECUTE FUNCTION verified_licences_have_one_holder();

-- Stores the licence that a profile states as its specialist's first one.
CREATE OR REPLACE FUNCTION public.declare_first_licence(_kine uuid, _by_city boolean) RETURNS void LANGUAGE plpgsql AS $function$
declare
  profile profiles;
  parts record;
  place text;
begin
  select * into profile from profiles where id = _kine;
  parts := licence_value(profile.license_number);
  place := case when parts.jurisdiction is not null then parts.jurisdiction
    when parts.kind = 'MP' and _by_city then (select nullif(jurisdiction, '02') from places where slug = profile.place_slug) end;
  -- One that was declared besides becomes the first, where the text says its province: an admin checks what they read.
  update licences set is_first = true, jurisdiction = coalesce(jurisdiction, parts.jurisdiction) where id = (select id from licences
    where kine_id = _kine and state <> 'withdrawn' and kind = parts.kind and value_number = license_key(parts.number)
      and (jurisdiction is not distinct from parts.jurisdiction or jurisdiction is not distinct from place)
    order by jurisdiction is distinct from place limit 1);
  if not found then
    insert into licences (kine_id, is_first, kind, jurisdiction, number) values (_kine, true, parts.kind, place, parts.number);
  end if;
end $function$;

-- What a licence is worth today: 180 days fresh, until 240 due for another check, then lapsed.
CREATE OR REPLACE FUNCTION public.licence_standing(_state text, _checked_at timestamp with time zone) RETURNS text LANGUAGE sql STABLE RETURN CASE WHEN (_state <> 'verified'::text) THEN _state WHEN (days_since(_checked_at) <= 180) THEN 'fresh'::text WHEN (days_since(_checked_at) <= 240) THEN 'due'::text ELSE 'lapsed'::text END;

-- A session in person needs a licence of the place's jurisdiction, one at a distance any: verified, and not lapsed.
CREATE OR REPLACE FUNCTION public.may_practise(_kine uuid, _jurisdiction text, _modality modality) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM licences WHERE ((licences.kine_id = may_practise._kine) AND (licence_standing(licences.state, licences.checked_at) = ANY (ARRAY['fresh'::text, 'due'::text])) AND ((may_practise._modality = 'online'::modality) OR (licences.jurisdiction = may_practise._jurisdiction)))));

-- Whether the pages of a place leave a specialist out: only where an admin has set licence_rule to strict.
CREATE OR REPLACE FUNCTION public.is_left_out(_kine uuid, _jurisdiction text, _modality modality) RETURNS boolean LANGUAGE sql STABLE RETURN ((NOT ((SELECT settings.value FROM settings WHERE (settings.key = 'licence_rule'::text)) IS DISTINCT FROM '"strict"'::jsonb)) AND (NOT may_practise(_kine, _jurisdiction, _modality)));

-- Whether the newest check of a specialist still bears a badge.
CREATE OR REPLACE FUNCTION public.is_licence_current(_checked_at timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE RETURN COALESCE((days_since(_checked_at) <= 240), false);

CREATE OR REPLACE FUNCTION public.is_licence_read(_text text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ((licence_value(_text)).number ~ '^[0-9]+$'::text);

-- Whether two licences with one number may be the same: what one of them does not say may be what the other says.
CREATE OR REPLACE FUNCTION public.may_be_one_licence(_kind text, _jurisdiction text, _other_kind text, _other_jurisdiction text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (COALESCE((_kind = _other_kind), true) AND COALESCE((_jurisdiction = _other_jurisdiction), true));

CREATE OR REPLACE FUNCTION public.is_licence_of_another(_own licences) RETURNS boolean LANGUAGE sql STABLE RETURN ((EXISTS (SELECT FROM licences o WHERE ((o.value_number = licence_value_number((is_licence_of_another._own).number)) AND (o.state = 'verified'::text) AND (o.kine_id <> (is_licence_of_another._own).kine_id) AND may_be_one_licence(o.value_kind, o.jurisdiction, licence_value_kind((is_licence_of_another._own).kind, (is_licence_of_another._own).number), (is_licence_of_another._own).jurisdiction) AND ((o.value_kind IS DISTINCT FROM 'MP'::text) OR (licence_value_kind((is_licence_of_another._own).kind, (is_licence_of_another._own).number) IS DISTINCT FROM 'MP'::text) OR (((o.jurisdiction IS NULL) <> ((is_licence_of_another._own).jurisdiction IS NULL)) IS DISTINCT FROM true))))) OR (EXISTS (SELECT FROM licences o WHERE ((licence_keys(o.number) && licence_keys((is_licence_of_another._own).number)) AND (o.state = 'verified'::text) AND (o.kine_id <> (is_licence_of_another._own).kine_id) AND (is_licence_read(o.number) <> is_licence_read((is_licence_of_another._own).number)) AND may_be_one_licence(o.value_kind, o.jurisdiction, licence_value_kind((is_licence_of_another._own).kind, (is_licence_of_another._own).number), (is_licence_of_another._own).jurisdiction)))));

-- Why another specialist's first licence, or a number that a profile shows, keeps a person from this one: 'taken', or 'place_needed' where a province
-- would tell the two apart. Null when it is free. One that names its province is kept by the same province alone; the admin who approves sees the others.
CREATE OR REPLACE FUNCTION public.licence_conflict(_text text, _own uuid) RETURNS text LANGUAGE sql STABLE RETURN (SELECT CASE WHEN ((v.kind = 'MN'::text) OR (v.jurisdiction IS NOT NULL) OR (v.number !~ '^[0-9]+$'::text)) THEN 'taken'::text ELSE 'place_needed'::text END AS "case" FROM licence_value(licence_conflict._text) v(kind, jurisdiction, number) WHERE ((EXISTS (SELECT FROM licences o WHERE (o.is_first AND (o.value_number = license_key(v.number)) AND (o.kine_id IS DISTINCT FROM licence_conflict._own) AND CASE WHEN ((v.kind = 'MP'::text) AND (v.jurisdiction IS NOT NULL)) THEN ((o.value_kind = 'MP'::text) AND (o.jurisdiction = v.jurisdiction)) ELSE COALESCE((o.value_kind = v.kind), true) END))) OR (EXISTS (SELECT FROM profiles p WHERE ((license_key(p.license_number) = license_key(licence_conflict._text)) AND (p.id IS DISTINCT FROM licence_conflict._own))))));

-- A licence as a profile shows it: kind, number and, where it is known, province.
CREATE OR REPLACE FUNCTION public.licence_text(_kind text, _jurisdiction text, _number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN concat_ws(', '::text, concat_ws(' '::text, _kind, _number), CASE WHEN (_kind = 'MP'::text) THEN ('{"06": "Buenos Aires", "10": "Catamarca", "14": "Córdoba", "18": "Corrientes", "22": "Chaco", "26": "Chubut", "30": "Entre Ríos", "34": "Formosa", "38": "Jujuy", "42": "La Pampa", "46": "La Rioja", "50": "Mendoza", "54": "Misiones", "58": "Neuquén", "62": "Río Negro", "66": "Salta", "70": "San Juan", "74": "San Luis", "78": "Santa Cruz", "82": "Santa Fe", "86": "Santiago del Estero", "90": "Tucumán", "94": "Tierra del Fuego"}'::jsonb ->> _jurisdiction) ELSE NULL::text END);

-- The first licence is what the profile says, and what an admin checked through the profile is verified.
CREATE OR REPLACE FUNCTION public.profiles_declare_licences() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' or new.license_number is distinct from old.license_number then
    if tg_op = 'UPDATE' and licence_value(new.license_number) = licence_value(old.license_number) then
      null;
    elsif tg_op = 'UPDATE' and (licence_value(new.license_number)).jurisdiction is null and (licence_value(new.license_number)).kind = 'MP'
      and exists (select from licences where kine_id = new.id and is_first and kind = 'MP' and value_number = licence_value_number(new.license_number)) then
      -- A province that is left out stays the one that it was.
      null;
    else
      update licences set state = 'withdrawn' where kine_id = new.id and is_first;
      if new.license_number is not null then
        perform declare_first_licence(new.id, tg_op = 'INSERT');
      end if;
    end if;
  end if;
  -- A check is of a name and a number: of a new name, the one that an admin read with it.
  if tg_op = 'UPDATE' and new.name <> old.name then
    update licences set state = 'declared', declared_at = now()
      where kine_id = new.id and state = 'verified' and (not is_first or new.license_checked_at is null);
  end if;
  if new.license_checked_at is not null then
    update licences set state = 'verified', checked_at = new.license_checked_at, checked_by = viewer_id(), method = 'approval',
        decided_at = clock_timestamp()
      where kine_id = new.id and is_first and state in ('declared', 'verified') and is_licence_read(number)
        and (state, checked_at) is distinct from ('verified', new.license_checked_at);
    -- One that is in doubt, inactive or not read is decided among the licences: the profile keeps the newest check of the others.
    update profiles set license_checked_at = newest.checked_at
      from (select max(checked_at) as checked_at from licences where kine_id = new.id and state = 'verified') newest
      where id = new.id and license_checked_at is distinct from newest.checked_at
        and exists (select from licences where kine_id = new.id and is_first and (state in ('doubtful', 'inactive') or not is_licence_read(number)));
  elsif tg_op = 'UPDATE' and old.license_checked_at is not null then
    update licences set state = 'declared', declared_at = now() where kine_id = new.id and state = 'verified';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.requests_hold_licences() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  held text := new.license_number;
begin
  if tg_op = 'INSERT' then
    if is_confirmed(new.user_id) then
      return new;
    end if;
    held := (select license_number from profiles where id = new.profile_id);
  end if;
  if held is null then
    return new;
  end if;
  perform from profiles where id = new.profile_id for no key update;
  if tg_op = 'INSERT' then
    delete from licences where kine_id = new.profile_id and is_first;
  else
    update licences set state = 'withdrawn' where kine_id = new.profile_id and is_first;
  end if;
  update profiles set license_number = null where id = new.profile_id and license_number is not null;
  new.license_number := held;
  if is_confirmed(new.user_id) then
    perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(held), 0));
    if licence_conflict(held, new.profile_id) is null then
      update profiles set license_number = held where id = new.profile_id;
      perform declare_first_licence(new.profile_id, true);
      new.license_number := null;
    end if;
  end if;
  return new;
end $function$;

CREATE TRIGGER profiles_declare_licences AFTER UPDATE ON profiles FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (old.license_number IS DISTINCT FROM new.license_number OR old.license_checked_at IS DISTINCT FROM new.license_checked_at)) EXECUTE FUNCTION profiles_declare_licences();
CREATE TRIGGER profiles_start_with_licences AFTER INSERT ON profiles FOR EACH ROW WHEN (new.license_number IS NOT NULL) EXECUTE FUNCTION profiles_declare_licences();
