import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { blockOf, dayAfter, WEEK_DAYS, weekOf } from "../../app/domain/flow/flow.ts";
import { foldAll } from "./fold-all.ts";
import { countQueueWeeks } from "../../app/domain/pulse/queue-weeks.server.ts";
import { computeKinePulse } from "../../app/domain/pulse/kine-pulse.server.ts";
import { shareWithinADay } from "../../app/domain/pulse/share.server.ts";
import { outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "../service-levels/levels-app.ts";

let app: LevelsApp;
let elena: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  elena = await app.signIn(cast.elena);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await sql`delete from flow_counts`.execute(app.db);
  await sql`delete from flow_sums`.execute(app.db);
});

const now = () => Date.now();
type Cohort = { day: string; published: number; answered?: number; after?: number; place?: string; modality?: string };

/** Counts cases of a day, some of them with a first application so long after. */
async function cohort({ day, published, answered = 0, after = 2, place = "moreno", modality = "online" }: Cohort) {
  await sql`insert into flow_counts (day, place, modality, zone, step, after, n)
    select ${day}::date, ${place}, ${modality}, 'rodilla', step::flow_step, after, n
    from (values ('published', 0, ${published}::int), ('first_application', ${after}::int, ${answered}::int)) f(step, after, n) where n > 0`.execute(
    app.db,
  );
  await foldAll(app.db);
}
const weeksAgo = (weeks: number) => dayAfter(weekOf(now()), -weeks * WEEK_DAYS);
const blocksAgo = (blocks: number) => dayAfter(blockOf(now()), -blocks * 28);

test("all cases are told by week, without the one that runs, and a deletion changes none of it", async () => {
  await cohort({ day: weeksAgo(0), published: 30, answered: 30 });
  for (const week of [3, 4, 5, 6]) await cohort({ day: weeksAgo(week), published: 10, answered: 7 });
  for (const week of [7, 8, 9, 10]) await cohort({ day: weeksAgo(week), published: 10, answered: 6 });
  await cohort({ day: weeksAgo(11), published: 4, answered: 4 });
  const market = await elena.api.pulse.market({});
  expect(market.days).toBe(7);
  expect(market.points).toHaveLength(9);
  expect(market.points[0]).toMatchObject({ from: weeksAgo(11), published: null, day: null, week: null });
  expect(market.points.at(-1)).toMatchObject({
    published: 10,
    day: { n: 7, of: 10, percent: null },
    is_running: { day: false, two_days: false, week: false },
  });
  expect(market.latest).toEqual({ n: 28, of: 40, percent: 70 });
  expect(market.before).toEqual({ n: 24, of: 40, percent: 60 });
  expect(market.total.wait).toMatchObject({ p50: 2, p75: null, p90: null });
  // The week with four is in no sum, which would tell it.
  expect(market.total.steps).toContainEqual({ step: "published", cases: 80 });
  expect(await shareWithinADay(app.db, now())).toBe(0.7);
  expect(await outcome(elena.api.pulse.market({ weeks: 57 }))).toBe("PERIOD_TOO_LONG");
});

test("a week that ended yesterday is told as running", async () => {
  await cohort({ day: weeksAgo(1), published: 25, answered: 20 });
  const monday = Date.parse(weekOf(now())) + 3 * 3_600_000;
  const { points } = await elena.api.pulse.market({ weeks: 4 });
  const hours = (now() - monday) / 3_600_000;
  expect(points.at(-1)!.is_running).toEqual({ day: hours < 24, two_days: hours < 48, week: hours < 168 });
});

