import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let second: Person;
let diego: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
  carla = await testApp.approvedKine(cast.carla);
  second = await testApp.approvedKine(like(cast.carla, "Marta Segunda", { license_number: "MN 2" }));
  diego = await testApp.signUp(cast.diego);
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const publish = () => ana.api.cases.create({ title: "Rodilla", description: "Me duele al bajar escaleras" });
const stateOf = async (caseId: string) => ({
  case: await testApp.db.selectFrom("cases").selectAll().where("id", "=", caseId).executeTakeFirst(),
  matches: await testApp.db.selectFrom("matches").selectAll().where("case_id", "=", caseId).orderBy("id").execute(),
  reviews: await testApp.db.selectFrom("reviews").selectAll().where("case_id", "=", caseId).execute(),
});
/** Expects a call to fail with this code and to leave the case unchanged. */
async function refused(caseId: string, code: string, call: () => Promise<unknown>) {
  const before = await stateOf(caseId);
  expect(await outcome(call())).toBe(code);
  expect(await stateOf(caseId)).toEqual(before);
}

describe("applying", () => {
  test("a second application is refused with 'Ya te has postulado a este caso' (23505)", async () => {
    const { id } = await publish();
    await carla.api.matches.apply({ case_id: id, message: "Hola" });
    await refused(id, "ALREADY_APPLIED", () => carla.api.matches.apply({ case_id: id }));
    await expect(carla.api.matches.apply({ case_id: id })).rejects.toThrow("Ya te has postulado a este caso");
  });

  test("of twenty applications at once by one specialist, one is made", async () => {
    const { id } = await publish();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outcome(carla.api.matches.apply({ case_id: id }))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(19).fill("ALREADY_APPLIED"), "ok"]);
  });

  test("an application to a closed case is refused", async () => {
    const { id } = await publish();
    const { id: matchId } = await carla.api.matches.apply({ case_id: id });
    await ana.api.matches.accept({ id: matchId });
    await ana.api.cases.close({ id });
    await refused(id, "CASE_CLOSED", () => second.api.matches.apply({ case_id: id }));
  });

  test("an application by a pending specialist is refused", async () => {
    const { id } = await publish();
    await refused(id, "APPROVAL_PENDING", () => diego.api.matches.apply({ case_id: id }));
  });

  test("a blank message is none", async () => {
    const { id } = await publish();
    await carla.api.matches.apply({ case_id: id, message: "   " });
    expect((await stateOf(id)).matches[0]?.message).toBeNull();
  });
});

describe("deciding", () => {
  test("accepting makes an open case matched, and several specialists may be accepted", async () => {
    const { id } = await publish();
    const first = await carla.api.matches.apply({ case_id: id });
    const other = await second.api.matches.apply({ case_id: id });
    await ana.api.matches.accept({ id: first.id });
    expect((await stateOf(id)).case).toMatchObject({ status: "matched", accepted_kine_id: carla.id });
    await ana.api.matches.accept({ id: other.id });
    expect((await stateOf(id)).case).toMatchObject({ status: "matched", accepted_kine_id: carla.id });
    expect((await ana.api.cases.mine()).items.find((one) => one.id === id)).toMatchObject({
      accepted_professionals: 2,
      pending_applications: 0,
    });
  });

  test("a stranger can neither accept nor reject nor close", async () => {
    const { id } = await publish();
    const { id: matchId } = await carla.api.matches.apply({ case_id: id });
    await refused(id, "NOT_FOUND", () => bruno.api.matches.accept({ id: matchId }));
    await refused(id, "NOT_FOUND", () => bruno.api.matches.reject({ id: matchId }));
    await refused(id, "CASE_NOT_FOUND", () => bruno.api.cases.close({ id }));
    await refused(id, "NOT_ALLOWED", () => carla.api.matches.accept({ id: matchId }));
  });

  test("a decision is taken once, whichever of fifty comes first", async () => {
    const { id } = await publish();
    const { id: matchId } = await carla.api.matches.apply({ case_id: id });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        outcome(n % 2 ? ana.api.matches.accept({ id: matchId }) : ana.api.matches.reject({ id: matchId })),
      ),
    );
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["ok", "MATCH_DECIDED"]));
    const { case: after, matches } = await stateOf(id);
    expect(after?.status).toBe(matches[0]?.status === "accepted" ? "matched" : "open");
  });

  test("a closed case takes no more decisions", async () => {
    const { id } = await publish();
    const first = await carla.api.matches.apply({ case_id: id });
    const other = await second.api.matches.apply({ case_id: id });
    await ana.api.matches.accept({ id: first.id });
    await ana.api.cases.close({ id });
    await refused(id, "CASE_CLOSED", () => ana.api.matches.accept({ id: other.id }));
    await refused(id, "CASE_CLOSED", () => ana.api.matches.reject({ id: other.id }));
  });
});

