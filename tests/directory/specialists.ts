import pg from "pg";

/**
 * Inserts `count` specialists into a migrated database with a vocabulary, without triggers: spread over places as people are, in every state
 * that the directory distinguishes. Computes their directory rows afterwards.
 */
export async function insertSpecialists(url: string, count: number, prefix = "d"): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      set session_replication_role = replica;
      select setseed(0.5);
      create temporary table places_drawn as select slug, name, jurisdiction, row_number() over (order by md5(slug)) as n from places;
      create temporary table specialties_drawn as select slug, name, row_number() over (order by position) as n from specialties;
      create temporary table drawn as
        select n, uuid_v7() as id,
          -- Squared, so that the first places have most of the people.
          1 + floor(power(random(), 2) * (select count(*) from places_drawn))::int as place,
          1 + floor(power(random(), 2) * (select count(*) from specialties_drawn))::int as specialty, random() as state, random() as licence,
          random() as stated
        from generate_series(1, ${count}) n;
      insert into auth.users (id, email) select id, '${prefix}' || n || '@example.com' from drawn;
      insert into profiles (id, email, name, phone, location_city, place_slug, specialty, specialty_slug, price_range, modalities, bio,
          approval_status, suspended_at, license_number, license_checked_at)
        select d.id, '${prefix}' || d.n || '@example.com', 'Kine Directorio ' || d.n, '+54 11 5555-0000', p.name, p.slug, s.name, s.slug, '$25.000 - $35.000',
          (array['consultorio', 'consultorio, domicilio', 'domicilio', 'virtual', 'consultorio, online', 'A domicilio, Online'])[1 + floor(random() * 6)],
          case when random() < 0.7 then 'Quince años con rodillas.' end,
          (case when state < 0.03 then 'pending' when state < 0.05 then 'rejected' else 'approved' end)::approval_status,
          case when state > 0.97 then now() end, 'MN ${prefix}' || d.n,
          case when licence > 0.04 then now() - interval '1 day' * floor(random() * 230) end
        from drawn d left join places_drawn p on p.n = d.place and stated > 0.03 left join specialties_drawn s on s.n = d.specialty and stated > 0.06;
      insert into user_roles (user_id, role, name_key) select id, 'kine', 'kine' from drawn;
      insert into licences (kine_id, is_first, kind, jurisdiction, number, state, checked_at, method)
        select d.id, true, 'MP', nullif(l.jurisdiction, '02'), '${prefix}' || d.n, 'verified', p.license_checked_at, 'approval'
        from drawn d join profiles p on p.id = d.id left join places_drawn l on l.n = d.place where p.license_checked_at is not null;
      insert into availabilities (kine_id, weekday, start_time, end_time)
        select id, day, '09:00', '13:00' from drawn, generate_series(0, 6) day where random() < 0.4;
      insert into kine_coverages (kine_id, coverage_id, how, confirmed_at, disputed_at)
        select d.id, c.id, 'direct', now() - interval '1 day' * (0.5 + floor(random() * 110)), case when random() < 0.05 then now() end
        -- With a column of each: otherwise the chance is drawn once for a coverage, not for each specialist.
        from drawn d, coverages c where random() < 3.0 * sign(d.n) / (c.id + 2);
      insert into kine_prices (kine_id, modality, session, confirmed_at)
        select id, m, 12000 + 500 * floor(random() * 90), now() - interval '1 day' * (0.5 + floor(random() * 110))
        from drawn, unnest('{consultorio,domicilio}'::modality[]) m where random() < 0.6;
      insert into reviews (case_id, patient_id, kine_id, stars, created_at)
        select gen_random_uuid(), null, id, least(5, 1 + floor(random() * 6)), now() - interval '1 day' * (0.5 + floor(random() * 900))
        from drawn, generate_series(1, 8) r where random() < 0.5 and drawn.n % 3 <> 0;
      select recount();
      set session_replication_role = default;
      insert into directory (kine_id) select id from drawn;
      do $$ begin loop exit when directory_keep(5000) = 0; end loop; end $$;`);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
