import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

/** The stored totals and ratings. */
async function storedTotals() {
  const totals =
    await sql`select total, sum(count)::int as count, sum(stars)::int as stars from tallies group by total order by total`.execute(
      testApp.db,
    );
  const ratings = await testApp.db
    .selectFrom("kine_ratings")
    .selectAll()
    .where("count", ">", 0)
    .orderBy("kine_id")
    .execute();
  return { totals: totals.rows, ratings };
}

/** Fails when the stored totals differ from a count. */
async function expectCounted() {
  const before = await storedTotals();
  await sql`select recount()`.execute(testApp.db);
  expect(before).toEqual(await storedTotals());
}

const newPerson = async (query: (text: string, values: unknown[]) => Promise<unknown>, status = "approved") => {
  const id = randomUUID();
  await query("insert into auth.users (id, email) values ($1, $2)", [id, `${id}@example.com`]);
  await query("insert into profiles (id, email, name, approval_status) values ($1, $2, 'Alguien', $3)", [
    id,
    `${id}@example.com`,
    status,
  ]);
  return id;
};

test("what is kept of people, specialists and reviews follows each of their changes", async () => {
  const elena = await testApp.signIn(cast.elena);
  const ana = await testApp.signUp(cast.ana);
  const bruno = await testApp.signUp(cast.bruno);
  const kines = [
    await testApp.approvedKine(cast.carla),
    await testApp.approvedKine(like(cast.carla, "Otra", { license_number: "MN 2" })),
  ];
  const diego = await testApp.signUp(cast.diego);
  expect(await ana.api.profiles.specialistCount()).toEqual({ count: 2 });
  for (const [n, stars] of [5, 2, 4].entries()) {
    // Each specialist has one review of each patient.
    const { api } = n === 2 ? bruno : ana;
    const { id: case_id } = await api.cases.create({ title: "Rodilla", description: "Me duele" });
    const kine = kines[n % 2]!;
    const { id } = await kine.api.matches.apply({ case_id });
    await api.matches.accept({ id });
    await api.cases.close({ id: case_id });
    await api.reviews.create({ case_id, kine_id: kine.id, stars });
  }
  expect(await elena.api.reviews.totals()).toMatchObject({ count: 3, average: 11 / 3 });
  expect(await kines[0]!.api.reviews.received()).toMatchObject({ count: 2, average: 4.5 });
  expect((await elena.api.accounts.list({})).total).toBe(6);
  await expectCounted();
  await elena.api.accounts.assignRole({ user_id: bruno.id, role: "kine" });
  expect(await ana.api.profiles.specialistCount()).toEqual({ count: 3 });
  await elena.api.accounts.assignRole({ user_id: bruno.id, role: "patient" });
  await elena.api.kineApplications.reject({
    id: (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === diego.id)!.id,
  });
  expect(await ana.api.profiles.specialistCount()).toEqual({ count: 2 });
  await kines[0]!.api.accounts.delete();
  expect(await elena.api.reviews.totals()).toMatchObject({ count: 3, average: 11 / 3 });
  expect(await ana.api.profiles.specialistCount()).toEqual({ count: 1 });
  await expectCounted();
  await sql`update user_roles set role = 'kine' where user_id = ${bruno.id}`.execute(testApp.db);
  await sql`delete from reviews where stars = 2`.execute(testApp.db);
  await ana.api.accounts.delete();
  expect(await elena.api.reviews.totals()).toMatchObject({ count: 2, average: 4.5 });
  await expectCounted();
});

test("three hundred changes at once, some of them undone, are counted and kept in few rows", async () => {
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 12 });
  const join = async (n: number) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await newPerson((text, values) => client.query(text, values));
      await client.query(n % 3 === 0 ? "rollback" : "commit");
    } finally {
      client.release();
    }
  };
  await Promise.all(Array.from({ length: 300 }, (_, n) => join(n)));
  await pool.end();
  const { count } = await testApp.db
    .selectFrom("tallies")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeLessThan(250);
  await expectCounted();
});

test.each(["role first", "approval first"])(
  "an approval and a loss of the role at the same time count once, %s",
  async (order) => {
    const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 2 });
    const [one, other] = [await pool.connect(), await pool.connect()];
    try {
      const id = await newPerson((text, values) => one.query(text, values), "pending");
      await one.query("insert into user_roles values ($1, 'kine')", [id]);
      const approve = (client: pg.PoolClient) =>
        client.query("update profiles set approval_status = 'approved' where id = $1", [id]);
      const takeRole = (client: pg.PoolClient) => client.query("delete from user_roles where user_id = $1", [id]);
      const [first, second] = order === "role first" ? [takeRole, approve] : [approve, takeRole];
      await one.query("begin");
      await first(one);
      const waits = second(other);
      await expect
        .poll(
          async () =>
            (
              await testApp.db
                .selectFrom(sql<{ wait_event_type: string }>`pg_stat_activity`.as("a"))
                .select("a.wait_event_type")
                .where("a.wait_event_type", "=", "Lock")
                .execute()
            ).length,
        )
        .toBeGreaterThan(0);
      await one.query("commit");
      await waits;
    } finally {
      one.release();
      other.release();
      await pool.end();
    }
    await expectCounted();
  },
);
