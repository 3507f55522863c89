import { AuthClient } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profilesOfFile } from "../../app/domain/profiles/listed-profiles.server.ts";
import { asViewer } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let fabio: Person;
let count = 0;
const reason = "No cumple los términos";

beforeAll(async () => {
  testApp = await openTestApp({ CONTACT_EMAIL: "ayuda@kinexo.test", CONTACT_PHONE: "+54 11 4000-0000" });
  elena = await testApp.signIn(cast.elena);
  fabio = await testApp.signUp(like(cast.ana, "Fabio Admin"));
  await confirmAddresses(testApp.db, fabio);
  await elena.api.accounts.assignRole({ user_id: fabio.id, role: "admin" });
  await ageAdmins(testApp.db, elena, fabio);
});
afterAll(() => testApp?.close());

/** A new patient and a new specialist for each test. */
async function twoPeople() {
  count += 1;
  const [patientMember, kineMember] = [
    like(cast.ana, `Paciente ${count}`),
    like(cast.carla, `Kine ${count}`, { license_number: `MOD ${count}` }),
  ];
  return {
    patientMember,
    kineMember,
    patient: await testApp.signUp(patientMember),
    kine: await testApp.approvedKine(kineMember),
  };
}
type Two = Awaited<ReturnType<typeof twoPeople>>;

const openCase = ({ patient }: Two) => patient.api.cases.create({ title: "Rodilla", description: "Me duele" });

async function reviewed(two: Two, stars = 4) {
  const { id } = await openCase(two);
  const match = await two.kine.api.matches.apply({ case_id: id });
  await two.patient.api.matches.accept({ id: match.id });
  await two.patient.api.cases.close({ id });
  return two.patient.api.reviews.create({ case_id: id, kine_id: two.kine.id, stars, comment: "Muy bien" });
}

const eventsOf = async (event: string) =>
  (await testApp.db.selectFrom("auth.audit_events").select("id").where("event", "=", event).execute()).length;
const everySpecialist = async (of: Person) => (await of.api.profiles.specialists({})).items.map(({ id }) => id);

