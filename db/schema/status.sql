-- When what is done again and again was last done, and when it last failed, by whichever node or command. Of this installation and
-- not of its data: no backup holds it.
create table chores (
  name text not null,
  done_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint chores_pkey PRIMARY KEY (name),
  constraint chores_name_check CHECK (name = ANY (ARRAY['retention'::text, 'backup'::text, 'backup_verified'::text]))
);
