-- What was deleted is noted, in the transaction that deletes it and without a word of what it was, so that the note can be kept
-- outside the database and what comes back from an older backup can be deleted again.

create table deletions (
  kind text not null constraint deletions_kind check (kind in ('account', 'case', 'study', 'withdrawal')),
  hash text not null constraint deletions_hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  noted_at timestamptz,
  primary key (kind, hash, at)
);
comment on table deletions is 'what must not come back: the SHA-256 of an id or a path, to the millisecond';
comment on column deletions.noted_at is 'when the note was kept outside the database; null while it is not';
create index deletions_to_note on deletions (at) where noted_at is null;

create function note_deletion(_kind text, _what text) returns void
  language sql as $$
  insert into deletions (kind, hash, at)
    values (_kind, encode(sha256(convert_to(_what, 'UTF8')), 'hex'), date_trunc('milliseconds', clock_timestamp()))
    on conflict do nothing
$$;

create function accounts_gone_are_noted() returns trigger
  language plpgsql as $$
begin
  perform note_deletion('account', old.id::text);
  return null;
end $$;
create trigger accounts_gone_are_noted after delete on auth.users
  for each row execute function public.accounts_gone_are_noted();

create function cases_gone_are_noted() returns trigger
  language plpgsql as $$
begin
  -- With an account that goes, everything of it does.
  if is_leaving(old.patient_id) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform note_deletion('case', old.id::text);
  else
    perform note_deletion('study', path) from unnest(old.studies_urls) path where path <> all (new.studies_urls);
  end if;
  return null;
end $$;
create trigger cases_gone_are_noted after delete on cases
  for each row execute function cases_gone_are_noted();
create trigger studies_gone_are_noted after update of studies_urls on cases
  for each row execute function cases_gone_are_noted();

create function withdrawals_are_noted() returns trigger
  language plpgsql as $$
begin
  perform note_deletion('withdrawal', new.user_id::text);
  return null;
end $$;
create trigger withdrawals_are_noted after insert on consents
  for each row when (new.action = 'withdrawn') execute function withdrawals_are_noted();
