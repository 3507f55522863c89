-- A rejected report gave a check back after a change of name, after another report was upheld, and where the report was about something else.
-- Stars of a deleted account passed to other holders of its number.

-- When an admin last found no such licence, or somebody else's, whatever its holder did with it since; null once it was checked again.
alter table licences add column found_false_at timestamptz;

create unique index reports_noticed_once_key on reports (subject_id, reason) where reporter_id is null and decided_at is null;
drop index reports_noticed_key;

create or replace function note_contact_leak(_user uuid, _said text) returns void language plpgsql as $function$
declare
  _today text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('leak ' || _user, 0));
  insert into contact_leaks (user_id, said) values (_user, left(_said, 2000));
  _today := array(select said from contact_leaks where user_id = _user and at > now() - interval '1 day' order by at desc limit 3);
  if cardinality(_today) = 3 then
    insert into reports (profile_id, reason, details, said)
      values (_user, 'other', 'Tres textos con datos de contacto en un día.', array_to_string(_today, E'\n\n'))
      on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing;
  end if;
end $function$;

create or replace function requeue_edited(_thing uuid) returns void language sql as $function$
  insert into reports (profile_id, case_id, match_id, review_id, message_id, reply_id, reason, details)
    select r.profile_id, r.case_id, r.match_id, r.review_id, r.message_id, r.reply_id, 'other', 'Su autor la editó después de una denuncia.'
      from reports r cross join lateral reported(r) n
      where r.id = (select o.id from reports o where o.subject_id = _thing
          and (o.reporter_id is not null or o.profile_id is null or o.details = 'Su autor la editó después de una denuncia.')
          order by o.id desc limit 1)
        and words_hash(n.title, n.body) is distinct from coalesce(r.read_hash, words_hash(r.said_title, r.said))
        and (r.review_id is not null or not exists (select from reports o where o.subject_id = _thing and o.decided_at is null and o.reporter_id is not null))
    on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing
$function$;

create or replace function reviews_take_effect() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' and ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) or tg_op in ('INSERT', 'DELETE') then
    <<reviews_replace_earlier_ones>>
    begin
      perform replace_earlier_reviews(coalesce(new, old));
    end reviews_replace_earlier_ones;
  end if;
  if tg_op = 'INSERT' then
    <<withdrawn_reviews_stay_withdrawn>>
    begin
      if exists (select from withdrawn_reviews where case_id = new.case_id and kine_id = new.kine_id) then
        perform refuse('reviews_withdrawn_once', 'a withdrawn review is not written again');
      end if;
    end withdrawn_reviews_stay_withdrawn;
  end if;
  if tg_op = 'INSERT' and new.is_waiting then
    <<waiting_reviews_are_queued>>
    begin
      insert into reports (review_id, reason, details)
        values (new.id, 'other', 'Es la cuarta reseña del mismo especialista en un día, o una posterior, de cuentas de menos de una semana.')
        on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing;
    end waiting_reviews_are_queued;
  end if;
  if tg_op = 'DELETE' then
    <<tombstone_withdrawn_reviews>>
    begin
      perform note_deletion('review', old.id::text);
    end tombstone_withdrawn_reviews;
  end if;
  return null;
end $function$;

