-- Keys replaced by a rotation stay as long as a browser is subscribed under them.
create table push_keys (
  public_key text not null,
  private_key_encrypted bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  retired_at timestamp with time zone,
  constraint push_keys_pkey PRIMARY KEY (public_key),
  constraint push_keys_public_key CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$'::text)
);

CREATE UNIQUE INDEX push_keys_one_active ON push_keys USING btree ((true)) WHERE retired_at IS NULL;

create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  public_key text not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  tried_at timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint push_subscriptions_hash_length CHECK (octet_length(endpoint_hash) = 32),
  constraint push_subscriptions_size CHECK (octet_length(sealed) >= 60 AND octet_length(sealed) <= 2000),
  constraint push_subscriptions_public_key_fkey FOREIGN KEY (public_key) REFERENCES push_keys(public_key),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column push_subscriptions.sealed is 'address and keys, encrypted: who has them can write to the browser';

CREATE INDEX push_subscriptions_public_key ON push_subscriptions USING btree (public_key);
CREATE INDEX push_subscriptions_user_id ON push_subscriptions USING btree (user_id, created_at DESC);

-- Ten browsers a person: the oldest subscription gives way.
CREATE OR REPLACE FUNCTION public.push_subscriptions_at_most_ten() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('push ' || new.user_id, 0));
  delete from push_subscriptions where session_id in (
    select session_id from push_subscriptions where user_id = new.user_id order by created_at desc, session_id offset 10);
  return null;
end $function$;

CREATE TRIGGER push_subscriptions_at_most_ten AFTER INSERT ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION push_subscriptions_at_most_ten();

-- What was handed to a push service, so that a repeated job hands it over once, and what was read can be closed where it was shown.
create table pushes (
  session_id uuid not null,
  notification_id uuid not null,
  count integer not null,
  handed_at timestamp with time zone default clock_timestamp() not null,
  constraint pushes_pkey PRIMARY KEY (session_id, notification_id),
  constraint pushes_count CHECK (count > 0),
  constraint pushes_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE
);

CREATE INDEX pushes_handed_at ON pushes USING btree (handed_at);
CREATE INDEX pushes_notification_id ON pushes USING btree (notification_id);
