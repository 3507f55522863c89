alter table auth.audit_events validate constraint audit_events_event;
alter table chores validate constraint chores_detail_size;

-- Whose mailbox does not take our mails. A new address or a used link ends it; a soft one holds for seven days.
create table mail_states (
  user_id uuid primary key references auth.users (id) on delete cascade,
  state text not null check (state in ('soft', 'hard', 'complained')),
  code text not null constraint mail_states_code check (code ~ '^[0-9A-Za-z.-]{1,40}$'),
  at timestamptz not null default now()
);
create index mail_states_at_idx on mail_states (at);

-- Where a message went, as a class of providers, and what came of it. `address_hash` tells whether it went to the address that its
-- user still has.
alter table outgoing_messages add column provider_class text, add column fail_code text, add column bounce text, add column address_hash bytea;
alter table outgoing_messages
  add constraint outgoing_messages_provider_class
    check (provider_class in ('gmail', 'outlook', 'yahoo', 'icloud', 'other')) not valid,
  add constraint outgoing_messages_fail_code check (fail_code ~ '^[0-9A-Za-z.-]{1,40}$') not valid,
  add constraint outgoing_messages_bounce check (bounce in ('soft', 'hard', 'complained')) not valid;
