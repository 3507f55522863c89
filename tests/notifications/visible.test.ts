import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliver, sendDigest } from "../../app/domain/notifications/deliver.server.ts";
import { notificationDigest, notificationMail } from "../../app/domain/notifications/messages.server.ts";
import type { Kind } from "../../app/domain/notifications/notification.ts";
import { renderMessage } from "../../app/platform/mail/render-message.server.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { CANARIES, openNotifiedWorld, openUndoable } from "./harness.ts";

let testApp: TestApp;
let world: Awaited<ReturnType<typeof openNotifiedWorld>>;
let undoable: Awaited<ReturnType<typeof openUndoable>>;

beforeAll(async () => {
  testApp = await openTestApp();
  world = await openNotifiedWorld(testApp);
  // The jobs that the world left stay out of the way.
  await sql`delete from notifications`.execute(testApp.db);
  undoable = await openUndoable(testApp.databaseUrl);
}, 120_000);
afterAll(async () => {
  await undoable?.close();
  await testApp?.close();
});

type Tried =
  | "application_received"
  | "applications_unanswered"
  | "application_unanswered"
  | "application_accepted"
  | "application_rejected"
  | "review_received"
  | "request_waiting"
  | "report_waiting";
const TRIED: readonly Tried[] = [
  "application_received",
  "applications_unanswered",
  "application_unanswered",
  "application_accepted",
  "application_rejected",
  "review_received",
  "request_waiting",
  "report_waiting",
];

function ofKind(kind: Tried): {
  userId: string;
  otherId: string;
  caseId?: string;
  matchId?: string;
  reviewId?: string;
} {
  const { ana, carla, rita, sara, elena, caseId, closedId, accepted, rejected, proposed, reviewId } = world;
  switch (kind) {
    case "application_received":
    case "applications_unanswered":
      return { userId: ana.id, otherId: sara.id, caseId };
    case "application_unanswered":
      return { userId: sara.id, otherId: ana.id, caseId, matchId: proposed };
    case "application_accepted":
      return { userId: carla.id, otherId: ana.id, caseId, matchId: accepted };
    case "application_rejected":
      return { userId: rita.id, otherId: ana.id, caseId, matchId: rejected };
    case "review_received":
      return { userId: carla.id, otherId: ana.id, caseId: closedId, reviewId };
    case "request_waiting":
    case "report_waiting":
      return { userId: elena.id, otherId: sara.id };
  }
}

const PATIENTS: readonly Tried[] = ["application_received", "applications_unanswered"];

type About = ReturnType<typeof ofKind> & { caseId: string };
/** Each state as SQL about a notification's person and thing, and the kinds that are still told in it. */
const STATES: Record<string, { sql: (about: About, kind: Tried) => string; told: readonly Tried[] }> = {
  "as it was": { sql: () => "select", told: TRIED },
  read: { sql: () => "update notifications set seen_at = now()", told: [] },
  over: { sql: () => "update notifications set done_at = now()", told: [] },
  "its person suspended": {
    sql: ({ userId }) => `update profiles set suspended_at = now() where id = '${userId}'`,
    told: [],
  },
  "its person not approved": {
    sql: ({ userId }) => `update profiles set approval_status = 'pending' where id = '${userId}'`,
    told: [],
  },
  "its person without a role": { sql: ({ userId }) => `delete from user_roles where user_id = '${userId}'`, told: [] },
  "its person of another role": {
    sql: ({ userId }, kind) =>
      `update user_roles set role = '${PATIENTS.includes(kind) ? "kine" : "patient"}' where user_id = '${userId}'`,
    told: [],
  },
  "in the quiet hours": {
    sql: ({
      userId,
    }) => `update notification_hours set quiet_from = (now() at time zone zone)::time - interval '1 hour',
      quiet_until = (now() at time zone zone)::time + interval '1 hour' where user_id = '${userId}'`,
    told: [],
  },
  "the case closed": {
    sql: ({ caseId }) => `update cases set status = 'closed' where id = '${caseId}'`,
    told: TRIED.filter((kind) => !PATIENTS.includes(kind) && kind !== "application_unanswered"),
  },
  "the case gone": {
    sql: ({ caseId }) =>
      `delete from notifications where case_id = '${caseId}'; delete from matches where case_id = '${caseId}';
        delete from cases where id = '${caseId}'`,
    told: ["request_waiting", "report_waiting"],
  },
  "the applications withdrawn": {
    sql: ({
      caseId,
    }) => `delete from notifications where match_id in (select id from matches where case_id = '${caseId}');
        delete from matches where case_id = '${caseId}'`,
    told: ["review_received", "request_waiting", "report_waiting"],
  },
  "the applications decided otherwise": {
    sql: ({ caseId }) =>
      `update matches set status = case status when 'accepted' then 'rejected' when 'rejected' then 'accepted' else 'rejected' end::match_status where case_id = '${caseId}'`,
    told: ["review_received", "request_waiting", "report_waiting"],
  },
  "the other side suspended": {
    sql: ({ otherId }) => `update profiles set suspended_at = now() where id = '${otherId}'`,
    told: TRIED.filter((kind) => !PATIENTS.includes(kind)),
  },
  "the patient's consent taken back": {
    sql: () => `update profiles set health_withdrawn_at = now(), health_consent = null where id = '${world.ana.id}'`,
    told: TRIED.filter((kind) => kind !== "application_rejected" && kind !== "application_unanswered"),
  },
  "the review hidden": {
    sql: () => "update reviews set hidden_at = now(), hidden_reason = 'Insulta'",
    told: TRIED.filter((kind) => kind !== "review_received"),
  },
  "the queues empty": {
    sql: () =>
      "update kine_applications set status = 'approved', approved_at = now(); update reports set decided_at = now(), decision = 'Nada'",
    told: TRIED.filter((kind) => kind !== "request_waiting" && kind !== "report_waiting"),
  },
  "the account gone": { sql: ({ userId }) => `delete from profiles where id = '${userId}'`, told: [] },
};

