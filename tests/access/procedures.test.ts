import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPrincipals, type Principals } from "./principals.ts";
import { access, fileAccess, principals } from "./procedures.table.ts";
import { currentConsent } from "../support/consent.ts";
import { newKine } from "../support/new-kine.ts";
import { apiOf, outcome, type Api } from "../support/people.ts";
import { procedures } from "../support/procedures.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let tokens: Principals["tokens"];
let ids: Principals["ids"];
let cells = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ tokens, ids } = await openPrincipals(testApp));
});
afterAll(async () => {
  console.log(`access: ${cells} cells tried`);
  await testApp?.close();
});

/** A case of the owner with an application in each state. */
async function stage() {
  const { db } = testApp;
  const { id: caseId } = await db
    .insertInto("cases")
    .values({ patient_id: ids.owner, title: "Rodilla", description: "Me duele" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const matches = await db
    .insertInto("matches")
    .values(
      (["kine proposed", "kine accepted", "kine rejected"] as const).map((kine) => ({
        case_id: caseId,
        kine_id: ids[kine],
      })),
    )
    .returning(["id", "kine_id"])
    .execute();
  const matchOf = (kineId: string) => matches.find(({ kine_id }) => kine_id === kineId)!.id;
  await db.updateTable("matches").set({ status: "accepted" }).where("id", "=", matchOf(ids["kine accepted"])).execute();
  await db.updateTable("matches").set({ status: "rejected" }).where("id", "=", matchOf(ids["kine rejected"])).execute();
  return { caseId, proposed: matchOf(ids["kine proposed"]) };
}

async function openCase() {
  const { id } = await testApp.db
    .insertInto("cases")
    .values({ patient_id: ids.owner, title: "Rodilla", description: "Me duele" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function pendingApplication() {
  const { db } = testApp;
  const email = `${randomUUID()}@example.com`;
  const { id } = await db.insertInto("auth.users").values({ email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("profiles").values({ id, email, name: "Aspirante", approval_status: "pending" }).execute();
  const application = await db
    .insertInto("kine_applications")
    .values({ user_id: id, profile_id: id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: application.id, userId: id };
}

async function rejectedApplication() {
  const { id, userId } = await pendingApplication();
  await testApp.db
    .updateTable("kine_applications")
    .set({ status: "rejected", approved_at: new Date() })
    .where("id", "=", id)
    .execute();
  await testApp.db.updateTable("profiles").set({ approval_status: "rejected" }).where("id", "=", userId).execute();
  return id;
}

/** Gives each specialist a pending profile change; returns the id of one. */
async function pendingChange() {
  const kines = principals.filter((who) => access["profileChanges.withdraw"]![who] === "ok");
  await testApp.db.deleteFrom("profile_changes").execute();
  const [change] = await testApp.db
    .insertInto("profile_changes")
    .values([...new Set(kines.map((who) => ids[who]))].map((kine_id) => ({ kine_id, name: "Nombre Nuevo" })))
    .returning("id")
    .execute();
  return change!.id;
}

async function createdKine() {
  const { id } = await apiOf(testApp.url, async () => tokens.admin).accounts.createKine(newKine());
  return id;
}

async function closedCase() {
  const { caseId } = await stage();
  await testApp.db.updateTable("cases").set({ status: "closed" }).where("id", "=", caseId).execute();
  return caseId;
}

async function suspendedPerson() {
  const { userId } = await pendingApplication();
  await apiOf(testApp.url, async () => tokens.admin).moderation.suspend({ id: userId, reason: "Spam" });
  return userId;
}

async function review() {
  const { id } = await testApp.db
    .insertInto("reviews")
    .values({ case_id: await closedCase(), patient_id: ids.owner, kine_id: ids["kine accepted"], stars: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function hiddenReview() {
  const id = await review();
  await apiOf(testApp.url, async () => tokens.admin).moderation.hideReview({ id, reason: "Insultos" });
  return id;
}

async function report() {
  const { userId } = await pendingApplication();
  const { id } = await testApp.db
    .insertInto("reports")
    .values({ reporter_id: ids.owner, profile_id: userId, reason: "spam" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const calls: Record<string, (api: Api) => Promise<unknown>> = {
  "accounts.me": (api) => api.accounts.me(),
  "accounts.confirmPassword": (api) => api.accounts.confirmPassword({ password: "not theirs" }),
  "accounts.licenseAvailable": (api) => api.accounts.licenseAvailable({ license_number: "MN 1" }),
  "accounts.list": (api) => api.accounts.list({}),
  "accounts.assignRole": async (api) =>
    api.accounts.assignRole({ user_id: (await pendingApplication()).userId, role: "patient" }),
  "accounts.createKine": (api) => api.accounts.createKine(newKine()),
  "accounts.delete": (api) => api.accounts.delete(),
  "profiles.publicProfile": (api) => api.profiles.publicProfile({ id: ids["kine accepted"] }),
  "profiles.mine": (api) => api.profiles.mine(),
  "profiles.update": (api) => api.profiles.update({ name: "Alguien" }),
  "availabilities.mine": (api) => api.availabilities.mine(),
  "availabilities.replace": (api) => api.availabilities.replace({ ranges: [] }),
  "profiles.specialists": (api) => api.profiles.specialists({}),
  "profiles.specialistCount": (api) => api.profiles.specialistCount(),
  "profiles.patients": (api) => api.profiles.patients({}),
  "profiles.kines": (api) => api.profiles.kines({}),
  "cases.create": (api) => api.cases.create({ title: "Codo", description: "Me duele" }),
  "cases.mine": (api) => api.cases.mine(),
  "cases.get": async (api) => api.cases.get({ id: (await stage()).caseId }),
  "cases.update": async (api) =>
    api.cases.update({
      id: await openCase(),
      version: 1,
      title: "Codo",
      description: "Me duele",
      studies_access: "verified",
    }),
  "cases.withdraw": async (api) => api.cases.withdraw({ id: await openCase() }),
  "cases.applications": async (api) => api.cases.applications({ case_id: (await stage()).caseId }),
  "cases.close": async (api) => api.cases.close({ id: (await stage()).caseId }),
  "cases.available": (api) => api.cases.available({}),
  "cases.view": async (api) => api.cases.view({ id: (await stage()).caseId }),
  "cases.list": (api) => api.cases.list({}),
  "cases.studyViews": async (api) => api.cases.studyViews({ case_id: (await stage()).caseId }),
  "audit.list": (api) => api.audit.list({}),
  "audit.csv": (api) => api.audit.csv({}),
  "status.read": (api) => api.status.read(),
  "exports.ask": (api) => api.exports.ask(),
  "consents.health": (api) => api.consents.health(),
  "consents.giveHealth": async (api) => api.consents.giveHealth(await currentConsent(testApp.db)),
  "consents.withdrawHealth": async (api) => {
    await api.consents.withdrawHealth();
    await api.consents.giveHealth(await currentConsent(testApp.db));
  },
  "matches.apply": async (api) => api.matches.apply({ case_id: (await stage()).caseId }),
  "matches.withdraw": async (api) => api.matches.withdraw({ id: (await stage()).proposed }),
  "matches.mine": (api) => api.matches.mine(),
  "matches.accept": async (api) => api.matches.accept({ id: (await stage()).proposed }),
  "matches.reject": async (api) => api.matches.reject({ id: (await stage()).proposed }),
  "reviews.create": async (api) =>
    api.reviews.create({ case_id: await closedCase(), kine_id: ids["kine accepted"], stars: 5 }),
  "reviews.received": (api) => api.reviews.received(),
  "reviews.pending": (api) => api.reviews.pending(),
  "reviews.mine": (api) => api.reviews.mine({}),
  "reviews.list": (api) => api.reviews.list({}),
  "reviews.totals": (api) => api.reviews.totals(),
  "kineApplications.list": (api) => api.kineApplications.list(),
  "kineApplications.pendingCount": (api) => api.kineApplications.pendingCount(),
  "kineApplications.approve": async (api) => api.kineApplications.approve({ id: (await pendingApplication()).id }),
  "kineApplications.reject": async (api) => api.kineApplications.reject({ id: (await pendingApplication()).id }),
  "kineApplications.reopen": async (api) => api.kineApplications.reopen({ id: await rejectedApplication() }),
  "profileChanges.list": (api) => api.profileChanges.list(),
  "profileChanges.approve": async (api) => api.profileChanges.approve({ id: await pendingChange() }),
  "profileChanges.reject": async (api) => api.profileChanges.reject({ id: await pendingChange() }),
  "profileChanges.withdraw": async (api) => {
    await pendingChange();
    return api.profileChanges.withdraw();
  },
  "adminViews.unseen": (api) => api.adminViews.unseen(),
  "adminViews.markSeen": (api) => api.adminViews.markSeen({ entity_type: "case", ids: [randomUUID()] }),
  "moderation.suspend": async (api) =>
    api.moderation.suspend({ id: (await pendingApplication()).userId, reason: "Spam" }),
  "moderation.restore": async (api) => api.moderation.restore({ id: await suspendedPerson(), reason: "Error" }),
  "moderation.hideReview": async (api) => api.moderation.hideReview({ id: await review(), reason: "Insultos" }),
  "moderation.showReview": async (api) => api.moderation.showReview({ id: await hiddenReview() }),
  "moderation.closeCase": async (api) => api.moderation.closeCase({ id: await openCase(), reason: "Publicidad" }),
  "reports.create": async (api) => {
    // The same user may report from two sessions.
    await testApp.db.deleteFrom("reports").execute();
    return api.reports.create({ subject: "profile", id: ids["kine accepted"], reason: "spam" });
  },
  "reports.list": (api) => api.reports.list({ state: "open" }),
  "reports.decide": async (api) => api.reports.decide({ id: await report(), decision: "Sin falta" }),
  "sessions.mine": (api) => api.sessions.mine(),
  "sessions.end": async (api) => api.sessions.end({ id: await sparedSession(api) }),
  "live.events": async (api) => (await api.live.events()).return(),
};

/** Another session of the caller, where possible: ending the calling session would end the test. */
async function sparedSession(api: Api): Promise<string> {
  const me = await api.accounts.me().catch(() => null);
  if (!me) return randomUUID();
  // The database accepts no session for a suspended user.
  const made = await testApp.db
    .insertInto("auth.sessions")
    .values({ user_id: me.id })
    .returning("id")
    .executeTakeFirst()
    .catch(() => null);
  return made?.id ?? randomUUID();
}

test("every procedure of the router has a row in the access table and a call that tries it", () => {
  const names = [...procedures().keys()].toSorted();
  expect(Object.keys(access).toSorted()).toEqual(names);
  expect(Object.keys(calls).toSorted()).toEqual(names);
});

/** No other call is possible after this one. */
const ENDING = "accounts.delete";

async function expectAnswersOfTheTable(procedure: string) {
  const seen: Record<string, string> = {};
  for (const principal of principals) {
    cells += 1;
    seen[principal] = await outcome(calls[procedure]!(apiOf(testApp.url, async () => tokens[principal])));
  }
  expect(seen).toEqual(access[procedure]);
}

describe.each(Object.keys(access).filter((procedure) => procedure !== ENDING))("%s", (procedure) => {
  test("answers or refuses each principal as the table says", () => expectAnswersOfTheTable(procedure));
});

describe.each(Object.keys(fileAccess))("%s", (route) => {
  test("answers or refuses each principal as the table says", async () => {
    const seen: Record<string, number> = {};
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    for (const principal of principals) {
      const path = route.endsWith(":kineId")
        ? `/files/avatars/${await createdKine()}`
        : route.endsWith("avatars")
          ? "/files/avatars"
          : `/files/case-studies/${(await stage()).caseId}?name=a.png`;
      const token = tokens[principal];
      const response = await fetch(testApp.url + path, {
        method: "PUT",
        body: png,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      cells += 1;
      seen[principal] = response.status;
    }
    expect(seen).toEqual(fileAccess[route]);
  });
});

describe("accounts.delete", () => {
  test("answers or refuses each principal as the table says", () => expectAnswersOfTheTable(ENDING));
});
