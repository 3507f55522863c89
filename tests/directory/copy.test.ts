// @module-tag operations/full
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { directoryCopy, keepDirectory } from "../../app/domain/directory/copy.server.ts";
import { directoryPage } from "../../app/domain/directory/page.server.ts";
import { asViewer, openDatabase } from "../../app/platform/database/database.server.ts";
import { profileFiles, profilesOfFile } from "../../app/domain/profiles/listed-profiles.server.ts";
import { pagesOf, sitemapFiles } from "../../app/screens/public/sitemap-pages.server.ts";
import { like, type Person } from "../support/people.ts";
import { startStoppable } from "../support/stoppable-database.ts";
import { openTestAppOn, type TestApp } from "../support/test-app.ts";
import { insertSpecialists } from "./specialists.ts";

const SPECIALISTS = 2_500;

let testApp: TestApp;
let carla: Person;

beforeAll(async () => {
  // A PostgreSQL server of its own: its simulated restart ends the live streams of every program on it.
  const { url, close } = await startStoppable();
  testApp = await openTestAppOn({ url, drop: close }, {});
  carla = await testApp.approvedKine(cast.carla);
  await insertSpecialists(testApp.databaseUrl, SPECIALISTS);
});
afterAll(() => testApp?.close());

/** A copy is at most half a second old. */
async function contentsSoon() {
  await wait(600);
  return testApp.app.services.copies.of(directoryCopy).read();
}
/** Runs statements without triggers, as changes that no copy was notified of. */
const quietly = (statements: string) =>
  sql.raw(`begin; set local session_replication_role = replica; ${statements}; commit`).execute(testApp.db);
/** The card of a specialist on any page of a list. */
async function cardOf(path: string, id: string) {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams(page === 1 ? {} : { pagina: String(page) });
    const answer = await directoryPage(testApp.app.services, path, query);
    if (answer === "missing" || !("page" in answer)) throw new Error(`${path} has no page ${page}`);
    const found = answer.page.items.find((card) => card.id === id);
    if (found) return found;
    pages = answer.page.pages;
  }
  return undefined;
}
const rowOf = (kine: string) =>
  testApp.db.selectFrom("directory").selectAll().where("kine_id", "=", kine).executeTakeFirstOrThrow();
const countWrongRows = async () =>
  (
    await sql`select kine_id from directory d join directory_facts(array(select kine_id from directory)) f using (kine_id)
      where to_jsonb(d) - '{number,kine_id,computed_on,changed_at,changed_in}'::text[] is distinct from to_jsonb(f) - 'kine_id'`.execute(
      testApp.db,
    )
  ).rows.length;

describe("a node's copy", () => {
  // Recomputes the rows that the tests below change.
  afterAll(async () => {
    await quietly("update directory set computed_on = '-infinity'");
    await keepDirectory(testApp.db);
  });

  test("reads any number of rows that one transaction changed", async () => {
    await contentsSoon();
    await quietly("update directory set score = 7, changed_in = pg_current_xact_id() where listed");
    const { all } = await contentsSoon();
    expect(all.length).toBeGreaterThan(2_000);
    expect(new Set(all.map(({ score }) => score))).toEqual(new Set([7]));
  });

  test("is read whole after another run of the server, which may lack transactions that it had", async () => {
    const [first] = (await contentsSoon()).all;
    // As after a failover: the change bears the number of a transaction that the copy has seen.
    await quietly(`update directory set score = 999, changed_in = '3' where number = ${first!.number}`);
    expect((await contentsSoon()).all[0]!.score).toBe(7);
    await sql`select pg_stat_reset_shared('bgwriter')`.execute(testApp.db);
    expect((await contentsSoon()).all[0]).toMatchObject({ number: first!.number, score: 999 });
  });

  test("answers as it was while it is read whole", async () => {
    const copy = testApp.app.services.copies.of(directoryCopy);
    const before = await contentsSoon();
    const client = new pg.Client({ connectionString: testApp.databaseUrl });
    await client.connect();
    try {
      await client.query("begin; lock table places in access exclusive mode");
      await sql`select pg_stat_reset_shared('bgwriter')`.execute(testApp.db);
      await wait(600);
      const first = copy.read();
      const isAnswered = async () => (await Promise.race([copy.read(), wait(100)])) === before;
      await expect.poll(isAnswered).toBe(true);
      await client.query("rollback");
      expect(await first).not.toBe(before);
    } finally {
      await client.end();
    }
  });

  test("logs once that it cannot be read, and answers as it was", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const { db } = openDatabase(testApp.databaseUrl, { max: 1, onError: () => undefined });
    const copy = directoryCopy.open({ db, log });
    const before = (await copy.read()).all.length;
    await db.destroy();
    for (let n = 0; n < 3; n += 1) {
      await wait(600);
      expect((await copy.read()).all.length).toBe(before);
    }
    expect(lines.filter((line) => line.includes("the directory was not read"))).toHaveLength(1);
    await copy.close();
  });
});