/** The steps at which the state is read, and what shows that something was told. */
const STEPS = ["push", "mail", "digest", "sending"] as const;
type Step = (typeof STEPS)[number];

async function isTold(step: Step, id: string, userId: string): Promise<boolean> {
  const { db } = undoable;
  const { mail, push, log } = testApp.app.services;
  const posted = async () =>
    (
      await sql`select from outgoing_messages where kind like 'notification%' and user_id = ${userId} and created_at = now()`.execute(
        db,
      )
    ).rows.length > 0;
  if (step === "push") {
    await deliver({ db, mail, push, log }, id);
    // A push was handed over, and its mail is expected.
    const [row] = (await sql<{ delivery: string }>`select delivery from notifications where id = ${id}`.execute(db))
      .rows;
    return row?.delivery === "mail";
  }
  if (step === "mail") {
    await deliver({ db, mail, push, log }, id);
    return posted();
  }
  if (step === "digest") {
    await sendDigest({ db, mail }, userId);
    return posted();
  }
  const found = await notificationMail.prepare!({ db, secret: SECRET }, { ids: [id] });
  return found !== null && "facts" in found;
}

async function plantOne(kind: Tried, step: Step): Promise<string> {
  const { userId, caseId = null, matchId = null, reviewId = null } = ofKind(kind);
  const { rows } = await sql<{
    id: string;
  }>`select notify_person(${userId}, ${kind}, ${caseId}, ${matchId}, ${reviewId}) as id`.execute(undoable.db);
  const id = rows[0]!.id;
  // The applications came after it.
  await undoable.plant(`update notifications set created_at = '2020-01-01', delivery = '${step === "sending" ? "over" : step}' where id = '${id}';
    insert into notification_settings values ('${userId}', 'own_cases', true, '${step === "digest" ? "daily" : "at_once"}')`);
  return id;
}

describe("what its person may not see is not told", () => {
  test.each(Object.entries(STATES))("%s", async (_, { sql: change, told }) => {
    for (const kind of TRIED)
      for (const step of STEPS) {
        await undoable.begin();
        try {
          const id = await plantOne(kind, step);
          const about = { caseId: world.caseId, ...ofKind(kind) };
          await undoable.plant(change(about, kind));
          expect(await isTold(step, id, about.userId), `${kind} at ${step}`).toBe(told.includes(kind));
        } finally {
          await undoable.undo();
        }
      }
  });

  test("the states and kinds are at least 300 cells", () => {
    expect(Object.keys(STATES).length * TRIED.length * STEPS.length).toBeGreaterThanOrEqual(300);
  });
});

describe("no word about health and no name leaves the house", () => {
  test.each(TRIED)("%s", async (kind: Kind) => {
    for (const message of [notificationMail, notificationDigest]) {
      await undoable.begin();
      const id = await plantOne(kind as Tried, "mail");
      const found = await message.prepare!({ db: undoable.db, secret: SECRET }, { ids: [id] });
      if (!found || !("facts" in found)) throw new Error("nothing is told");
      const mail = await renderMessage(await message.load(), found.facts, testApp.app.services.settings);
      const { subject, text, html } = mail;
      for (const part of [subject, text, html, JSON.stringify(mail.headers)])
        for (const canary of Object.values(CANARIES)) expect(part).not.toContain(canary);
      expect(`${subject} ${JSON.stringify(mail.headers)}`).not.toMatch(/salud|dolor|lesi|rodilla|m[ée]dic|diagn/i);
      expect(mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
      expect(mail.headers["list-unsubscribe"]).toMatch(/^<http.*\/baja\/[^>]+>$/);
      await undoable.undo();
    }
  });
});
