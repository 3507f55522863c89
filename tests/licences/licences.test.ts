import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { JURISDICTION_NAMES } from "../../app/domain/places/jurisdictions.ts";
import { MODALITIES } from "../../app/domain/profiles/modality.ts";
import { everyItem, like, outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";

/** The standing of a verified licence so many days after its check. */
const standingOf = (days: number) => (days <= 180 ? "fresh" : days <= 240 ? "due" : "lapsed");

let testApp: TestApp;
let ana: Person;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, elena] = [await testApp.signUp(cast.ana), await testApp.signIn(cast.elena)];
});
afterAll(() => testApp?.close());

const member = (license_number: string, more: object = {}) =>
  like(cast.carla, `Kine ${++round}`, { license_number, ...more });
const approved = (license_number: string, more: object = {}) => testApp.approvedKine(member(license_number, more));
const confirmed = async (person: Person) => {
  await sql`update auth.users set email_confirmed_at = now() where id = ${person.id}`.execute(testApp.db);
  return person;
};
const own = async ({ api }: Person) => (await api.licences.mine()).items;
const seen = (id: string) => testApp.anonymous.profiles.publicProfile({ id });
const due = () => everyItem((after) => elena.api.licences.queue({ after }));
const today = () =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/Argentina/Buenos_Aires", dateStyle: "short" }).format();
/** Runs a statement without triggers, to change rows as the passing of time would. */
const planted = (statement: ReturnType<typeof sql>) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
/** Moves the check of a specialist's licences to so many days ago. */
const checkedAgo = async (kineId: string, days: number) => {
  const at = sql`now() - make_interval(days => ${days}::int)`;
  await planted(
    sql`update licences set checked_at = ${at}, recheck_at = ${at} + interval '180 days' where kine_id = ${kineId}`,
  );
  await planted(sql`update profiles set license_checked_at = ${at} where id = ${kineId}`);
};

describe("the first licence", () => {
  test("is what the profile says, approval verifies it, and the public page says where and when, without its number", async () => {
    const pending = await testApp.signUp(member("M.P. 12.345", { location_city: "La Plata" }));
    const rows = () =>
      testApp.db
        .selectFrom("licences")
        .select(["kind", "jurisdiction", "number", "state", "is_first", "method"])
        .where("kine_id", "=", pending.id)
        .execute();
    // Nobody's licence before the address is confirmed.
    expect(await rows()).toEqual([]);
    await confirmed(pending);
    const licence = { kind: "MP", jurisdiction: null, number: "12345", is_first: true };
    expect(await rows()).toEqual([{ ...licence, jurisdiction: "06", state: "declared", method: null }]);
    const { items } = await elena.api.kineApplications.list();
    await elena.api.kineApplications.approve({
      id: items.find(({ profile_id }) => profile_id === pending.id)!.id,
      is_checked: true,
    });
    expect(await rows()).toEqual([{ ...licence, jurisdiction: "06", state: "verified", method: "approval" }]);
    const said = { kind: "MP", jurisdiction: "06", standing: "fresh", checked_on: today() };
    expect((await seen(pending.id)).licences).toEqual([{ ...said, number: null }]);
    expect((await pending.api.profiles.publicProfile({ id: pending.id })).licences).toEqual([
      { ...said, number: "12345" },
    ]);
    expect((await elena.api.profiles.publicProfile({ id: pending.id })).licences).toEqual([
      { ...said, number: "12345" },
    ]);
    expect((await ana.api.profiles.publicProfile({ id: pending.id })).licences).toEqual([{ ...said, number: null }]);
  });

  test("that is written without its kind is verified as it is, and an admin may add what it lacks", async () => {
    const kine = await approved("4.321");
    const [first] = await own(kine);
    expect(first).toMatchObject({ kind: null, jurisdiction: null, number: "4321", standing: "fresh" });
    const input = { id: first!.id, kind: "MP", jurisdiction: "14" } as const;
    expect(await elena.api.licences.verify(input)).toEqual({ state: "verified" });
    expect((await own(kine))[0]).toMatchObject({ kind: "MP", jurisdiction: "14" });
    // A second verification cannot change the kind or the jurisdiction that the licence has by now.
    await elena.api.licences.verify({ ...input, jurisdiction: "06" });
    expect((await own(kine))[0]).toMatchObject({ kind: "MP", jurisdiction: "14" });
  });

  test("follows a change of the profile: the old one is withdrawn, the new one is verified with it", async () => {
    const kine = await approved(`MN ${700 + round}`);
    await kine.api.profiles.update({ name: `Kine ${round}`, license_number: "MN 90001" });
    const change = (await elena.api.profileChanges.list()).items.find(({ kine_id }) => kine_id === kine.id);
    await elena.api.profileChanges.approve({ id: change!.id, is_checked: true });
    expect(await own(kine)).toMatchObject([{ number: "90001", standing: "fresh", is_first: true }]);
    const states = await testApp.db
      .selectFrom("licences")
      .select("state")
      .where("kine_id", "=", kine.id)
      .orderBy("id")
      .execute();
    expect(states).toEqual([{ state: "withdrawn" }, { state: "verified" }]);
    // When an admin changes the name without a review, all of the specialist's licences lose their check.
    await elena.api.licences.verify({ id: (await addTo(kine, "06", "55")).id });
    await planted(sql`select set_config('kinexo.viewer', '', true)`);
    await testApp.db.transaction().execute(async (tx) => {
      await sql`select set_config('kinexo.viewer', ${elena.id}, true)`.execute(tx);
      await tx.updateTable("profiles").set({ name: "Otro Nombre" }).where("id", "=", kine.id).execute();
    });
    expect((await own(kine)).map(({ standing }) => standing)).toEqual(["declared", "declared"]);
    expect((await seen(kine.id)).license_checked).toBe(false);
  });
});

