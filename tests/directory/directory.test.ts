import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathOf, type Topic } from "../../app/domain/directory/addresses.ts";
import { directoryCopy, keepDirectory } from "../../app/domain/directory/copy.server.ts";
import { type Contents, groupOfPlace } from "../../app/domain/directory/contents.server.ts";
import { scoreOf } from "../../app/domain/directory/order.ts";
import { directoryPage } from "../../app/domain/directory/page.server.ts";
import {
  type Asked,
  NOTHING_ASKED,
  PAGE_SIZE,
  PRICE_LIMITS,
  queryOf,
  RADII,
} from "../../app/domain/directory/query.ts";
import { search } from "../../app/domain/directory/search.server.ts";
import { headingOf, indexedPages } from "../../app/domain/directory/topics.server.ts";
import { PLACES } from "../../app/domain/places/places.ts";
import { SPECIALTIES } from "../../app/domain/specialties/specialties.ts";
import { asViewer } from "../../app/platform/database/database.server.ts";
import { isFull } from "../support/full.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { cast } from "../../app/demo/cast.ts";
import { recount } from "./recount.ts";
import { insertSpecialists } from "./specialists.ts";

const SPECIALISTS = 3_000;

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  await insertSpecialists(testApp.databaseUrl, SPECIALISTS);
});
afterAll(() => testApp?.close());

/** A copy is at most half a second old. */
const soon = () => wait(600);
async function contentsNow() {
  await soon();
  return testApp.app.services.copies.of(directoryCopy).read();
}
const page = async (path: string, query = "") => directoryPage(testApp.app.services, path, new URLSearchParams(query));
async function found(path: string, query = "") {
  const answer = await page(path, query);
  if (answer === "missing" || !("page" in answer)) throw new Error(`${path} has no page`);
  return answer.page;
}

/** Random numbers that are the same in each run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The directory rows that differ from the facts. */
const wrongRows = async () =>
  (
    await sql<{ kine_id: string }>`select kine_id
      from directory d full join directory_facts(array(select kine_id from directory union select user_id from user_roles where role = 'kine')) f
        using (kine_id)
      where to_jsonb(d) - '{number,kine_id,computed_on,changed_at,changed_in}'::text[] is distinct from to_jsonb(f) - 'kine_id'`.execute(
      testApp.db,
    )
  ).rows;

/** Changes of one specialist, each by the statement of a procedure or of an admin. */
const CHANGES: ((id: string, roll: (sides: number) => number) => ReturnType<typeof sql>)[] = [
  (id) => sql`update profiles set suspended_at = case when suspended_at is null then now() end where id = ${id}`,
  (id, roll) => sql`update profiles set location_city = ${PLACES[roll(PLACES.length)]!.name} where id = ${id}`,
  (id, roll) => sql`update profiles set specialty = ${SPECIALTIES[roll(SPECIALTIES.length)]!.name} where id = ${id}`,
  (id, roll) => sql`update profiles set modalities = ${["virtual", "consultorio", ""][roll(3)]} where id = ${id}`,
  (id) => sql`update profiles set bio = case when bio is null then 'Hola' end where id = ${id}`,
  (id) => sql`delete from kine_coverages where kine_id = ${id} and coverage_id % 2 = 0`,
  (id, roll) => sql`insert into kine_coverages (kine_id, coverage_id, how)
    select ${id}, id, 'direct' from coverages where id % 7 = ${roll(7)} and retired_at is null on conflict do nothing`,
  (id, roll) =>
    sql`update kine_coverages set confirmed_at = now() - ${roll(120) + 0.5} * interval '1 day' where kine_id = ${id}`,
  (id) => sql`update kine_coverages set disputed_at = now() where kine_id = ${id} and coverage_id % 3 = 0`,
  (
    id,
    roll,
  ) => sql`insert into kine_prices (kine_id, modality, session) values (${id}, 'online', ${10_000 + roll(40_000)})
    on conflict (kine_id, modality) do update set session = excluded.session, confirmed_at = now()`,
  (id, roll) =>
    sql`update kine_prices set confirmed_at = now() - ${roll(120) + 0.5} * interval '1 day' where kine_id = ${id}`,
  (id) => sql`delete from kine_prices where kine_id = ${id}`,
  (id) => sql`delete from availabilities where kine_id = ${id} and weekday < 4`,
  (id, roll) =>
    sql`insert into availabilities (kine_id, weekday, start_time, end_time) values (${id}, ${roll(7)}, '20:00', '21:00')`,
  (id) => sql`update licences set state = case state when 'verified' then 'doubtful' else 'verified' end,
    checked_at = now(), method = 'register' where kine_id = ${id} and state <> 'withdrawn'`,
  (id) => sql`update reviews set hidden_at = now(), hidden_reason = 'x' where kine_id = ${id} and stars < 3`,
  (id) => sql`delete from reviews where kine_id = ${id} and stars = 5`,
  (id) => sql`delete from user_roles where user_id = ${id} and role = 'kine'`,
  (id) => sql`insert into user_roles (user_id, role) values (${id}, 'kine') on conflict do nothing`,
];

