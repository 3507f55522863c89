import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { isShort, shortageWords } from "../../app/domain/operator/operator.ts";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import { outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "./levels-app.ts";

let app: LevelsApp;
let elena: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  elena = await app.signIn(cast.elena);
});
afterAll(() => app?.close());

/** The stored counts, without rows whose sums are zero. */
async function counted() {
  const sums = await sql`select place, day::text, sum(published)::int as published, sum(waiting)::int as waiting,
    sum(specialists)::int as specialists from zone_counts group by place, day
    having sum(published) <> 0 or sum(waiting) <> 0 or sum(specialists) <> 0 order by place, day`.execute(app.db);
  const kines = await sql`select * from kine_places order by kine_id`.execute(app.db);
  const cases = await sql`select case_id, place, day::text, is_waiting from case_places order by case_id`.execute(
    app.db,
  );
  return { sums: sums.rows, kines: kines.rows, cases: cases.rows };
}

async function expectCounted() {
  const before = await counted();
  await sql`select recount_zones()`.execute(app.db);
  expect(before).toEqual(await counted());
}

test("after hundreds of random changes of cases, applications and people, at once too, what triggers kept equals a count", async () => {
  let state = 11;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const places = ["Caballito", "Moreno", "Quilmes", "Quién sabe", null];
  const patients = [await app.patient("Moreno"), await app.patient("Caballito"), await app.patient("Quilmes")];
  const applying = await app.kine("Palermo");
  const kines: { id: string }[] = [];
  for (let n = 0; n < 12; n += 1) kines.push(await app.row(places[roll(4)]!));
  const someCase = async () =>
    (
      await sql<{
        id: string;
        patient_id: string;
      }>`select id, patient_id from cases order by md5(id::text || ${state}::text) limit 1`.execute(app.db)
    ).rows[0];
  const owner = (id: string | undefined) => patients.find((one) => one.id === id);
  const changes: (() => Promise<unknown>)[] = [
    () => app.publish(patients[roll(3)]!, { location_city: places[roll(5)] }),
    () => app.publish(patients[roll(3)]!, { location_city: places[roll(5)] }),
    async () => {
      const one = await someCase();
      if (one) await applying.api.matches.apply({ case_id: one.id });
    },
    async () => {
      const one = await someCase();
      const kine_id = kines[roll(kines.length)]!.id;
      if (one)
        await sql`insert into matches (case_id, kine_id) values (${one.id}, ${kine_id}) on conflict do nothing`.execute(
          app.db,
        );
    },
    async () => {
      const { items } = await applying.api.matches.mine({});
      const one = items.find(({ status }) => status === "proposed");
      if (one) await applying.api.matches.withdraw({ id: one.id });
    },
    async () => {
      const one = await someCase();
      const { rows } = await sql<{ id: string }>`select id from matches where case_id = ${one?.id} limit 1`.execute(
        app.db,
      );
      if (rows[0]) await owner(one?.patient_id)?.api.matches.accept({ id: rows[0].id });
    },
    async () => {
      const one = await someCase();
      if (one) await owner(one.patient_id)?.api.cases[roll(2) ? "close" : "withdraw"]({ id: one.id });
    },
    async () => {
      const one = await someCase();
      if (one)
        await sql`update cases set dormant_at = case when dormant_at is null then now() end where id = ${one.id}`.execute(
          app.db,
        );
    },
    async () => {
      const one = await someCase();
      if (one) await app.pass(one.id, 24 * roll(9));
    },
    () =>
      sql`update profiles set location_city = ${places[roll(4)]} where id = ${kines[roll(kines.length)]!.id}`.execute(
        app.db,
      ),
    () =>
      sql`update profiles set location_city = ${places[roll(4)]} where id = ${patients[roll(3)]!.id}`.execute(app.db),
    () =>
      sql`update profiles set modalities = ${["online", "consultorio"][roll(2)]} where id = ${kines[roll(kines.length)]!.id}`.execute(
        app.db,
      ),
    () => sql`delete from user_roles where user_id = ${kines[roll(kines.length)]!.id}`.execute(app.db),
    () =>
      sql`insert into user_roles values (${kines[roll(kines.length)]!.id}, 'kine') on conflict do nothing`.execute(
        app.db,
      ),
  ];
  for (let round = 0; round < 40; round += 1) {
    const some = Array.from({ length: 6 }, () => changes[roll(changes.length)]!);
    for (const how of await Promise.all(some.map((change) => outcome(change()))))
      expect(["INTERNAL_SERVER_ERROR", "UNAVAILABLE"]).not.toContain(how);
    if (round % 8 === 7) await expectCounted();
  }
  await patients[0]!.api.consents.withdrawHealth();
  await patients[1]!.api.accounts.delete();
  await applying.api.accounts.delete();
  await expectCounted();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from zone_counts`.execute(app.db);
  expect(rows[0]!.n).toBeLessThan(400);
}, 240_000);

test("the admin sees each zone's cases beside its active specialists, however few, and where specialists are missing", async () => {
  const patient = await app.patient("Ituzaingó");
  for (let n = 0; n < 6; n += 1) await app.publish(patient);
  const other = await app.patient("Ezeiza");
  await app.publish(other);
  await app.row("Ituzaingó");
  const { items } = await elena.api.operator.zones();
  const zone = (name: string) => items.find((one) => one.name === name)!;
  expect(zone("Ituzaingó")).toEqual({
    name: "Ituzaingó",
    slug: "ituzaingo",
    published: 6,
    waiting: 6,
    waiting_days: { one: 6, week: 0, more: 0 },
    specialists: 1,
  });
  expect(zone("Ezeiza")).toMatchObject({ published: 1, waiting: 1, specialists: 0 });
  expect(isShort(zone("Ituzaingó"))).toBe(true);
  expect(shortageWords(zone("Ituzaingó"))).toBe("Ituzaingó: 6 casos, 1 especialista activo");
  expect(shortageWords(zone("Ezeiza"))).toBe("Ezeiza: 1 caso, 0 especialistas activos");
  expect(isShort({ name: null, published: 9, specialists: 0 })).toBe(false);
});

test("each queue tells how much waits, since when, and how much of it for too long; a case leaves its queue with its first application", async () => {
  const patient = await app.patient("Tigre");
  const kine = await app.kine("Tigre");
  const ofCases = async () => (await elena.api.operator.queues()).items.find(({ queue }) => queue === "cases")!;
  const before = await ofCases();
  const id = await app.publish(patient);
  expect(await ofCases()).toMatchObject({ waiting: before.waiting + 1, late: before.late, late_hours: 48 });
  await app.pass(id, 49);
  expect(await ofCases()).toMatchObject({ waiting: before.waiting + 1, late: before.late + 1 });
  await runCaseLevels(app.app.services, id);
  const quiet = (await elena.api.operator.quietCases({})).items.find((one) => one.id === id);
  expect(quiet).toMatchObject({ title: "Me duele", place: "Tigre", told: (await app.alerts(id)).length });
  await kine.api.matches.apply({ case_id: id });
  expect(await ofCases()).toMatchObject({ waiting: before.waiting, late: before.late });
  expect((await elena.api.operator.quietCases({})).items.some((one) => one.id === id)).toBe(false);
  const { items } = await elena.api.operator.queues();
  expect(items.map(({ queue }) => queue)).toEqual([
    "requests",
    "changes",
    "licences",
    "reports",
    "disputes",
    "replies",
    "appeals",
    "cases",
  ]);
  // A doubtful licence comes first in its queue, and has waited since it was declared or checked.
  await sql`update auth.users set email_confirmed_at = now() where id = ${patient.id}`.execute(app.db);
  await patient.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" });
  const licences = (await elena.api.operator.queues()).items.find(({ queue }) => queue === "licences")!;
  expect(Date.now() - licences.oldest!.getTime()).toBeLessThan(40 * 24 * 3_600_000);
});

test("the cases that wait are told by their days", async () => {
  const patient = await app.patient("Merlo");
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await app.publish(patient));
  const zone = async () => (await elena.api.operator.zones()).items.find(({ name }) => name === "Merlo");
  await app.pass(ids[0]!, 72);
  expect(await zone()).toMatchObject({ waiting: 4, waiting_days: { one: 3, week: 1, more: 0 } });
});