const addTo = ({ api }: Person, jurisdiction: string, number: string) =>
  api.licences.add({ kind: "MP", jurisdiction, number });

describe("a licence in doubt or inactive", () => {
  const changeOf = async ({ id }: Person) =>
    (await elena.api.profileChanges.list()).items.find(({ kine_id }) => kine_id === id)!;

  test("stays so when a change of its specialist's profile is approved, which shows the admin its state", async () => {
    for (const [state, act] of [
      ["doubtful", elena.api.licences.doubt],
      ["inactive", elena.api.licences.deactivate],
    ] as const) {
      const kine = await approved(`MN ${20_000 + round}`);
      await act({ id: (await own(kine))[0]!.id });
      // The same values again, and another name.
      for (const name of [`Kine ${round}`, "Otro Nombre"]) {
        await kine.api.profiles.update({ name });
        const change = await changeOf(kine);
        expect(change.standing).toBe(state);
        await elena.api.profileChanges.approve({ id: change.id, is_checked: true });
        expect((await own(kine))[0]?.standing).toBe(state);
        expect(await seen(kine.id)).toMatchObject({ name, license_checked: false, licences: [] });
      }
      // Another number is another licence.
      await kine.api.profiles.update({ name: "Otro Nombre", license_number: `MN ${21_000 + round}` });
      await elena.api.profileChanges.approve({ id: (await changeOf(kine)).id, is_checked: true });
      expect(await own(kine)).toMatchObject([{ standing: "fresh" }]);
      expect((await seen(kine.id)).license_checked).toBe(true);
    }
  });

  test("leaves the badge that another one bears, with the day of that one's check", async () => {
    const kine = await approved(`MN ${22_000 + round}`);
    const { id } = await addTo(kine, "06", `${22_000 + round}`);
    await elena.api.licences.verify({ id });
    const first = (await own(kine)).find((each) => each.is_first)!;
    await elena.api.licences.doubt({ id: first.id });
    const check = () =>
      testApp.db
        .selectFrom("profiles")
        .select("license_checked_at")
        .where("id", "=", kine.id)
        .executeTakeFirstOrThrow();
    const before = await check();
    const { name } = await seen(kine.id);
    await kine.api.profiles.update({ name, specialty: "Deportología" });
    await elena.api.profileChanges.approve({ id: (await changeOf(kine)).id, is_checked: true });
    expect(await check()).toEqual(before);
    expect((await own(kine)).map(({ standing }) => standing)).toEqual(["doubtful", "fresh"]);
    // Under a new name nobody has compared it.
    await kine.api.profiles.update({ name: "Otro Nombre" });
    await elena.api.profileChanges.approve({ id: (await changeOf(kine)).id, is_checked: true });
    expect(await check()).toEqual({ license_checked_at: null });
    expect((await own(kine)).map(({ standing }) => standing)).toEqual(["doubtful", "declared"]);
    await elena.api.licences.verify({ id: first.id });
  });
});