describe("the directory's table", () => {
  test("says after random changes, several at once, what a recount of the facts says, and a node's copy says the same", async () => {
    const roll = dice(7);
    const { db } = testApp;
    const people = await db.selectFrom("directory").select("kine_id").orderBy("number").limit(60).execute();
    let done = 0;
    for (let round = 0; round < (isFull ? 200 : 25); round += 1) {
      const changes = Array.from({ length: 8 }, () => {
        const { kine_id } = people[roll(people.length)]!;
        return CHANGES[roll(CHANGES.length)]!(kine_id, roll);
      });
      const outcomes = await Promise.allSettled(
        changes.map((change) => asViewer(db, elena.id, (tx) => change.execute(tx))),
      );
      done += outcomes.filter(({ status }) => status === "fulfilled").length;
      if (round % 5 === 0) await contentsNow();
    }
    expect(done).toBeGreaterThan(100);
    expect(await wrongRows()).toEqual([]);
    const rows = await db
      .selectFrom("directory")
      .select(["number", "score", "coverages", "place"])
      .where("listed", "=", true)
      .where(sql<boolean>`licence_until >= day_number(directory_today())`)
      .orderBy("score", "desc")
      .orderBy("number")
      .execute();
    const { all } = await contentsNow();
    expect(all.map(({ number, score, coverages, place }) => ({ number, score, coverages, place }))).toEqual(rows);
  }, 120_000);

  test("ages once a day, and says then what a recount says", async () => {
    const { db } = testApp;
    await sql`
      begin;
      set local session_replication_role = replica;
      update kine_coverages set confirmed_at = confirmed_at - interval '20 days';
      update kine_prices set confirmed_at = confirmed_at - interval '20 days';
      update profiles set license_checked_at = license_checked_at - interval '20 days';
      update directory set computed_on = current_date - 3;
      commit`.execute(db);
    expect((await wrongRows()).length).toBeGreaterThan(100);
    await keepDirectory(db);
    expect(await wrongRows()).toEqual([]);
  }, 60_000);

  test("loses a coverage that is retired, and has it back", async () => {
    const holders = async () => {
      await contentsNow();
      const { facets } = await found("/kinesiologos");
      return facets.find(({ name }) => name === "cobertura")!.options.find(({ value }) => value === "3")?.count ?? 0;
    };
    const before = await holders();
    expect(before).toBeGreaterThan(10);
    await elena.api.coverages.retire({ id: 3, is_retired: true });
    expect(await holders()).toBe(0);
    expect((await contentsNow()).coverages.has(3)).toBe(false);
    await elena.api.coverages.retire({ id: 3, is_retired: false });
    expect(await holders()).toBe(before);
    expect(await wrongRows()).toEqual([]);
  });
});

