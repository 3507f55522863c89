-- A message to a person is written with its cause and sent by a job, once: what is sent is not sent again.

create table outgoing_messages (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  -- To whom and what it says, encrypted with SECRET; gone as soon as the message is sent or given up.
  sealed bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  constraint outgoing_messages_end_one_way check (sent_at is null or failed_at is null),
  constraint outgoing_messages_sealed_until_their_end check (
    (sealed is not null) = (sent_at is null and failed_at is null)
  )
);
create index outgoing_messages_user_id_idx on outgoing_messages (user_id);
