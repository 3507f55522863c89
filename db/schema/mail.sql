create table outgoing_messages (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  sealed bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  provider_class text,
  fail_code text,
  bounce text,
  address_hash bytea,
  constraint outgoing_messages_pkey PRIMARY KEY (id),
  constraint outgoing_messages_bounce CHECK (bounce = ANY (ARRAY['soft'::text, 'hard'::text, 'complained'::text])),
  constraint outgoing_messages_end_one_way CHECK (sent_at IS NULL OR failed_at IS NULL),
  constraint outgoing_messages_fail_code CHECK (fail_code ~ '^[0-9A-Za-z.-]{1,40}$'::text),
  constraint outgoing_messages_provider_class CHECK (provider_class = ANY (ARRAY['gmail'::text, 'outlook'::text, 'yahoo'::text, 'icloud'::text, 'other'::text])),
  constraint outgoing_messages_sealed_until_their_end CHECK ((sealed IS NOT NULL) = (sent_at IS NULL AND failed_at IS NULL)),
  constraint outgoing_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX outgoing_messages_user_id_idx ON outgoing_messages USING btree (user_id);
