-- Who answered whose the stars are, and when; one mailbox is one star of who is several deleted accounts; and what was taken back stays so with an older copy.

alter table star_answers add column answered_by uuid references profiles on delete set null, add column answered_at timestamptz;
comment on column star_answers.answered_by is 'the admin of the last answer; null for a rule, and for those of before';
create index star_answers_answered_by_idx on star_answers (answered_by) where answered_by is not null;

alter table deletions drop constraint deletions_kind;
alter table deletions add constraint deletions_kind CHECK (kind = ANY (ARRAY['account'::text, 'case'::text, 'study'::text, 'evidence'::text, 'withdrawal'::text, 'review'::text, 'password'::text, 'recovery_codes'::text, 'passkey'::text, 'factor'::text, 'identity'::text, 'calendar'::text, 'measure'::text, 'suspended'::text, 'restored'::text, 'patient_at_most'::text, 'kine_at_most'::text, 'admin_at_most'::text, 'mails_off'::text, 'mails_on'::text, 'blocked'::text, 'unblocked'::text, 'reading_hidden'::text, 'reading_shown'::text, 'application'::text, 'ended'::text, 'closed'::text, 'reading_narrowed'::text, 'reading_widened'::text, 'phone_hidden'::text, 'phone_listed'::text, 'licence_down'::text, 'licence_verified'::text, 'review_hidden'::text, 'review_shown'::text, 'reply_hidden'::text, 'reply_shown'::text, 'coverage_removed'::text, 'coverage_kept'::text, 'address_restored'::text, 'stars_taken'::text, 'stars_given'::text, 'licence_doubted'::text, 'licence_standing'::text]));

-- Whether a departure was the specialist's own: with it go its stars, until an admin says that it was not. _earlier: the departure, or the answer that has none.
CREATE FUNCTION public.answer_departure(_kine uuid, _earlier uuid, _is_same boolean) RETURNS void LANGUAGE plpgsql AS $function$
declare
  answer star_answers;
  n int;
  state constant text[] := array['stars_taken', 'stars_given'];
  what constant text := _kine || ' ' || _earlier;
begin
  perform from departures where id = _earlier for update;
  insert into star_answers (kine_id, departure_id, is_same, count, stars, shown_count, shown_stars, at, answered_by, answered_at)
    select _kine, id, false, 0, 0, 0, 0, left_at, viewer_id(), now() from departures where id = _earlier on conflict do nothing;
  select * into strict answer from star_answers where kine_id = _kine and _earlier in (departure_id, id) for update;
  if answer.is_same = _is_same then
    return;
  end if;
  update star_answers s set is_same = _is_same, answered_by = viewer_id(), answered_at = now() where id = answer.id;
  if _is_same then
    update star_answers s set count = coalesce(d.ranked_count, d.review_count), stars = coalesce(d.ranked_stars, d.review_stars),
        shown_count = d.review_count, shown_stars = d.review_stars
      from departures d where s.id = answer.id and d.id = s.departure_id;
    select * into answer from star_answers where id = answer.id;
  end if;
  if not _is_same then
    perform note_state('stars_taken', state, what);
  elsif is_noted(state, what) then
    perform note_state('stars_given', state, what);
  end if;
  n := case when _is_same then 1 else -1 end;
  insert into kine_ratings as k (kine_id, count, stars) values (_kine, n * answer.shown_count, n * answer.shown_stars)
    on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
  update departure_authors set kine_id = case when _is_same then _kine end, is_replaced = false where departure_id = answer.departure_id;
  perform settle_inherited(_kine, hash) from departure_authors where departure_id = answer.departure_id;
  perform directory_follow(array[_kine]);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_inherited(_kine uuid, _hash bytea) RETURNS void LANGUAGE plpgsql AS $function$
declare
  change record;
begin
  with settled as (
    update departure_authors a set is_replaced = not is_replaced
      where kine_id = _kine and hash = _hash and is_replaced <> exists (select from review_authors o join reviews r on r.id = o.review_id
        where o.hash = _hash and r.kine_id = _kine and r.is_confirmed and r.hidden_at is null
          union all select from departure_authors o where o.kine_id = _kine and o.hash = _hash and (o.noted_at, o.departure_id) > (a.noted_at, a.departure_id))
      returning departure_id, stars, is_ranked, case when is_replaced then -1 else 1 end as n),
  passed as (
    update star_answers s set count = count + a.n * a.is_ranked::int, stars = s.stars + a.n * a.is_ranked::int * a.stars,
        shown_count = shown_count + a.n, shown_stars = shown_stars + a.n * a.stars
      from settled a where s.kine_id = _kine and s.departure_id = a.departure_id)
  select sum(n) as shown, sum(n * stars) as shown_stars into change from settled;
  if change.shown is not null then
    update kine_ratings set count = count + change.shown, stars = stars + change.shown_stars where kine_id = _kine;
    perform directory_follow(array[_kine]);
  end if;
end $function$;

-- Those that passed from two accounts before this.
select settle_inherited(kine_id, hash) from departure_authors where kine_id is not null group by kine_id, hash having count(*) > 1;

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
