import pg from "pg";

/** Puts `count` patients, specialists, cases and reviews into a migrated database, without triggers: more than a page of each. */
export async function insertFewRows(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      set session_replication_role = replica;
      create temporary table few as select n, uuid_v7() as patient, uuid_v7() as kine, uuid_v7() as case_id
        from generate_series(1, ${count}) n;
      insert into auth.users (id, email, email_confirmed_at) select patient, 'paciente' || n || '@example.com', now() from few
        union all select kine, 'kine' || n || '@example.com', now() from few;
      insert into profiles (id, email, name, phone, location_city, approval_status)
        select patient, 'paciente' || n || '@example.com', 'Paciente Acosta ' || n, '+54 11 5555-0000', 'Palermo', 'approved' from few;
      insert into profiles (id, email, name, phone, location_city, specialty, price_range, modalities, bio, approval_status,
          license_number, license_checked_at)
        select kine, 'kine' || n || '@example.com', 'Kine Benítez ' || n, '+54 11 5555-1111', 'Once', 'Columna', '$25.000 - $35.000',
          'consultorio,online', 'Quince años con rodillas.', 'approved', 'MN ' || n, now() from few;
      insert into user_roles (user_id, role, name_key) select id, (case when license_number is null then 'patient' else 'kine' end)::app_role,
        name_key(name) from profiles where email like '%@example.com' and email ~ '^(paciente|kine)[0-9]';
      insert into kine_applications (user_id, profile_id, status, approved_at) select kine, kine, 'approved', now() from few;
      insert into cases (id, patient_id, title, description, injury_area, status, accepted_kine_id, created_at)
        select case_id, patient, 'Dolor de rodilla ' || n, 'Me duele al subir escaleras', 'Rodilla',
          (case when n % 2 = 0 then 'closed' else 'open' end)::case_status, case when n % 2 = 0 then kine end, now() - n * interval '5 hours'
        from few;
      insert into matches (case_id, kine_id, status) select case_id, kine, 'accepted' from few where n % 2 = 0;
      insert into reviews (case_id, patient_id, kine_id, stars, comment)
        select f.case_id, f.patient, o.kine, 1 + f.n % 5, 'Muy clara con los ejercicios' from few f join few o on o.n <= 2 where f.n % 2 = 0;
      insert into auth.audit_events (event, subject) select 'signed_in', u.audit_id from auth.users u join few on few.kine = u.id;
      set session_replication_role = default;
      select recount();`);
  } finally {
    await client.end();
  }
}
