import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { applyHeld } from "../../app/domain/held-decisions/apply-held.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { dropHeldBy } from "../../app/domain/held-decisions/hold.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";

const RACES = isFull ? 200 : 20;
const SOON = { timeout: 60_000, interval: 200 };
let testApp: TestApp;
let elena: Person;
let other: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  other = await testApp.signUp(like(cast.ana, "Otra Admin"));
  await sql`update auth.users set email_confirmed_at = now() where id = ${other.id}`.execute(testApp.db);
  await elena.api.accounts.assignRole({ user_id: other.id, role: "admin" });
  other = await testApp.signIn(like(cast.ana, "Otra Admin"));
});
afterAll(() => testApp?.close());

let count = 0;
/** A specialist who waits for a decision. */
async function applicant() {
  count += 1;
  const kine = await testApp.signUp(like(cast.carla, `Espera ${count}`, { license_number: `MN 7100${count}` }));
  const { id } = await testApp.db
    .selectFrom("kine_applications")
    .select("id")
    .where("profile_id", "=", kine.id)
    .executeTakeFirstOrThrow();
  return { kine, id };
}
const held = async (column: "application_id" | "match_id", id: string) =>
  (await testApp.db.selectFrom("held_decisions").select("id").where(column, "=", id).executeTakeFirst())?.id ?? "";
/** What the server does when the time of a decision is over. */
async function applyNow(application: string) {
  const id = await held("application_id", application);
  if (id) await applyHeld(testApp.app.services, id);
}
const listed = async () => (await elena.api.kineApplications.list({})).items.map(({ id }) => id);
/** All that a decision leaves for its specialist and for the public. */
const traces = async (kine: string) =>
  (
    await sql`select p.approval_status as status,
      (select count(*)::int from notifications where user_id = p.id) as notices,
      (select count(*)::int from outgoing_messages where user_id = p.id and kind = 'admission_decided') as mails,
      (select count(*)::int from directory d where d.kine_id = p.id and d.listed) as listed,
      (select count(*)::int from auth.audit_events e join auth.users u on u.audit_id = e.subject where u.id = p.id and e.event = 'application_decided') as decided
    from profiles p where p.id = ${kine}`.execute(testApp.db)
  ).rows[0];
const NOTHING = { status: "pending", notices: 0, mails: 0, listed: 0, decided: 0 };