test("the points of the order are worked out by the database as by the program, for 1,000 random specialists", async () => {
  const roll = dice(3);
  const cases = Array.from({ length: 1_000 }, () => {
    const weight = roll(400) / 10;
    return {
      mean: 1 + roll(41) / 10,
      stars: weight * (1 + roll(41) / 10),
      weight,
      parts: roll(10),
      licenceDays: roll(241),
      price: ([null, "fresh", "aging", "stale"] as const)[roll(4)]!,
      replyHours: [null, 1 + roll(30), 4_320][roll(3)]!,
    };
  });
  const { rows } = await sql<{
    score: number;
  }>`select directory_score(mean, stars, weight, parts, days, price, reply) as score
    from jsonb_to_recordset(${JSON.stringify(cases.map(({ licenceDays, replyHours, ...each }, place) => ({ ...each, days: licenceDays, reply: replyHours, place })))}::jsonb)
      as c (mean numeric, stars float8, weight float8, parts integer, days integer, price text, reply integer, place integer)
    order by place`.execute(testApp.db);
  expect(rows.map(({ score }) => score)).toEqual(cases.map(scoreOf));
});

describe("a specialist", () => {
  test.each([
    ["suspended", (id: string) => elena.api.moderation.suspend({ id, reason: "Spam" })],
    [
      "without a licence that holds",
      (id: string) => sql`update profiles set license_checked_at = null where id = ${id}`.execute(testApp.db),
    ],
    // An approval is decided only once: the test bypasses that rule to see how the directory reacts.
    [
      "no longer approved",
      (id: string) =>
        sql`begin; set local session_replication_role = replica;
        update profiles set approval_status = 'rejected' where id = '${sql.raw(id)}';
        set local session_replication_role = default;
        update profiles set bio = 'x' where id = '${sql.raw(id)}'; commit`.execute(testApp.db),
    ],
  ])("who is %s is gone within a second from pages and counts", async (_, change) => {
    const [first] = (await found("/kinesiologos")).items;
    const { total } = await found("/kinesiologos");
    await change(first!.id);
    await soon();
    const after = await found("/kinesiologos");
    expect(after.items.map(({ id }) => id)).not.toContain(first!.id);
    expect(after.total).toBe(total - 1);
  });

  test("whose account is deleted is gone within a second, and nothing of theirs stays after a day", async () => {
    const { db } = testApp;
    const { items, total } = await found("/kinesiologos");
    await sql`delete from auth.users where id = ${items[0]!.id}`.execute(db);
    await soon();
    expect((await found("/kinesiologos")).total).toBe(total - 1);
    const rows = await db.selectFrom("directory_departures").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0]!)).toEqual(["number", "left_at", "changed_in"]);
  });
});

/** Random topics and questions. */
function randomQuery(contents: Contents, roll: (sides: number) => number): { topic: Topic; asked: Asked } {
  const places = [...contents.places.values()].filter(({ kind }) => kind !== "jurisdiction");
  const place = places[roll(places.length)]!.slug;
  const specialty = roll(2) ? SPECIALTIES[roll(SPECIALTIES.length)]!.slug : null;
  const kinds: Topic[] = [
    { area: { kind: "country" }, specialty: null },
    { area: { kind: "online" }, specialty },
    { area: { kind: "province", jurisdiction: contents.places.get(place)!.jurisdiction }, specialty: null },
    { area: { kind: "place", place }, specialty },
    { area: { kind: "home", place }, specialty: null },
  ];
  const topic = kinds[roll(kinds.length)]!;
  const isPlaced = topic.area.kind === "place" || topic.area.kind === "home";
  const some = (most: number, sides: number) => [...new Set(Array.from({ length: roll(most) }, () => roll(sides)))];
  return {
    topic,
    asked: {
      ...NOTHING_ASKED,
      specialties: topic.specialty ? [] : some(3, SPECIALTIES.length).map((index) => SPECIALTIES[index]!.slug),
      coverages: some(4, 12).map((id) => id + 1),
      upTo: roll(3) ? null : PRICE_LIMITS[roll(PRICE_LIMITS.length)]!,
      radius: isPlaced ? RADII[roll(RADII.length)]! : 0,
      weekdays: some(3, 7),
      onlyNew: roll(5) === 0,
    },
  };
}

