import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { png } from "../files/png.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { follow, receives } from "./follow.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

const QUIET_MS = 400;
const aMoment = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS));
const newCase = (person: Person) => person.api.cases.create({ title: "Rodilla", description: "Me duele" });

test("an application reaches the patient, a decision the specialist, and no stranger hears of either", async () => {
  const { id: case_id } = await newCase(ana);
  await aMoment();
  const streams = { ana: await follow(ana.api), carla: await follow(carla.api), bruno: await follow(bruno.api) };
  const { id } = await carla.api.matches.apply({ case_id });
  await receives(streams.ana, { type: "case", case_id });
  await ana.api.matches.accept({ id });
  await receives(streams.carla, { type: "application", case_id });
  await aMoment();
  expect(streams.bruno.received).toEqual([]);
  // The inbox event: the acceptance ends the application's notification.
  expect(new Set(streams.ana.received.map(({ type }) => type))).toEqual(new Set(["case", "inbox"]));
  await Promise.all(Object.values(streams).map((stream) => stream.leave()));
});

test("an edit and a withdrawal reach whoever they concern", async () => {
  const { id: case_id } = await newCase(ana);
  const { id } = await carla.api.matches.apply({ case_id });
  await aMoment();
  const streams = { ana: await follow(ana.api), carla: await follow(carla.api), bruno: await follow(bruno.api) };
  const says = { title: "Hombro", description: "Me duele", studies_access: "verified" as const };
  await ana.api.cases.update({ ...says, id: case_id, version: 1 });
  await receives(streams.ana, { type: "case", case_id });
  await receives(streams.carla, { type: "cases" });
  streams.ana.received.length = streams.carla.received.length = 0;
  const sent = await fetch(`${testApp.url}/files/case-studies/${case_id}?name=a.png`, {
    method: "PUT",
    body: new Uint8Array(png),
    headers: { authorization: `Bearer ${await ana.token()}` },
  });
  expect(sent.status).toBe(200);
  await receives(streams.ana, { type: "case", case_id });
  await receives(streams.carla, { type: "application", case_id });
  streams.ana.received.length = streams.carla.received.length = 0;
  await carla.api.matches.withdraw({ id });
  await receives(streams.ana, { type: "case", case_id });
  await ana.api.cases.withdraw({ id: case_id });
  await receives(streams.carla, { type: "cases" });
  await aMoment();
  expect(streams.bruno.received).toEqual([]);
  await Promise.all(Object.values(streams).map((stream) => stream.leave()));
});

test("a new case is told to specialists and admins, with nothing of what it says", async () => {
  const [specialist, admin] = [await follow(carla.api), await follow(elena.api)];
  await newCase(ana);
  await receives(specialist, { type: "cases" });
  await receives(admin, { type: "counts" });
  await Promise.all([specialist.leave(), admin.leave()]);
});

test("each admin has their own counts, which move by what they have seen", async () => {
  const second = await testApp.signUp(like(cast.bruno, "Segunda Admin"));
  await confirmAddresses(testApp.db, second);
  await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
  const { id } = await newCase(ana);
  // Streams opened from now on no longer deliver it.
  await aMoment();
  const [before, other] = [await elena.api.adminViews.unseen(), await second.api.adminViews.unseen()];
  const [mine, theirs] = [await follow(elena.api), await follow(second.api)];
  await elena.api.adminViews.markSeen({ entity_type: "case", ids: [id, id] });
  await receives(mine, { type: "seen" });
  expect(await elena.api.adminViews.unseen()).toEqual({ ...before, case: before.case - 1 });
  expect(await second.api.adminViews.unseen()).toEqual(other);
  await elena.api.adminViews.markSeen({ entity_type: "case", ids: [id] });
  await aMoment();
  expect(mine.received).toEqual([{ type: "seen" }]);
  expect(theirs.received).toEqual([]);
  await Promise.all([mine.leave(), theirs.leave()]);
});

test("applications, patients and reviews are counted too, and no count goes beyond 100", async () => {
  // Only pending applications are counted, and the others here were approved.
  const waiting = await testApp.signUp(like(cast.diego, "Espera Contada", { license_number: "MN 990002" }));
  const before = await elena.api.adminViews.unseen();
  await waiting.api.accounts.delete();
  expect(before).toMatchObject({ application: 1, patient: 2, review: 0 });
  await sql`insert into cases (patient_id, title, description)
    select ${bruno.id}, 'x', 'x' from generate_series(1, 120)`.execute(testApp.db);
  expect((await elena.api.adminViews.unseen()).case).toBe(100);
});