describe("a request that is decided with eight seconds to undo", () => {
  test("leaves the list and nothing else; undone it is back, and nothing happened", async () => {
    const { kine, id } = await applicant();
    const before = await elena.api.kineApplications.pendingCount();
    expect(await elena.api.kineApplications.approve({ id, is_checked: true, can_undo: true })).toEqual({
      status: "approved",
    });
    expect(await traces(kine.id)).toEqual(NOTHING);
    expect(await listed()).not.toContain(id);
    expect((await elena.api.kineApplications.pendingCount()).count).toBe(before.count - 1);
    const waiting = await held("application_id", id);
    expect(await elena.api.kineApplications.undo({ id })).toEqual({ status: "pending" });
    expect(await listed()).toContain(id);
    await applyHeld(testApp.app.services, waiting);
    expect(await traces(kine.id)).toEqual(NOTHING);
    const { rows } = await sql`select from graphile_worker.jobs where key = ${`apply_decision:${waiting}`}`.execute(
      testApp.db,
    );
    expect(rows).toEqual([]);
    expect(await outcome(elena.api.kineApplications.undo({ id }))).toBe("APPLICATION_DECIDED");
  });

  test("is applied by the server's clock, with nobody there; also after the node that took it has stopped", async () => {
    const [first, second] = [await applicant(), await applicant()];
    await elena.api.kineApplications.reject({ id: first.id, reason: "No se lee", can_undo: true });
    const node = await openNode(testApp.databaseUrl);
    await node.close();
    await elena.api.kineApplications.approve({ id: second.id, can_undo: true });
    await vi.waitUntil(async () => (await traces(second.kine.id))?.["status" as never] === "approved", SOON);
    await vi.waitUntil(async () => (await traces(first.kine.id))?.["status" as never] === "rejected", SOON);
    expect(await traces(first.kine.id)).toMatchObject({ mails: 1, decided: 1 });
    expect(await traces(second.kine.id)).toMatchObject({ notices: 1, decided: 1 });
    expect(await outcome(elena.api.kineApplications.undo({ id: first.id }))).toBe("APPLICATION_DECIDED");
  });

  test("is one admin's: another can neither decide nor undo it meanwhile, and its own admin may decide otherwise", async () => {
    const { kine, id } = await applicant();
    await elena.api.kineApplications.approve({ id, can_undo: true });
    for (const act of [
      () => other.api.kineApplications.approve({ id }),
      () => other.api.kineApplications.reject({ id, can_undo: true }),
      () => other.api.kineApplications.undo({ id }),
    ])
      expect(await outcome(act())).toBe("APPLICATION_DECIDED");
    const waiting = await held("application_id", id);
    await elena.api.kineApplications.reject({ id, reason: "Me equivoqué", can_undo: true });
    await applyHeld(testApp.app.services, waiting);
    expect(await traces(kine.id)).toEqual(NOTHING);
    await applyNow(id);
    expect(await traces(kine.id)).toMatchObject({ status: "rejected", decided: 1 });
  });

  test("is undone or applied, never both, when both come at once", { timeout: 300_000 }, async () => {
    const { kine, id } = await applicant();
    let applied = 0;
    for (let n = 0; n < RACES; n += 1) {
      await elena.api.kineApplications.reject({ id, can_undo: true });
      const waiting = await held("application_id", id);
      const [, undone] = await Promise.all([
        applyHeld(testApp.app.services, waiting),
        outcome(elena.api.kineApplications.undo({ id })),
      ]);
      const isApplied = undone === "APPLICATION_DECIDED";
      if (isApplied) applied += 1;
      expect(await traces(kine.id)).toMatchObject({ status: isApplied ? "rejected" : "pending", decided: applied });
      if (isApplied) await elena.api.kineApplications.reopen({ id });
    }
  });

  test("is dropped when its admin was suspended, its specialist too, or states another licence by then", async () => {
    const [byOther, suspended, changed] = [await applicant(), await applicant(), await applicant()];
    await other.api.kineApplications.reject({ id: byOther.id, can_undo: true });
    await elena.api.kineApplications.approve({ id: suspended.id, can_undo: true });
    const { license_number } =
      (await elena.api.kineApplications.list({})).items.find(({ id }) => id === changed.id) ?? {};
    await elena.api.kineApplications.approve({
      id: changed.id,
      read: { license_number: license_number ?? null },
      can_undo: true,
    });
    await elena.api.moderation.suspend({ id: other.id, reason: "Prueba" });
    await elena.api.moderation.suspend({ id: suspended.kine.id, reason: "Prueba" });
    await changed.kine.api.kineApplications.changeLicence({ license_number: "MN 799001" });
    for (const { kine, id } of [byOther, suspended, changed]) {
      expect(await listed()).not.toContain(id);
      await applyNow(id);
      expect(await traces(kine.id)).toEqual(NOTHING);
      expect(await listed()).toContain(id);
    }
    await elena.api.moderation.restore({ id: other.id, reason: "Prueba" });
    other = await testApp.signIn(like(cast.ana, "Otra Admin"));
  });

  test("is dropped when its session was ended by a changed password, from another session, with all others, and by who disowns it; not by a sign-out", async () => {
    const ENDS: [name: string, end: (session: string) => Promise<unknown>, isApplied: boolean][] = [
      ["signed_out", (id) => endSession(id, "signed_out"), true],
      ["password_changed", (id) => endSession(id, "password_changed"), false],
      [
        "ended from another session",
        async (id) => (await testApp.signIn(like(cast.ana, "Otra Admin"))).api.sessions.end({ id }),
        false,
      ],
      [
        "ended with all other sessions",
        async () => (await testApp.signIn(like(cast.ana, "Otra Admin"))).auth.signOut({ scope: "others" }),
        false,
      ],
      ["all others ended by its own", () => other.auth.signOut({ scope: "others" }), true],
      ["disowned", () => testApp.db.transaction().execute((tx) => dropHeldBy(tx, other.id)), false],
    ];
    const endSession = (id: string, reason: string) =>
      sql`update auth.sessions set ended_at = now(), end_reason = ${reason} where id = ${id}`.execute(testApp.db);
    for (const [name, end, isApplied] of ENDS) {
      const { kine, id } = await applicant();
      await other.api.kineApplications.approve({ id, can_undo: true });
      const { session_id } = await testApp.db
        .selectFrom("held_decisions")
        .select("session_id")
        .where("application_id", "=", id)
        .executeTakeFirstOrThrow();
      await end(session_id ?? "");
      await applyNow(id);
      expect([name, await traces(kine.id)]).toMatchObject([name, { status: isApplied ? "approved" : "pending" }]);
      other = await testApp.signIn(like(cast.ana, "Otra Admin"));
    }
  });

  test("checks the licence that stood there, also for whoever does not say which they read", async () => {
    const { kine, id } = await applicant();
    await elena.api.kineApplications.approve({ id, is_checked: true, can_undo: true });
    await kine.api.kineApplications.changeLicence({ license_number: "MN 799002" });
    await applyNow(id);
    expect(await traces(kine.id)).toEqual(NOTHING);
    expect(await listed()).toContain(id);
    // A rejection is of the person, whatever they state by then.
    await elena.api.kineApplications.reject({ id, can_undo: true });
    await kine.api.kineApplications.changeLicence({ license_number: "MN 799003" });
    await applyNow(id);
    expect(await traces(kine.id)).toMatchObject({ status: "rejected" });
  });

  test("is refused at once when it would be refused then", async () => {
    const [first, second] = [await applicant(), await applicant()];
    await elena.api.kineApplications.approve({ id: first.id });
    expect(await outcome(elena.api.kineApplications.approve({ id: first.id, can_undo: true }))).toBe(
      "APPLICATION_DECIDED",
    );
    const read = { license_number: "MN 1" };
    expect(await outcome(elena.api.kineApplications.approve({ id: second.id, read, can_undo: true }))).toBe(
      "PROFILE_CHANGED",
    );
    expect(await traces(second.kine.id)).toEqual(NOTHING);
    expect(await outcome(first.kine.api.kineApplications.undo({ id: second.id }))).toBe("NOT_ALLOWED");
  });

  test("many with keys of their own wait each for itself, and a repeated key holds nothing twice", async () => {
    const all = [await applicant(), await applicant(), await applicant()];
    const headers = { "content-type": "application/json", authorization: `Bearer ${await elena.token()}` };
    const keys = all.map(() => randomUUID());
    for (const round of [0, 1])
      for (const [n, { id }] of all.entries()) {
        const answer = await fetch(`${testApp.url}/rpc/kineApplications/reject`, {
          method: "POST",
          headers: { ...headers, "idempotency-key": keys[n] ?? "" },
          body: JSON.stringify({ json: { id, can_undo: true } }),
        });
        expect([round, answer.status]).toEqual([round, 200]);
      }
    await elena.api.kineApplications.undo({ id: all[1]?.id ?? "" });
    for (const { id } of all) await applyNow(id);
    const states = await Promise.all(all.map(async ({ kine }) => (await traces(kine.id))?.["status" as never]));
    expect(states).toEqual(["rejected", "pending", "rejected"]);
  });

  test("that no node applied within a minute is in the list again, and may be decided by another", async () => {
    const { kine, id } = await applicant();
    await elena.api.kineApplications.approve({ id, can_undo: true });
    await sql`update held_decisions set applies_at = now() - interval '2 minutes' where application_id = ${id}`.execute(
      testApp.db,
    );
    expect(await listed()).toContain(id);
    await other.api.kineApplications.reject({ id });
    await applyNow(id);
    expect(await traces(kine.id)).toMatchObject({ status: "rejected", decided: 1 });
  });
});