describe("closing and reviewing", () => {
  test("an open case cannot be closed", async () => {
    const { id } = await publish();
    await refused(id, "CASE_NOT_MATCHED", () => ana.api.cases.close({ id }));
  });

  test("a review waits for the closing, is of an accepted specialist and is written once", async () => {
    const { id } = await publish();
    const { id: matchId } = await carla.api.matches.apply({ case_id: id });
    await second.api.matches.apply({ case_id: id });
    await ana.api.matches.accept({ id: matchId });
    const review = { case_id: id, kine_id: carla.id, stars: 5, comment: "  " };
    await refused(id, "REVIEW_NOT_DUE", () => ana.api.reviews.create(review));
    await ana.api.cases.close({ id });
    await refused(id, "REVIEW_NOT_DUE", () => ana.api.reviews.create({ ...review, kine_id: second.id }));
    await refused(id, "REVIEW_NOT_DUE", () => bruno.api.reviews.create(review));
    await refused(id, "BAD_INPUT", () => ana.api.reviews.create({ ...review, stars: 0 }));
    await refused(id, "BAD_INPUT", () => ana.api.reviews.create({ ...review, stars: 6 }));
    await ana.api.reviews.create(review);
    expect((await stateOf(id)).reviews).toMatchObject([{ stars: 5, comment: null }]);
    await refused(id, "ALREADY_REVIEWED", () => ana.api.reviews.create(review));
    expect(await carla.api.reviews.received()).toMatchObject({ average: 5, count: 1 });
  });
});

describe("contact data", () => {
  test("opens for both sides with the acceptance, and for nobody else", async () => {
    const { id } = await publish();
    const { id: matchId } = await carla.api.matches.apply({ case_id: id });
    await second.api.matches.apply({ case_id: id });
    const phones = async () => ({
      patientSees: (await ana.api.cases.get({ id })).applications.map(({ name, phone, email }) => ({
        name,
        phone,
        email,
      })),
      carlaSees: (await carla.api.cases.view({ id })).phone,
      otherSees: (await second.api.cases.view({ id })).phone,
      inMatches: (await carla.api.matches.mine()).items.find((one) => one.case_id === id)?.patient_phone,
    });
    expect(await phones()).toMatchObject({
      patientSees: [
        { phone: null, email: null },
        { phone: null, email: null },
      ],
      carlaSees: null,
      otherSees: null,
      inMatches: null,
    });
    await ana.api.matches.accept({ id: matchId });
    expect(await phones()).toEqual({
      patientSees: [
        { name: "Marta Segunda", phone: null, email: null },
        { name: cast.carla.metadata.name, phone: cast.carla.metadata.phone, email: cast.carla.email },
      ],
      carlaSees: cast.ana.metadata.phone,
      otherSees: null,
      inMatches: cast.ana.metadata.phone,
    });
  });

  test("of a public profile is for its specialist, admins and patients with an accepted application", async () => {
    const kine = await testApp.approvedKine(like(cast.carla, "Perfil Abierto", { license_number: "MN 3" }));
    const { id } = await ana.api.cases.create({ title: "Hombro", description: "No lo levanto" });
    const { id: matchId } = await kine.api.matches.apply({ case_id: id });
    await ana.api.matches.accept({ id: matchId });
    const seen = async (person: Person | typeof testApp.anonymous) =>
      ("api" in person ? person.api : person).profiles.publicProfile({ id: kine.id });
    const open = {
      contact_open: true,
      phone: cast.carla.metadata.phone,
      email: "perfil.abierto@example.com",
      license_number: "MN 3",
    };
    const closed = { contact_open: false, phone: null, email: null, license_number: null };
    for (const person of [kine, elena, ana]) expect(await seen(person)).toMatchObject(open);
    for (const person of [bruno, carla, diego, testApp.anonymous]) expect(await seen(person)).toMatchObject(closed);
  });
});

