-- Nothing that a stranger does alone acts at once on somebody else's visibility: it needs a confirmed address, a relation, and room within
-- the limits of the day; otherwise it waits for an admin.

-- Whether somebody has proven their address.
create function is_confirmed(_person uuid) returns boolean
  language sql stable
  return exists (select from auth.users where id = _person and email_confirmed_at is not null);

-- Whether an account is younger than a week.
create function is_new_account(_person uuid) returns boolean
  language sql stable
  return exists (select from auth.users where id = _person and created_at > now() - interval '7 days');

-- Whether a relation that began then has lasted as long as it must before it counts.
create function has_lasted(_since timestamptz) returns boolean
  language sql stable
  return coalesce(_since <= now() - interval '7 days', false);

-- Whether somebody knows a specialist: by an application to one of their cases, or as a colleague with a checked licence.
create function knows(_person uuid, _kine uuid) returns boolean
  language sql stable
  return exists (select from matches m join cases c on c.id = m.case_id where m.kine_id = _kine and c.patient_id = _person)
    or (has_role(_person, 'kine') and exists (select from profiles where id = _person and is_licence_current(license_checked_at)));

-- The rows lose their people instead of going with them: who leaves frees no room.
create table acts_at_once (
  id uuid primary key default uuid_v7(),
  kind text not null constraint acts_at_once_kind check (kind in ('licence_doubted', 'coverage_hidden')),
  actor_id uuid references profiles on delete set null,
  subject_id uuid references profiles on delete set null,
  at timestamptz not null default clock_timestamp()
);
create index acts_at_once_at_idx on acts_at_once (at);
create index acts_at_once_actor_id_idx on acts_at_once (actor_id, at);
create index acts_at_once_subject_id_idx on acts_at_once (subject_id);

-- Whether what somebody says about a specialist acts before an admin reads it: two acts of a person and twenty of all people a day.
create function may_act_at_once(_kind text, _actor uuid, _subject uuid) returns boolean
  language plpgsql as $$
begin
  if not is_confirmed(_actor) or not knows(_actor, _subject) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('acts at once', 0));
  if (select count(*) from acts_at_once where actor_id = _actor and at > clock_timestamp() - interval '1 day') >= 2
    or (select count(*) from acts_at_once where at > clock_timestamp() - interval '1 day') >= 20 then
    return false;
  end if;
  insert into acts_at_once (kind, actor_id, subject_id) values (_kind, _actor, _subject);
  return true;
end $$;