test("a specialist's change of name is told to admins, and its decision to its specialist", async () => {
  const [admin, own] = [await follow(elena.api), await follow(carla.api)];
  await carla.api.profiles.update({ name: "Nombre Nuevo" });
  await receives(admin, { type: "counts" });
  const [change] = (await elena.api.profileChanges.list()).items;
  own.received.length = 0;
  await elena.api.profileChanges.reject({ id: change!.id });
  await receives(own, { type: "counts" });
  await Promise.all([admin.leave(), own.leave()]);
});

test("whoever's role or approval changes is told, comes in again, and hears nothing in the old role", async () => {
  const diego = await testApp.signUp(cast.diego);
  const waiting = await follow(diego.api);
  const pending = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === diego.id);
  await elena.api.kineApplications.approve({ id: pending!.id, is_checked: true });
  await waiting.ended;
  // Events of the licence that the approval verifies and of its notice may come before.
  expect(waiting.received.filter(({ type }) => !["counts", "inbox"].includes(type))).toEqual([{ type: "person" }]);
  const asKine = await follow(diego.api);
  await elena.api.accounts.assignRole({ user_id: diego.id, role: "patient" });
  await asKine.ended;
  await newCase(ana);
  // Notifications of cases in the zone may come meanwhile, and the licence's event before.
  const heard = asKine.received.filter(({ type }) => type !== "inbox");
  expect(heard.slice(heard.findIndex(({ type }) => type === "person"))).toEqual([{ type: "person" }]);
});

test("a stream ends with its session, and the others of its person go on", async () => {
  const member = like(cast.ana, "Dos Sesiones");
  const [one, two] = [await testApp.signUp(member), await testApp.signIn(member)];
  const [first, second] = [await follow(one.api), await follow(two.api)];
  await one.auth.signOut({ scope: "local" });
  await first.ended;
  const { id: case_id } = await newCase(two);
  await receives(second, { type: "case", case_id });
  expect(first.received).toEqual([]);
  await second.leave();
});

test("who deletes their account hears nothing of what goes with it", async () => {
  const member = like(cast.ana, "Se Va Del Todo");
  const first = await testApp.signUp(member);
  await newCase(first);
  const others = await Promise.all(Array.from({ length: 5 }, () => testApp.signIn(member)));
  await aMoment();
  const streams = await Promise.all([first, ...others].map(({ api }) => follow(api)));
  await first.api.accounts.delete();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.flatMap(({ received }) => received)).toEqual([]);
});

test("a person has at most twenty streams, and one that leaves makes room", async () => {
  const person = await testApp.signUp(like(cast.ana, "Muchas Pestañas"));
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(person.api)));
  expect(await outcome(person.api.live.events())).toBe("TOO_MANY_REQUESTS");
  await streams.pop()!.leave();
  await expect.poll(() => outcome(person.api.live.events().then((more) => more.return()))).toBe("ok");
  await Promise.all(streams.map((stream) => stream.leave()));
});

test("more than can be told at once starts every stream anew, and the next change is heard as ever", async () => {
  const stream = await follow(ana.api);
  await sql`insert into live_events (audience, type)
    select substr(sha256(n::text::bytea), 1, 16), 'case' from generate_series(1, 20000) n`.execute(testApp.db);
  await stream.ended;
  const again = await follow(ana.api, stream.lastEventId());
  expect(again.first).toBe("connected");
  const { id: case_id } = await newCase(ana);
  await receives(again, { type: "case", case_id });
  await again.leave();
});

test("a stream goes on from where somebody was told who they are, and tells what has changed since", async () => {
  const { live_position } = await ana.api.accounts.me();
  const { id: case_id } = await newCase(ana);
  const stream = await follow(ana.api, live_position!);
  expect(stream.first).toBe("resumed");
  await receives(stream, { type: "case", case_id });
  await stream.leave();
});

test("a server that closes ends its streams and takes no more", async () => {
  const own = await openTestApp();
  const person = await own.signUp(cast.ana);
  const stream = await follow(person.api);
  own.app.endStreams();
  await stream.ended;
  expect(await outcome(person.api.live.events())).toBe("UNAVAILABLE");
  await own.close();
});
