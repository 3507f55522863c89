import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countPublication, countStep } from "../../app/domain/flow/count-step.server.ts";
import { mendCounts } from "../../app/domain/flow/keep-counts.server.ts";
import type { FlowStep } from "../../db/types.ts";
import { foldAll } from "./fold-all.ts";
import { isFull } from "../support/full.ts";
import type { Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "../service-levels/levels-app.ts";

let app: LevelsApp;
let patient: Person;
let kine: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  patient = await app.patient("Moreno");
  kine = await app.kine("Moreno");
});
afterAll(() => app?.close());

type Counted = { step: FlowStep; after: number; n: number };

/** What is counted of all cases, or of one place, by step and time. */
const counted = async (place?: string): Promise<Counted[]> =>
  (
    await sql<Counted>`select step, after, sum(n)::int as n from flow_counts ${place === undefined ? sql`` : sql`where place = ${place}`}
      group by step, after having sum(n) <> 0 order by step, after`.execute(app.db)
  ).rows;

/** What was counted since, as "step after". */
async function since(before: Counted[]): Promise<string[]> {
  const was = new Map(before.map(({ step, after, n }) => [`${step} ${after}`, n]));
  const more = (await counted()).map(
    ({ step, after, n }) => [`${step} ${after}`, n - (was.get(`${step} ${after}`) ?? 0)] as const,
  );
  return more.flatMap(([what, n]) => Array.from({ length: n }, () => what));
}

/** Moves a case's publication back by some hours. */
const pass = (id: string, hours: number) =>
  sql`update case_steps set published_at = published_at - make_interval(secs => ${hours * 3600}::float8) where case_id = ${id}`.execute(
    app.db,
  );

test("each act of a case counts its step once, by the time since its publication, and a withdrawal leaves what was counted", async () => {
  const before = await counted();
  const id = await app.publish(patient, { preferred_modality: "online" });
  expect(await since(before)).toEqual(["published 0"]);
  await pass(id, 4);
  const { id: match } = await kine.api.matches.apply({ case_id: id });
  await kine.api.matches.withdraw({ id: match });
  const again = await kine.api.matches.apply({ case_id: id });
  expect(await since(before)).toEqual(["published 0", "first_application 2"]);
  await pass(id, 30);
  await patient.api.matches.accept({ id: again.id });
  await patient.api.matches.end({ id: again.id });
  const other = await app.kine("Moreno");
  const { id: third } = await other.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: third });
  await pass(id, 300);
  await patient.api.cases.close({ id });
  await patient.api.reviews.create({ case_id: id, kine_id: other.id, stars: 5, comment: null });
  const whole = ["published 0", "first_application 2", "accepted 5", "closed 7", "reviewed 7"];
  expect((await since(before)).toSorted()).toEqual(whole.toSorted());
  const { rows } = await sql<{
    day: string;
    place: string;
    modality: string;
  }>`select distinct day::text, place, modality from flow_counts
    where place = 'moreno' and modality = 'online'`.execute(app.db);
  expect(rows).toHaveLength(1);
  const lost = await app.publish(patient);
  await pass(lost, 2);
  await patient.api.cases.withdraw({ id: lost });
  expect((await since(before)).toSorted()).toEqual([...whole, "published 0", "unanswered 1", "withdrawn 1"].toSorted());
});

test("who deletes their account leaves what was counted, and their case is of no place any more", async () => {
  const before = await counted();
  const leaving = await app.patient("Quilmes");
  await app.publish(leaving);
  const kept = await app.publish(leaving);
  const { id } = await kine.api.matches.apply({ case_id: kept });
  await leaving.api.matches.accept({ id });
  await leaving.api.cases.close({ id: kept });
  await leaving.api.reviews.create({ case_id: kept, kine_id: kine.id, stars: 4, comment: null });
  await leaving.api.accounts.delete();
  expect((await since(before)).toSorted()).toEqual(
    [
      "published 0",
      "published 0",
      "first_application 0",
      "accepted 0",
      "closed 0",
      "reviewed 0",
      "withdrawn 0",
      "unanswered 0",
    ].toSorted(),
  );
  const { rows } = await sql`select place, zone from case_steps where case_id = ${kept}`.execute(app.db);
  expect(rows).toEqual([{ place: "", zone: "" }]);
  expect((await counted("quilmes")).length).toBeGreaterThan(0);
});

