import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { priceRangeOf, raised } from "../../app/domain/prices/price.ts";
import { raisedPrice } from "../../app/domain/prices/prices.server.ts";
import { freshnessOf } from "../../app/shared/freshness.ts";
import { cast } from "../../app/demo/cast.ts";
import { everyItem, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";
import { withoutIds } from "../support/without-ids.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let second: Person;
let elena: Person;
let osde: number;
let ioma: number;
let pami: number;

const idOf = async (short: string) =>
  (await testApp.db.selectFrom("coverages").select("id").where("short", "=", short).executeTakeFirstOrThrow()).id;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
  carla = await testApp.approvedKine(cast.carla);
  second = await testApp.approvedKine(like(cast.carla, "Marta Segunda", { license_number: "MN 2" }));
  elena = await testApp.signIn(cast.elena);
  await confirmAddresses(testApp.db, ana, bruno);
  [osde, ioma, pami] = [await idOf("OSDE"), await idOf("IOMA"), await idOf("PAMI")];
});
afterAll(() => testApp?.close());

const stated = (coverage_id: number, more: { extra?: number; plans?: string; how?: "refund" } = {}) => ({
  coverage_id,
  how: "direct" as const,
  plans: null,
  extra: 0,
  ...more,
});
const state = (kine: Person, ...ids: number[]) =>
  kine.api.coverages.replace({ coverages: ids.map((id) => stated(id)), refund_invoice: false });
const age = (kine: Person, days: number) =>
  sql`update kine_coverages set confirmed_at = now() - ${days} * interval '24 hours' where kine_id = ${kine.id}`.execute(
    testApp.db,
  );
const listed = async (coverage_id: number, is_confirmed = true) =>
  (await everyItem((before) => ana.api.coverages.kines({ coverage_id, is_confirmed, before }))).map(({ id }) => id);

describe("what a specialist states about coverages", () => {
  test("is a whole list in place of the one before, confirmed now, and shown in the public profile with its date", async () => {
    await state(carla, osde, ioma);
    await age(carla, 70);
    await carla.api.coverages.replace({
      coverages: [stated(osde, { extra: 3_000, plans: "210 y 310" }), stated(pami, { how: "refund" })],
      refund_invoice: true,
    });
    const { coverages, refund_invoice_at } = await carla.api.coverages.mine();
    expect(coverages.map(({ short, how, plans, extra, freshness }) => [short, how, plans, extra, freshness])).toEqual([
      ["OSDE", "direct", "210 y 310", 3_000, "fresh"],
      ["PAMI", "refund", null, 0, "fresh"],
    ]);
    expect(refund_invoice_at).toBeInstanceOf(Date);
    const seen = await testApp.anonymous.profiles.publicProfile({ id: carla.id });
    expect(seen.coverages.map(({ short, confirmed_at }) => [short, confirmed_at])).toEqual(
      coverages.map(({ short, confirmed_at }) => [short, confirmed_at]),
    );
    expect(seen.refund_invoice_at).toEqual(refund_invoice_at);
  });

  test("is refused when a coverage is retired, unknown, listed twice or costs a part of a peso", async () => {
    const { id: gone } = await elena.api.coverages.save({
      kind: "prepaga",
      short: "Gone",
      name: "Prepaga que cerró",
      aliases: [],
    });
    await elena.api.coverages.retire({ id: gone, is_retired: true });
    const before = await carla.api.coverages.mine();
    expect(await outcome(state(carla, gone))).toBe("COVERAGE_RETIRED");
    expect(await outcome(state(carla, 999_999))).toBe("COVERAGE_RETIRED");
    expect(await outcome(state(carla, osde, osde))).toBe("BAD_INPUT");
    for (const extra of [-1, 0.5, 1e12])
      expect(
        await outcome(carla.api.coverages.replace({ coverages: [stated(osde, { extra })], refund_invoice: false })),
      ).toBe("BAD_INPUT");
    const many = Array.from({ length: 61 }, (_, n) => stated(n + 1));
    expect(await outcome(carla.api.coverages.replace({ coverages: many, refund_invoice: false }))).toBe("BAD_INPUT");
    expect(await carla.api.coverages.mine()).toEqual(before);
  });

  test("of ten lists that are saved at once is one whole", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? state(carla, osde, ioma) : state(carla, pami))));
    const shorts = (await carla.api.coverages.mine()).coverages.map(({ short }) => short);
    expect([["IOMA", "OSDE"], ["PAMI"]]).toContainEqual(shorts);
  });

  test("leaves the filter after 90 days, stands apart as unconfirmed, and is back with one confirmation", async () => {
    await state(carla, osde);
    await state(second, osde);
    await age(second, 90.01);
    expect(await listed(osde)).toEqual([carla.id]);
    expect(await listed(osde, false)).toEqual([second.id]);
    expect((await testApp.anonymous.profiles.publicProfile({ id: second.id })).coverages[0]?.freshness).toBe("stale");
    await second.api.coverages.confirm();
    expect((await listed(osde)).toSorted()).toEqual([carla.id, second.id].toSorted());
    expect(await listed(osde, false)).toEqual([]);
    await age(second, 75);
    const { items } = await ana.api.coverages.kines({ coverage_id: osde });
    expect(items.find(({ id }) => id === second.id)?.freshness).toBe("aging");
  });
});

