-- When what is done again and again was last done, and when it last failed, by whichever node or command. Of this installation and
-- not of its data: no backup holds it.
create table chores (
  name text not null,
  done_at timestamp with time zone,
  failed_at timestamp with time zone,
  detail jsonb,
  constraint chores_pkey PRIMARY KEY (name),
  constraint chores_detail_size CHECK (octet_length(detail::text) <= 2000),
  constraint chores_name_check CHECK (name = ANY (ARRAY['retention'::text, 'backup'::text, 'backup_verified'::text, 'weekly'::text, 'kine_pulse'::text, 'directory'::text]))
);

-- What is wrong with the installation, a row a kind: since when admins know of it, until when, and how much of it there is: hours, jobs or mails.
-- Of this installation and not of its data: no backup holds it.
create table operator_alarms (
  kind text not null,
  count integer not null,
  raised_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint operator_alarms_pkey PRIMARY KEY (kind),
  constraint operator_alarms_count_check CHECK (count > 0),
  constraint operator_alarms_kind_check CHECK (kind ~ '^[a-z][a-z_]{2,39}$'::text)
);

-- The figures of a week, named by its Monday, as the weekly mail told them to the admins. They hold no names.
create table weekly_summaries (
  week date not null,
  figures jsonb not null,
  made_at timestamp with time zone default now() not null,
  constraint weekly_summaries_pkey PRIMARY KEY (week),
  constraint weekly_summaries_figures_check CHECK (octet_length(figures::text) <= 8000)
);