create or replace function profiles_keep_their_course() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' and ((old.approval_status <> 'pending'::approval_status) AND (new.approval_status <> old.approval_status)) then
    <<approval_is_decided_once>>
    begin
      if old.approval_status = 'rejected' and new.approval_status = 'pending' and has_role(viewer_id(), 'admin') then
        exit approval_is_decided_once;
      end if;
      perform refuse('approval_decided_once', format('approval does not go from %s to %s', old.approval_status, new.approval_status));
    end approval_is_decided_once;
  end if;
  if tg_op = 'INSERT' and (new.license_number IS NOT NULL) or tg_op = 'UPDATE' and ((new.license_number IS NOT NULL) AND (new.license_number IS DISTINCT FROM old.license_number)) then
    <<licences_are_taken_in_turn>>
    begin
      perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(new.license_number), 0));
    end licences_are_taken_in_turn;
  end if;
  if tg_op = 'UPDATE' and (new.price_range IS DISTINCT FROM old.price_range) then
    <<price_range_follows_prices>>
    begin
      new.price_range := coalesce(stated_price_range(new.id), new.price_range);
    end price_range_follows_prices;
  end if;
  if tg_op = 'UPDATE' then
    <<profile_versions_rise>>
    begin
      new.version := old.version + case
        when new.version = old.version
          and (new.name, new.phone, new.birth_date, new.location_city, new.license_number, new.specialty, new.price_range,
          new.modalities, new.bio, new.phone_listed)
          is not distinct from
          (old.name, old.phone, old.birth_date, old.location_city, old.license_number, old.specialty, old.price_range,
          old.modalities, old.bio, old.phone_listed)
        then 0 else 1 end;
    end profile_versions_rise;
  end if;
  if tg_op = 'UPDATE' and new.name <> old.name then
    <<reviews_are_signed>>
    begin
      -- What everybody reads under a review is part of it, and settles with it. Admins decided about another name.
      with signed as (
        update reviews r set author_name = public_name(new.name) where r.patient_id = new.id and r.created_at > now() - interval '7 days'
          and r.author_name is distinct from public_name(new.name) returning r.id)
      insert into reports (review_id, reason, details)
        select id, 'other', 'Su autor cambió de nombre después de una denuncia.' from signed
          where exists (select from reports o where o.review_id = signed.id)
        on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing;
    end reviews_are_signed;
  end if;
  if tg_op = 'UPDATE' and (new.health_consent, new.health_withdrawn_at) is distinct from (old.health_consent, old.health_withdrawn_at) then
    <<profiles_follow_consents>>
    begin
      -- The trigger of consents is the only one to write here.
      if pg_trigger_depth() < 2 then
        perform refuse('profiles_follow_consents', 'a consent changes by a row of consents');
      end if;
    end profiles_follow_consents;
  end if;
  if tg_op = 'INSERT' and (new.license_checked_at IS NOT NULL) or tg_op = 'UPDATE' and (new.name, new.license_number, new.specialty, new.license_checked_at) is distinct from (old.name, old.license_number, old.specialty, old.license_checked_at) then
    <<profiles_show_what_was_checked>>
    begin
      if pg_trigger_depth() > 1 then
        exit profiles_show_what_was_checked;
      end if;
      if tg_op = 'INSERT' then
        if not has_role(viewer_id(), 'admin') then
          perform refuse('only_admins', 'only an admin checks a licence');
        end if;
        exit profiles_show_what_was_checked;
      end if;
      if new.license_checked_at is distinct from old.license_checked_at and new.license_checked_at is not null
        and not has_role(viewer_id(), 'admin') then
        perform refuse('only_admins', 'only an admin checks a licence');
      end if;
      if (new.name, new.license_number, new.specialty) is not distinct from (old.name, old.license_number, old.specialty) then
        exit profiles_show_what_was_checked;
      end if;
      if old.approval_status = 'approved' and new.approval_status = 'approved'
        and exists (select from user_roles where user_id = new.id and role = 'kine') and not has_role(viewer_id(), 'admin') then
        perform refuse('profiles_change_by_review', 'name, licence and specialty of an approved specialist change by review');
      end if;
      if (new.name, new.license_number) is distinct from (old.name, old.license_number) then
        if new.license_checked_at is not distinct from old.license_checked_at then
          new.license_checked_at := null;
        end if;
        -- A check is of a name and a number, also one that a rejected report would give back.
        if new.license_checked_at is null or new.name is distinct from old.name then
          update licences set doubted_state = 'declared' where kine_id = new.id and state = 'doubtful' and doubted_state = 'verified';
        end if;
      end if;
    end profiles_show_what_was_checked;
  end if;
  if tg_op = 'UPDATE' and ((new.approval_status = 'rejected'::approval_status) AND (old.license_number IS NOT NULL)) then
    <<rejection_frees_the_licence>>
    begin
      update kine_applications set license_number = old.license_number where profile_id = new.id and status = 'rejected';
      new.license_number := null;
      new.license_checked_at := null;
    end rejection_frees_the_licence;
  end if;
  if (new.suspended_at IS NOT NULL) or tg_op = 'UPDATE' and ((old.suspended_at IS NOT NULL) AND (new.suspended_at IS NULL)) then
    <<suspended_as_written>>
    begin
      if new.suspended_at is distinct from
        (select suspended_at from suspensions where user_id = new.id and restored_at is null) then
        perform refuse('suspended_as_written', 'an account is suspended by a row of suspensions');
      end if;
      if new.suspended_at is not null and has_role(new.id, 'admin')
        and not exists (select from user_roles where role = 'admin' and user_id <> new.id and has_role(user_id, 'admin')) then
        perform refuse('last_admin_stays', 'the last admin is not suspended');
      end if;
    end suspended_as_written;
  end if;
  return new;