test("of 10,000 random states on shifted clocks none is in a coverage's filter that is unconfirmed for 90 days, disputed, retired or of nobody on offer", async () => {
  const { db } = testApp;
  // 100 specialists by 50 coverages, in every state that keeps somebody off the list.
  await sql`
    begin;
    set local session_replication_role = replica;
    delete from kine_coverages;
    insert into auth.users (id, email) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'r' || n || '@example.com' from generate_series(1, 100) n;
    insert into profiles (id, email, name, approval_status, suspended_at)
      select id, email, 'Kine ' || email, (case when random() < 0.1 then 'pending' else 'approved' end)::approval_status,
        case when random() < 0.1 then now() end from auth.users where email like 'r%@example.com' and id::text like '00000000-0000-7000-%';
    insert into user_roles select id, (case when random() < 0.1 then 'patient' else 'kine' end)::app_role
      from profiles where id::text like '00000000-0000-7000-%';
    update coverages set retired_at = now() where id % 10 = 7;
    insert into kine_coverages (kine_id, coverage_id, how, confirmed_at, disputed_at)
      select p.id, v.id, 'direct',
        now() - (case when random() < 0.5 then 90 else 60 end + (random() - 0.5) * (case when random() < 0.5 then 0.02 else 60 end)) * interval '24 hours',
        case when random() < 0.1 then now() end
      from profiles p, coverages v where p.id::text like '00000000-0000-7000-%' and v.id <= 50;
    commit`.execute(db);
  type Row = {
    kine_id: string;
    coverage_id: number;
    confirmed_at: Date;
    disputed_at: Date | null;
    is_offered: boolean;
    is_retired: boolean;
  };
  let [checked, shown] = [0, 0];
  for (const shift of [0, -45, 31]) {
    // An older confirmation simulates a clock that is ahead.
    await sql`update kine_coverages set confirmed_at = confirmed_at - ${shift} * interval '24 hours'`.execute(db);
    const { rows: states } = await sql<Row>`
      select k.kine_id, k.coverage_id, k.confirmed_at, k.disputed_at, v.retired_at is not null as is_retired,
        p.approval_status = 'approved' and p.suspended_at is null and has_role(p.id, 'kine') as is_offered
      from kine_coverages k join profiles p on p.id = k.kine_id join coverages v on v.id = k.coverage_id`.execute(db);
    const ids = [...new Set(states.map(({ coverage_id }) => coverage_id))];
    for (const id of ids) {
      const {
        rows: [clock],
      } = await sql<{ now: Date }>`select now() as now`.execute(db);
      const found = { true: new Set(await listed(id)), false: new Set(await listed(id, false)) };
      for (const row of states.filter(({ coverage_id }) => coverage_id === id)) {
        const freshness = freshnessOf(row.confirmed_at, clock!.now);
        const isListed = row.is_offered && !row.is_retired && !row.disputed_at;
        const due = isListed ? (freshness === "stale" ? "unconfirmed" : "confirmed") : "nowhere";
        const is = found.true.has(row.kine_id) ? "confirmed" : found.false.has(row.kine_id) ? "unconfirmed" : "nowhere";
        // Exactly at the edge, time passes between the two queries.
        const edge = Math.abs((clock!.now.getTime() - row.confirmed_at.getTime()) / 86_400_000 - 90);
        if (edge > 0.001 && is !== due) expect({ ...row, is }).toEqual({ ...row, is: due });
        checked += 1;
        shown += is === "confirmed" ? 1 : 0;
      }
    }
  }
  console.log(`coverage filter: ${checked} states, ${shown} shown, 0 unconfirmed for 90 days`);
  expect(checked).toBeGreaterThanOrEqual(10_000);
  expect(shown).toBeGreaterThan(1_000);
  await sql`begin; set local session_replication_role = replica; delete from kine_coverages;
    delete from user_roles where user_id::text like '00000000-0000-7000-%';
    delete from profiles where id::text like '00000000-0000-7000-%';
    delete from auth.users where id::text like '00000000-0000-7000-%';
    update coverages set retired_at = null where id % 10 = 7 and merged_into is null; commit`.execute(db);
}, 240_000);