describe("a suspended account", () => {
  test("has its sessions ended at once, and no way in until it is restored", async () => {
    const { patient, patientMember } = await twoPeople();
    const token = await patient.token();
    const before = await eventsOf("account_suspended");
    expect(await elena.api.moderation.suspend({ id: patient.id, reason })).toEqual({ suspended: true });
    expect(await eventsOf("account_suspended")).toBe(before + 1);
    expect(await outcome(patient.api.cases.mine())).toBe("NOT_SIGNED_IN");
    const user = await fetch(`${testApp.url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(user.status).toBe(403);
    await expect(testApp.signIn(patientMember)).rejects.toMatchObject({
      code: "user_banned",
      status: 400,
      message: expect.stringMatching(/suspendida.*ayuda@kinexo\.test.*4000-0000/) as string,
    });
    await expect(testApp.signIn({ ...patientMember, password: "Otra-distinta-9" })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    expect(await elena.api.moderation.restore({ id: patient.id, reason: "Fue un error" })).toEqual({
      suspended: false,
    });
    expect(await eventsOf("account_restored")).toBeGreaterThan(0);
    const back = await testApp.signIn(patientMember);
    expect(await outcome(back.api.cases.mine())).toBe("ok");
  });

  test("is told by mail why, how to answer, and when it is restored, once each, and of nothing that did not happen", async () => {
    const { patient, patientMember } = await twoPeople();
    const messages = async () =>
      (await messagesTo(`${testApp.dataDir}/outbox`, patientMember.email)).filter(({ text }) =>
        text.includes("El motivo que dio"),
      );
    const key = {
      headers: {
        "content-type": "application/json",
        "idempotency-key": "suspended-once",
        authorization: `Bearer ${await elena.token()}`,
      },
    };
    const suspend = () =>
      fetch(`${testApp.url}/api/moderation/suspend`, {
        method: "POST",
        ...key,
        body: JSON.stringify({ id: patient.id, reason: "Insultó <b>a</b> otra persona" }),
      });
    expect([(await suspend()).status, (await suspend()).status]).toEqual([200, 200]);
    expect(await outcome(elena.api.moderation.suspend({ id: patient.id, reason }))).toBe("ALREADY_DONE");
    await expect.poll(async () => (await messages()).length).toBe(1);
    const [suspended] = await messages();
    expect(suspended).toMatchObject({
      subject: "Suspendimos tu cuenta de Kinexo",
      link: expect.stringMatching(/\/terminos$/) as string,
    });
    for (const said of [
      "El motivo que dio nuestro equipo: Insultó <b>a</b> otra persona",
      "ayuda@kinexo.test",
      "+54 11 4000-0000",
    ])
      expect(suspended?.text.replaceAll(/\s+/g, " ")).toContain(said);
    expect(suspended?.html).not.toContain("<b>a</b>");
    await elena.api.moderation.restore({ id: patient.id, reason: "Fue un error" });
    await expect.poll(async () => (await messages()).length).toBe(2);
    const restored = (await messages()).find(({ subject }) => subject === "Tu cuenta de Kinexo está activa de nuevo");
    expect(restored).toMatchObject({
      text: expect.stringContaining("Fue un error") as string,
      link: expect.stringMatching(/\/auth\?mode=signin$/) as string,
    });
    expect(
      await testApp.db
        .selectFrom("outgoing_messages")
        .select("id")
        .where("user_id", "=", patient.id)
        .where("kind", "like", "account_%")
        .execute(),
    ).toHaveLength(2);
  });

  test("is told by its refresh that the session is over, so that the session client drops it", async () => {
    const { patient } = await twoPeople();
    const { session } = (await patient.auth.getSession()).data;
    await elena.api.moderation.suspend({ id: patient.id, reason });
    const kept = new Map([["session", JSON.stringify({ ...session, expires_at: 1 })]]);
    const browser = new AuthClient({
      url: `${testApp.url}/auth/v1`,
      storageKey: "session",
      autoRefreshToken: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
    const { data, error } = await browser.getSession();
    expect(error).toMatchObject({ code: "user_banned", status: 400 });
    expect([data.session, kept.has("session")]).toEqual([null, false]);
  });

  test("of a specialist vanishes from lists, profile, sitemap and counts, and comes back whole", async () => {
    const two = await twoPeople();
    const { patient, kine, kineMember } = two;
    const { id: caseId } = await openCase(two);
    const { id: matchId } = await kine.api.matches.apply({ case_id: caseId, message: "Puedo ayudar" });
    const { count: total } = await patient.api.profiles.specialistCount();
    await elena.api.moderation.suspend({ id: kine.id, reason });
    expect(await everySpecialist(patient)).not.toContain(kine.id);
    expect((await profilesOfFile(testApp.db, 1)).map(({ id }) => id)).not.toContain(kine.id);
    expect(await patient.api.profiles.specialistCount()).toEqual({ count: total - 1 });
    expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: kine.id }))).toBe("NOT_FOUND");
    expect(await patient.api.cases.get({ id: caseId })).toMatchObject({ applications: [], application_count: 0 });
    expect((await patient.api.cases.mine()).items).toMatchObject([{ pending_applications: 0 }]);
    expect(await outcome(patient.api.matches.accept({ id: matchId }))).toBe("NOT_FOUND");
    await elena.api.moderation.restore({ id: kine.id, reason });
    expect(await everySpecialist(patient)).toContain(kine.id);
    expect(await patient.api.profiles.specialistCount()).toEqual({ count: total });
    expect(await patient.api.cases.get({ id: caseId })).toMatchObject({
      applications: [{ id: matchId, message: "Puedo ayudar" }],
    });
    expect(await outcome((await testApp.signIn(kineMember)).api.matches.mine())).toBe("ok");
    expect(await outcome(patient.api.matches.accept({ id: matchId }))).toBe("ok");
  });

  test("of a patient offers no open case, and shows it to whoever applied", async () => {
    const two = await twoPeople();
    const other = await twoPeople();
    const { id } = await openCase(two);
    await two.kine.api.matches.apply({ case_id: id });
    await elena.api.moderation.suspend({ id: two.patient.id, reason });
    const offered = async () => (await other.kine.api.cases.available({})).items.map((each) => each.id);
    expect(await offered()).not.toContain(id);
    expect(await outcome(other.kine.api.cases.view({ id }))).toBe("CASE_NOT_FOUND");
    expect(await outcome(other.kine.api.matches.apply({ case_id: id }))).toBe("CASE_NOT_FOUND");
    expect(await outcome(two.kine.api.cases.view({ id }))).toBe("ok");
    await elena.api.moderation.restore({ id: two.patient.id, reason });
    expect(await offered()).toContain(id);
  });

  test("keeps its person from acting in process too", async () => {
    const { findMember, requireMember } = await import("../../app/api/guards.server.ts");
    const { personAsViewer } = await import("../../app/api/viewer.server.ts");
    const { patient } = await twoPeople();
    await elena.api.moderation.suspend({ id: patient.id, reason });
    const viewer = await personAsViewer(testApp.db, patient.id);
    expect(() => requireMember(viewer)).toThrow(expect.objectContaining({ code: "ACCOUNT_SUSPENDED" }) as Error);
    const context = {
      services: testApp.app.services,
      requestId: "",
      clientAddress: "",
      findViewer: async () => viewer,
    };
    expect(await findMember(context)).toBeNull();
  });

  test("is neither the admin's own nor the last admin's, and admins who suspend each other at once leave one", async () => {
    expect(await outcome(elena.api.moderation.suspend({ id: elena.id, reason }))).toBe("OWN_ACCOUNT");
    const outcomes = await Promise.all([
      outcome(elena.api.moderation.suspend({ id: fabio.id, reason })),
      outcome(fabio.api.moderation.suspend({ id: elena.id, reason })),
    ]);
    expect(outcomes.filter((each) => each === "ok")).toHaveLength(1);
    const { db } = testApp;
    const left = await db
      .selectFrom("profiles")
      .select(["id", "suspended_at"])
      .where("id", "in", [elena.id, fabio.id])
      .execute();
    const [suspended, free] = [left.find((each) => each.suspended_at)!, left.find((each) => !each.suspended_at)!];
    // The remaining admin is the last one, and nobody else may suspend them.
    await expect(
      asViewer(db, suspended.id, (tx) => tx.insertInto("suspensions").values({ user_id: free.id, reason }).execute()),
    ).rejects.toMatchObject({ constraint: "only_admins" });
    const admin = free.id === elena.id ? elena : fabio;
    await admin.api.moderation.restore({ id: suspended.id, reason });
    elena = await testApp.signIn(cast.elena);
  });

  test("stays as it is when nothing is to be done", async () => {
    const { patient } = await twoPeople();
    expect(await outcome(elena.api.moderation.restore({ id: patient.id, reason }))).toBe("ALREADY_DONE");
    await elena.api.moderation.suspend({ id: patient.id, reason });
    expect(await outcome(elena.api.moderation.suspend({ id: patient.id, reason }))).toBe("ALREADY_DONE");
    expect(await outcome(elena.api.moderation.suspend({ id: patient.id, reason: "  " }))).toBe("BAD_INPUT");
    const found = (await elena.api.accounts.list({ search: `Paciente ${count}` })).items.find(
      ({ id }) => id === patient.id,
    );
    expect(found).toMatchObject({ suspension_reason: reason, suspended_at: expect.any(Date) as Date });
  });

  test("never gets a session that was being opened meanwhile", async () => {
    const { patient, patientMember } = await twoPeople();
    for (let round = 0; round < 5; round += 1) {
      const [, way] = await Promise.allSettled([
        elena.api.moderation.suspend({ id: patient.id, reason }),
        testApp.signIn(patientMember),
      ]);
      const live = await testApp.db
        .selectFrom("auth.sessions")
        .select("id")
        .where("user_id", "=", patient.id)
        .where("ended_at", "is", null)
        .execute();
      expect(live).toEqual([]);
      expect(way.status === "fulfilled" ? await outcome(way.value.api.accounts.me()) : "refused").toMatch(
        /NOT_SIGNED_IN|refused/,
      );
      await elena.api.moderation.restore({ id: patient.id, reason });
    }
  });
});

describe("a hidden review", () => {
  test("leaves profile, averages and counts, tells its author why, and comes back", async () => {
    const two = await twoPeople();
    const { id } = await reviewed(two, 4);
    const profile = () => testApp.anonymous.profiles.publicProfile({ id: two.kine.id });
    const { count: total } = await elena.api.reviews.totals();
    await elena.api.moderation.hideReview({ id, reason });
    expect(await profile()).toMatchObject({ reviews: [], review_count: 0, average_stars: null });
    expect(await two.kine.api.reviews.received()).toMatchObject({ items: [], count: 0 });
    expect((await elena.api.reviews.totals()).count).toBe(total - 1);
    expect((await two.patient.api.reviews.mine({})).items).toMatchObject([{ id, hidden_reason: reason }]);
    expect((await elena.api.reviews.list({})).items).toContainEqual(
      expect.objectContaining({ id, hidden_reason: reason }),
    );
    expect(await outcome(elena.api.moderation.hideReview({ id, reason }))).toBe("ALREADY_DONE");
    await elena.api.moderation.showReview({ id, edited_at: null });
    expect(await profile()).toMatchObject({ reviews: [{ id }], review_count: 1, average_stars: 4 });
    expect((await elena.api.reviews.totals()).count).toBe(total);
    expect(await outcome(elena.api.moderation.showReview({ id, edited_at: null }))).toBe("ALREADY_DONE");
    expect([await eventsOf("review_hidden"), await eventsOf("review_shown")]).toEqual([1, 1]);
  });

  test("is hidden and shown by an admin alone, whoever writes", async () => {
    const two = await twoPeople();
    const { id } = await reviewed(two);
    const hide = testApp.db
      .updateTable("reviews")
      .set({ hidden_at: new Date(), hidden_reason: reason })
      .where("id", "=", id);
    await expect(hide.execute()).rejects.toMatchObject({ constraint: "only_admins" });
  });
});

test("an admin closes a case in course with a reason that its patient reads, once", async () => {
  const two = await twoPeople();
  const { id } = await openCase(two);
  const { id: matchId } = await two.kine.api.matches.apply({ case_id: id });
  expect(await elena.api.moderation.closeCase({ id, reason })).toEqual({ status: "closed" });
  expect(await two.patient.api.cases.get({ id })).toMatchObject({ status: "closed", closed_reason: reason });
  expect(await outcome(two.patient.api.matches.accept({ id: matchId }))).toBe("CASE_CLOSED");
  expect(await outcome(elena.api.moderation.closeCase({ id, reason }))).toBe("CASE_CLOSED");
  expect(await eventsOf("case_closed_by_admin")).toBe(1);
  await expect(
    testApp.db.updateTable("cases").set({ closed_reason: "Otro" }).where("id", "=", id).execute(),
  ).rejects.toMatchObject({ constraint: "cases_closed_reason_stays" });
});
