import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { tellWeek } from "../../app/domain/weekly/weekly.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { isFull } from "../support/full.ts";
import { messagesTo } from "../support/outbox.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const DAY = 86_400_000;
/** A Monday, 8:00 in Buenos Aires. */
const MONDAY = Date.parse("2027-01-04T11:00:00Z");
let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  await sql`delete from weekly_summaries`.execute(testApp.db);
  await sql`delete from outgoing_messages where kind = 'weekly_summary'`.execute(testApp.db);
});

const tellAt = (now: number) => tellWeek(testApp.app.services, now);
const weeks = async () =>
  (await sql<{ week: string }>`select week::text from weekly_summaries order by week`.execute(testApp.db)).rows.map(
    ({ week }) => week,
  );
const posted = async () =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from outgoing_messages where kind = 'weekly_summary'`.execute(testApp.db)
  ).rows[0]!.count;
const mails = async () =>
  (await messagesTo(`${testApp.dataDir}/outbox`, cast.elena.email)).filter(({ subject }) =>
    subject.startsWith("Tu semana"),
  );

test("a week is told once to each admin, with figures that stay, and not to who ended these mails", async () => {
  expect(await tellAt(MONDAY - 1)).toBe(false);
  await sql`insert into flow_sums (span, from_day, place, modality, zone, n)
    select 7, '2026-12-28', '*', '*', '*', array_fill(0, array[32])`.execute(testApp.db);
  await sql`update flow_sums set n[1] = 38, n[2] = 31 where span = 7 and from_day = '2026-12-28'`.execute(testApp.db);
  expect(await tellAt(MONDAY)).toBe(true);
  await sql`update flow_sums set n[1] = 99 where span = 7 and from_day = '2026-12-28'`.execute(testApp.db);
  for (const late of [60_000, DAY, 2 * DAY, 3 * DAY]) expect(await tellAt(MONDAY + late)).toBe(false);
  const told = await vi.waitFor(
    async () => {
      const found = await mails();
      expect(found).toHaveLength(1);
      return found[0]!;
    },
    { timeout: 60_000 },
  );
  expect(told.subject).toBe("Tu semana en Kinexo: 38 casos, 31 con postulación");
  expect(told.text).toContain("/baja/");
  expect(await weeks()).toEqual(["2026-12-28"]);

  // A week later, two days late, with few cases, to nobody who ended these mails.
  await sql`insert into flow_sums (span, from_day, place, modality, zone, n)
    select 7, '2027-01-04', '*', '*', '*', array_fill(0, array[32])`.execute(testApp.db);
  await sql`update flow_sums set n[1] = 4, n[2] = 1 where span = 7 and from_day = '2027-01-04'`.execute(testApp.db);
  const mailOf = (mail: "off" | "at_once") =>
    elena.api.notifications.saveSettings({ groups: [{ group: "operator", push: true, mail }] });
  await mailOf("off");
  expect(await tellAt(MONDAY + 9 * DAY)).toBe(true);
  expect(await weeks()).toEqual(["2026-12-28", "2027-01-04"]);
  await expect.poll(posted).toBe(1);
  expect(await mails()).toHaveLength(1);
  const { rows } = await sql<{
    figures: object;
  }>`select figures from weekly_summaries where week = '2027-01-04'`.execute(testApp.db);
  expect(rows[0]!.figures).toMatchObject({ cases: null, with_application: null });

  await elena.api.settings.change({ key: "weekly_mail", value: false });
  expect(await tellAt(MONDAY + 14 * DAY)).toBe(false);
  await elena.api.settings.change({ key: "weekly_mail", value: true });
  await mailOf("at_once");
});

test(
  "a year of Mondays on two nodes that are cut off again and again is told in 52 mails",
  { timeout: 300_000 },
  async () => {
    const own = new URL(testApp.databaseUrl);
    own.searchParams.set("application_name", "weekly node");
    const kills = isFull ? 200 : 30;
    const nodes = [1, 2].map(() => openDatabase(own.href, { max: 1, onError: () => undefined }).db);
    // Both nodes write messages as the app does, on connections of their own.
    const services = nodes.map((db) => ({ db, mail: testApp.app.services.mail }));
    const cut = async () => {
      await wait(Math.random() * 12);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'weekly node'`.execute(testApp.db);
    };
    let killed = 0;
    for (let week = 0; week < 52; week += 1) {
      const now = MONDAY + week * 7 * DAY;
      for (let round = 0; round < Math.ceil(kills / 52) && killed < kills; round += 1, killed += 1)
        await Promise.all([
          ...services.map((node) => tellWeek(node, now).catch(() => false)),
          cut().catch(() => undefined),
        ]);
      for (let late = 0; late < 3; late += 1) {
        const told = services.map((node) => tellWeek(node, now + late * 3_600_000).catch(() => false));
        expect((await Promise.all(told)).filter(Boolean).length).toBeLessThanOrEqual(1);
      }
      expect((await weeks()).length).toBe(week + 1);
    }
    expect(new Set(await weeks()).size).toBe(52);
    await expect.poll(posted).toBe(52);
    const { rows } = await sql<{
      admins: number;
    }>`select count(*)::int as admins from user_roles where role = 'admin'`.execute(testApp.db);
    expect(rows[0]!.admins).toBe(1);
    await Promise.all(nodes.map((db) => db.destroy()));
  },
);