describe("a patient's rejection with eight seconds to undo", () => {
  async function application() {
    count += 1;
    const [ana, kine] = [
      await testApp.signUp(like(cast.ana, `Duda ${count}`)),
      await testApp.approvedKine(like(cast.carla, `Postula ${count}`, { license_number: `MN 7200${count}` })),
    ];
    const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    const { id } = await kine.api.matches.apply({ case_id });
    return { ana, kine, id, case_id };
  }
  const statusOf = async (id: string) =>
    (await testApp.db.selectFrom("matches").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
  const told = async (kine: Person) =>
    (await kine.api.notifications.list({})).items.filter(({ kind }) => kind === "application_rejected").length;

  test("tells nobody until its time; undone it never does, left alone it does once", async () => {
    const { ana, kine, id } = await application();
    expect(await ana.api.matches.reject({ id, can_undo: true })).toMatchObject({ id, status: "rejected" });
    expect([await statusOf(id), await told(kine)]).toEqual(["proposed", 0]);
    const waiting = await held("match_id", id);
    await ana.api.matches.undoReject({ id });
    await applyHeld(testApp.app.services, waiting);
    expect([await statusOf(id), await told(kine)]).toEqual(["proposed", 0]);
    await ana.api.matches.reject({ id, can_undo: true });
    await applyHeld(testApp.app.services, await held("match_id", id));
    expect([await statusOf(id), await told(kine)]).toEqual(["rejected", 1]);
    expect(await outcome(ana.api.matches.undoReject({ id }))).toBe("MATCH_DECIDED");
    expect(await outcome(kine.api.matches.undoReject({ id }))).toBe("NOT_ALLOWED");
  });

  test("holds when the case ends or rests before its time: closed by its patient or an admin, or blocked", async () => {
    const closed = async (by: "patient" | "admin") => {
      const of = await application();
      count += 1;
      const taken = await testApp.approvedKine(
        like(cast.carla, `Aceptada ${count}`, { license_number: `MN 7300${count}` }),
      );
      const { id } = await taken.api.matches.apply({ case_id: of.case_id });
      await of.ana.api.matches.accept({ id });
      await of.ana.api.matches.reject({ id: of.id, can_undo: true });
      if (by === "patient") await of.ana.api.cases.close({ id: of.case_id });
      else await elena.api.moderation.closeCase({ id: of.case_id, reason: "Prueba" });
      expect([by, await statusOf(of.id), await told(of.kine)]).toEqual([by, "rejected", 1]);
      expect((await of.kine.api.cases.view({ id: of.case_id })).description).toBeNull();
      return of;
    };
    await closed("patient");
    await closed("admin");
    const blocked = await application();
    await blocked.ana.api.matches.reject({ id: blocked.id, can_undo: true });
    await blocked.ana.api.conversations.block({ id: blocked.id });
    await applyHeld(testApp.app.services, await held("match_id", blocked.id));
    expect(await statusOf(blocked.id)).toBe("rejected");
  });

  test("of an intruder, whose session a changed password ended, is not applied by a closing either", async () => {
    const of = await application();
    const again = like(cast.ana, `Duda ${count}`);
    const { id } = await (
      await testApp.approvedKine(like(cast.carla, "Aceptada Intrusa", { license_number: "MN 73999" }))
    ).api.matches.apply({ case_id: of.case_id });
    await of.ana.api.matches.accept({ id });
    await of.ana.api.matches.reject({ id: of.id, can_undo: true });
    await sql`update auth.sessions set ended_at = now(), end_reason = 'password_changed' where user_id = ${of.ana.id} and ended_at is null`.execute(
      testApp.db,
    );
    await (await testApp.signIn(again)).api.cases.close({ id: of.case_id });
    expect(await statusOf(of.id)).toBe("proposed");
  });

  test("gives way to an acceptance, to a withdrawal and to a suspension", async () => {
    const [accepted, withdrawn, suspended] = [await application(), await application(), await application()];
    for (const { ana, id } of [accepted, withdrawn, suspended]) await ana.api.matches.reject({ id, can_undo: true });
    const waiting = await Promise.all([accepted, withdrawn, suspended].map(({ id }) => held("match_id", id)));
    await accepted.ana.api.matches.accept({ id: accepted.id });
    await withdrawn.kine.api.matches.withdraw({ id: withdrawn.id });
    await elena.api.moderation.suspend({ id: suspended.ana.id, reason: "Prueba" });
    for (const id of waiting) await applyHeld(testApp.app.services, id);
    expect([await statusOf(accepted.id), await statusOf(suspended.id)]).toEqual(["accepted", "proposed"]);
    expect(
      await testApp.db.selectFrom("held_decisions").select("id").where("match_id", "is not", null).execute(),
    ).toEqual([]);
  });
});