end $function$;

create or replace function reports_take_effect() returns trigger language plpgsql as $function$
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

create or replace function licences_keep_their_course() returns trigger language plpgsql as $function$
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

create or replace function inherit_stars(_kine uuid, _keys jsonb) returns void language plpgsql as $function$
declare
  earlier departures;
begin
  for earlier in
    select d.* from departures d where d.review_count > 0 and d.left_at > now() - interval '24 months' and exists (
      select from jsonb_to_recordset(_keys) a (what text, hash text, kind text, jurisdiction text)
      join departure_keys k on k.departure_id = d.id and k.what = a.what and k.hash = decode(a.hash, 'hex') and k.passes_stars
        and (k.kind, k.jurisdiction) is not distinct from (a.kind, a.jurisdiction) where a.what = 'licence')
    order by d.id for update of d
  loop
    -- They go along once: with the next deletion they are among the stars of that account.
    update departures set review_count = 0, review_stars = 0, ranked_count = 0, ranked_stars = 0 where id = earlier.id;
    insert into inherited_stars as i (kine_id, count, stars, shown_count, shown_stars, at)
      values (_kine, coalesce(earlier.ranked_count, earlier.review_count), coalesce(earlier.ranked_stars, earlier.review_stars),
        earlier.review_count, earlier.review_stars, earlier.left_at)
      on conflict (kine_id) do update set count = i.count + excluded.count, stars = i.stars + excluded.stars,
        shown_count = i.shown_count + excluded.shown_count, shown_stars = i.shown_stars + excluded.shown_stars, at = greatest(i.at, excluded.at);
    insert into kine_ratings as k (kine_id, count, stars) values (_kine, earlier.review_count, earlier.review_stars)
      on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
    update departure_authors set kine_id = _kine where departure_id = earlier.id;
    perform settle_inherited(_kine, hash) from departure_authors where departure_id = earlier.id;
    perform directory_follow(array[_kine]);
  end loop;
end $function$;

create or replace function declare_first_licence(_kine uuid, _by_city boolean) returns void language plpgsql as $function$
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

create or replace function profiles_declare_licences() returns trigger language plpgsql as $function$
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
  if new.license_checked_at is not null then
    update licences set state = 'verified', checked_at = new.license_checked_at, checked_by = viewer_id(), method = 'approval',
        decided_at = clock_timestamp()
      where kine_id = new.id and is_first and state in ('declared', 'verified')
        and (state, checked_at) is distinct from ('verified', new.license_checked_at);
    -- One that is in doubt or inactive is decided among the licences: the profile keeps the newest check of the others.
    update profiles set license_checked_at = newest.checked_at
      from (select max(checked_at) as checked_at from licences where kine_id = new.id and state = 'verified') newest
      where id = new.id and license_checked_at is distinct from newest.checked_at
        and exists (select from licences where kine_id = new.id and is_first and state in ('doubtful', 'inactive'));
  elsif tg_op = 'UPDATE' and old.license_checked_at is not null then
    -- A check is of a name and a number.
    update licences set state = 'declared', declared_at = now() where kine_id = new.id and state = 'verified';
  end if;
  return null;
end $function$;

create or replace function requests_hold_licences() returns trigger language plpgsql as $function$
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

drop function declare_first_licence(uuid);

update licences set found_false_at = now() where state = 'inactive' or state = 'doubtful' and doubted_state is null;