describe("another licence", () => {
  test("waits in the queue of the admins, is verified, and stands on the public page until it is withdrawn", async () => {
    const kine = await approved(`MN ${800 + round}`);
    const { id } = await addTo(kine, "14", "3.210");
    expect(await outcome(addTo(kine, "14", "3210"))).toBe("ALREADY_DONE");
    expect((await seen(kine.id)).licences).toHaveLength(1);
    expect((await due()).find((each) => each.id === id)).toMatchObject({
      kine_id: kine.id,
      kind: "MP",
      jurisdiction: "14",
      number: "3210",
      standing: "declared",
      same_licence: [],
    });
    expect(await elena.api.licences.verify({ id })).toEqual({ state: "verified" });
    expect((await due()).map((each) => each.id)).not.toContain(id);
    expect((await seen(kine.id)).licences).toMatchObject([{ kind: "MN" }, { kind: "MP", jurisdiction: "14" }]);
    const [first] = await own(kine);
    expect(await outcome(kine.api.licences.withdraw({ id: first!.id }))).toBe("NOT_FOUND");
    await kine.api.licences.withdraw({ id });
    expect(await outcome(kine.api.licences.withdraw({ id }))).toBe("NOT_FOUND");
    expect(await outcome(elena.api.licences.verify({ id }))).toBe("NOT_FOUND");
    expect((await seen(kine.id)).licences).toHaveLength(1);
    expect((await seen(kine.id)).license_checked).toBe(true);
  });

  test("keeps nobody from their own number until it is verified, and then one specialist holds it", async () => {
    const squatter = await approved(`MN ${900 + round}`);
    const { id } = await squatter.api.licences.add({ kind: "MN", number: "77001" });
    const owner = await approved("MN 77001");
    expect((await seen(owner.id)).license_checked).toBe(true);
    expect((await due()).find((each) => each.id === id)).toMatchObject({ same_licence: [{ is_suspended: false }] });
    expect(await outcome(elena.api.licences.verify({ id }))).toBe("LICENSE_TAKEN");
  });

  test("that does not say its kind or place may be anybody's with that number, and one specialist holds it", async () => {
    const number = `${30_000 + round}`;
    const holder = await approved(number);
    const other = await approved(`MN ${31_000 + round}`);
    const { id } = await addTo(other, "06", number);
    expect((await due()).find((each) => each.id === id)).toMatchObject({ same_licence: [{ is_suspended: false }] });
    expect(await outcome(elena.api.licences.verify({ id }))).toBe("LICENSE_TAKEN");
    // A jurisdiction other than that of the licence in the queue.
    const [first] = await own(holder);
    await elena.api.licences.verify({ id: first!.id, kind: "MP", jurisdiction: "14" });
    expect((await due()).find((each) => each.id === id)).toMatchObject({ same_licence: [] });
    expect(await outcome(elena.api.licences.verify({ id }))).toBe("ok");
  });

  test("of one number has one holder also of checks that come at once", async () => {
    const number = `${32_000 + round}`;
    const pending = await testApp.signUp(member(`MN ${number}`));
    const { id } = await (await approved(`MN ${33_000 + round}`)).api.licences.add({ kind: "MN", number });
    const { items } = await elena.api.kineApplications.list();
    const results = await Promise.all([
      outcome(
        elena.api.kineApplications.approve({
          id: items.find(({ profile_id }) => profile_id === pending.id)!.id,
          is_checked: true,
        }),
      ),
      outcome(elena.api.licences.verify({ id })),
    ]);
    expect(results.toSorted()).toEqual(["LICENSE_TAKEN", "ok"]);
  });

  test("is one of ten at most, also of those that come at once", async () => {
    const kine = await approved(`MN ${1000 + round}`);
    const outcomes = await Promise.all(Array.from({ length: 14 }, (_, n) => outcome(addTo(kine, "50", `${n + 1}`))));
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(9);
    expect(outcomes.filter((one) => one === "TOO_MANY_LICENCES")).toHaveLength(5);
    expect(await own(kine)).toHaveLength(10);
  });

  test("is nobody else's: specialists see and change their own, and only admins decide", async () => {
    const [kine, other] = [await approved(`MN ${1100 + round}`), await approved(`MN ${1150 + round}`)];
    const { id } = await addTo(kine, "06", "1");
    expect((await own(other)).map((each) => each.id)).not.toContain(id);
    expect(await outcome(other.api.licences.withdraw({ id }))).toBe("NOT_FOUND");
    for (const who of [kine, other, ana]) {
      for (const act of [
        who.api.licences.verify({ id }),
        who.api.licences.doubt({ id }),
        who.api.licences.deactivate({ id }),
      ])
        expect(await outcome(act)).toBe("NOT_ALLOWED");
      expect(await outcome(who.api.licences.queue({}))).toBe("NOT_ALLOWED");
    }
    const write = sql`update licences set state = 'verified', checked_at = now(), method = 'register' where id = ${id}`;
    await expect(write.execute(testApp.db)).rejects.toThrow("only an admin");
    await expect(sql`update licences set number = '2' where id = ${id}`.execute(testApp.db)).rejects.toThrow(
      "another licence",
    );
  });

  test("of a specialist without one becomes the profile's when it is verified", async () => {
    const bruno = await testApp.signUp(like(cast.bruno, `Por Rol ${++round}`));
    await elena.api.accounts.assignRole({ user_id: bruno.id, role: "kine" });
    const { id } = await addTo(bruno, "06", "4545");
    await elena.api.licences.verify({ id });
    expect(await bruno.api.profiles.mine()).toMatchObject({ license_number: "MP 4545", license_checked: true });
    expect((await own(bruno))[0]).toMatchObject({ id, standing: "fresh" });
  });
});

