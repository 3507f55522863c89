-- Who is no specialist any more reads of a case what ended: its title, its dates and their own words. Neither of the two has the other's contact data.
create or replace view case_relations as
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
                    WHEN 'patient'::app_role = ANY (o.ended_roles) OR 'kine'::app_role = ANY (k.ended_roles) THEN 'ended'::text
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

create or replace function contact_open(_viewer uuid, _kine uuid) returns boolean language sql stable
return coalesce(_viewer = _kine, false) or has_role(_viewer, 'admin') or exists (select from case_relations r
  where r.kine_id = _kine and r.patient_id = _viewer and r.access = 'accepted');
