-- The name under a review followed the account for ever: months after the review had settled, an insult could be written there, which no report
-- named. The name is kept with the review, changes with it and within its seven days, and is part of what is reported.
alter table reviews add column author_name text constraint reviews_author_name check (char_length(author_name) between 1 and 200);

-- Earlier reviews keep the public name of today, since no earlier one is known. A review without an account has none.
update reviews r set author_name = public_name(p.name) from profiles p where p.id = r.patient_id;

create or replace function reviews_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<reviews_follow_a_closed_case>>
  declare
    the_match uuid;
  begin
    if tg_op = 'UPDATE' then
      if new.case_id is distinct from old.case_id
        or new.has_sessions <> old.has_sessions
        or (new.patient_id is distinct from old.patient_id and new.patient_id is not null)
        or (new.kine_id is distinct from old.kine_id and new.kine_id is not null)
        or ((new.stars, new.comment) is distinct from (old.stars, old.comment) and new.edited_at is not distinct from old.edited_at)
        or (new.author_name is distinct from old.author_name and new.patient_id is not null and new.edited_at is not distinct from old.edited_at
          and old.created_at <= now() - interval '7 days') then
        perform refuse('reviews_stay_as_written', 'a review keeps its case, its people and, unless it is edited, its words and stars');
      end if;
      if new.edited_at is distinct from old.edited_at then
        if viewer_id() is distinct from old.patient_id then
          perform refuse('reviews_change_by_their_author', 'only its author edits a review');
        end if;
        -- What an admin asks for later is about the words.
        if greatest(old.created_at, old.asked_to_edit_at) <= now() - interval '7 days'
          or (new.stars <> old.stars and old.created_at <= now() - interval '7 days') then
          perform refuse('reviews_settle_in_seven_days', 'a review is edited within seven days');
        end if;
        insert into review_versions (review_id, n, stars, comment, written_at)
          select old.id, count(*) + 1, old.stars, old.comment, coalesce(old.edited_at, old.created_at)
          from review_versions where review_id = old.id;
        new.author_name := (select public_name(name) from profiles where id = new.patient_id);
      elsif new.asked_to_edit_at is distinct from old.asked_to_edit_at and new.patient_id is not null and not has_role(viewer_id(), 'admin') then
        perform refuse('only_admins', 'only an admin asks for an edit of a review');
      end if;
      -- Whose account is gone signs nothing.
      if new.patient_id is null then
        new.author_name := null;
      end if;
      exit reviews_follow_a_closed_case;
    end if;
    new.author_name := (select public_name(name) from profiles where id = new.patient_id);
    select m.id into the_match from cases c join matches m on m.case_id = c.id
      where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
        and m.kine_id = new.kine_id and m.status = 'accepted';
    if not found then
      perform refuse('reviews_of_accepted_in_closed_case', 'a review needs an own closed case and its accepted specialist');
    end if;
    new.has_sessions := exists (select from bookings where match_id = the_match and source = 'agenda' and state = 'held' and disputed_at is null);
  end reviews_follow_a_closed_case;
  if tg_op = 'INSERT' and (new.hidden_at IS NOT NULL) or tg_op = 'UPDATE' and ((new.hidden_at IS DISTINCT FROM old.hidden_at) OR (new.hidden_reason IS DISTINCT FROM old.hidden_reason)) then
    <<reviews_hidden_by_admins>>
    begin
      if not has_role(viewer_id(), 'admin') then
        perform refuse('only_admins', 'only an admin hides and shows a review');
      end if;
      new.hidden_by := case when new.hidden_at is not null then viewer_id() end;
    end reviews_hidden_by_admins;
  end if;
  if tg_op = 'INSERT' then
    <<reviews_weigh_their_author>>
    begin
      -- Serialises the reviews of a specialist, so that each count includes all others.
      perform pg_advisory_xact_lock(hashtextextended('review ' || new.kine_id, 0));
      new.accepted_at := (select coalesce(decided_at, created_at) from matches where case_id = new.case_id and kine_id = new.kine_id);
      new.is_confirmed := is_counted(new.patient_id);
      new.is_replaced := false;
      -- Three other people, or three of their own: nobody takes the places of all. Who left within the day counts as somebody new.
      new.is_waiting := new.hidden_at is null and is_new_account(new.patient_id) and (
        select count(distinct mailbox) filter (where mailbox <> mailbox_of(new.patient_id)) >= 3
          or count(*) filter (where mailbox = mailbox_of(new.patient_id)) >= 3
        from reviews r, coalesce(mailbox_of(r.patient_id), r.id::text) mailbox
        where r.kine_id = new.kine_id and r.created_at > now() - interval '1 day' and (r.patient_id is null or is_new_account(r.patient_id)));
      if new.is_waiting then
        new.hidden_at := now();
        new.hidden_reason := 'Recibió muchas reseñas de cuentas nuevas en un día.';
      end if;
    end reviews_weigh_their_author;
  end if;
  if tg_op = 'UPDATE' and (old.is_waiting AND ((new.hidden_at IS NULL) OR (new.hidden_reason <> old.hidden_reason))) then
    <<shown_reviews_wait_no_more>>
    begin
      new.is_waiting := false;
    end shown_reviews_wait_no_more;
  end if;
  return new;
end $function$;

create or replace function profiles_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
        on conflict (subject_id) where reporter_id is null and decided_at is null do nothing;
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
      if (new.name, new.license_number) is distinct from (old.name, old.license_number)
        and new.license_checked_at is not distinct from old.license_checked_at then
        new.license_checked_at := null;
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

-- Reports keep what they said; new ones say the name.
create or replace function reported(_report reports) RETURNS TABLE(title text, body text, author_id uuid, case_id uuid) LANGUAGE sql STABLE AS $function$
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

-- With the account of its author the name goes out of what was reported, too.
create or replace function reports_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
  if goes_on then
    new.said_title := split_part(old.said_title, '. Firmada por ', 1);
  end if;
  if (new.id, case when outlives then old.reporter_id else new.reporter_id end, new.profile_id, new.case_id, new.match_id, new.review_id,
      new.message_id, new.reply_id, case when goes_on then old.said_title else new.said_title end, new.said, case when goes_on then old.said_by else new.said_by end, new.said_in, new.reason,
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
