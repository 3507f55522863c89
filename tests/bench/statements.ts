/** The reference's statements by name: each returns one column, `json`, equal to the product's answer. */
export const statements: Record<string, string> = {
  available: `select json_agg(x)::text as json from (
    select c.id, c.title, c.description, c.status, c.injury_area, c.location_city, c.preferred_modality, c.created_at,
      p.name as poster_name
    from cases c join profiles p on p.id = c.patient_id
    where c.status in ('open', 'matched') and c.patient_id <> $1
      and not exists (select from matches m where m.case_id = c.id and m.kine_id = $1)
    order by c.id desc limit 21) x`,
  mine: `select json_agg(x)::text as json from (
    select c.id, c.title, c.description, c.status, c.injury_area, c.location_city, c.preferred_modality, c.created_at,
      (select count(*) from matches m where m.case_id = c.id and m.status = 'proposed') as pending_applications,
      (select count(*) from matches m where m.case_id = c.id and m.status = 'accepted') as accepted_professionals
    from cases c where c.patient_id = $1 order by c.id desc limit 21) x`,
  profile: `select row_to_json(x)::text as json from (
    select p.id, p.specialty, p.price_range, p.modalities, p.location_city, p.bio, p.photo_url, q.name,
      (select json_agg(r) from (
        select r.id, r.stars, r.comment, r.created_at, a.name as patient_name
        from reviews r left join profiles a on a.id = r.patient_id where r.kine_id = p.id order by r.id desc limit 10) r) as reviews,
      (select json_agg(h) from (
        select weekday, start_time, end_time from availabilities where kine_id = p.id order by weekday, start_time) h) as availabilities,
      (select row_to_json(g) from kine_ratings g where g.kine_id = p.id) as rating
    from public_profiles p join profiles q on q.id = p.id where p.id = $1) x`,
  apply: `insert into matches (case_id, kine_id, message) values ($1, $2, 'Trabajo con rodillas desde hace diez años')
    returning json_build_object('id', id, 'status', status)::text as json`,
};