test("a place is told by four weeks, where neither it nor the rest of all cases is few", async () => {
  // The table leaves out four weeks that ended within a day.
  for (const blocks of [1, 2, 3]) {
    await cohort({ day: blocksAgo(blocks), published: 24, answered: 6 });
    await cohort({ day: blocksAgo(blocks), published: 20, answered: 20, place: "quilmes", modality: "domicilio" });
    await cohort({ day: blocksAgo(blocks), published: 3, place: "tigre", modality: "domicilio" });
  }
  const of = (filter: object) => elena.api.pulse.market({ weeks: 13, ...filter });
  const moreno = await of({ place: "moreno" });
  expect(moreno.days).toBe(28);
  expect(moreno.points.map(({ published }) => published)).toEqual([24, 24, 24]);
  // Without them three of "domicilio" would remain.
  expect((await of({ place: "quilmes", modality: "domicilio" })).points.map(({ published }) => published)).toEqual([
    null,
    null,
    null,
  ]);
  expect((await of({ place: "tigre" })).points.map(({ published }) => published)).toEqual([null, null, null]);
  const all = await of({});
  expect(all.rows).toEqual([
    { place: "moreno", modality: "online", published: 48, day: { n: 12, of: 48, percent: 25 }, unmet: 36 },
  ]);
  const lines = await csv({ list: "market", filter: { weeks: 13 } });
  expect(lines.at(-1)).toContain("moreno");
  expect(lines.join("\n")).not.toContain("tigre");
});

async function csv(asked: Parameters<Person["api"]["downloads"]["csv"]>[0]): Promise<string[]> {
  const { url } = await elena.api.downloads.csv(asked);
  const response = await fetch(new URL(url, app.url));
  expect(response.status).toBe(200);
  return (await response.text()).trim().split("\n");
}

test("specialists are grouped by what they were told of and did in thirty days, and say so in their export", async () => {
  const patient = await app.patient("Moreno");
  const [silent, unpicked, active] = [await app.kine("Moreno"), await app.kine("Moreno"), await app.kine("Moreno")];
  const away = await app.row("Moreno");
  const id = await app.publish(patient);
  await sql`insert into case_alerts (case_id, kine_id, is_at_once) values (${id}, ${silent.id}, true) on conflict do nothing`.execute(
    app.db,
  );
  await unpicked.api.matches.apply({ case_id: id });
  const { id: match } = await active.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match });
  await computeKinePulse(app.db);
  const groupOf = async (kine: string) => {
    const groups = ["no_cases", "silent", "unpicked", "away", "active"] as const;
    for (const segment of groups)
      if ((await elena.api.pulse.kines({ segment })).items.some((one) => one.id === kine)) return segment;
    return null;
  };
  expect(await Promise.all([silent, unpicked, active, away].map((kine) => groupOf(kine.id)))).toEqual([
    "silent",
    "unpicked",
    "active",
    "away",
  ]);
  const { segments, items } = await elena.api.pulse.kines({ segment: "active" });
  expect(segments.find(({ segment }) => segment === "active")!.n).toBe(items.length);
  expect(items.find((one) => one.id === active.id)).toMatchObject({ applied_30: 1, accepted_30: 1 });
  expect((await csv({ list: "segment", filter: { segment: "active" } })).length).toBe(items.length + 1);
  await sql`delete from user_roles where user_id = ${silent.id}`.execute(app.db);
  await computeKinePulse(app.db);
  expect(await groupOf(silent.id)).toBeNull();
  await active.api.accounts.delete();
  expect(await groupOf(active.id)).toBeNull();
});

test("promises are told of the latest decisions, without a share of a few", async () => {
  const { items } = await elena.api.pulse.levels();
  expect(items.map(({ queue, late_hours }) => [queue, late_hours])).toEqual([
    ["requests", 24],
    ["licences", 24],
    ["reports", 24],
    ["disputes", 24],
  ]);
  expect(items.find(({ queue }) => queue === "disputes")).toMatchObject({ in_time: null, p50_hours: null, waiting: 0 });
  await sql`insert into kine_applications (user_id, profile_id, status, created_at, approved_at)
    select p.id, p.id, 'rejected', now() - interval '30 hours', now() - interval '20 hours' from profiles p, generate_series(1, 30)
    where p.id = ${elena.id}`.execute(app.db);
  const requests = (await elena.api.pulse.levels()).items[0]!;
  expect(requests).toMatchObject({ in_time: { n: 30, of: 30, percent: 100 }, p50_hours: 10, p90_hours: 10 });
});

