/** A table of the old system: its name there, its columns, and the query of its rows as texts. */
export type ShapedTable = { name: string; columns: string; query: string };

/** Where files are in the new project: the operator replaces the name by the project's own. */
export const PROJECT = "https://PROYECTO.supabase.co";
const BANNED_UNTIL = "2999-12-31 00:00:00+00";
/** What replaces the texts of a case that stays only for its reviews. */
const DELETED_CASE = "Caso eliminado";

const KINDS = {
  user: "user",
  case: "case",
  match: "match",
  review: "review",
  hours: "availability",
  request: "application",
};
/** A row that moved in has its old id again; others have the id that they have here. */
const idOf = (kind: keyof typeof KINDS, id: string) =>
  `coalesce((select v.old_id from moved_rows v where v.kind = '${KINDS[kind]}' and v.new_id = ${id} order by v.is_merged, v.old_id limit 1), ${id}::text)`;
/** An id that follows from what has none here. */
const idFrom = (text: string) => `md5(${text})::uuid`;
/** Ids and reading hold milliseconds. */
const at = (time: string) => `date_trunc('milliseconds', ${time})`;
const url = (bucket: string, path: string) => `'${PROJECT}/storage/v1/object/public/${bucket}/' || ${path}`;

/** Accounts with a profile, under their ids there (`user_id`) and their highest role. */
const PEOPLE = `(select u.*, p.suspended_at, p.name as called, ${idOf("user", "u.id")} as user_id,
    (select max(r.role) from user_roles r where r.user_id = u.id) as highest,
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code') as is_guarded
  from auth.users u join profiles p on p.id = u.id)`;

/** The ways in that the old system knows, one of each: an e-mail also for who has only a password. */
const IDENTITIES = `(select distinct on (i.user_id, i.provider) i.* from (
    select user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at from auth.identities
    where provider = 'email' or provider = 'google' and provider_id ~ '^\\d{5,64}$'
    union all select u.id, 'email', '', '{}', null, u.created_at, u.created_at from auth.users u
    where not exists (select from auth.identities e where e.user_id = u.id and e.provider = 'email')
      and (u.encrypted_password is not null
        or not exists (select from auth.identities g where g.user_id = u.id and g.provider = 'google' and g.provider_id ~ '^\\d{5,64}$'))) i
  order by i.user_id, i.provider, i.created_at, i.provider_id)`;

/** Reviews in sight, of a specialist who was accepted; of a patient who left only the review says that. */
const REVIEWS = `(select r.* from reviews r join cases o on o.id = r.case_id where r.hidden_at is null and r.kine_id is not null
  and (o.patient_id is null or exists (select from matches m where m.case_id = r.case_id and m.kine_id = r.kine_id and m.status = 'accepted')))`;
/** Cases under their ids there: those of a patient, and those that stay for a review. */
const CASES = `(select c.*, ${idOf("case", "c.id")} as old_id from cases c
  where c.patient_id is not null or exists (select from ${REVIEWS} r where r.case_id = c.id))`;

/** A specialist's hours; the old system has no places, so hours that overlap are one. */
const HOURS = `(select kine_id, weekday, min(start_time) as start_time, max(end_time) as end_time, (array_agg(hours_id order by start_time, end_time, hours_id))[1] as hours_id
  from (select *, count(*) filter (where begins) over (partition by kine_id, weekday order by start_time, end_time, hours_id) as stretch
    from (select *, coalesce(start_time >= max(end_time) over (partition by kine_id, weekday order by start_time, end_time, hours_id
        rows between unbounded preceding and 1 preceding), true) as begins
      from (select a.*, ${idOf("hours", "a.id")} as hours_id from availabilities a
        where (select max(role) from user_roles r where r.user_id = a.kine_id) = 'kine') a) a) a
  group by kine_id, weekday, stretch)`;

/** Requests, the last of each person as the profile is; one is made for a specialist who has none. */
const REQUESTS = `(select q.*, p.approval_status, row_number() over (partition by q.profile_id order by q.created_at desc, q.request_id desc) = 1 as is_last
  from (select profile_id, ${idOf("request", "a.id")} as request_id, ${at("created_at")} as created_at, ${at("approved_at")} as approved_at, approved_by,
      rejection_reason from kine_applications a
    union all select p.id, ${idFrom(`'request of ' || ${idOf("user", "p.id")}`)}::text, ${at("p.created_at")}, null, null, null from profiles p
    where (select max(role) from user_roles r where r.user_id = p.id) = 'kine' and not exists (select from kine_applications a where a.user_id = p.id)) q
  join profiles p on p.id = q.profile_id)`;

/** The number that a specialist's profile may not hold yet is with the request. */
const LICENCE = `case when p.approval_status = 'approved' then p.license_number else coalesce(p.license_number, (select a.license_number
  from kine_applications a where a.user_id = p.id order by a.created_at desc, a.id desc limit 1)) end`;