test("what there was is counted from its dates, once, and acts that nobody counted too", async () => {
  const id = await app.publish(patient);
  await kine.api.matches.apply({ case_id: id });
  await app.pass(id, 50);
  await sql`update matches set created_at = created_at + interval '20 hours' where case_id = ${id}`.execute(app.db);
  await sql`update applications_made set at = now() where case_id = ${id}`.execute(app.db);
  const whole = await counted();
  await sql`delete from case_steps where case_id = ${id}`.execute(app.db);
  expect((await sql<{ n: number }>`select count_missing_steps('-infinity') as n`.execute(app.db)).rows[0]!.n).toBe(2);
  expect((await since(whole)).toSorted()).toEqual(["first_application 4", "published 0"]);
  expect((await sql<{ n: number }>`select count_missing_steps('-infinity') as n`.execute(app.db)).rows[0]!.n).toBe(0);
});

const LIVES = isFull ? 10_000 : 400;
const STEPS = ["first_application", "accepted", "withdrawn", "slept", "closed", "reviewed"] as const;

test("the counts of random lives equal their log, at shifted clocks and at once, before and after deletions, folded or not", async () => {
  await sql`delete from case_steps`.execute(app.db);
  await sql`delete from flow_counts`.execute(app.db);
  await sql`delete from flow_sums`.execute(app.db);
  let state = 7;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const ids = (
    await app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      return sql<{ id: string }>`insert into cases (patient_id, title, description, place_slug, preferred_modality)
        select ${patient.id}, 'Vida', 'Duele', (array['moreno', 'quilmes', 'palermo', null])[1 + n % 4], (array['online', 'domicilio', null]::modality[])[1 + n % 3]
        from generate_series(1, ${LIVES}) n returning id`.execute(tx);
    })
  ).rows.map(({ id }) => id);
  const log = new Map<string, number>();
  const noted = (step: FlowStep, hours: number) => {
    const after = [1, 3, 6, 12, 24, 48, 168, 720].filter((end) => hours >= end).length;
    log.set(`${step} ${after}`, (log.get(`${step} ${after}`) ?? 0) + 1);
  };
  async function live(id: string): Promise<void> {
    await countPublication(app.db as never, id);
    noted("published", 0);
    const done = new Set<string>();
    let hours = 0;
    for (let act = roll(6); act > 0; act -= 1) {
      // Never within a minute of an end of a bucket, since the test takes its time.
      const by = [0.5, 1.5, 4, 9, 30, 100, 500][roll(7)]!;
      hours += by;
      await pass(id, by);
      const step = STEPS[roll(STEPS.length)]!;
      await Promise.all(Array.from({ length: 1 + roll(2) }, () => countStep(app.db as never, id, step)));
      if (done.has(step)) continue;
      done.add(step);
      noted(step, hours);
      if (["withdrawn", "closed"].includes(step) && !done.has("first_application") && !done.has("unanswered")) {
        done.add("unanswered");
        noted("unanswered", hours);
      }
    }
  }
  for (let at = 0; at < ids.length; at += 8) await Promise.all(ids.slice(at, at + 8).map(live));
  const expected = [...log].toSorted();
  const found = async () => (await counted()).map(({ step, after, n }) => [`${step} ${after}`, n]).toSorted();
  expect(await found()).toEqual(expected);
  await foldAll(app.db);
  expect(await found()).toEqual(expected);
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from case_steps where case_id = any (${ids.slice(0, LIVES / 5)}::uuid[])`.execute(tx);
    await sql`delete from cases where id = any (${ids.slice(0, LIVES / 5)}::uuid[])`.execute(tx);
  });
  expect(await found()).toEqual(expected);
  const sums = async (where: string) =>
    (await sql<{ n: number[] }>`select n from flow_sums where ${sql.raw(where)}`.execute(app.db)).rows;
  const [week, ...more] = await sums("span = 7");
  expect(more).toEqual([]);
  expect(await sums("span = 28 and place = '*' and modality = '*' and zone = '*'")).toEqual([week]);
  const total = expected.reduce((all, [, n]) => all + n, 0);
  expect(week!.n.reduce((all, n) => all + n, 0)).toBe(total);
  const places = await sums("span = 28 and place <> '*' and modality = '*' and zone = '*'");
  expect(places).toHaveLength(3);
  expect(places.flatMap(({ n }) => n).reduce((all, n) => all + n, 0)).toBe(total);
}, 600_000);

test("months that are over for 400 days keep their counts by month", async () => {
  await sql`insert into flow_counts (day, place, modality, zone, step, after, n)
    select (date_trunc('month', current_date - 400) - interval '1 day')::date - d, 'tigre', '', '', 'published', 0, 1 from generate_series(0, 9) d`.execute(
    app.db,
  );
  await foldAll(app.db);
  await mendCounts(app.db);
  const { rows } = await sql<{
    day: Date;
    n: number;
  }>`select extract(day from day)::int as day, n from flow_counts where place = 'tigre'`.execute(app.db);
  expect(rows).toEqual([{ day: 1, n: 10 }]);
});
