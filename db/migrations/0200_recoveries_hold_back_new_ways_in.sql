-- While the password of a recovery is due: when the recovery began. Browsers known before `devices_forgotten_at` count as new.
alter table auth.users add column recovered_at timestamptz, add column devices_forgotten_at timestamptz;

-- The session was opened by a recovery link whose password is not set yet.
alter table auth.sessions add column recovers boolean default false not null;

-- Added to an account with a second factor, in a session that had not just shown it.
alter table auth.mfa_factors add column without_factor boolean default false not null;
alter table auth.webauthn_credentials add column without_factor boolean default false not null;
alter table auth.identities add column without_factor boolean default false not null;

-- The ways into an account that a recovery at `_at` holds back. A factor counts from its verification, a set of codes from its last renewal.
-- The account at a provider that an account was born with was not added to it.
create function auth.new_ways_in(_user uuid, _at timestamptz)
  returns table (kind text, id uuid, name text, added_at timestamptz)
  language sql stable
begin atomic
  select w.kind, w.id, w.name, w.added_at from (
    select 'factor' as kind, f.id, coalesce(f.friendly_name, f.factor_type) as name, f.updated_at as added_at, f.without_factor
      from auth.mfa_factors f where f.user_id = _user and f.status = 'verified'
    union all
    select 'passkey', c.id, coalesce(c.friendly_name, ''), c.created_at, c.without_factor
      from auth.webauthn_credentials c where c.user_id = _user and c.factor_id is null
    union all
    select 'identity', i.id, i.provider, i.created_at, i.without_factor
      from auth.identities i join auth.users u on u.id = i.user_id
      where i.user_id = _user and i.provider <> 'email' and i.created_at > u.created_at
  ) w
  where w.without_factor or w.added_at > _at - interval '30 days'
  order by w.added_at, w.id;
end;

-- Recoveries under way. Where a second factor guards the account, reading its mailbox alone no longer makes a new password due.
update auth.sessions s set recovers = true from auth.users u
  where u.id = s.user_id and u.must_change_password and s.sign_in_method = 'otp' and s.ended_at is null;
update auth.users u set must_change_password = false
  where u.must_change_password
    and exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
    and exists (select from auth.sessions s where s.user_id = u.id and s.recovers)
    and not exists (select from auth.sessions s where s.user_id = u.id and s.recovers and s.aal = 'aal2');
update auth.users u set recovered_at = now()
  where u.must_change_password and exists (select from auth.sessions s where s.user_id = u.id and s.recovers);
