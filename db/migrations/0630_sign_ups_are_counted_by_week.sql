-- The Monday of a moment in Buenos Aires.
create function week_of(_at timestamp with time zone) returns date language sql immutable parallel safe
  return date_trunc('week', _at at time zone 'America/Argentina/Buenos_Aires')::date;

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
  constraint signup_counts_pkey primary key (week, role),
  constraint signup_counts_role check (role <> 'admin'),
  constraint signup_counts_week check (extract(isodow from week) = 1)
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
  steps bit(5) default B'00000' not null,
  constraint signup_steps_pkey primary key (user_id),
  constraint signup_steps_user_id_fkey foreign key (user_id) references profiles(id) on delete cascade
);
create index signup_steps_signed_up_at_idx on signup_steps (signed_up_at);

-- Notes who signed up since: invited people and rows that moved in did not. Those with both roles are specialists.
create function note_signups(_since timestamp with time zone) returns void language sql
begin atomic
  insert into signup_steps (user_id, role, signed_up_at)
    select p.id, max(r.role), p.created_at from profiles p join user_roles r on r.user_id = p.id and r.role <> 'admin'
      join auth.users u on u.id = p.id
    where p.created_at >= _since and u.invited_by is null and not exists (select from moved_rows m where m.person_id = p.id and m.kind = 'user')
    group by p.id order by p.id
    on conflict do nothing;
end;

-- Counts each step of these people once, where it was taken within 30 days.
create function count_signups(_people uuid[]) returns void language plpgsql as $function$
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

-- Counts the steps of so many people after one of them; returns the last one's id, null after all.
create function count_signups_after(_after uuid, _most integer) returns uuid language plpgsql as $function$
declare
  people uuid[];
begin
  people := array(select user_id from signup_steps where (_after is null or user_id > _after) and steps <> B'11111' order by user_id limit _most);
  perform count_signups(people);
  return people[cardinality(people)];
end $function$;