test("freshness, price ranges and raises are worked out by the database as in the program, for 10,000 random values each", async () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const random = (n: number) => Math.floor(Math.random() * n);
  const times = Array.from(
    { length: 10_000 },
    (_, n) =>
      new Date(
        now.getTime() - (n % 2 ? [60, 90][random(2)]! * 86_400_000 + random(2_001) - 1_000 : random(120 * 86_400_000)),
      ),
  );
  const prices = times.map((_, n) =>
    n % 2 ? [15, 25, 35, 50][random(4)]! * 1_000 + random(5) - 2 : 1 + random(10_000_000),
  );
  const raises = times.map(() => random(101));
  const { rows } = await sql<{ freshness: string; range: string; next: number }>`
    select fact_freshness(t, ${now}) as freshness, price_range_of(p) as range, ${raisedPrice(sql`p`, sql`r`)} as next
    from unnest(${times}::timestamptz[], ${prices}::int[], ${raises}::int[]) with ordinality u (t, p, r, n) order by n`.execute(
    testApp.db,
  );
  expect(rows).toEqual(
    times.map((time, n) => ({
      freshness: freshnessOf(time, now),
      range: priceRangeOf(prices[n]!),
      next: raised(prices[n]!, raises[n]!),
    })),
  );
});

describe("a specialist's prices", () => {
  const save = (...prices: { modality: "consultorio" | "domicilio" | "online"; session: number; first?: number }[]) =>
    carla.api.prices.save({ prices });

  test("stand in the public profile with their date, and the price range follows the cheapest session", async () => {
    await save({ modality: "consultorio", session: 28_000, first: 32_000 }, { modality: "domicilio", session: 41_000 });
    const seen = await testApp.anonymous.profiles.publicProfile({ id: carla.id });
    expect(seen.price_range).toBe("$25.000 - $35.000");
    expect(seen.prices).toMatchObject([
      { modality: "consultorio", session: 28_000, first: 32_000, ten: null, freshness: "fresh" },
      { modality: "domicilio", session: 41_000 },
    ]);
    await save({ modality: "domicilio", session: 51_000 });
    expect((await carla.api.profiles.mine()).price_range).toBe("$50.000+");
    await carla.api.profiles.update({ name: "Carla Benítez", price_range: "$15.000 - $25.000" });
    expect((await carla.api.profiles.mine()).price_range).toBe("$50.000+");
    await save();
    expect(await carla.api.prices.mine()).toEqual([]);
    await carla.api.profiles.update({ name: "Carla Benítez", price_range: "$15.000 - $25.000" });
    expect((await carla.api.profiles.mine()).price_range).toBe("$15.000 - $25.000");
  });

  test("are raised by some percent, rounded, and confirmed with it", async () => {
    await save({ modality: "consultorio", session: 28_370, first: 30_000 });
    await sql`update kine_prices set confirmed_at = now() - interval '80 days' where kine_id = ${carla.id}`.execute(
      testApp.db,
    );
    expect((await carla.api.prices.mine())[0]?.freshness).toBe("aging");
    expect(await carla.api.prices.confirm({ raise: 7 })).toEqual({ confirmed: 1 });
    expect(await carla.api.prices.mine()).toMatchObject([
      // A price that is not stated is not raised.
      { session: 30_400, first: 32_100, ten: null, freshness: "fresh" },
    ]);
    expect(await outcome(carla.api.prices.confirm({ raise: 101 }))).toBe("BAD_INPUT");
    expect(await outcome(carla.api.prices.confirm({ raise: -5 }))).toBe("BAD_INPUT");
  });

  test("are whole pesos, one price a modality", async () => {
    expect(await outcome(save({ modality: "online", session: 0 }))).toBe("BAD_INPUT");
    expect(await outcome(save({ modality: "online", session: 10.5 }))).toBe("BAD_INPUT");
    expect(await outcome(save({ modality: "online", session: 1 }, { modality: "online", session: 2 }))).toBe(
      "BAD_INPUT",
    );
  });
});