describe("accounts", () => {
  test("role=admin in the metadata makes a patient", async () => {
    const eve = await testApp.signUp(
      like({ ...cast.bruno, metadata: { ...cast.bruno.metadata, role: "admin" } }, "Eva Deseo"),
    );
    expect(await eve.api.accounts.me()).toMatchObject({ role: "patient", roles: ["patient"] });
    await eve.auth.updateUser({ data: { role: "admin" } });
    expect(await outcome(eve.api.accounts.list({}))).toBe("NOT_ALLOWED");
  });

  test("a licence is unique whatever its spaces and capitals, and a refused sign-up leaves nothing behind", async () => {
    expect(await testApp.anonymous.accounts.licenseAvailable({ license_number: "mn10432" })).toEqual({
      available: false,
    });
    const copy = like(cast.carla, "Copia", { license_number: " mn 104 32 " });
    await expect(testApp.signUp(copy)).rejects.toThrow("Esta matrícula ya está registrada");
    for (const table of ["auth.users", "profiles"] as const) {
      expect(await testApp.db.selectFrom(table).select("id").where("email", "=", copy.email).execute()).toEqual([]);
    }
  });

  test("sign-up records the consent with the version and hash of the terms", async () => {
    const consents = await testApp.db
      .selectFrom("consents")
      .selectAll()
      .where("user_id", "=", ana.id)
      .where("document", "=", "terms")
      .execute();
    expect(consents).toMatchObject([
      { document: "terms", version: expect.stringMatching(/^\d{4}-/), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test("a role that an admin assigns acts on the very next request, and the last admin keeps theirs", async () => {
    const person = await testApp.signUp(like(cast.bruno, "Cambio De Rol"));
    expect(await outcome(person.api.cases.mine())).toBe("ok");
    await elena.api.accounts.assignRole({ user_id: person.id, role: "kine" });
    expect(await outcome(person.api.cases.mine())).toBe("NOT_ALLOWED");
    expect(await outcome(person.api.cases.available({}))).toBe("ok");
    expect(await outcome(elena.api.accounts.assignRole({ user_id: elena.id, role: "patient" }))).toBe("LAST_ADMIN");
  });

  test("an application is decided once, and a rejection without a reason is a rejection", async () => {
    const applicant = await testApp.signUp(like(cast.diego, "Dora Rechazada", { license_number: "MN 9" }));
    const find = async (state: "pending" | "decided") =>
      (await elena.api.kineApplications.list({ state })).items.find(({ profile_id }) => profile_id === applicant.id);
    const { id } = (await find("pending"))!;
    await elena.api.kineApplications.reject({ id, reason: " " });
    expect(await find("decided")).toMatchObject({ status: "rejected", rejection_reason: null });
    expect(await find("pending")).toBeUndefined();
    expect(await applicant.api.accounts.me()).toMatchObject({ approval_status: "rejected" });
    expect(await outcome(elena.api.kineApplications.approve({ id }))).toBe("APPLICATION_DECIDED");
  });

  test("a patient without a phone is asked for one before publishing", async () => {
    const person = await testApp.signUp(like(cast.bruno, "Sin Telefono"));
    await testApp.db.updateTable("profiles").set({ phone: null }).where("id", "=", person.id).execute();
    await expect(person.api.cases.create({ title: "Codo", description: "Duele" })).rejects.toThrow(
      "Agregá un teléfono de contacto para que el profesional pueda ubicarte",
    );
  });
});
