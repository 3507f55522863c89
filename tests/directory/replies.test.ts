import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { keepDirectory } from "../../app/domain/directory/copy.server.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let carla: Person;
let ana: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  carla = await testApp.approvedKine(cast.carla);
  ana = await testApp.signUp(cast.ana);
  // One patient for each case: a specialist's answers to one patient count once.
  await planted(`insert into auth.users (id, email, email_confirmed_at)
      select ${patient("n")}, 'paciente' || n || '@example.com', now() from generate_series(0, 39) n;
    insert into profiles (id, email, name, approval_status) select ${patient("n")}, 'paciente' || n || '@example.com', 'Paciente', 'approved' from generate_series(0, 39) n`);
});
afterAll(() => testApp?.close());

const patient = (n: string) => `('00000000-0000-7000-9000-' || lpad((${n})::text, 12, '0'))::uuid`;
const planted = (statements: string) =>
  sql.raw(`begin; set local session_replication_role = replica; ${statements}; commit`).execute(testApp.db);

/** `isTold`: by an alert, else they opened the case; in both ways a day after its publication. `isKnown`: in either way. */
type ReplyCase = { hours: number | null; isInvitation: boolean; isTold: boolean; isKnown?: boolean };

/** Inserts cases of twenty days ago, each later by its index, without triggers. */
async function insertCases(cases: readonly ReplyCase[]) {
  const rows = cases.map((each, n) => ({
    isKnown: true,
    ...each,
    n,
    id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  }));
  const from = `jsonb_to_recordset('${JSON.stringify(rows)}') as c (id uuid, n int, hours float8, "isInvitation" boolean, "isTold" boolean, "isKnown" boolean)`;
  await planted(`delete from matches; delete from case_alerts; delete from case_openings; delete from cases;
      insert into cases (id, patient_id, title, description, created_at)
        select id, ${patient("n")}, 'Rodilla', 'Me duele', now() - interval '20 days' from ${from};
      insert into case_alerts (case_id, kine_id, is_at_once, is_invitation, told_at)
        select id, '${carla.id}', true, "isInvitation", now() - interval '19 days' from ${from} where "isTold";
      insert into case_openings (case_id, kine_id, day, opened_at)
        select id, '${carla.id}', current_date - days, now() - make_interval(days => days) from ${from}, unnest(array[18, 19]) days
          where "isKnown" and not "isTold";
      insert into matches (id, case_id, kine_id, created_at)
        select id, id, '${carla.id}', now() - interval '19 days' + hours * interval '1 hour' - interval '1 minute' from ${from} where hours is not null`);
}
async function replyHours(): Promise<number | null> {
  const { rows } = await sql<{ reply_hours: number | null }>`
    select reply_hours from directory_facts(array[${carla.id}]::uuid[])`.execute(testApp.db);
  return rows[0]!.reply_hours;
}
const applied = (hours: number, isTold = true) => ({ hours, isTold, isInvitation: false });
const ignored = (isInvitation: boolean) => ({ hours: null, isTold: true, isInvitation });