test("the list and the counts beside each filter are those of a recount by the database, in random queries", async () => {
  const roll = dice(11);
  const contents = await contentsNow();
  let shown = 0;
  for (let n = 0; n < (isFull ? 1_000 : 60); n += 1) {
    const { topic, asked } = randomQuery(contents, roll);
    const { list, counts } = search(contents, topic, asked);
    const wanted = await recount(testApp.db, contents, topic, asked);
    const about = JSON.stringify({ topic, asked });
    const isPlaced = topic.area.kind === "place" || topic.area.kind === "home";
    expect(
      list.map(({ number }) => number).toSorted((one, other) => one - other),
      about,
    ).toEqual(wanted.numbers);
    // A list without a place has no distances to choose from.
    expect({ ...counts, radius: isPlaced ? counts.radius : {} }, about).toEqual({
      ...wanted.counts,
      radius: isPlaced ? wanted.counts.radius : {},
    });
    shown += list.length;
  }
  expect(shown).toBeGreaterThan(500);
}, 300_000);

test("no page, filtered or not, shows somebody twice, or more than fit", async () => {
  const roll = dice(17);
  const contents = await contentsNow();
  let [beside, far] = [0, 0];
  for (let n = 0; n < (isFull ? 1_000 : 210); n += 1) {
    const { topic, asked } = randomQuery(contents, roll);
    // A third have no filter, and a third only a distance, as the filters of a short page do.
    const question = [asked, NOTHING_ASKED, { ...NOTHING_ASKED, radius: asked.radius }][n % 3]!;
    const path = pathOf(topic, (slug) => contents.places.get(slug));
    const answer = await page(path, queryOf(question));
    if (answer === "missing") continue;
    if (!("page" in answer)) throw new Error(`${path} has moved`);
    const { items, near, total } = answer.page;
    const ids = [...items, ...near].map(({ id }) => id);
    const about = `${path}${queryOf(question)}`;
    expect(new Set(ids).size, about).toBe(ids.length);
    expect(items.length, about).toBe(Math.min(total, PAGE_SIZE));
    if (near.length > 0) beside += 1;
    if (items.some(({ km }) => km !== null)) far += 1;
  }
  expect([beside > 0, far > 5]).toEqual([true, true]);
});