/** The photo's path in its bucket here; null without one. */
const PHOTO = `substring(p.photo_url from '^/files/avatars/([^?]+)')`;
const photoThere = (id: string) => `${id} || '/avatar' || substring(${PHOTO} from '[.][a-z]+$')`;
const studyThere = (c: string) =>
  `${idOf("user", `${c}.patient_id`)} || '/' || ${c}.old_id || '/' || coalesce(substring(s.path from '(\\d{10,15})[^/]*$'), '0') || '-' || s.place || substring(s.path from '[.][a-z]+$')`;

type Given = {
  /** Whether hashes of passwords are in it. */
  withPasswords: boolean;
  /** The files, as `bucket/path`, that are named and are not there, as an SQL list of texts. */
  missing: string;
};

const studies = (missing: string) =>
  `(select path, row_number() over (order by n) as place from unnest(c.studies_urls) with ordinality s (path, n) where 'case-studies/' || path <> all (${missing}))`;

/** The files that rows name: `bucket`, `path` here. */
export const NAMED_FILES = `select 'avatars' as bucket, ${PHOTO} as path from profiles p where ${PHOTO} is not null
  union all select 'case-studies', s from cases c, unnest(c.studies_urls) s where c.patient_id is not null`;

/** The same, and each one's path there. */
export const filesThere = (missing: string): string =>
  `select 'avatars' as bucket, ${PHOTO} as path, ${photoThere(idOf("user", "p.id"))} as there, ${at("p.created_at")} as created_at, ${idOf("user", "p.id")} as owner
    from profiles p where ${PHOTO} is not null and 'avatars/' || ${PHOTO} <> all (${missing})
  union all select 'case-studies', s.path, ${studyThere("c")}, ${at("c.created_at")}, ${idOf("user", "c.patient_id")}
    from ${CASES} c, lateral ${studies(missing)} s where c.patient_id is not null`;

const PASSWORD = `case when u.is_guarded or u.must_change_password then '' when u.encrypted_password like '$argon2id$%' then u.encrypted_password
  when u.encrypted_password like '$moved-argon2id$%' then replace(u.encrypted_password, '$moved-argon2id', '$argon2id') else '' end`;

