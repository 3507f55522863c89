import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let carla: Person;
let sara: Person;
let ana: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  carla = await testApp.approvedKine(cast.carla);
  sara = await testApp.approvedKine(like(cast.carla, "Sara Segunda", { license_number: "MN 7010" }));
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(like(cast.ana, `Ana Termina ${round}`));
});

const publish = (more: object = {}) => ana.api.cases.create({ title: "Rodilla", description: "Me duele", ...more });
const apply = async (kine: Person, case_id: string) => (await kine.api.matches.apply({ case_id })).id;
const statusOf = async (id: string) => (await ana.api.cases.get({ id })).status;

test("an acceptance is taken back once, by its patient, and the case stays matched while another specialist is accepted", async () => {
  const { id } = await publish();
  const [first, second] = [await apply(carla, id), await apply(sara, id)];
  expect(await outcome(ana.api.matches.end({ id: first }))).toBe("MATCH_NOT_ACCEPTED");
  for (const match of [first, second]) await ana.api.matches.accept({ id: match });
  expect(await outcome(carla.api.matches.end({ id: first }))).toBe("NOT_ALLOWED");
  const bruno = await testApp.signUp(like(cast.bruno, `Bruno Ajeno ${round}`));
  expect(await outcome(bruno.api.matches.end({ id: first }))).toBe("NOT_FOUND");
  const ended = await Promise.all([1, 2, 3].map(() => outcome(ana.api.matches.end({ id: first }))));
  expect(ended.toSorted()).toEqual(["MATCH_NOT_ACCEPTED", "MATCH_NOT_ACCEPTED", "ok"]);
  expect(await statusOf(id)).toBe("matched");
  const { rows } = await sql`select accepted_kine_id from cases where id = ${id}`.execute(testApp.db);
  expect(rows).toEqual([{ accepted_kine_id: sara.id }]);
  await ana.api.matches.end({ id: second });
  expect(await statusOf(id)).toBe("open");
  // Neither accepted again nor applied to again, and no review is owed.
  expect(await outcome(ana.api.matches.accept({ id: first }))).toBe("MATCH_DECIDED");
  expect(await outcome(carla.api.matches.apply({ case_id: id }))).toBe("ALREADY_APPLIED");
  const [told] = (await carla.api.notifications.list({})).items;
  expect(told).toMatchObject({ kind: "acceptance_ended", case_id: id });
});

test("a block by a specialist who was not accepted is felt in its own case alone", async () => {
  const named = await publish();
  const withheld = await publish({ identity_access: "accepted" });
  const match = await apply(carla, withheld.id);
  await carla.api.conversations.block({ id: match });
  expect(await carla.api.conversations.read({ id: match })).toMatchObject({ state: "read_only", has_blocked: true });
  expect((await carla.api.cases.available({})).items.map(({ id }) => id)).toContain(named.id);
  expect((await carla.api.cases.view({ id: named.id })).access).toBe("offered");
  // The patient's other cases, and another of them, may be applied to and accepted.
  const other = await apply(carla, named.id);
  await ana.api.matches.accept({ id: other });
  expect((await carla.api.cases.view({ id: named.id })).access).toBe("accepted");
  // Accepted there, a block is of the person: it ends contact in both.
  await carla.api.conversations.unblock({ id: match });
  await carla.api.conversations.block({ id: other });
  expect((await carla.api.cases.view({ id: named.id })).access).toBe("ended");
  // And says nothing about a case that hides whose it is.
  expect((await carla.api.cases.view({ id: withheld.id })).access).toBe("applied");
  expect(await outcome(ana.api.matches.accept({ id: match }))).toBe("NOT_FOUND");
  await carla.api.conversations.unblock({ id: other });
});