describe("the vocabulary of coverages", () => {
  const entry = (short: string, more = {}) => ({
    kind: "prepaga" as const,
    short,
    name: `${short} del Sur`,
    aliases: [],
    ...more,
  });

  test("is added to and changed by admins, each short name and code once, whatever its accents", async () => {
    const { id } = await elena.api.coverages.save(entry("Salud Única", { aliases: ["unica"], code: "4-0001-1" }));
    expect(await outcome(elena.api.coverages.save(entry("SALUD UNICA")))).toBe("COVERAGE_TAKEN");
    expect(await outcome(elena.api.coverages.save(entry("Otra", { code: "4-0001-1" })))).toBe("COVERAGE_TAKEN");
    await elena.api.coverages.save({ ...entry("Salud Única", { aliases: ["unica", "la unica"] }), id });
    expect((await testApp.anonymous.coverages.search({ text: "la unica" }))[0]?.id).toBe(id);
    expect(await outcome(elena.api.coverages.save({ ...entry("Nadie"), id: 999_999 }))).toBe("NOT_FOUND");
    expect(await outcome(elena.api.coverages.save(entry("¡¡¡")))).toBe("BAD_INPUT");
  });

  test("is listed for admins as the Spanish alphabet goes, capitals and accents aside", async () => {
    for (const short of ["ZETA", "acorde", "Ámbito", "ZAFIRO", "abeja"]) await elena.api.coverages.save(entry(short));
    const listed = (await elena.api.coverages.list()).map(({ short }) => short);
    const ours = listed.filter((short) => ["ZETA", "acorde", "Ámbito", "ZAFIRO", "abeja", "OSDE"].includes(short));
    expect(ours).toEqual(["abeja", "acorde", "Ámbito", "OSDE", "ZAFIRO", "ZETA"]);
  });

  test("loses what is retired from searches, filters and profiles, and has it back", async () => {
    const { id } = await elena.api.coverages.save(entry("Fugaz"));
    await state(carla, id, osde);
    await elena.api.coverages.retire({ id, is_retired: true });
    expect(await testApp.anonymous.coverages.search({ text: "fugaz" })).toEqual([]);
    expect(await listed(id)).toEqual([]);
    const seen = await testApp.anonymous.profiles.publicProfile({ id: carla.id });
    expect(seen.coverages.map(({ short }) => short)).toEqual(["OSDE"]);
    expect((await carla.api.coverages.mine()).coverages.find((one) => one.id === id)?.retired_at).toBeInstanceOf(Date);
    await elena.api.coverages.retire({ id, is_retired: false });
    expect(await listed(id)).toEqual([carla.id]);
  });

  test("joins two into one: what was stated moves with its later date, and the other's names lead to it", async () => {
    const [{ id: from }, { id: into }] = [
      await elena.api.coverages.save(entry("Vieja", { aliases: ["la vieja"] })),
      await elena.api.coverages.save(entry("Nueva")),
    ];
    await state(carla, from, into);
    await state(second, from);
    await sql`update kine_coverages set confirmed_at = now() - interval '70 days' where coverage_id = ${into}`.execute(
      testApp.db,
    );
    await ana.api.coverages.saveOwn({ coverage: { id: from, plan: "10" } });
    await elena.api.coverages.merge({ from, into });
    expect((await carla.api.coverages.mine()).coverages).toMatchObject([{ id: into, freshness: "fresh" }]);
    expect((await listed(into)).toSorted()).toEqual([carla.id, second.id].toSorted());
    expect((await ana.api.coverages.own()).coverage).toEqual({ id: into, short: "Nueva", plan: "10" });
    for (const text of ["vieja", "la vieja", "vieja del sur"])
      expect((await testApp.anonymous.coverages.search({ text }))[0]?.id).toBe(into);
    expect(await outcome(elena.api.coverages.merge({ from, into }))).toBe("COVERAGE_RETIRED");
    expect(await outcome(elena.api.coverages.merge({ from: into, into }))).toBe("COVERAGE_RETIRED");
    expect(await outcome(state(carla, from))).toBe("COVERAGE_RETIRED");
    // Sent by a form that was opened before the merge.
    await ana.api.coverages.saveOwn({ coverage: { id: from, plan: null } });
    expect((await ana.api.coverages.own()).coverage?.id).toBe(into);
  });
});