describe("the directory's table", () => {
  test("is left for later by a change of many, such as merged coverages, and worked out in batches", async () => {
    await keepDirectory(testApp.db);
    await quietly("update directory set computed_on = directory_today()");
    const { rows } = await sql<{ ms: number }>`with begun as (select clock_timestamp() as at),
      moved as (update kine_coverages k set coverage_id = 44 where coverage_id = 2 and not exists (
        select from kine_coverages o where o.kine_id = k.kine_id and o.coverage_id = 44) returning kine_id)
      select count(*) from moved`.execute(testApp.db);
    expect(rows).toHaveLength(1);
    const { due } = await testApp.db
      .selectFrom("directory")
      .select(sql<number>`(count(*) filter (where computed_on = '-infinity'))::int`.as("due"))
      .executeTakeFirstOrThrow();
    expect(due).toBeGreaterThan(100);
    // A read triggers the recomputation.
    await contentsSoon();
    await expect.poll(countWrongRows).toBe(0);
    await expect
      .poll(async () => (await contentsSoon()).all.filter(({ coverages }) => coverages.includes(44)).length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(SPECIALISTS / 2);
  }, 60_000);

  test("takes out at once whose licence one statement takes back, however many they are", async () => {
    await keepDirectory(testApp.db);
    const elena = await testApp.signIn(cast.elena);
    const found = await testApp.db
      .selectFrom("directory")
      .select("kine_id")
      .where("listed", "=", true)
      .where("kine_id", "<>", carla.id)
      .orderBy("number")
      .limit(60)
      .execute();
    const kines = sql`${`{${found.map(({ kine_id }) => kine_id).join()}}`}::uuid[]`;
    const still = await asViewer(testApp.db, elena.id, async (tx) => {
      await sql`update profiles set license_checked_at = null where id = any(${kines})`.execute(tx);
      return sql`select kine_id from directory where listed and kine_id = any(${kines})`.execute(tx);
    });
    expect([found.length, still.rows]).toEqual([60, []]);
    await asViewer(testApp.db, elena.id, (tx) =>
      sql`update profiles set license_checked_at = now() where id = any(${kines})`.execute(tx),
    );
    await keepDirectory(testApp.db);
    expect(await countWrongRows()).toBe(0);
  }, 60_000);

  test("follows the one whom an update takes a row from, as the one who gets it", async () => {
    await keepDirectory(testApp.db);
    const [one, other] = await testApp.db
      .selectFrom("availabilities as a")
      .innerJoin("directory as d", "d.kine_id", "a.kine_id")
      .select(["a.kine_id", "a.id"])
      .where("d.listed", "=", true)
      .distinctOn("a.kine_id")
      .limit(2)
      .execute();
    await sql`delete from availabilities where kine_id = ${other!.kine_id}`.execute(testApp.db);
    await sql`delete from availabilities where kine_id = ${one!.kine_id} and id <> ${one!.id}`.execute(testApp.db);
    await sql`update availabilities set kine_id = ${other!.kine_id} where id = ${one!.id}`.execute(testApp.db);
    expect((await rowOf(one!.kine_id)).weekdays).toEqual([]);
    expect((await rowOf(other!.kine_id)).weekdays).toHaveLength(1);
    expect(await countWrongRows()).toBe(0);
  });

  test("dates a change of facts, and not one of points", async () => {
    const before = await rowOf(carla.id);
    await sql`update reviews set stars = stars where false`.execute(testApp.db);
    await quietly(`update directory set score = 1, computed_on = '-infinity' where kine_id = '${carla.id}'`);
    await keepDirectory(testApp.db);
    const aged = await rowOf(carla.id);
    expect([aged.score, aged.changed_at]).toEqual([before.score, before.changed_at]);
    await carla.api.prices.save({ prices: [{ modality: "online", session: 9_000, first: null, ten: null }] });
    expect((await rowOf(carla.id)).changed_at > before.changed_at).toBe(true);
  });

  test("gets the specialists of before it, but waits for nobody who is held", async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from directory`.execute(testApp.db)).rows[0]!.n;
    const before = await count();
    const { kine_id: held } = await testApp.db
      .selectFrom("directory")
      .select("kine_id")
      .where("kine_id", "<>", carla.id)
      .orderBy("number")
      .limit(1)
      .executeTakeFirstOrThrow();
    const client = new pg.Client({ connectionString: testApp.databaseUrl });
    await client.connect();
    try {
      await client.query("begin");
      await client.query("select from profiles where id = $1 for update", [held]);
      await quietly("delete from directory; update directory_state set is_filled = false");
      await keepDirectory(testApp.db);
      expect(await count()).toBe(before - 1);
    } finally {
      await client.query("rollback");
      await client.end();
    }
    await keepDirectory(testApp.db);
    expect(await count()).toBe(before);
    expect(await countWrongRows()).toBe(0);
    const { rows } = await sql<{ is_filled: boolean }>`select is_filled from directory_state`.execute(testApp.db);
    expect(rows).toEqual([{ is_filled: true }]);
  }, 60_000);
});

test("a page answers nothing that its filters do not show, and its form sends all that it asks", async () => {
  await contentsSoon();
  const pageOf = async (path: string, query: string) => {
    const answer = await directoryPage(testApp.app.services, path, new URLSearchParams(query));
    if (answer === "missing" || !("page" in answer)) throw new Error(`${path} has no page`);
    return answer.page;
  };
  const sorted = (list: { name: string; value: string }[]) =>
    list.map(({ name, value }) => `${name}=${value}`).toSorted();
  const { total } = await pageOf("/kinesiologos", "");
  const shown = await pageOf("/kinesiologos", "radio=10&orden=cercania&cobertura=999999&dia=9");
  expect(shown).toMatchObject({ is_filtered: false, total, asked: [] });
  const place = await pageOf("/kinesiologos/online", "especialidad=quemados");
  expect(place).toMatchObject({ is_filtered: false, asked: [] });
  for (const path of ["/kinesiologos", "/kinesiologos/online", "/kinesiologos/caba"]) {
    const query =
      "especialidad=deportiva&cobertura=1&cobertura=3&hasta=30000&radio=5&dia=1&dia=4&nuevos=1&orden=precio";
    const { asked, facets, order } = await pageOf(path, query);
    const chosen = facets.flatMap(({ name, options }) =>
      options.filter((option) => option.chosen && option.value !== "").map(({ value }) => ({ name, value })),
    );
    expect(sorted(asked), path).toEqual(sorted([...chosen, { name: "orden", value: order }]));
  }
});

test("a price that is not confirmed is shown as such, and one of the list's modality first", async () => {
  const id = carla.id;
  await sql`delete from kine_prices where kine_id = ${id}`.execute(testApp.db);
  await sql`insert into kine_prices (kine_id, modality, session, confirmed_at) values
    (${id}, 'consultorio', 21000, now() - interval '100 days'), (${id}, 'online', 9000, now())`.execute(testApp.db);
  await sql`update profiles set modalities = 'consultorio, online', specialty = 'Kinesiología deportiva', location_city = 'Ushuaia'
    where id = ${id}`.execute(testApp.db);
  await contentsSoon();
  const priceAt = async (path: string) => (await cardOf(path, id))?.price;
  const path = "/kinesiologos/tierra-del-fuego/ushuaia";
  expect(await priceAt(path)).toMatchObject({ modality: "online", session: 9_000, freshness: "fresh" });
  await sql`delete from kine_prices where kine_id = ${id} and modality = 'online'`.execute(testApp.db);
  await contentsSoon();
  expect(await priceAt(path)).toMatchObject({ modality: "consultorio", freshness: "stale" });
});

test("a card names the licence of its page's jurisdiction before a newer one", async () => {
  const id = carla.id;
  await sql`update profiles set location_city = 'Ushuaia' where id = ${id}`.execute(testApp.db);
  await quietly(`insert into licences (kine_id, kind, jurisdiction, number, state, checked_at, method) values
    ('${id}', 'MP', '94', 'Q 94', 'verified', now() - interval '100 days', 'register'),
    ('${id}', 'MP', '14', 'Q 14', 'verified', now(), 'register')`);
  await contentsSoon();
  expect((await cardOf("/kinesiologos/tierra-del-fuego/ushuaia", id))?.licence?.jurisdiction).toBe("94");
  await quietly(`delete from licences where kine_id = '${id}' and number like 'Q %'`);
});

describe("a specialist sees in their profile", () => {
  test("where they are found and what they lack for which page", async () => {
    await sql`update profiles set location_city = 'Palermo', modalities = 'consultorio' where id = ${carla.id}`.execute(
      testApp.db,
    );
    // An approved specialist's specialty changes by review.
    await quietly(`update profiles set specialty = null, specialty_slug = null where id = '${carla.id}'`);
    await contentsSoon();
    const { pages } = await carla.api.directory.mine();
    const lacks = Object.fromEntries(pages.map((page) => [page.name, page.lacks]));
    expect(lacks).toMatchObject({
      "Kinesiólogos en Palermo": [],
      "La de tu especialidad en tu barrio": ["specialty"],
      "Kinesiólogos a domicilio en Palermo": ["home"],
      "Kinesiólogos online": ["online"],
      "El filtro por precio": ["price"],
    });
    await sql`update profiles set location_city = 'Capital Federal' where id = ${carla.id}`.execute(testApp.db);
    expect((await rowOf(carla.id)).place).not.toBeNull();
    const [ofPlace] = (await carla.api.directory.mine()).pages;
    expect(ofPlace).toEqual({ name: "La página de tu barrio o ciudad", path: null, lacks: ["place"] });
    await sql`update profiles set location_city = 'Palermo' where id = ${carla.id}`.execute(testApp.db);
    const elena = await testApp.signIn(cast.elena);
    await sql`delete from kine_coverages where kine_id = ${carla.id}`.execute(testApp.db);
    await sql`insert into kine_coverages (kine_id, coverage_id, how) values (${carla.id}, 5, 'direct')`.execute(
      testApp.db,
    );
    const filter = async () =>
      (await carla.api.directory.mine()).pages.find(({ name }) => name === "El filtro por cobertura")!.lacks;
    expect(await filter()).toEqual([]);
    await elena.api.coverages.retire({ id: 5, is_retired: true });
    expect(await filter()).toEqual(["coverage"]);
    await elena.api.coverages.retire({ id: 5, is_retired: false });
    await quietly(`update profiles set license_checked_at = now() - interval '241 days' where id = '${carla.id}'`);
    for (const page of (await carla.api.directory.mine()).pages) expect(page.lacks).toContain("licence");
    await quietly(`update profiles set license_checked_at = now() where id = '${carla.id}'`);
  });

  test("on how many lists they were shown each day, of which nothing says who looked", async () => {
    const other = await testApp.approvedKine(like(cast.carla, "Otra Vista", { license_number: "MN 77441" }));
    await sql`update profiles set location_city = 'Ushuaia' where id = ${other.id}`.execute(testApp.db);
    const { showings } = await contentsSoon();
    for (let n = 0; n < 3; n += 1) await cardOf("/kinesiologos/tierra-del-fuego/ushuaia", other.id);
    await showings.write(testApp.db);
    await cardOf("/kinesiologos/tierra-del-fuego/ushuaia", other.id);
    await showings.write(testApp.db);
    const { rows } = await sql<{ day: string }>`select directory_today()::text as day`.execute(testApp.db);
    expect((await other.api.directory.mine()).showings).toEqual([{ day: rows[0]!.day, count: 4 }]);
    const columns = await sql<{ column_name: string }>`select column_name from information_schema.columns
      where table_name = 'directory_showings' order by 1`.execute(testApp.db);
    expect(columns.rows.map(({ column_name }) => column_name)).toEqual(["count", "day", "kine_id"]);
  });
});

test("a file of the sitemap holds a range of numbers, at most 10,000 specialists, and only files with any are named", async () => {
  const { rows } = await sql<{
    id: string;
  }>`select p.id from profiles p join user_roles r on r.user_id = p.id and r.role = 'kine'
    where p.approval_status = 'approved' and p.suspended_at is null`.execute(testApp.db);
  const files = await profileFiles(testApp.db);
  const found = (await Promise.all(files.map((file) => profilesOfFile(testApp.db, file)))).flat();
  expect(found.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(await profilesOfFile(testApp.db, files.at(-1)! + 1)).toEqual([]);
  const hasPages = async (name: string) => ((await pagesOf(testApp.app.services, `${name}.xml`)) ?? []).length > 0;
  const names = await sitemapFiles(testApp.app.services);
  expect(names).toEqual(["paginas", "kinesiologos-1", "perfiles-1"]);
  expect(await Promise.all(names.map(hasPages))).toEqual([true, true, true]);
  expect(await Promise.all(["perfiles-2", "perfiles-0", "kinesiologos-2", "otra"].map(hasPages))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
