-- Who blocked whom: no message, application, acceptance or invitation passes between the two.
create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_of_others check (blocker_id <> blocked_id)
);
create index blocks_blocked_id_idx on blocks (blocked_id);

-- Whether one of two people blocked the other.
create function are_blocked(_one uuid, _other uuid) returns boolean
  language sql stable
  return exists (select from blocks where blocker_id = _one and blocked_id = _other)
    or exists (select from blocks where blocker_id = _other and blocked_id = _one);