test("no two places or provinces have the same heading", async () => {
  const contents = await contentsNow();
  const headings = [...contents.places.values()].map(({ slug, kind, jurisdiction }) => {
    const area: Topic["area"] =
      kind === "jurisdiction" ? { kind: "province", jurisdiction } : { kind: "place", place: slug };
    return headingOf({ area, specialty: null }, contents);
  });
  expect(headings.length).toBeGreaterThan(200);
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

describe("addresses", () => {
  test("unknown ones are none, old and other names lead with 301 to the one of today, and so does the first page by its number", async () => {
    for (const path of [
      "/kinesiologos/atlantida",
      "/kinesiologos/caba/atlantida",
      "/kinesiologos/cordoba/palermo",
      "/kinesiologos/caba/palermo/alquimia",
      "/kinesiologos/caba/palermo/deportiva/mas",
      "/kinesiologos/a-domicilio",
      "/kinesiologos/a-domicilio/caba",
      "/kinesiologos/online/deportiva/mas",
      "/kinesiologo",
      "/kinesiologos/%zz",
    ])
      expect(await page(path), path).toBe("missing");
    for (const [path, to] of [
      ["/kinesiologos/capital-federal", "/kinesiologos/caba"],
      ["/kinesiologos/caba/palermo-soho", "/kinesiologos/caba/palermo"],
      ["/kinesiologos/capital-federal/once/deportivo", "/kinesiologos/caba/balvanera/deportiva"],
      ["/kinesiologos/provincia-de-cordoba/cordoba", "/kinesiologos/cordoba/cordoba"],
      ["/kinesiologos/CABA/Palermo", "/kinesiologos/caba/palermo"],
      ["/kinesiologos/c%C3%B3rdoba", "/kinesiologos/cordoba"],
      ["/kinesiologos/caba/Palermo%20Soho", "/kinesiologos/caba/palermo"],
      ["/kinesiologos/caba/palermo/", "/kinesiologos/caba/palermo"],
    ] as const)
      expect(await page(path), path).toEqual({ movedTo: to });
    expect(await page("/kinesiologos", "pagina=1&cobertura=3")).toEqual({ movedTo: "/kinesiologos?cobertura=3" });
  });

  test("a patient's list follows old names, and the first page by its number, to the page of today", async () => {
    const ana = await testApp.signUp(cast.ana);
    const list = (path: string, query = "") => ana.api.directory.specialists({ path, query });
    const now = await list("/kinesiologos/caba");
    expect(now.items.length).toBeGreaterThan(0);
    expect(await list("/kinesiologos/capital-federal")).toEqual(now);
    expect(await list("/kinesiologos/caba", "pagina=1")).toEqual(now);
    expect(await outcome(list("/kinesiologos/atlantida"))).toBe("NOT_FOUND");
  });

  test("a page beyond the last is none, and each before it holds others", async () => {
    const { pages, total } = await found("/kinesiologos");
    expect(pages).toBe(Math.ceil(total / PAGE_SIZE));
    for (const beyond of [pages + 1, 999_999, 0, -1, "x", 1.5])
      expect(await page("/kinesiologos", `pagina=${beyond}`), String(beyond)).toBe("missing");
    const seen = new Set<string>();
    for (let n = 1; n <= pages; n += 1)
      for (const { id } of (await found("/kinesiologos", n === 1 ? "" : `pagina=${n}`)).items) seen.add(id);
    expect(seen.size).toBe(total);
  }, 60_000);

  test("a page with fewer than three is not for search engines and has its neighbours, and where nobody is within 20 km there is none", async () => {
    const contents = await contentsNow();
    const paths = new Set(indexedPages(contents).map(({ path }) => path));
    expect(paths.size).toBeGreaterThan(50);
    let [thin, missing] = [0, 0];
    for (const { slug, jurisdiction } of PLACES) {
      const path = pathOf({ area: { kind: "place", place: slug }, specialty: "quemados" }, (each) =>
        contents.places.get(each),
      );
      const answer = await page(path);
      const near = contents.near(slug).flatMap(({ place, km }) =>
        contents
          .group(groupOfPlace(place.slug))
          .filter(({ specialty }) => specialty === "quemados")
          .map(() => km),
      );
      const own = near.filter((km) => km === 0).length;
      expect(paths.has(path), path).toBe(own >= 3);
      if (near.length === 0) {
        missing += 1;
        expect(answer, `${path} ${jurisdiction}`).toBe("missing");
        continue;
      }
      const shown = await found(path);
      expect(shown.is_indexed, path).toBe(own >= 3);
      // Search engines may index a filtered list only where they may index the page itself.
      if (thin % 10 === 0) expect((await found(path, "dia=1")).is_indexed, path).toBe(own >= 3);
      expect(shown.near.length > 0, path).toBe(own < 3 && near.length > own);
      if (own < 3) thin += 1;
    }
    expect([thin > 10, missing > 3]).toEqual([true, true]);
  }, 60_000);
});

test("a strict rule of licences leaves out of the pages of places whoever holds none there, and the setting acts with the next page", async () => {
  const before = (await found("/kinesiologos/caba")).total;
  expect(before).toBeGreaterThan(10);
  // The random licences of the City's specialists name no jurisdiction.
  const asElena = (change: ReturnType<typeof sql>) => asViewer(testApp.db, elena.id, (tx) => change.execute(tx));
  await asElena(sql`insert into settings (key, value) values ('licence_rule', '"strict"')`);
  await soon();
  expect((await found("/kinesiologos/cordoba/cordoba")).total).toBeGreaterThan(0);
  expect(await page("/kinesiologos/caba")).toBe("missing");
  await asElena(sql`delete from settings where key = 'licence_rule'`);
  await soon();
  expect((await found("/kinesiologos/caba")).total).toBe(before);
});
