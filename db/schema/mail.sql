create table outgoing_messages (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  sealed bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint outgoing_messages_pkey PRIMARY KEY (id),
  constraint outgoing_messages_end_one_way CHECK (sent_at IS NULL OR failed_at IS NULL),
  constraint outgoing_messages_sealed_until_their_end CHECK ((sealed IS NOT NULL) = (sent_at IS NULL AND failed_at IS NULL)),
  constraint outgoing_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX outgoing_messages_user_id_idx ON outgoing_messages USING btree (user_id);
