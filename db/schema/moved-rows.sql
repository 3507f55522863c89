create table move_in (
  only_row boolean default true not null,
  source_sha256 bytea not null,
  report_sha256 bytea not null,
  loaded_at timestamp with time zone default now() not null,
  tell_per_hour integer,
  told_at timestamp with time zone,
  constraint move_in_pkey PRIMARY KEY (only_row),
  constraint move_in_once CHECK (only_row),
  constraint move_in_report_is_sha256 CHECK (octet_length(report_sha256) = 32),
  constraint move_in_source_is_sha256 CHECK (octet_length(source_sha256) = 32),
  constraint move_in_tell_per_hour CHECK (tell_per_hour >= 1 AND tell_per_hour <= 100000)
);

-- What was moved in from the system before: where each row is now, and what of it has no place here. It goes with its person. Rows that were merged lead
-- to the one that stays, so the new id is not unique.
create table moved_rows (
  kind text not null,
  old_id text not null,
  new_id uuid not null,
  is_merged boolean default false not null,
  person_id uuid,
  source_sha256 bytea not null,
  "left" jsonb,
  told_at timestamp with time zone,
  constraint moved_rows_pkey PRIMARY KEY (kind, old_id),
  constraint moved_rows_kind CHECK (kind = ANY (ARRAY['user'::text, 'case'::text, 'match'::text, 'review'::text, 'availability'::text, 'application'::text])),
  constraint moved_rows_left_is_object CHECK (jsonb_typeof("left") = 'object'::text),
  constraint moved_rows_old_id CHECK (length(old_id) >= 1 AND length(old_id) <= 200),
  constraint moved_rows_source_is_sha256 CHECK (octet_length(source_sha256) = 32),
  constraint moved_rows_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX moved_rows_left ON moved_rows USING btree (kind, new_id) WHERE "left" IS NOT NULL;
CREATE INDEX moved_rows_new_id ON moved_rows USING btree (kind, new_id);
CREATE INDEX moved_rows_person_id ON moved_rows USING btree (person_id);
CREATE INDEX moved_rows_untold ON moved_rows USING btree (new_id) WHERE kind = 'user'::text AND NOT is_merged AND told_at IS NULL;