describe("the hours of a specialist's reply", () => {
  beforeEach(() => insertCases([]));

  test("are the median of their last 20 cases, each from when they were told or else opened it first", async () => {
    let state = 9;
    const roll = (sides: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    for (let round = 0; round < 20; round += 1) {
      const cases = Array.from({ length: 5 + roll(30) }, () => applied(1 + roll(100), roll(2) === 0));
      await insertCases(cases);
      const last = cases
        .slice(-20)
        .map(({ hours }) => hours)
        .toSorted((one, other) => one - other);
      expect(await replyHours(), JSON.stringify(cases)).toBe(last[Math.ceil(last.length / 2) - 1]);
    }
  });

  test("take no application to a case into account of which they knew nothing before", async () => {
    const few = [1, 2, 3, 4].map((hours) => applied(hours));
    await insertCases([...few, { ...applied(1, false), isKnown: false }]);
    expect(await replyHours()).toBeNull();
    // Opening it after the application is no earlier knowledge.
    await planted(`insert into case_openings (case_id, kine_id) select id, '${carla.id}' from cases`);
    expect(await replyHours()).toBeNull();
    await insertCases([...few, applied(9, false)]);
    expect(await replyHours()).toBe(3);
  });

  test("are not known from four cases, and from cases that they only passed over", async () => {
    await insertCases([1, 2, 3, 4].map((hours) => applied(hours)));
    expect(await replyHours()).toBeNull();
    const passed = Array.from({ length: 9 }, () => ignored(false));
    await insertCases([...[1, 2, 3, 4].map((hours) => applied(hours)), ...passed]);
    expect(await replyHours()).toBeNull();
  });

  test("are none for who leaves most invitations without an answer", async () => {
    await insertCases([applied(1), ...Array.from({ length: 5 }, () => ignored(true))]);
    expect(await replyHours()).toBe(4_320);
    const answered = Array.from({ length: 5 }, () => applied(2));
    await insertCases([...answered, ...Array.from({ length: 4 }, () => ignored(true))]);
    expect(await replyHours()).toBe(2);
  });

  test("count each patient once, confirmed ones alone, answers of a week ago, and invitations to cases that go on", async () => {
    const few = [1, 2, 3, 4].map((hours) => applied(hours));
    await insertCases([...few, applied(9)]);
    expect(await replyHours()).toBe(3);
    // The last patient has asked before.
    await planted(`update cases set patient_id = ${patient("0")}`);
    expect(await replyHours()).toBeNull();
    await insertCases([...few, applied(9)]);
    await planted(`update auth.users set email_confirmed_at = null where id = ${patient("4")}`);
    expect(await replyHours()).toBeNull();
    await planted(`update auth.users set email_confirmed_at = now() where id = ${patient("4")}`);
    await planted(`update matches set decided_at = now() - interval '6 days', status = 'accepted'`);
    expect(await replyHours()).toBeNull();
    await planted(`update matches set decided_at = now() - interval '8 days'`);
    expect(await replyHours()).toBe(3);
    await insertCases([...few, ...Array.from({ length: 9 }, () => ignored(true))]);
    expect(await replyHours()).toBe(4_320);
    for (const over of ["status = 'closed'", "dormant_at = now()", `patient_id = ${patient("30")}`]) {
      await insertCases([...few, ...Array.from({ length: 9 }, () => ignored(true))]);
      await planted(`update cases set ${over} where id not in (select case_id from matches)`);
      expect(await replyHours(), over).not.toBe(4_320);
    }
  });

  test("count no invitation that could not be answered: of who blocked the specialist, in another licence's place, of a full case or one that took somebody at once, without consent", async () => {
    const few = [1, 2, 3, 4].map((hours) => applied(hours));
    const others = "id not in (select case_id from matches)";
    const blocks = `insert into blocks (blocker_id, blocked_id) select patient_id, '${carla.id}' from cases where ${others}`;
    const unanswerable: Record<string, string> = {
      blocked: blocks,
      "of another licence": `insert into settings (key, value) values ('licence_rule', '"strict"');
        update cases set preferred_modality = 'domicilio', place_slug = (select slug from places
          where jurisdiction not in (select jurisdiction from licences where jurisdiction is not null) order by slug limit 1) where ${others}`,
      "without consent": `update profiles set health_withdrawn_at = now() where id in (select patient_id from cases where ${others})`,
      "taken by another at once": `insert into matches (case_id, kine_id, status, decided_at)
        select id, ${patient("39")}, 'accepted', now() - interval '18 days' from cases where ${others}`,
      full: `insert into settings (key, value) values ('offers_max', '1');
        insert into matches (case_id, kine_id) select id, ${patient("39")} from cases where ${others}`,
    };
    for (const [how, statement] of Object.entries(unanswerable)) {
      await insertCases([...few, ...Array.from({ length: 9 }, () => ignored(true))]);
      expect(await replyHours(), how).toBe(4_320);
      await planted(statement);
      expect(await replyHours(), how).not.toBe(4_320);
      await planted(`delete from settings where key in ('licence_rule', 'offers_max'); delete from blocks;
        update profiles set health_withdrawn_at = null`);
    }
    // A block that was lifted took its author's invitation away, and a specialist's own takes none.
    await insertCases([...few, ...Array.from({ length: 9 }, () => ignored(true))]);
    await sql.raw(blocks).execute(testApp.db);
    await planted("delete from blocks");
    expect(await replyHours()).not.toBe(4_320);
  });

  test("cost an application nothing: it writes no row of the directory", async () => {
    const rows = () => sql`select xmin::text, * from directory order by number`.execute(testApp.db);
    const { id } = await ana.api.cases.create({ title: "Hombro", description: "Me duele" });
    // After this, nothing is left to recompute.
    await keepDirectory(testApp.db);
    const before = (await rows()).rows;
    await carla.api.matches.apply({ case_id: id });
    expect((await rows()).rows).toEqual(before);
  });
});
