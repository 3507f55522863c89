-- A specialist whose check was in doubt by a report changed their name without a check, and the report's rejection gave the check back under a name that
-- nobody had compared with a register. And one whose number another text held meanwhile could not be decided.
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
        -- A check is of a name and a number, also one that a rejected report would give back.
        update licences set doubted_state = 'declared' where kine_id = new.id and state = 'doubtful' and doubted_state = 'verified';
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
          and not (doubted_state = 'verified' and is_licence_of_another(l));
    end rejected_reports_give_back;
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
