-- The contact data that the two people of an accepted application had of each other when its case was closed.
create table agreed_contacts (
  match_id uuid not null,
  patient_name text not null,
  patient_phone text,
  patient_city text,
  kine_phone text,
  kine_email text,
  constraint agreed_contacts_pkey PRIMARY KEY (match_id),
  constraint agreed_contacts_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);

-- When somebody's text gave contact data to whom they had not accepted, or who had not accepted them.
create table contact_leaks (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  said text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint contact_leaks_pkey PRIMARY KEY (id),
  constraint contact_leaks_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX contact_leaks_user_id_idx ON contact_leaks USING btree (user_id, at);

-- What the two people of an application read of its case and of each other. It repeats the rule of blocked_cases over the rows that are at hand, so a list
-- needs no second look at application and case.
create view case_relations as
 SELECT m.id AS match_id,
    m.case_id,
    m.kine_id,
    c.patient_id,
    a.access,
    l.is_live,
        CASE
            WHEN a.access = 'ended'::text THEN COALESCE(m.title_then, c.title)
            ELSE c.title
        END AS title,
        CASE
            WHEN l.is_live THEN o.name
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_name
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_name,
        CASE
            WHEN l.is_live THEN o.phone
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_phone
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_phone,
        CASE
            WHEN l.is_live THEN o.location_city
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_city
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_city,
        CASE
            WHEN l.is_live THEN o.photo_url
            ELSE NULL::text
        END AS patient_photo_url,
        CASE
            WHEN l.is_live THEN k.phone
            WHEN a.access = 'accepted'::text THEN ( SELECT g.kine_phone
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS kine_phone,
        CASE
            WHEN l.is_live THEN k.email
            WHEN a.access = 'accepted'::text THEN ( SELECT g.kine_email
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS kine_email,
    m.status,
    m.message,
    m.created_at,
    m.ended_at,
    m.offer,
    m.offered_at,
    m.valid_until,
        CASE
            WHEN a.access <> 'ended'::text THEN c.description
            ELSE NULL::text
        END AS description,
        CASE
            WHEN a.access <> 'ended'::text THEN c.injury_area
            ELSE NULL::text
        END AS injury_area,
        CASE
            WHEN a.access <> 'ended'::text THEN c.location_city
            ELSE NULL::text
        END AS location_city,
        CASE
            WHEN a.access <> 'ended'::text THEN c.preferred_modality
            ELSE NULL::modality
        END AS preferred_modality,
        CASE
            WHEN a.access <> 'ended'::text THEN c.status
            ELSE NULL::case_status
        END AS case_status
   FROM matches m
     JOIN cases c ON c.id = m.case_id
     JOIN profiles o ON o.id = c.patient_id
     LEFT JOIN profiles k ON k.id = m.kine_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN m.status <> 'accepted'::match_status AND o.health_withdrawn_at IS NOT NULL THEN NULL::text
                    WHEN m.status = 'rejected'::match_status THEN 'ended'::text
                    WHEN ('patient'::app_role = ANY (o.ended_roles)) OR ('kine'::app_role = ANY (k.ended_roles)) THEN 'ended'::text
                    WHEN c.status = 'closed'::case_status AND c.closed_at < (now() -
                    CASE m.status
                        WHEN 'accepted'::match_status THEN '1 year'::interval
                        ELSE '90 days'::interval
                    END) THEN 'ended'::text
                    WHEN (EXISTS ( SELECT
                       FROM blocks b
                      WHERE LEAST(b.blocker_id, b.blocked_id) = LEAST(c.patient_id, m.kine_id) AND GREATEST(b.blocker_id, b.blocked_id) = GREATEST(c.patient_id, m.kine_id) AND (b.blocker_id = c.patient_id OR b.case_id = m.case_id OR b.case_id IS NULL AND (m.status = 'accepted'::match_status OR c.identity_access = 'verified'::studies_access AND is_licence_current(( SELECT v.license_checked_at
                               FROM profiles v
                              WHERE v.id = m.kine_id)))))) THEN 'ended'::text
                    WHEN m.status = 'accepted'::match_status THEN 'accepted'::text
                    WHEN o.suspended_at IS NOT NULL THEN 'ended'::text
                    ELSE 'applied'::text
                END AS access
         OFFSET 0) a
     CROSS JOIN LATERAL ( SELECT a.access = 'accepted'::text AND c.status <> 'closed'::case_status AS is_live) l;

-- A specialist's phone and e-mail as somebody may read them: their own and admins', those of an accepted application, or else those that were
-- agreed on when the last case was closed.
CREATE OR REPLACE FUNCTION public.kine_contact(_viewer uuid, _kine uuid) RETURNS TABLE(phone text, email text) LANGUAGE plpgsql STABLE AS $function$
begin
  if _viewer = _kine or has_role(_viewer, 'admin') then
    return query select p.phone, p.email from profiles p where p.id = _kine;
  else
    return query select r.kine_phone, r.kine_email from case_relations r
      where r.kine_id = _kine and r.patient_id = _viewer and r.access = 'accepted' order by r.is_live desc, r.match_id desc limit 1;
  end if;
end $function$;

create view public_profiles as
 SELECT id,
    name,
    specialty,
    price_range,
    modalities,
    location_city,
    bio,
    photo_url,
        CASE
            WHEN phone_listed AND has_role(viewer_id(), 'patient'::app_role) AND NOT are_blocked(viewer_id(), id) THEN phone
            ELSE ( SELECT c.phone
               FROM kine_contact(viewer_id(), p.id) c(phone, email))
        END AS phone
   FROM profiles p
  WHERE has_role(id, 'kine'::app_role) AND publish_asked_at IS NULL;

-- What a person may read of a case as a specialist: offered, applied, accepted, ended, or null for nothing. A list of cases on offer has the
-- same rule in joins.
CREATE OR REPLACE FUNCTION public.case_access(_case uuid, _viewer uuid) RETURNS text LANGUAGE plpgsql STABLE AS $function$
declare
  found_access text;
begin
  if not has_role(_viewer, 'kine') then
    return null;
  end if;
  select access into found_access from case_relations where case_id = _case and kine_id = _viewer;
  if found then
    return found_access;
  end if;
  if exists (select from cases c join profiles o on o.id = c.patient_id
    where c.id = _case and c.status <> 'closed' and c.dormant_at is null and c.patient_id <> _viewer
      and o.suspended_at is null and o.health_withdrawn_at is null and 'patient' <> all (o.ended_roles)) and not is_case_blocked(_case, _viewer) then
    return 'offered';
  end if;
  return null;
end $function$;

-- The contact gate, the one place that decides it: phone, e-mail and licence of a specialist are for that specialist,
-- for admins and for a patient with an accepted match with them.
CREATE OR REPLACE FUNCTION public.contact_open(_viewer uuid, _kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (COALESCE((_viewer = _kine), false) OR has_role(_viewer, 'admin'::app_role) OR (EXISTS (SELECT FROM case_relations r WHERE ((r.kine_id = contact_open._kine) AND (r.patient_id = contact_open._viewer) AND (r.access = 'accepted'::text)))));
