import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  carla = await testApp.approvedKine(cast.carla);
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

/** A list that a form replaces, with values 0 to 3 of it. */
type Form = {
  read: () => Promise<unknown>;
  save: (value: number, read: never) => Promise<unknown>;
  valueOf: (n: number) => unknown;
};

const hours = (n: number) => [
  { weekday: 5, start_time: "14:00", end_time: `1${5 + n}:00`, place_id: null },
  ...(n > 1 ? [{ weekday: 1, start_time: "09:00", end_time: "13:00", place_id: null }] : []),
];
const prices = (n: number) => [
  { modality: "online" as const, session: 10_000 + n, first: n > 2 ? 5_000 : null, ten: null },
  ...(n > 1 ? [{ modality: "consultorio" as const, session: 20_000, first: null, ten: 90_000 }] : []),
];
const coverages = (n: number) => ({
  coverages: [1, 2].slice(0, n).map((coverage_id) => ({ coverage_id, how: "direct" as const, plans: null, extra: n })),
  refund_invoice: n % 2 === 0,
});
const entry = (n: number) => ({
  kind: "prepaga" as const,
  short: "Prepaga Vieja",
  name: `Prepaga Vieja ${n}`,
  aliases: Array.from({ length: n }, (_, index) => `vieja ${index}`),
  code: null,
});

const someSettings = (n: number) => ({ wave_size: 10 + n, alerts_a_day: n });

const forms: Record<string, Form> = {
  "weekly hours": {
    read: () => carla.api.availabilities.mine(),
    save: (n, read) => carla.api.availabilities.replace({ ranges: hours(n), read }),
    valueOf: (n) => hours(n).toSorted((a, b) => a.weekday - b.weekday),
  },
  prices: {
    read: async () =>
      (await carla.api.prices.mine()).map(({ modality, session, first, ten }) => ({ modality, session, first, ten })),
    save: (n, read) => carla.api.prices.save({ prices: prices(n), read }),
    valueOf: (n) => prices(n).toReversed(),
  },
  coverages: {
    read: async () => {
      const { coverages: own, refund_invoice_at } = await carla.api.coverages.mine();
      return {
        coverages: own
          .map(({ id, how, plans, extra }) => ({ coverage_id: id, how, plans, extra }))
          .toSorted((a, b) => a.coverage_id - b.coverage_id),
        refund_invoice: refund_invoice_at !== null,
      };
    },
    save: (n, read) => carla.api.coverages.replace({ ...coverages(n), read }),
    valueOf: coverages,
  },
  "an entry of the vocabulary": {
    read: async () => {
      const found = (await elena.api.coverages.list()).find(({ short }) => short === "Prepaga Vieja");
      const { kind, short, name, aliases, code } = found!;
      return { kind, short, name, aliases, code };
    },
    save: async (n, read) => {
      const found = (await elena.api.coverages.list()).find(({ short }) => short === "Prepaga Vieja");
      return elena.api.coverages.save({ ...entry(n), id: found?.id, read });
    },
    valueOf: entry,
  },
  settings: {
    read: async () => {
      const { items } = await elena.api.settings.read();
      const valueOf = (key: string) => items.find((item) => item.key === key)?.value;
      return { wave_size: valueOf("wave_size"), alerts_a_day: valueOf("alerts_a_day") };
    },
    save: (n, read?: Record<string, number>) =>
      elena.api.settings.save({
        changes: (["alerts_a_day", "wave_size"] as const).map((key) => ({
          key,
          value: someSettings(n)[key],
          ...(read && { read: read[key] }),
        })),
      }),
    valueOf: someSettings,
  },
};

const Steps = fc.array(fc.record({ tab: fc.nat(1), saves: fc.option(fc.nat(3), { freq: 2, nil: null }) }), {
  minLength: 3,
  maxLength: 7,
});

for (const [name, form] of Object.entries(forms)) {
  test(`in random interleavings of two tabs no save of ${name} overwrites what it did not read`, async () => {
    await form.save(0, undefined as never);
    let stored = JSON.stringify(await form.read());
    await fc.assert(
      fc.asyncProperty(Steps, async (steps) => {
        const tabs = [await form.read(), await form.read()];
        for (const { tab, saves } of steps) {
          if (saves === null) {
            tabs[tab] = await form.read();
            continue;
          }
          const wanted = JSON.stringify(form.valueOf(saves));
          const mayBe = JSON.stringify(tabs[tab]) === stored || wanted === stored;
          expect(await outcome(form.save(saves, tabs[tab] as never))).toBe(mayBe ? "ok" : "LIST_CHANGED");
          if (mayBe) [stored, tabs[tab]] = [wanted, form.valueOf(saves)];
          expect(JSON.stringify(await form.read())).toBe(stored);
        }
      }),
      { numRuns: isFull ? 250 : 30, endOnFailure: true },
    );
  });

  test(`of two tabs that save ${name} at once, one is told that the other was first`, async () => {
    for (const other of [2, 3]) {
      await form.save(0, undefined as never);
      const read = (await form.read()) as never;
      const answers = await Promise.all([outcome(form.save(1, read)), outcome(form.save(other, read))]);
      expect(answers.toSorted()).toEqual(["LIST_CHANGED", "ok"]);
    }
  });
}

test("a change of the groups of notifications leaves the quiet hours of another tab", async () => {
  const quiet = { from: "01:00", until: "05:00", zone: "America/Argentina/Cordoba" };
  await carla.api.notifications.saveSettings({ groups: [], quiet });
  await carla.api.notifications.saveSettings({ groups: [{ group: "cases_in_zone", push: false, mail: "off" }] });
  const settings = await carla.api.notifications.settings();
  expect(settings.quiet).toEqual(quiet);
  expect(settings.groups.find(({ group }) => group === "cases_in_zone")).toMatchObject({ push: false, mail: "off" });
});