describe("a licence grows old", () => {
  test("each state is right on its day, by the calendar of Buenos Aires, in the database and in the program", async () => {
    const { rows } = await sql<{ days: number; standing: string; here: number; there: number }>`
      with moments as (select now() - random() * interval '260 days' as at from generate_series(1, 4000)
        union all select now() - make_interval(days => n) from generate_series(0, 260) n)
      select days_since(at) as days, licence_standing('verified', at) as standing,
        extract(epoch from now()) as here, extract(epoch from at) as there from moments`.execute(testApp.db);
    // Buenos Aires is three hours behind UTC all year.
    const dayOf = (seconds: number) => Math.floor((seconds - 3 * 3600) / 86_400);
    for (const { days, standing, here, there } of rows) {
      expect(days).toBe(dayOf(Number(here)) - dayOf(Number(there)));
      expect(standing).toBe(standingOf(days));
    }
    console.log(`${rows.length} moments, 0 wrong`);
  });

  test("pages and lists are right on the day: fresh, due with its badge, lapsed without, at the next call", async () => {
    const kine = await approved(`MN ${1200 + round}`);
    for (const [days, standing] of [
      [0, "fresh"],
      [180, "fresh"],
      [181, "due"],
      [240, "due"],
      [241, "lapsed"],
    ] as const) {
      await checkedAgo(kine.id, days);
      const profile = await seen(kine.id);
      expect(profile.license_checked).toBe(standing !== "lapsed");
      expect(profile.licences.map((each) => each.standing)).toEqual(standing === "lapsed" ? [] : [standing]);
      const listed = (await ana.api.profiles.specialists({})).items.find(({ id }) => id === kine.id);
      expect(listed?.license_checked).toBe(standing !== "lapsed");
      expect((await own(kine))[0]?.standing).toBe(standing);
      expect((await due()).some(({ kine_id }) => kine_id === kine.id)).toBe(days >= 180);
    }
    // Its specialist and the admins read the same.
    expect((await kine.api.profiles.mine()).license_checked).toBe(false);
    expect((await elena.api.dossiers.person({ id: kine.id })).license_checked).toBe(false);
    await elena.api.licences.verify({ id: (await own(kine))[0]!.id });
    expect((await seen(kine.id)).license_checked).toBe(true);
    expect((await kine.api.profiles.mine()).license_checked).toBe(true);
    expect((await elena.api.dossiers.person({ id: kine.id })).license_checked).toBe(true);
  });

  test("the queue has doubtful ones first and then goes by the day they are due, in pages, each once", async () => {
    const kines = [];
    for (let n = 0; n < 3; n++) kines.push(await approved(`MN ${13_000 + round}`));
    for (const kine of kines) for (let n = 0; n < 9; n++) await addTo(kine, "86", `${round}${n}`);
    await elena.api.licences.doubt({ id: (await own(kines[2]!))[0]!.id, reason: "No figura" });
    const pages: string[][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page: Awaited<ReturnType<typeof elena.api.licences.queue>> = await elena.api.licences.queue({ after });
      pages.push(page.items.map(({ id }) => id));
      expect(page.register_url).toMatch(/^https:/);
      after = page.next;
    }
    expect(pages[0]?.[0]).toBe((await own(kines[2]!))[0]!.id);
    expect(pages.length).toBeGreaterThan(1);
    const all = pages.flat();
    expect(new Set(all).size).toBe(all.length);
    expect((await seen(kines[2]!.id)).license_checked).toBe(false);
  });
});

