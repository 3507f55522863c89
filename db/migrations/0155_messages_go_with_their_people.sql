alter table messages add constraint messages_author_id_fkey foreign key (author_id) references profiles on delete cascade;
alter table read_marks add constraint read_marks_user_id_fkey foreign key (user_id) references profiles on delete cascade;

-- Who neither shows what they read, nor sees what others read of theirs.
create table read_receipts_off (
  user_id uuid primary key references profiles on delete cascade,
  since timestamptz not null default now()
);

-- When somebody's text gave contact data to whom they had not accepted, or who had not accepted them.
create table contact_leaks (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles on delete cascade,
  said text not null,
  at timestamptz not null default clock_timestamp()
);
create index contact_leaks_user_id_idx on contact_leaks (user_id, at);

-- When a specialist wrote the first message of a conversation: it outlives the conversation, which they can withdraw.
create table conversations_begun (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references profiles on delete cascade,
  at timestamptz not null default clock_timestamp()
);
create index conversations_begun_kine_id_idx on conversations_begun (kine_id, at);
