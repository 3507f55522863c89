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

-- Called by the version before: goes with the next release.
CREATE OR REPLACE FUNCTION public.count_queue_weeks(_from date) RETURNS void LANGUAGE sql BEGIN ATOMIC
 WITH all_of(queue, asked, decided) AS (
          SELECT 'requests'::text AS "?column?",
             kine_applications.created_at,
             kine_applications.approved_at
            FROM kine_applications
         UNION ALL
          SELECT 'reports'::text AS text,
             reports.created_at,
             reports.decided_at
            FROM reports
         UNION ALL
          SELECT 'disputes'::text AS text,
             coverage_disputes.opened_at,
             coverage_disputes.decided_at
            FROM coverage_disputes
         UNION ALL
          SELECT 'licences'::text AS text,
             licence_decisions.asked_at,
             licence_decisions.decided_at
            FROM licence_decisions
         UNION ALL
          SELECT 'licences'::text AS text,
             GREATEST(l.recheck_at, l.checked_at, l.declared_at) AS "greatest",
             NULL::timestamp with time zone AS timestamptz
            FROM (licences l
              JOIN profiles p ON ((p.id = l.kine_id)))
           WHERE ((l.recheck_at <= now()) AND (p.approval_status = 'approved'::approval_status) AND (p.suspended_at IS NULL) AND (EXISTS ( SELECT
                    FROM user_roles r
                   WHERE ((r.user_id = l.kine_id) AND (r.role = 'kine'::app_role)))))
         ), weeks(queue, week, opened, decided) AS (
          SELECT all_of.queue,
             week_of(all_of.asked) AS week_of,
             1 AS "?column?",
             0 AS "?column?"
            FROM all_of
         UNION ALL
          SELECT all_of.queue,
             week_of(all_of.decided) AS week_of,
             0,
             1
            FROM all_of
           WHERE (all_of.decided IS NOT NULL)
         )
  INSERT INTO queue_weeks (queue, week, opened, decided)  SELECT weeks.queue,
             weeks.week,
             sum(weeks.opened) AS sum,
             sum(weeks.decided) AS sum
            FROM weeks
           WHERE (weeks.week >= count_queue_weeks._from)
           GROUP BY weeks.queue, weeks.week
           ORDER BY weeks.queue, weeks.week ON CONFLICT(queue, week) DO UPDATE SET opened = excluded.opened, decided = excluded.decided;
END;

-- Called by the version before: goes with the next release.
CREATE OR REPLACE FUNCTION public.count_signups(_people uuid[]) RETURNS void LANGUAGE plpgsql AS $function$
begin
  with locked as (
    select * from signup_steps where user_id = any (_people) order by user_id for update
  ), found as (
    select l.user_id, l.role, week_of(l.signed_up_at) as week, f.nth
    from locked l cross join lateral (values
      (0, l.signed_up_at),
      (1, (select u.email_confirmed_at from auth.users u where u.id = l.user_id)),
      (2, case l.role when 'patient' then (select min(c.created_at) from cases c where c.patient_id = l.user_id)
        else (select min(a.approved_at) from kine_applications a where a.user_id = l.user_id and a.status = 'approved') end),
      (3, case l.role when 'patient' then (select min(m.created_at) from cases c join matches m on m.case_id = c.id where c.patient_id = l.user_id)
        else (select least((select min(m.created_at) from matches m where m.kine_id = l.user_id),
          (select min(a.at) from applications_made a where a.kine_id = l.user_id))) end),
      (4, (select min(coalesce(v.accepted_at, m.decided_at)) from matches m join cases c on c.id = m.case_id left join match_levels v on v.match_id = m.id
        where case l.role when 'patient' then c.patient_id else m.kine_id end = l.user_id and (m.status = 'accepted' or m.ended_at is not null)))
    ) f(nth, at)
    where f.at < l.signed_up_at + interval '30 days' and get_bit(l.steps, f.nth) = 0
  ), marked as (
    update signup_steps s set steps = s.steps | f.steps
    from (select user_id, bit_or(set_bit(B'00000', nth, 1)) as steps from found group by user_id) f where s.user_id = f.user_id
  )
  insert into signup_counts as s (week, role, accounts, confirmed, begun, applied, accepted)
    select week, role, count(*) filter (where nth = 0), count(*) filter (where nth = 1), count(*) filter (where nth = 2),
      count(*) filter (where nth = 3), count(*) filter (where nth = 4)
    from found group by week, role order by week, role
    on conflict (week, role) do update set accounts = s.accounts + excluded.accounts, confirmed = s.confirmed + excluded.confirmed,
      begun = s.begun + excluded.begun, applied = s.applied + excluded.applied, accepted = s.accepted + excluded.accepted;
end $function$;

-- Called by the version before: goes with the next release.
CREATE OR REPLACE FUNCTION public.note_signups(_since timestamp with time zone) RETURNS void LANGUAGE sql BEGIN ATOMIC
 INSERT INTO signup_steps (user_id, role, signed_up_at)  SELECT p.id,
             max(r.role) AS max,
             p.created_at
            FROM ((profiles p
              JOIN user_roles r ON (((r.user_id = p.id) AND (r.role <> 'admin'::app_role))))
              JOIN auth.users u ON ((u.id = p.id)))
           WHERE ((p.created_at >= note_signups._since) AND (u.invited_by IS NULL) AND (NOT (EXISTS ( SELECT
                    FROM moved_rows m
                   WHERE ((m.person_id = p.id) AND (m.kind = 'user'::text))))) AND (NOT (EXISTS ( SELECT
                    FROM auth.audit_events e
                   WHERE ((e.subject = u.audit_id) AND (e.event = 'account_created_by_admin'::text))))))
           GROUP BY p.id
           ORDER BY p.id ON CONFLICT DO NOTHING;
END;