/** The tables as the old system has them, in an order in which they can be loaded. Rows are ordered by their ids there. */
export const tablesThere = ({ withPasswords, missing }: Given): ShapedTable[] => [
  {
    name: "auth.users",
    columns: `instance_id id aud role email encrypted_password email_confirmed_at confirmation_sent_at confirmation_token recovery_token email_change_token_new email_change
      last_sign_in_at raw_app_meta_data raw_user_meta_data created_at updated_at phone_change phone_change_token email_change_token_current
      reauthentication_token banned_until is_sso_user is_anonymous`,
    query: `select '00000000-0000-0000-0000-000000000000', u.user_id, 'authenticated', 'authenticated', u.email, ${withPasswords ? PASSWORD : "''"},
      -- Here an address is confirmed by a mail.
      ${at("u.email_confirmed_at")}, ${at("u.email_confirmed_at")}, '', '', '', '', ${at("u.last_sign_in_at")},
      (select json_build_object('provider', min(i.provider), 'providers', json_agg(i.provider order by i.provider)) from ${IDENTITIES} i where i.user_id = u.id),
      json_build_object('name', u.called, 'role', u.highest), ${at("u.created_at")}, ${at("u.updated_at")}, '', '', '', '',
      case when u.suspended_at is not null then '${BANNED_UNTIL}' end, 'f', 'f' from ${PEOPLE} u order by u.user_id collate "C"`,
  },
  {
    name: "auth.identities",
    columns: "provider_id user_id identity_data provider last_sign_in_at created_at updated_at id",
    query: `select t.sub, u.user_id, case i.provider
        when 'email' then json_build_object('sub', t.sub, 'email', u.email, 'email_verified', u.email_confirmed_at is not null, 'phone_verified', false)
        else json_build_object('sub', t.sub, 'iss', 'https://accounts.google.com', 'email', lower(i.identity_data->>'email'),
          'email_verified', i.identity_data->'email_verified' is not distinct from 'true') end,
      i.provider, ${at("i.last_sign_in_at")}, ${at("i.created_at")}, ${at("i.updated_at")}, ${idFrom("i.provider || ' ' || u.user_id")}
    from ${PEOPLE} u join ${IDENTITIES} i on i.user_id = u.id,
      lateral (select case i.provider when 'email' then u.user_id else i.provider_id end as sub) t order by u.user_id collate "C", i.provider`,
  },
  {
    name: "storage.buckets",
    columns: "id name public",
    query: "values ('avatars', 'avatars', 't'), ('case-studies', 'case-studies', 't')",
  },
  {
    name: "storage.objects",
    columns: "id bucket_id name owner owner_id created_at updated_at last_accessed_at metadata",
    query: `select ${idFrom("f.bucket || ' ' || f.there")}, f.bucket, f.there, f.owner, f.owner, f.created_at, f.created_at, f.created_at,
      json_build_object('mimetype', case substring(f.there from '[a-z]+$') when 'pdf' then 'application/pdf' when 'jpg' then 'image/jpeg'
        else 'image/' || substring(f.there from '[a-z]+$') end) from (${filesThere(missing)}) f order by f.bucket, f.there collate "C"`,
  },
  {
    name: "public.profiles",
    columns: `id name email phone birth_date activity_level location_city photo_url license_number specialty price_range modalities bio
      approval_status created_at`,
    query: `select u.user_id, p.name, u.email, p.phone, p.birth_date, p.activity_level, p.location_city,
      case when 'avatars/' || ${PHOTO} <> all (${missing}) then ${url("avatars", photoThere("u.user_id"))} end,
      case when u.highest = 'kine' then ${LICENCE} end, p.specialty, p.price_range, p.modalities, p.bio, p.approval_status, ${at("p.created_at")}
    from ${PEOPLE} u join profiles p on p.id = u.id order by u.user_id collate "C"`,
  },
  {
    name: "public.user_roles",
    columns: "id user_id role",
    query: `select ${idFrom("'role of ' || u.user_id")}, u.user_id, u.highest from ${PEOPLE} u where u.highest is not null order by u.user_id collate "C"`,
  },
  {
    name: "public.kine_applications",
    columns: "id user_id profile_id created_at approved_at approved_by rejection_reason",
    query: `select q.request_id, w.id, w.id, q.created_at,
      case when not q.is_last then q.approved_at when q.approval_status <> 'pending' then coalesce(q.approved_at, q.created_at) end,
      case when not q.is_last or q.approval_status <> 'pending' then (select ${idOf("user", "b.id")} from profiles b where b.id = q.approved_by) end,
      case when not q.is_last or q.approval_status = 'rejected' then q.rejection_reason end
    from ${REQUESTS} q, lateral (select ${idOf("user", "q.profile_id")} as id) w order by q.request_id collate "C"`,
  },
  {
    name: "public.cases",
    columns:
      "id patient_id title description injury_area location_city preferred_modality studies_urls status created_at accepted_kine_id",
    query: `select c.old_id, ${idOf("user", "c.patient_id")}, case when c.patient_id is null then '${DELETED_CASE}' else c.title end,
      case when c.patient_id is null then '${DELETED_CASE}' else c.description end, case when c.patient_id is not null then c.injury_area end,
      case when c.patient_id is not null then c.location_city end, case when c.patient_id is not null then c.preferred_modality end,
      case when c.patient_id is null then '{}' else array(select ${url("case-studies", studyThere("c"))} from ${studies(missing)} s order by s.place) end,
      c.status, ${at("c.created_at")}, case when c.patient_id is not null then (select ${idOf("user", "m.kine_id")} from matches m
        where m.case_id = c.id and m.status = 'accepted'
        order by m.kine_id is distinct from c.accepted_kine_id, ${at("m.created_at")}, ${idOf("match", "m.id")} collate "C" limit 1) end
    from ${CASES} c order by c.old_id collate "C"`,
  },
  {
    name: "public.matches",
    columns: "id case_id kine_id status message created_at",
    query: `select * from (
      select ${idOf("match", "m.id")} as id, c.old_id, ${idOf("user", "m.kine_id")}, m.status::text, m.message, ${at("m.created_at")}
      from matches m join ${CASES} c on c.id = m.case_id
      union all select ${idFrom(`'acceptance of ' || ${idOf("review", "r.id")}`)}::text, c.old_id, ${idOf("user", "r.kine_id")}, 'accepted', null,
        ${at("coalesce(r.accepted_at, r.created_at)")}
      from ${REVIEWS} r join ${CASES} c on c.id = r.case_id
      where not exists (select from matches m where m.case_id = r.case_id and m.kine_id = r.kine_id)) m order by m.id collate "C"`,
  },
  {
    name: "public.reviews",
    columns: "id case_id patient_id kine_id stars comment created_at",
    query: `select w.id, ${idOf("case", "r.case_id")}, ${idOf("user", "r.patient_id")}, ${idOf("user", "r.kine_id")}, r.stars, r.comment, ${at("r.created_at")}
    from ${REVIEWS} r, lateral (select ${idOf("review", "r.id")} as id) w order by w.id collate "C"`,
  },
  {
    name: "public.availabilities",
    columns: "id kine_id weekday start_time end_time",
    query: `select h.hours_id, ${idOf("user", "h.kine_id")}, h.weekday, h.start_time, h.end_time from ${HOURS} h order by h.hours_id collate "C"`,
  },
  {
    name: "public.admin_views",
    columns: "admin_id entity_type entity_id",
    query: `select w.admin, s.entity_type, w.thing from admin_views s, lateral (select ${idOf("user", "s.admin_id")} as admin, case s.entity_type
        when 'application' then (select ${idOf("request", "a.id")} from kine_applications a where a.id = s.entity_id)
        when 'case' then (select c.old_id from ${CASES} c where c.id = s.entity_id)
        when 'patient' then (select ${idOf("user", "p.id")} from profiles p where p.id = s.entity_id)
        when 'review' then (select ${idOf("review", "r.id")} from ${REVIEWS} r where r.id = s.entity_id) end as thing) w
    where w.thing is not null and exists (select from user_roles r where r.user_id = s.admin_id and r.role = 'admin')
    order by w.admin collate "C", s.entity_type::text collate "C", w.thing collate "C"`,
  },
];