test("what admins do to the vocabulary is in the audit with the short names, and what is refused is not", async () => {
  const told = async () => {
    const { rows } = await sql<{ event: string; reason: string }>`select e.event, r.reason from auth.audit_events e
      join auth.users u on u.audit_id = e.actor join auth.audit_reasons r on r.event_id = e.id
      where u.id = ${elena.id} and e.event like 'coverage%' order by e.id`.execute(testApp.db);
    return rows.map(({ event, reason }) => `${event} ${reason}`);
  };
  const before = (await told()).length;
  const entry = (short: string) => ({ kind: "prepaga" as const, short, name: `${short} del Norte`, aliases: [] });
  const [{ id: from }, { id: into }] = [
    await elena.api.coverages.save(entry("Escrita")),
    await elena.api.coverages.save(entry("Anotada")),
  ];
  await elena.api.coverages.save({ ...entry("Reescrita"), id: from });
  await elena.api.coverages.retire({ id: from, is_retired: true });
  await elena.api.coverages.retire({ id: from, is_retired: false });
  await elena.api.coverages.merge({ from, into });
  expect(await outcome(elena.api.coverages.merge({ from, into }))).toBe("COVERAGE_RETIRED");
  expect(await outcome(elena.api.coverages.retire({ id: from, is_retired: true }))).toBe("NOT_FOUND");
  expect((await told()).slice(before)).toEqual([
    "coverage_saved Escrita",
    "coverage_saved Anotada",
    "coverage_saved Escrita → Reescrita",
    "coverage_retired Reescrita",
    "coverage_restored Reescrita",
    "coverage_merged Reescrita → Anotada",
  ]);
});