describe("a report of a false licence", () => {
  test("takes the badge off in its own transaction, on every node, and the admin's check puts it back", async () => {
    const kine = await approved(`MN ${1400 + round}`);
    const { id: another } = await addTo(kine, "06", "808");
    await elena.api.licences.verify({ id: another });
    await confirmed(ana);
    const { id: asked } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await kine.api.matches.apply({ case_id: asked });
    const node = await openNode(testApp.databaseUrl, { dataDir: testApp.dataDir });
    try {
      const { version } = await kine.api.profiles.mine();
      await ana.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" });
      for (const url of [testApp.url, node.url]) {
        const answer = await fetch(`${url}/rpc/profiles/publicProfile`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ json: { id: kine.id } }),
        });
        expect(((await answer.json()) as { json: object }).json).toMatchObject({
          license_checked: false,
          licences: [],
        });
      }
      expect((await kine.api.profiles.mine()).version).toBe(version);
    } finally {
      await node.close();
    }
    expect((await own(kine)).map(({ standing }) => standing)).toEqual(["doubtful", "doubtful"]);
    const events = await kine.api.profiles.mine().then(() =>
      sql<{ actor: string | null }>`select e.actor from auth.audit_events e join auth.users u on u.audit_id = e.subject
        where u.id = ${kine.id} and e.event = 'licence_doubted'`.execute(testApp.db),
    );
    expect(events.rows).toEqual([{ actor: null }]);
    for (const { id } of await own(kine)) await elena.api.licences.verify({ id });
    expect((await seen(kine.id)).licences).toHaveLength(2);
    const other = { subject: "case", id: kine.id, reason: "false_licence" } as const;
    expect(await outcome(ana.api.reports.create(other))).toBe("BAD_INPUT");
  });

  test("that took the badge outlives its reporter, without their words, and an admin who rejects it gives the badge back", async () => {
    const kine = await approved(`MN ${1430 + round}`);
    const reporter = await confirmed(await testApp.signUp(like(cast.bruno, `Se Va ${++round}`)));
    const { id: asked } = await reporter.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await kine.api.matches.apply({ case_id: asked });
    const details = "Lo conozco y no es kinesiólogo";
    await reporter.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence", details });
    expect((await seen(kine.id)).license_checked).toBe(false);
    await reporter.api.accounts.delete();
    const open = await everyItem((after) => elena.api.reports.list({ state: "open", after }));
    const report = open.find(({ subject_id }) => subject_id === kine.id)!;
    expect(report).toMatchObject({ reporter_id: null, details: null, acted_at: expect.any(Date) });
    await elena.api.reports.decide({ id: report.id, decision: "Es suya", is_upheld: false });
    expect((await seen(kine.id)).license_checked).toBe(true);
  });

  test("waits for an admin while its reporter's address is unconfirmed, or they are not approved: the badge stays", async () => {
    const kine = await approved(`MN ${1450 + round}`);
    const reporters = [
      await testApp.signUp(like(cast.bruno, `Sin Confirmar ${++round}`)),
      await confirmed(await testApp.signUp(member(`MN ${1470 + round}`))),
    ];
    for (const { api } of reporters)
      await api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" });
    expect(await seen(kine.id)).toMatchObject({ license_checked: true });
    const { rows } = await sql`select from auth.audit_events e join auth.users u on u.audit_id = e.subject
      where u.id = ${kine.id} and e.event = 'licence_doubted'`.execute(testApp.db);
    expect(rows).toEqual([]);
    const open = await everyItem((after) => elena.api.reports.list({ state: "open", after }));
    const received = open.filter((each) => each.reason === "false_licence" && each.subject_id === kine.id);
    expect(received.map(({ reporter_id }) => reporter_id)).toEqual(reporters.map(({ id }) => id));
  });

  test("against an admin's check at the same time, one of them is the last word and nothing is half done", async () => {
    const kine = await approved(`MN ${1500 + round}`);
    const [first] = await own(kine);
    const bruno = await confirmed(await testApp.signUp(like(cast.bruno, `Denuncia ${++round}`)));
    const { id: asked } = await bruno.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await kine.api.matches.apply({ case_id: asked });
    const results = await Promise.all([
      outcome(elena.api.licences.verify({ id: first!.id })),
      outcome(bruno.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" })),
      outcome(elena.api.licences.verify({ id: first!.id })),
    ]);
    expect(results).toEqual(["ok", "ok", "ok"]);
    const [licence] = await own(kine);
    expect((await seen(kine.id)).license_checked).toBe(licence!.standing === "fresh");
  });
});

