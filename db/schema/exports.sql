create table data_exports (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  asked_at timestamp with time zone default now() not null,
  taken_at timestamp with time zone,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX data_exports_user_id_idx ON data_exports USING btree (user_id, id);
