-- Mailboxes that an account had proven before its present one, in the form of `mailbox_key`. A mailbox counts as one person, also after its account moved to another.
create table former_mailboxes (
  user_id uuid not null,
  mailbox text not null,
  proven_at timestamp with time zone not null,
  left_at timestamp with time zone default now() not null,
  constraint former_mailboxes_pkey primary key (user_id, mailbox),
  constraint former_mailboxes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
create index former_mailboxes_mailbox_idx on former_mailboxes (mailbox, user_id);
create index former_mailboxes_left_at_idx on former_mailboxes (left_at);

-- What the accounts of a mailbox had used of the limits of a day and a week when they left it, under a keyed hash of it.
create table spent_budgets (
  id uuid default uuid_v7() not null,
  hash bytea not null,
  spent jsonb not null,
  left_at timestamp with time zone default now() not null,
  constraint spent_budgets_pkey primary key (id),
  constraint spent_budgets_hash_is_sha256 check (octet_length(hash) = 32)
);
create index spent_budgets_hash_idx on spent_budgets (hash);
create index spent_budgets_left_at_idx on spent_budgets (left_at);

-- What counts for an account of the acts of a day of earlier accounts of its mailbox, by the ids that they have or had in their tables.
create table earlier_acts (
  user_id uuid not null,
  kind text not null,
  id uuid not null,
  at timestamp with time zone not null,
  constraint earlier_acts_pkey primary key (user_id, kind, id),
  constraint earlier_acts_kind check (kind in ('at_once', 'case', 'report')),
  constraint earlier_acts_user_id_fkey foreign key (user_id) references profiles (id) on delete cascade
);
create index earlier_acts_at_idx on earlier_acts (at);

-- What providers document: which domains are one mailbox's, which characters they ignore, and that what follows a plus sign is a tag.
create or replace function public.mailbox_key(_address text) returns text language sql immutable parallel safe strict
return (select case
    when a.name = '' then a.whole
    when a.domain in ('gmail.com', 'googlemail.com') and replace(a.name, '.', '') <> '' then replace(a.name, '.', '') || '@gmail.com'
    when a.domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') and translate(a.name, '.-_', '') <> ''
      then translate(a.name, '.-_', '') || '@proton.me'
    when a.domain in ('icloud.com', 'me.com', 'mac.com') then a.name || '@icloud.com'
    when a.domain in ('ya.ru', 'yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'yandex.fr', 'yandex.com.ge',
      'yandex.az', 'yandex.co.il', 'yandex.uz') then replace(a.name, '.', '-') || '@yandex.com'
    when a.domain ~ '^(outlook|hotmail|live)\.(com|[a-z]{2}|(com|co)\.[a-z]{2})$'
      or a.domain in ('msn.com', 'fastmail.com', 'fastmail.fm', 'zoho.com', 'zohomail.com') then a.name || '@' || a.domain
    else a.whole end
  from (select lower(_address) as whole, split_part(regexp_replace(lower(_address), '@[^@]*$', ''), '+', 1) as name,
    substring(lower(_address) from '[^@]*$') as domain) a);
reindex index auth.users_mailbox_key_idx;

create or replace function public.same_person(_person uuid) returns setof uuid language sql stable rows 1 as $function$
  select _person
  union
  select o.id from auth.users u join auth.users o on mailbox_key(o.email) = mailbox_key(u.email)
    where u.id = _person and u.email_confirmed_at is not null and o.email_confirmed_at is not null
  union
  select f.user_id from auth.users u join former_mailboxes f on f.mailbox = mailbox_key(u.email)
    where u.id = _person and u.email_confirmed_at is not null
  union
  select o.id from former_mailboxes f join auth.users o on mailbox_key(o.email) = f.mailbox
    where f.user_id = _person and o.email_confirmed_at is not null
$function$;

create or replace function public.is_counted(_person uuid) returns boolean language sql stable as $function$
  select exists (select from auth.users u where u.id = _person and u.email_confirmed_at is not null
  and not exists (select from auth.users o where mailbox_key(o.email) = mailbox_key(u.email)
    and (o.email_confirmed_at, o.id) < (u.email_confirmed_at, u.id))
  and not exists (select from former_mailboxes f where f.mailbox = mailbox_key(u.email) and f.user_id <> u.id
    and (f.proven_at, f.user_id) < (u.email_confirmed_at, u.id)))
$function$;

-- How many acts of a day earlier accounts of somebody's mailbox had made, without those that still count by their own rows.
create function acts_before(_person uuid, _kind text) returns integer language sql stable as $function$
  select count(distinct e.id)::int from earlier_acts e where e.user_id in (select same_person(_person)) and e.kind = _kind
    and e.at > clock_timestamp() - interval '1 day'
    and not exists (select from acts_at_once a where a.id = e.id and a.actor_id in (select same_person(_person)))
    and not exists (select from cases_published c where c.id = e.id and c.patient_id in (select same_person(_person)))
    and not exists (select from reports r where r.id = e.id and r.reporter_id in (select same_person(_person)))
$function$;

-- What somebody has used of the limits of a day and a week.
create function spent_budgets_of(_person uuid) returns jsonb language plpgsql stable as $function$
begin
  return jsonb_build_object(
  'acts', (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'id', a.id, 'at', a.at)), '[]') from (
      select 'at_once' as kind, id, at from acts_at_once where actor_id = _person
      union select 'case', id, at from cases_published where patient_id = _person
      union select 'report', id, created_at from reports where reporter_id = _person
      union select kind, id, at from earlier_acts where user_id = _person) a where a.at > now() - interval '1 day'),
  'alerts', (select coalesce(jsonb_agg(jsonb_build_object('kine_id', kine_id, 'day', day, 'at_once', at_once)), '[]')
    from patient_alert_days where patient_id = _person and day >= current_date - 1),
  'invited', (select coalesce(jsonb_agg(jsonb_build_object('kine_id', kine_id, 'at', at)), '[]')
    from invitations_made where patient_id = _person and at > now() - interval '7 days'));
end $function$;

-- Counts for an account what another one of its mailbox had used; a second time it changes nothing.
create function charge_budgets(_person uuid, _spent jsonb) returns void language plpgsql as $function$
begin
  insert into earlier_acts (user_id, kind, id, at)
    select _person, a.kind, a.id, a.at from jsonb_to_recordset(_spent -> 'acts') a (kind text, id uuid, at timestamptz) on conflict do nothing;
  insert into patient_alert_days as d (kine_id, patient_id, day, at_once)
    select p.id, _person, a.day, a.at_once from jsonb_to_recordset(_spent -> 'alerts') a (kine_id uuid, day date, at_once int)
      join profiles p on p.id = a.kine_id
    on conflict (kine_id, patient_id, day) do update set at_once = greatest(d.at_once, excluded.at_once);
  insert into invitations_made as i (patient_id, kine_id, at)
    select _person, p.id, a.at from jsonb_to_recordset(_spent -> 'invited') a (kine_id uuid, at timestamptz) join profiles p on p.id = a.kine_id
    on conflict (patient_id, kine_id) do update set at = greatest(i.at, excluded.at);
end $function$;

create or replace function public.may_act_at_once(_kind text, _actor uuid, _subject uuid) RETURNS boolean LANGUAGE plpgsql AS $function$
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
