import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { openLastRelease } from "../support/last-release.ts";

const KINE = "01890000-0000-7000-8000-000000000001";
let older: Awaited<ReturnType<typeof openLastRelease>>;

beforeAll(async () => {
  older = await openLastRelease();
});
afterAll(() => older?.close());

const sums = async () => {
  const { rows } = await older.client.query<Record<string, number>>(
    `select k.count as rated, k.stars as rated_stars, coalesce(i.count, 0) as count, coalesce(i.stars, 0) as stars,
      coalesce(i.shown_count, 0) as shown, coalesce(i.shown_stars, 0) as shown_stars
      from kine_ratings k left join inherited_stars i on i.kine_id = k.kine_id where k.kine_id = $1`,
    [KINE],
  );
  return rows[0];
};

test("stars that two accounts left by rule stay as they are with the migration, and are taken away and given again as one answer", async () => {
  // Five and three reviews, one of each by the same author.
  await older.client.query(`
    set session_replication_role = replica;
    insert into auth.users (id, email) values ('${KINE}', 'k@example.com');
    insert into profiles (id, email, name, approval_status) values ('${KINE}', 'k@example.com', 'Ana', 'approved');
    insert into user_roles (user_id, role) values ('${KINE}', 'kine');
    with left_by as (
      insert into departures (left_at, review_count, review_stars, ranked_count, ranked_stars, is_suspended)
        select now() - n * interval '9 days', 0, 0, 0, 0, false from generate_series(1, 2) n returning id, left_at)
    insert into departure_authors (departure_id, hash, stars, is_ranked, noted_at, kine_id)
      select l.id, sha256(convert_to(a.name, 'UTF8')), 4, true, l.left_at, '${KINE}' from left_by l
        cross join lateral unnest(case when l.left_at > now() - interval '10 days' then array['a', 'b', 'c', 'd', 'e'] else array['a', 'f', 'g'] end) a (name);
    insert into inherited_stars (kine_id, count, stars, at, shown_count, shown_stars) values ('${KINE}', 8, 32, now(), 8, 32);
    insert into kine_ratings values ('${KINE}', 10, 42);
    reset session_replication_role`);
  const before = await sums();
  await migrate(older.url);
  expect(await sums()).toEqual(before);

  const { rows } = await older.client.query<{ id: string }>(
    "select coalesce(departure_id, id) as id from star_answers",
  );
  expect(rows).toHaveLength(1);
  const answer = (isSame: boolean) =>
    older.client.query("select answer_departure($1, $2, $3)", [KINE, rows[0]?.id, isSame]);
  await answer(false);
  expect(await sums()).toEqual({ rated: 2, rated_stars: 10, count: 0, stars: 0, shown: 0, shown_stars: 0 });
  await answer(true);
  expect(await sums()).toEqual(before);
});