describe("a patient's coverage", () => {
  const says = { title: "Rodilla", description: "Me duele" };

  test("is kept in the profile and in the case, and seen by who may see the case", async () => {
    await bruno.api.coverages.saveOwn({ coverage: { id: osde, plan: " 210 " } });
    expect((await bruno.api.coverages.own()).coverage).toEqual({ id: osde, short: "OSDE", plan: "210" });
    const { id } = await bruno.api.cases.create({ ...says, coverage: { id: osde, plan: "210" } });
    const coverage = { id: osde, short: "OSDE", plan: "210" };
    expect((await bruno.api.cases.get({ id })).coverage).toEqual(coverage);
    expect((await carla.api.cases.view({ id })).coverage).toEqual(coverage);
    expect(await outcome(ana.api.cases.get({ id }))).toBe("CASE_NOT_FOUND");
    for (const list of [await bruno.api.cases.mine(), await carla.api.cases.available({})])
      expect(withoutIds(list)).not.toContain("210");
  });

  test("changes with an edit, stays when a form does not know it, and goes when it is emptied", async () => {
    const { id } = await bruno.api.cases.create({ ...says, coverage: { id: osde, plan: null } });
    const edit = (version: number, more: object) =>
      bruno.api.cases.update({ ...says, id, version, studies_access: "verified", ...more });
    await edit(1, { coverage: { id: ioma, plan: "Oro" } });
    await edit(2, { title: "Otra" });
    expect((await bruno.api.cases.get({ id })).coverage).toEqual({ id: ioma, short: "IOMA", plan: "Oro" });
    await edit(3, { title: "Otra", coverage: null });
    expect((await bruno.api.cases.get({ id })).coverage).toBeNull();
    expect(await outcome(edit(4, { coverage: { id: 999_999, plan: null } }))).toBe("COVERAGE_RETIRED");
  });

  test("needs the consent to health data, and goes when that is withdrawn", async () => {
    const rosa = await testApp.signUp(like(cast.ana, "Rosa Retira"));
    await rosa.api.coverages.saveOwn({ coverage: { id: pami, plan: null } });
    await rosa.api.consents.withdrawHealth();
    expect((await rosa.api.coverages.own()).coverage).toBeNull();
    expect(await outcome(rosa.api.coverages.saveOwn({ coverage: { id: pami, plan: null } }))).toBe("CONSENT_NEEDED");
    expect(await outcome(rosa.api.coverages.saveOwn({ coverage: null }))).toBe("ok");
  });

  test("of a case that is no longer open stays as it was, also in the database", async () => {
    const id = await closedCase(bruno, carla, osde);
    expect(
      await outcome(
        bruno.api.cases.update({
          ...says,
          id,
          version: 1,
          studies_access: "verified",
          coverage: { id: ioma, plan: null },
        }),
      ),
    ).toBe("CASE_NOT_OPEN");
    await expect(
      sql`update case_coverages set plan = 'otro' where case_id = ${id}`.execute(testApp.db),
    ).rejects.toMatchObject({ constraint: "cases_change_while_open" });
  });
});

/** A closed case of a patient with a coverage, in which the specialist was accepted eight days ago. */
async function closedCase(patient: Person, kine: Person, coverage: number): Promise<string> {
  const { id } = await patient.api.cases.create({
    title: "Hombro",
    description: "Duele",
    coverage: { id: coverage, plan: null },
  });
  const match = await kine.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match.id });
  await patient.api.cases.close({ id });
  await ageRelations(testApp.db, kine);
  return id;
}