test("a block by a specialist whose check does not stand is felt where the patient accepted them alone, since other cases hide whose they are", async () => {
  const vera = await testApp.approvedKine(like(cast.carla, "Vera Vencida", { license_number: "MN 7012" }));
  const [accepted, applied, offered] = [await publish(), await publish(), await publish()];
  await ana.api.matches.accept({ id: await apply(vera, accepted.id) });
  const waiting = await apply(vera, applied.id);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update profiles set license_checked_at = null where id = ${vera.id}`.execute(tx);
  });
  const match = (await vera.api.matches.mine({})).items.find(({ case_id }) => case_id === accepted.id)!;
  await vera.api.conversations.block({ id: match.id });
  const read = async (id: string) => (await vera.api.cases.view({ id })).access;
  expect(await Promise.all([accepted.id, applied.id, offered.id].map(read))).toEqual(["ended", "applied", "offered"]);
  expect((await vera.api.cases.available({})).items.map(({ id }) => id)).toContain(offered.id);
  // One in a case without an acceptance holds in that case.
  await vera.api.conversations.unblock({ id: match.id });
  await vera.api.conversations.block({ id: waiting });
  expect(await Promise.all([accepted.id, applied.id, offered.id].map(read))).toEqual(["accepted", "ended", "offered"]);
});

test("the patient reads how many specialists opened a case, each once", async () => {
  const { id } = await publish();
  const opened = async () => (await ana.api.cases.get({ id })).opened_by;
  expect(await opened()).toBe(0);
  for (const kine of [carla, carla, sara]) await kine.api.cases.view({ id });
  expect(await opened()).toBe(2);
  await outcome(carla.api.cases.view({ id: "01890000-0000-7000-8000-000000000000" }));
  const { rows } = await sql`select count(*)::int as count from case_openings where case_id = ${id}`.execute(
    testApp.db,
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test("a specialist opens a hundred cases within a day, also at once, and goes on reading those of their applications", async () => {
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "=", "cases_opened_a_day").execute();
  });
  const tina = await testApp.approvedKine(like(cast.carla, "Tina Curiosa", { license_number: "MN 7011" }));
  const { id: own } = await publish();
  await apply(tina, own);
  await sql`insert into cases (patient_id, title, description) select ${ana.id}, 'Caso ' || n, 'Me duele' from generate_series(1, 120) n`.execute(
    testApp.db,
  );
  const { rows } = await sql<{ id: string }>`select id from cases where title like 'Caso %'`.execute(testApp.db);
  const opened = await Promise.all(rows.map(({ id }) => outcome(tina.api.cases.view({ id }))));
  expect(opened.filter((each) => each === "ok")).toHaveLength(100);
  expect(opened.filter((each) => each === "TOO_MANY_CASES_OPENED")).toHaveLength(20);
  expect(await outcome(tina.api.cases.view({ id: own }))).toBe("ok");
  // What was opened today stays open.
  const again = rows[opened.indexOf("ok")]!;
  expect(await outcome(tina.api.cases.view({ id: again.id }))).toBe("ok");
});

test("a list carries the beginning of a long description", async () => {
  const description = `${"Me duele al bajar. ".repeat(40)}Fin`;
  const { id } = await publish({ description });
  const [listed] = (await carla.api.cases.available({})).items;
  expect(listed?.id).toBe(id);
  expect(listed!.description.length).toBeLessThanOrEqual(281);
  expect(listed!.description.endsWith("…")).toBe(true);
  expect((await carla.api.cases.view({ id })).description).toBe(description);
  await apply(carla, id);
  expect((await carla.api.matches.mine({})).items[0]!.description!.length).toBeLessThanOrEqual(281);
});

test("who is no specialist any more reads nothing of their patients, in no list, sheet or export, and reads again once they are", async () => {
  const rita = await testApp.approvedKine(like(cast.carla, "Rita Retirada", { license_number: "MN 7013" }));
  const { id } = await publish();
  const match_id = await apply(rita, id);
  await ana.api.matches.accept({ id: match_id });
  const { rows } = await sql<{ id: number }>`select min(id) as id from coverages where retired_at is null`.execute(
    testApp.db,
  );
  await rita.api.treatments.authorise({
    match_id,
    coverage_id: rows[0]!.id,
    number: "AUT-7013",
    sessions: 10,
    valid_from: "2026-01-01",
    valid_until: "2026-02-01",
  });
  await rita.api.treatments.noteSession({
    match_id,
    day: new Date().toLocaleDateString("sv", { timeZone: "America/Argentina/Buenos_Aires" }),
  });
  const read = async () => {
    const { other_name, authorisations } = await rita.api.treatments.read({ match_id });
    return [other_name, authorisations[0]?.number ?? null];
  };
  expect(await read()).toEqual([`Ana Termina ${round}`, "AUT-7013"]);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.accounts.assignRole({ user_id: rita.id, role: "patient" });
  expect(await read()).toEqual([null, null]);
  // The patient reads that contact is over, and their own sessions.
  expect((await ana.api.cases.get({ id })).applications[0]).toMatchObject({ is_in_contact: false, phone: null });
  expect((await ana.api.treatments.read({ match_id })).held).toBe(1);
  // Nor what the two had of each other when the case closed.
  await ana.api.cases.close({ id });
  const { sections } = await import("../../app/domain/exports/sections.server.ts");
  const sent = sections.find(({ name }) => name === "postulaciones_enviadas")!;
  const exported = await sent.rows(rita.id).execute(testApp.db);
  expect(exported.rows).toMatchObject([{ name_then: null, phone_then: null }]);
  await elena.api.accounts.assignRole({ user_id: rita.id, role: "kine" });
  expect((await read())[1]).toBe("AUT-7013");
});

test("the application of who is no specialist any more is neither shown nor picked, and takes no seat", async () => {
  const { id } = await publish();
  const rosa = await testApp.approvedKine(like(cast.carla, "Rosa Retirada", { license_number: "MN 7014" }));
  const match = await apply(rosa, id);
  const seats = async () =>
    (await sql<{ taken: number }>`select seats_taken(${id}) as taken`.execute(testApp.db)).rows[0]!.taken;
  const read = async () => [(await ana.api.cases.get({ id })).applications.length, await seats()];
  expect(await read()).toEqual([1, 1]);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.accounts.assignRole({ user_id: rosa.id, role: "patient" });
  expect(await read()).toEqual([0, 0]);
  expect((await ana.api.notifications.list({})).items.map(({ kind }) => kind)).not.toContain("application_received");
  expect(await outcome(ana.api.matches.accept({ id: match }))).toBe("NOT_FOUND");
  expect(await statusOf(id)).toBe("open");
  await elena.api.accounts.assignRole({ user_id: rosa.id, role: "kine" });
  expect(await read()).toEqual([1, 1]);
  expect(await outcome(ana.api.matches.accept({ id: match }))).toBe("ok");
});