test("what came in is told beside what was decided by week, and a deletion changes no week that is over", async () => {
  const ofRequests = async () => (await elena.api.pulse.levels()).items[0]!.weeks;
  await sql`delete from kine_applications where user_id = ${elena.id}`.execute(app.db);
  await sql`delete from queue_weeks`.execute(app.db);
  // On Mondays at noon: asked three weeks ago, half of it decided a week later.
  await sql`insert into kine_applications (user_id, profile_id, status, created_at, approved_at)
    select p.id, p.id, 'rejected', m.at - interval '21 days', m.at - n % 2 * interval '7 days' - interval '7 days'
    from profiles p, generate_series(1, 6) n, (select week_of(now()) + interval '15 hours' as at) m where p.id = ${elena.id}`.execute(
    app.db,
  );
  await countQueueWeeks(app.db, sql`now() - interval '60 days'`);
  const weeks = await ofRequests();
  expect(weeks).toHaveLength(8);
  expect(weeks.at(-1)!.from).toBe(weeksAgo(0));
  expect(weeks.slice(4, 7).map(({ opened, decided }) => [opened, decided])).toEqual([
    [6, 0],
    [0, 3],
    [0, 3],
  ]);
  await sql`delete from kine_applications where user_id = ${elena.id}`.execute(app.db);
  await countQueueWeeks(app.db);
  expect((await ofRequests()).slice(0, 6)).toEqual(weeks.slice(0, 6));
});

test("the wait of a licence that was due is kept with its decision", async () => {
  const kine = await app.kine("Moreno");
  const decided = async () =>
    (
      await sql<{
        hours: number;
      }>`select round(extract(epoch from decided_at - asked_at) / 3600)::int as hours from licence_decisions`.execute(
        app.db,
      )
    ).rows;
  const before = (await decided()).length;
  const { id } = await kine.api.licences.add({ kind: "MP", jurisdiction: "06", number: "7300" });
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update licences set declared_at = now() - interval '30 hours', recheck_at = now() - interval '30 hours' where id = ${id}`.execute(
      tx,
    );
  });
  await elena.api.licences.verify({ id });
  expect((await decided()).slice(before)).toEqual([{ hours: 30 }]);
  // Nobody waited for another check of it.
  await elena.api.licences.doubt({ id, reason: "Otra persona la declara" });
  expect(await decided()).toHaveLength(before + 1);
  expect((await elena.api.pulse.levels()).items.find(({ queue }) => queue === "licences")).toMatchObject({
    in_time: null,
  });
});

test("'pulse:recount' tells the steps that nobody counted, and counts them", async () => {
  const patient = await app.patient("Moreno");
  await app.publish(patient);
  const lost = await app.publish(patient);
  await sql`delete from flow_counts`.execute(app.db);
  await sql`delete from case_steps`.execute(app.db);
  await sql`select count_missing_steps('-infinity')`.execute(app.db);
  const program = join(import.meta.dirname, "../../app/commands/recount-pulse.ts");
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, SECRET: String(app.app.services.settings.secret) };
  const recount = (...flags: string[]) =>
    promisify(execFile)(process.execPath, [program, ...flags], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  expect(await recount()).toMatchObject({ code: 0, stdout: expect.stringContaining("0 steps not counted") });
  await sql`delete from case_steps where case_id = ${lost}`.execute(app.db);
  expect(await recount()).toMatchObject({ code: 1, stdout: expect.stringContaining("1 steps not counted") });
  expect(await recount("--mend")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 mended") });
  expect(await recount()).toMatchObject({ code: 0 });
});
