-- Since when a licence waited that an admin decided about, without the licence: a later check of it waits from another moment.
create table licence_decisions (
  id uuid default uuid_v7() not null,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone default now() not null,
  constraint licence_decisions_pkey PRIMARY KEY (id)
);

-- What came into a queue of the admins in a week, and what they decided in it. A week of which another one is over stays as it was.
create table queue_weeks (
  queue text not null,
  week date not null,
  opened integer not null,
  decided integer not null,
  constraint queue_weeks_pkey PRIMARY KEY (queue, week),
  constraint queue_weeks_queue CHECK (queue = ANY (ARRAY['requests'::text, 'reports'::text, 'licences'::text, 'disputes'::text])),
  constraint queue_weeks_week CHECK (EXTRACT(isodow FROM week) = 1::numeric)
);

-- How far those come who sign up, by the week of their account: numbers only, which stay when people leave.
create table signup_counts (
  week date not null,
  role app_role not null,
  opened integer default 0 not null,
  accounts integer default 0 not null,
  confirmed integer default 0 not null,
  begun integer default 0 not null,
  applied integer default 0 not null,
  accepted integer default 0 not null,
  constraint signup_counts_pkey PRIMARY KEY (week, role),
  constraint signup_counts_role CHECK (role <> 'admin'::app_role),
  constraint signup_counts_week CHECK (EXTRACT(isodow FROM week) = 1::numeric)
);
comment on column signup_counts.opened is 'how often the form was opened, by people and programs that say nothing of themselves';
comment on column signup_counts.begun is 'with a first case, or admitted';
comment on column signup_counts.applied is 'with a first application, to one''s case or by oneself';
comment on column signup_counts.accepted is 'with a first acceptance, by the patient';

-- Which steps are counted of those who signed up within 30 days, in the order of the columns. It goes with its person, the counts stay.
create table signup_steps (
  user_id uuid not null,
  role app_role not null,
  signed_up_at timestamp with time zone not null,
  steps bit(5) default '00000'::"bit" not null,
  constraint signup_steps_pkey PRIMARY KEY (user_id),
  constraint signup_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX signup_steps_signed_up_at_idx ON signup_steps USING btree (signed_up_at);
CREATE OR REPLACE FUNCTION public.week_of(_at timestamp with time zone) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (date_trunc('week'::text, (_at AT TIME ZONE 'America/Argentina/Buenos_Aires'::text)))::date;