describe("where a licence holds", () => {
  type Planned = { state: string; jurisdiction: string | null; days: number };
  const verified = (jurisdiction: string | null, days = 1): Planned => ({ state: "verified", jurisdiction, days });
  /** Licences, the jurisdictions in which they allow sessions in person, and whether they allow any at a distance. */
  const plans: [licences: Planned[], inPerson: string[], atDistance: boolean][] = [
    [[], [], false],
    [[verified("02")], ["02"], true],
    [[verified("06", 180)], ["06"], true],
    [[verified("06", 181)], ["06"], true],
    [[verified("06", 240)], ["06"], true],
    [[verified("06", 241)], [], false],
    [[verified("02"), verified("14")], ["02", "14"], true],
    [[verified("02", 300), verified("14", 200)], ["14"], true],
    [[verified(null)], [], true],
    [[{ state: "declared", jurisdiction: "06", days: 1 }], [], false],
    [[{ state: "doubtful", jurisdiction: "06", days: 1 }], [], false],
    [[{ state: "inactive", jurisdiction: "06", days: 1 }, verified("82")], ["82"], true],
    [[{ state: "withdrawn", jurisdiction: "06", days: 1 }], [], false],
  ];

  test("every place, licence and modality: in person with one of the place, at a distance with any, and hidden only by the strict rule", async () => {
    const ids: string[] = [];
    for (const [licences] of plans) {
      const { rows } = await sql<{ id: string }>`select uuid_v7()::text as id`.execute(testApp.db);
      const id = rows[0]!.id;
      ids.push(id);
      for (const [n, { state, jurisdiction, days }] of licences.entries())
        await planted(sql`insert into licences (kine_id, kind, jurisdiction, number, state, checked_at, method)
          values (${id}, ${jurisdiction === null ? null : jurisdiction === "02" ? "MN" : "MP"}, ${jurisdiction}, ${`C ${round} ${ids.length} ${n}`},
            ${state}, now() - make_interval(days => ${days}::int), 'register')`);
    }
    let cells = 0;
    const wrong: string[] = [];
    for (const rule of ["warn", "strict"] as const) {
      await elena.api.settings.change({ key: "licence_rule", value: rule });
      for (const [n, [, inPerson, atDistance]] of plans.entries()) {
        const { rows } = await sql<{
          jurisdiction: string;
          modality: (typeof MODALITIES)[number];
          may: boolean;
          out: boolean;
        }>`
          select j as jurisdiction, m::text as modality, may_practise(${ids[n]}::uuid, j, m) as may, is_left_out(${ids[n]}::uuid, j, m) as out
          from unnest(${Object.keys(JURISDICTION_NAMES)}::text[]) j, unnest(enum_range(null::modality)) m`.execute(
          testApp.db,
        );
        for (const { jurisdiction, modality, may, out } of rows) {
          cells += 1;
          const expected = modality === "online" ? atDistance : inPerson.includes(jurisdiction);
          if (may !== expected || out !== (rule === "strict" && !expected))
            wrong.push(`${rule} ${n} ${jurisdiction} ${modality}`);
        }
      }
    }
    await elena.api.settings.change({ key: "licence_rule", value: null });
    console.log(`${cells} cells, ${wrong.length} wrong`);
    expect(cells).toBe(2 * plans.length * 24 * MODALITIES.length);
    expect(wrong).toEqual([]);
  });

  test("who holds sessions in a place without its licence is told, and so is the admin; strict says that they are hidden", async () => {
    const kine = await approved(`MN ${1600 + round}`, { location_city: "La Plata", modalities: "consultorio, online" });
    const place = { place: "La Plata", jurisdiction: "06" };
    expect((await kine.api.licences.mine()).gap).toEqual({ ...place, is_left_out: false });
    await elena.api.settings.change({ key: "licence_rule", value: "strict" });
    expect((await kine.api.licences.mine()).gap).toEqual({ ...place, is_left_out: true });
    await elena.api.settings.change({ key: "licence_rule", value: "warn" });
    const { id } = await addTo(kine, "06", `99${round}`);
    expect((await due()).find((each) => each.id === id)).toMatchObject({ has_gap: true });
    await elena.api.licences.verify({ id });
    expect((await kine.api.licences.mine()).gap).toBeNull();
    await kine.api.profiles.update({ name: `Kine ${round}`, location_city: "Rosario", modalities: ["online"] });
    expect((await kine.api.licences.mine()).gap).toBeNull();
  });
});

test("twenty licences a day are declared by a specialist, those withdrawn and asked for at once included", async () => {
  const kine = await approved("MN 990");
  const add = (number: number) => kine.api.licences.add({ kind: "MP", jurisdiction: "14", number: `9${number}` });
  for (let n = 0; n < 17; n += 1) await kine.api.licences.withdraw({ id: (await add(n)).id });
  const rest = await Promise.all([20, 21, 22, 23].map((n) => outcome(add(n))));
  // The first licence is one of them.
  expect(rest.toSorted()).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS", "ok", "ok"]);
  await planted(sql`update licences set declared_at = declared_at - interval '1 day' where kine_id = ${kine.id}`);
  expect(await outcome(add(24))).toBe("ok");
});