describe("after a case is closed", () => {
  const deny = async (patient: Person, kine: Person, coverage: number, answer: "no" | "yes" | "extra" = "no") =>
    patient.api.coverages.answer({ case_id: await closedCase(patient, kine, coverage), kine_id: kine.id, answer });
  const disputeOf = async (kine: Person) =>
    (await elena.api.coverages.disputes()).items.find(({ kine_id }) => kine_id === kine.id);
  const toldOf = async (kine: Person) => {
    const rows = await testApp.db
      .selectFrom("outgoing_messages")
      .select("kind")
      .where("user_id", "=", kine.id)
      .where("kind", "like", "coverage%")
      .orderBy("id")
      .execute();
    return rows.map(({ kind }) => kind);
  };
  const newKine = async (name: string) => {
    // A new day for the limit of what acts at once.
    await testApp.db.deleteFrom("acts_at_once").execute();
    const kine = await testApp.approvedKine(like(cast.carla, name, { license_number: `MN ${name}`.slice(0, 20) }));
    await state(kine, osde);
    return kine;
  };

  test("its patient is asked once about each accepted specialist who states its coverage, and answers once", async () => {
    const kine = await newKine("Pregunta Una");
    const id = await closedCase(ana, kine, osde);
    expect(await ana.api.coverages.questions({ case_id: id })).toEqual([
      { kine_id: kine.id, name: "Pregunta Una", short: "OSDE" },
    ]);
    expect(await bruno.api.coverages.questions({ case_id: id })).toEqual([]);
    const answer = { case_id: id, kine_id: kine.id, answer: "yes" as const };
    expect(await outcome(bruno.api.coverages.answer(answer))).toBe("NOT_FOUND");
    expect(await outcome(ana.api.coverages.answer({ ...answer, kine_id: carla.id }))).toBe("NOT_FOUND");
    const many = await Promise.all(Array.from({ length: 8 }, () => outcome(ana.api.coverages.answer(answer))));
    expect(many.toSorted()).toEqual([...Array<string>(7).fill("ALREADY_DONE"), "ok"]);
    expect(await ana.api.coverages.questions({ case_id: id })).toEqual([]);
    const elsewhere = await closedCase(ana, kine, ioma);
    expect(await ana.api.coverages.questions({ case_id: elsewhere })).toEqual([]);
  });

  test("two patients who say no in 60 days, also at once, dispute it: out of filter and profile, in the queue, the specialist told once", async () => {
    const kine = await newKine("Disputa Dos");
    const cases = [await closedCase(ana, kine, osde), await closedCase(bruno, kine, osde)];
    await Promise.all(
      [ana, bruno].map((patient, n) =>
        patient.api.coverages.answer({ case_id: cases[n]!, kine_id: kine.id, answer: "no" }),
      ),
    );
    expect(await listed(osde)).not.toContain(kine.id);
    expect(await listed(osde, false)).not.toContain(kine.id);
    expect((await testApp.anonymous.profiles.publicProfile({ id: kine.id })).coverages).toEqual([]);
    expect(await disputeOf(kine)).toMatchObject({ short: "OSDE", denials: 2, extras: 0, confirmations: 0 });
    const told = await toldOf(kine);
    expect(told).toEqual(["coverage_disputed"]);
    // Neither confirming nor stating it again ends a dispute.
    await kine.api.coverages.confirm();
    await state(kine);
    await state(kine, osde);
    expect((await kine.api.coverages.mine()).coverages[0]?.disputed_at).toBeInstanceOf(Date);
    expect(await listed(osde)).not.toContain(kine.id);
  });

  test("one patient twice, a plus, an old no and a yes dispute nothing", async () => {
    const kine = await newKine("Nada Disputa");
    await deny(ana, kine, osde);
    await deny(ana, kine, osde);
    await deny(bruno, kine, osde, "extra");
    expect(await disputeOf(kine)).toBeUndefined();
    await sql`update coverage_answers set answered_at = now() - interval '61 days' where kine_id = ${kine.id}`.execute(
      testApp.db,
    );
    await deny(bruno, kine, osde);
    expect(await disputeOf(kine)).toBeUndefined();
    expect(await listed(osde)).toContain(kine.id);
  });

  test("an admin decides a dispute once, the specialist is told, earlier answers do not count again, and for 90 days others hide nothing", async () => {
    const kine = await newKine("Decidida Tres");
    await deny(ana, kine, osde);
    await deny(bruno, kine, osde);
    const { id } = (await disputeOf(kine))!;
    expect(await outcome(carla.api.coverages.decide({ id, decision: "kept" }))).toBe("NOT_ALLOWED");
    await elena.api.coverages.decide({ id, decision: "kept" });
    expect(await outcome(elena.api.coverages.decide({ id, decision: "removed" }))).toBe("ALREADY_DONE");
    expect(await listed(osde)).toContain(kine.id);
    await deny(ana, kine, osde);
    expect(await disputeOf(kine)).toBeUndefined();
    await deny(bruno, kine, osde);
    const again = (await disputeOf(kine))!;
    expect(again.hidden_at).toBeNull();
    expect(await listed(osde)).toContain(kine.id);
    await elena.api.coverages.decide({ id: again.id, decision: "removed" });
    expect((await kine.api.coverages.mine()).coverages).toEqual([]);
    const told = await toldOf(kine);
    expect(told).toEqual(["coverage_disputed", "coverage_dispute_decided", "coverage_dispute_decided"]);
    // What an admin removed comes back by an admin.
    await state(kine, osde);
    expect(await listed(osde)).not.toContain(kine.id);
    await elena.api.coverages.decide({ id: (await disputeOf(kine))!.id, decision: "kept" });
    expect(await listed(osde)).toContain(kine.id);
  });

  test("a dispute goes along when its coverage is joined to another one that the specialist states too", async () => {
    const entry = (short: string) => ({ kind: "prepaga" as const, short, name: `${short} del Este`, aliases: [] });
    const { id: from } = await elena.api.coverages.save(entry("Disputada"));
    const { id: into } = await elena.api.coverages.save(entry("Heredera"));
    const kine = await newKine("Une Disputas");
    await state(kine, from, into);
    await deny(ana, kine, from);
    await deny(bruno, kine, from);
    await elena.api.coverages.merge({ from, into });
    expect(await disputeOf(kine)).toMatchObject({ short: "Heredera" });
    expect((await kine.api.coverages.mine()).coverages).toMatchObject([{ id: into, disputed_at: expect.any(Date) }]);
    expect(await listed(into)).not.toContain(kine.id);
    await elena.api.coverages.decide({ id: (await disputeOf(kine))!.id, decision: "kept" });
    expect(await listed(into)).toContain(kine.id);
  });

  test("a no stands however often the specialist states the coverage again; what was said before hides nothing at once", async () => {
    const kine = await newKine("Vuelve a Declarar");
    const [first, second] = [await closedCase(ana, kine, osde), await closedCase(bruno, kine, osde)];
    const answer = (patient: Person, case_id: string) =>
      patient.api.coverages.answer({ case_id, kine_id: kine.id, answer: "no" });
    await answer(ana, first);
    await state(kine);
    expect(await outcome(answer(bruno, second))).toBe("NOT_FOUND");
    const insert = sql`insert into coverage_answers (case_id, kine_id, patient_id, coverage_id, answer)
      values (${second}, ${kine.id}, ${bruno.id}, ${osde}, 'no')`;
    await expect(insert.execute(testApp.db)).rejects.toMatchObject({ constraint: "coverage_answers_of_closed_cases" });
    await state(kine, osde);
    await answer(bruno, second);
    expect(await disputeOf(kine)).toMatchObject({ denials: 2, hidden_at: null });
    expect(await listed(osde)).toContain(kine.id);
    // A confirmation and another save do not make it newer.
    await kine.api.coverages.confirm();
    await state(kine, osde);
    await deny(ana, kine, osde);
    expect(await disputeOf(kine)).toMatchObject({ denials: 3, hidden_at: expect.any(Date) });
  });

  test("who has withdrawn the consent to health data is neither asked nor heard", async () => {
    const kine = await newKine("Sin Permiso");
    const rita = await testApp.signUp(like(cast.ana, "Rita Retira"));
    const id = await closedCase(rita, kine, osde);
    expect(await rita.api.coverages.questions({ case_id: id })).toHaveLength(1);
    await rita.api.consents.withdrawHealth();
    expect(await rita.api.coverages.questions({ case_id: id })).toEqual([]);
    expect(await outcome(rita.api.coverages.answer({ case_id: id, kine_id: kine.id, answer: "no" }))).toBe(
      "CONSENT_NEEDED",
    );
  });

  test("no answer comes before the case is closed, or about a coverage that is not the case's, also in the database", async () => {
    const kine = await newKine("Sin Cerrar");
    const { id } = await ana.api.cases.create({
      title: "Pie",
      description: "Duele",
      coverage: { id: osde, plan: null },
    });
    const match = await kine.api.matches.apply({ case_id: id });
    await ana.api.matches.accept({ id: match.id });
    expect(await outcome(ana.api.coverages.answer({ case_id: id, kine_id: kine.id, answer: "no" }))).toBe("NOT_FOUND");
    const insert = (coverage: number) =>
      sql`insert into coverage_answers (case_id, kine_id, patient_id, coverage_id, answer)
        values (${id}, ${kine.id}, ${ana.id}, ${coverage}, 'no')`.execute(testApp.db);
    await expect(insert(osde)).rejects.toMatchObject({ constraint: "coverage_answers_of_closed_cases" });
    await ana.api.cases.close({ id });
    await expect(insert(ioma)).rejects.toMatchObject({ constraint: "coverage_answers_of_closed_cases" });
    await expect(insert(osde)).resolves.toBeDefined();
  });
});
