import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openPatient, openSpecialist, pass, wallTimeIn } from "../bookings/agenda.ts";
import { png } from "../files/png.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { follow, receives } from "./follow.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const addStudy = async (patient: Person, case_id: string) => {
  const sent = await fetch(`${testApp.url}/files/case-studies/${case_id}?name=a.png`, {
    method: "PUT",
    body: new Uint8Array(png),
    headers: { authorization: `Bearer ${await patient.token()}` },
  });
  expect(sent.status).toBe(200);
};

/** A pair with a message that the patient has not read and a session that was marked as missed. */
async function openPair() {
  const { kine, place_id } = await openSpecialist(testApp);
  const { patient, case_id, match_id } = await openPatient(testApp, kine);
  const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(2, "10:00")] });
  const asked = (await patient.api.bookings.mine()).upcoming[0]!;
  await patient.api.bookings.confirm({ id, sequence: asked.sequence });
  await pass(testApp, 60, [id]);
  const marked = (await kine.api.bookings.mine()).past.find((each) => each.id === id)!;
  await kine.api.bookings.mark({ id, sequence: marked.sequence, as: "no_show" });
  const { id: message } = await kine.api.conversations.send({ id: match_id, body: "¿Podés el martes?" });
  const missed = (await patient.api.bookings.mine()).past.find((each) => each.id === id)!;
  /** What the patient does by themselves, each with the event by which a specialist in contact hears of it. */
  const acts = [
    ["application", () => addStudy(patient, case_id)],
    ["message", () => patient.api.conversations.seen({ id: match_id, up_to: message })],
    ["booking", () => patient.api.bookings.dispute({ id, sequence: missed.sequence })],
    ["booking", () => patient.api.measures.save({ case_id, pain: 4, activities: [] })],
  ] as const;
  return { kine, patient, case_id, match_id, message, acts };
}

test("a specialist in contact hears what the patient does in the case", async () => {
  const { kine, case_id, match_id, message, acts } = await openPair();
  for (const [type, act] of acts) {
    const stream = await follow(kine.api);
    expect(await outcome(Promise.resolve(act()))).toBe("ok");
    await receives(stream, { type, case_id });
    await stream.leave();
  }
  expect((await kine.api.conversations.read({ id: match_id })).read_by_other).toBe(message);
});

test("a specialist whose acceptance was taken back and who is blocked hears the end, and nothing that the patient does afterwards", async () => {
  const { kine, patient, case_id, match_id, acts } = await openPair();
  const stream = await follow(kine.api);
  await patient.api.matches.end({ id: match_id });
  await receives(stream, { type: "application", case_id });
  stream.received.length = 0;
  await patient.api.conversations.block({ id: match_id });
  await receives(stream, { type: "application", case_id });
  const after = await follow(kine.api);
  for (const [, act] of acts) await outcome(Promise.resolve(act()));
  // What is told last: nothing of the case came before it.
  const other = await testApp.signUp(like(cast.ana, "Otra Paciente"));
  await other.api.cases.create({ title: "Codo", description: "Me duele" });
  await receives(after, { type: "cases" });
  expect(after.received.filter((event) => event.case_id === case_id)).toEqual([]);
  expect((await kine.api.conversations.read({ id: match_id })).read_by_other).toBeNull();
  await Promise.all([stream.leave(), after.leave()]);
});

test("a specialist who blocks a patient hears nothing of a case that withholds whose it is", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Carla Bloquea", { license_number: "MN 8801" }));
  const patient = await testApp.signUp(like(cast.ana, "Ana Bloqueada"));
  const publish = (identity_access: "verified" | "accepted") =>
    patient.api.cases.create({ title: "Rodilla", description: "Me duele", identity_access });
  const [known, shown, withheld] = [await publish("accepted"), await publish("verified"), await publish("accepted")];
  const [applied] = await Promise.all(
    [known, shown, withheld].map((each) => kine.api.matches.apply({ case_id: each.id })),
  );
  const id = applied!.id;
  await patient.api.matches.accept({ id });
  const other = await testApp.signUp(like(cast.ana, "Otra Que Publica"));
  for (const act of ["block", "unblock"] as const) {
    const stream = await follow(kine.api);
    await kine.api.conversations[act]({ id });
    // What is told last: nothing of the other case came before it.
    await other.api.cases.create({ title: "Codo", description: "Me duele" });
    await receives(stream, { type: "cases" });
    const heard = new Set(stream.received.map((event) => event.case_id).filter(Boolean));
    expect([...heard].toSorted()).toEqual([known.id, shown.id].toSorted());
    await stream.leave();
  }
});
