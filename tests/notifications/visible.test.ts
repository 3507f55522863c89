import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { deliver } from "../../app/domain/notifications/deliver.server.ts";
import { sendDigest } from "../../app/domain/notifications/digest.server.ts";
import { notificationDigest, notificationMail } from "../../app/domain/notifications/messages.server.ts";
import { GROUPS, KIND_NAMES, type Kind, KINDS } from "../../app/domain/notifications/notification.ts";
import { countUnseen, listOf } from "../../app/domain/notifications/notifications.server.ts";
import { ALARMS } from "../../app/domain/operator/alarms.ts";
import { countJobs } from "../../app/platform/job-figures.server.ts";
import { renderMessage } from "../../app/platform/mail/render-message.server.ts";
import { TIMES } from "../mail/post.ts";
import { isFull } from "../support/full.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { CANARIES, openNotifiedWorld, openUndoable } from "./harness.ts";

let testApp: TestApp;
let world: Awaited<ReturnType<typeof openNotifiedWorld>>;
let undoable: Awaited<ReturnType<typeof openUndoable>>;

beforeAll(async () => {
  testApp = await openTestApp();
  world = await openNotifiedWorld(testApp);
  // The jobs that the fixture caused must be done before the tests.
  await vi.waitUntil(async () => {
    const { due, running } = await countJobs(testApp.db);
    return due === 0 && running === 0;
  }, TIMES);
  await sql`delete from graphile_worker._private_jobs`.execute(testApp.db);
  await sql`delete from notifications`.execute(testApp.db);
  undoable = await openUndoable(testApp.databaseUrl);
});
afterAll(async () => {
  await undoable?.close();
  await testApp?.close();
});

function ofKind(kind: Kind): { userId: string; otherId: string; caseId?: string; matchId?: string; reviewId?: string } {
  const { ana, carla, rita, sara, tina, vera, elena, caseId, closedId, quietId, asleepId, silentId, silent } = world;
  const { accepted, rejected, ended, proposed, lapsed, reviewId, hiddenId } = world;
  switch (kind) {
    case "application_received":
    case "applications_unanswered":
      return { userId: ana.id, otherId: sara.id, caseId };
    case "application_unanswered":
      return { userId: sara.id, otherId: ana.id, caseId, matchId: proposed };
    case "offer_edited":
      return { userId: ana.id, otherId: sara.id, caseId, matchId: proposed };
    case "offer_lapsed":
      return { userId: vera.id, otherId: ana.id, caseId, matchId: lapsed };
    case "application_accepted":
      return { userId: carla.id, otherId: ana.id, caseId, matchId: accepted };
    case "acceptance_ended":
      return { userId: tina.id, otherId: ana.id, caseId, matchId: ended };
    case "application_rejected":
      return { userId: rita.id, otherId: ana.id, caseId, matchId: rejected };
    case "nobody_wrote":
      return { userId: ana.id, otherId: tina.id, caseId: silentId, matchId: silent };
    case "nobody_wrote_kine":
      return { userId: tina.id, otherId: ana.id, caseId: silentId, matchId: silent };
    case "message_received":
      return { userId: ana.id, otherId: carla.id, caseId, matchId: accepted };
    case "message_received_kine":
      return { userId: carla.id, otherId: ana.id, caseId, matchId: accepted };
    case "review_received":
      return { userId: carla.id, otherId: ana.id, caseId: closedId, reviewId };
    case "appeal_decided_kine":
      return { userId: carla.id, otherId: ana.id, caseId: closedId, reviewId };
    case "review_edit_asked":
    case "review_replied":
      return { userId: ana.id, otherId: carla.id, caseId: closedId, reviewId };
    case "appeal_decided":
    case "review_hidden":
      return { userId: ana.id, otherId: rita.id, reviewId: hiddenId };
    case "case_quiet":
    case "still_looking":
      return { userId: ana.id, otherId: sara.id, caseId: quietId };
    case "case_dormant":
      return { userId: ana.id, otherId: sara.id, caseId: asleepId };
    case "case_in_zone":
    case "case_invitation":
    case "seat_free":
      return { userId: sara.id, otherId: ana.id, caseId: quietId };
    case "booking_confirmed":
    case "booking_declined":
    case "booking_proposed":
    case "booking_cancelled":
    case "booking_in_doubt":
    case "booking_tomorrow":
    case "booking_soon":
    case "booking_no_show":
    case "session_noted":
    case "plan_proposed":
    case "measure_due":
    case "treatment_finished":
    case "authorisation_ending":
    case "treatment_ended":
      return { userId: ana.id, otherId: carla.id, caseId, matchId: accepted };
    case "booking_requested":
    case "booking_made":
    case "booking_moved":
    case "booking_answered":
    case "booking_cancelled_kine":
    case "booking_in_doubt_kine":
    case "authorisation_ending_kine":
    case "treatment_ended_kine":
      return { userId: carla.id, otherId: ana.id, caseId, matchId: accepted };
    case "bookings_tomorrow":
    case "bookings_unmarked":
      return { userId: carla.id, otherId: ana.id };
    case "admission_approved":
    case "change_published":
    case "change_rejected":
      return { userId: sara.id, otherId: ana.id };
    case "request_waiting":
    case "report_waiting":
    case "requests_late":
    case "reports_late":
    case "cases_without_application":
    case "reply_held":
    case "appeals_waiting":
    case "backup_never":
    case "backup_old":
    case "backup_failed":
    case "backup_unverified":
    case "jobs_failed":
    case "mails_failing":
    case "scanner_silent":
      return { userId: elena.id, otherId: sara.id };
  }
}

const all = (but: readonly Kind[] = []) => KIND_NAMES.filter((kind) => !but.includes(kind));
const ADMINS = KIND_NAMES.filter((kind) => KINDS[kind].role === "admin");
/** The kinds that no case changes. */
const OF_ADMISSION: readonly Kind[] = ["admission_approved", "change_published", "change_rejected"];
const APPEALED: readonly Kind[] = ["appeal_decided", "appeal_decided_kine"];
const MESSAGES: readonly Kind[] = ["message_received", "message_received_kine"];
const BOOKINGS = KIND_NAMES.filter((kind) => KINDS[kind].group === "bookings");
/** The kinds about what was, beside those about what is ahead while the two are in contact. */
const OF_PAST_BOOKINGS: readonly Kind[] = [
  "booking_answered",
  "booking_cancelled",
  "booking_cancelled_kine",
  "booking_declined",
  "bookings_unmarked",
];
const OF_BOOKINGS_AHEAD = BOOKINGS.filter((kind) => !OF_PAST_BOOKINGS.includes(kind));
/** The questions to the patient of a case, which any accepted specialist keeps true. */
const OF_ANY_ACCEPTED: readonly Kind[] = ["measure_due", "treatment_finished"];
/** The kinds about applications to the case, decided or not, and about a case that is offered. */
const OF_APPLICANTS: readonly Kind[] = [
  "application_received",
  "applications_unanswered",
  "application_unanswered",
  "application_accepted",
  "application_rejected",
  "acceptance_ended",
  "nobody_wrote",
  "nobody_wrote_kine",
  "offer_edited",
  "offer_lapsed",
];
const OFFERED: readonly Kind[] = ["case_in_zone", "case_invitation", "seat_free"];

type About = ReturnType<typeof ofKind> & { caseId: string };
/** Each state as SQL about a notification's person and object, the kinds still delivered in it, and those that the screens still show. */
const STATES: Record<
  string,
  {
    sql: (about: About, kind: Kind) => string;
    told: readonly Kind[];
    listed?: readonly Kind[];
    counted?: readonly Kind[];
  }
> = {
  "as it was": { sql: () => "select", told: all() },
  read: { sql: () => "update notifications set seen_at = now()", told: [], listed: all() },
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
      `update user_roles set role = '${KINDS[kind].role === "patient" ? "kine" : "patient"}' where user_id = '${userId}'`,
    told: [],
  },
  "in the quiet hours": {
    sql: ({
      userId,
    }) => `update notification_hours set quiet_from = (now() at time zone zone)::time - interval '1 hour',
      quiet_until = (now() at time zone zone)::time + interval '1 hour' where user_id = '${userId}'`,
    told: [],
    listed: all(),
    counted: all(),
  },
  "the case closed": {
    sql: ({ caseId }) => `update cases set status = 'closed' where id = '${caseId}'`,
    told: [
      ...ADMINS,
      ...OF_ADMISSION,
      ...MESSAGES,
      ...OF_PAST_BOOKINGS,
      "measure_due",
      "application_accepted",
      "application_rejected",
      "acceptance_ended",
      "review_received",
      "review_replied",
      "review_hidden",
      "review_edit_asked",
      ...APPEALED,
    ],
  },
  "the two agreed by themselves": {
    sql: () => "update match_levels set coordinated_at = now()",
    told: all(["nobody_wrote", "nobody_wrote_kine"]),
  },
  "a turno asked for": {
    sql: () => `insert into bookings (match_id, kine_id, source, state, asked_by, starts_at, local_start, minutes, zone)
      select '${world.silent}', '${world.tina.id}', 'noted', 'held', 'kine', now() - interval '9 days', now() - interval '9 days', 60, 'UTC'`,
    told: all(["nobody_wrote", "nobody_wrote_kine"]),
  },
  "the case asleep": {
    sql: ({ caseId }) => `update cases set dormant_at = now() where id = '${caseId}'`,
    told: all([...OFFERED, "case_quiet"]),
  },
  "the case gone": {
    sql: ({ caseId }) =>
      `delete from notifications where case_id = '${caseId}'; delete from matches where case_id = '${caseId}';
        delete from cases where id = '${caseId}'`,
    told: [...ADMINS, ...OF_ADMISSION, "review_hidden", "appeal_decided"],
  },
  "the specialist applied": {
    sql: ({ caseId }) =>
      `insert into matches (case_id, kine_id) values ('${caseId}', '${world.sara.id}') on conflict do nothing`,
    told: all([...OFFERED, "case_quiet"]),
  },
  "the specialist without a licence there, where only such are shown": {
    sql: () => `delete from licences;
      update cases set preferred_modality = 'domicilio', place_slug = (select slug from places order by slug limit 1);
      insert into settings (key, value) values ('licence_rule', '"strict"') on conflict (key) do update set value = excluded.value`,
    told: all(OFFERED),
  },
  "the applications withdrawn": {
    sql: ({
      caseId,
    }) => `delete from notifications where match_id in (select id from matches where case_id = '${caseId}');
        delete from matches where case_id = '${caseId}'`,
    told: all([...OF_APPLICANTS, ...MESSAGES, ...BOOKINGS]),
  },
  // Messages from before a rejection can be read for a while.
  "the applications decided otherwise": {
    sql: ({ caseId }) =>
      `update matches set status = case status when 'accepted' then 'rejected' when 'rejected' then 'accepted' else 'rejected' end::match_status, ended_at = null where case_id = '${caseId}'`,
    told: all([...OF_APPLICANTS, ...OF_BOOKINGS_AHEAD.filter((kind) => !OF_ANY_ACCEPTED.includes(kind))]),
  },
  "the other side suspended": {
    sql: ({ otherId }) => `update profiles set suspended_at = now() where id = '${otherId}'`,
    told: all([
      "application_received",
      "applications_unanswered",
      "offer_edited",
      "application_unanswered",
      "offer_lapsed",
      "nobody_wrote",
      "nobody_wrote_kine",
      ...OFFERED,
    ]),
  },
  "the patient's consent taken back": {
    sql: () => `update profiles set health_withdrawn_at = now(), health_consent = null where id = '${world.ana.id}'`,
    told: all([
      "application_rejected",
      "acceptance_ended",
      "application_unanswered",
      "offer_lapsed",
      ...OFFERED,
      ...OF_BOOKINGS_AHEAD,
    ]),
  },
  "the review hidden": {
    sql: () => "update reviews set hidden_at = now(), hidden_reason = 'Insulta'",
    told: all(["review_received", "review_replied"]),
  },
  "the review shown again": {
    sql: () => "update reviews set hidden_at = null, hidden_reason = null",
    told: all(["review_hidden"]),
  },
  "the answer hidden": {
    sql: () => "update review_replies set held_at = null, hidden_at = now(), hidden_reason = 'Cuenta de más'",
    told: all(["review_replied", "reply_held"]),
  },
  "the queues empty": {
    sql: () =>
      `update kine_applications set status = 'approved', approved_at = now(); update reports set decided_at = now(), decision = 'Nada';
        update case_places set is_waiting = false;
        update appeals set decided_at = now(), outcome = 'kept', decision = 'Nada' where decided_at is null; update review_replies set held_at = null;
        update operator_alarms set ended_at = now()`,
    told: all(ADMINS),
  },
  "the account gone": { sql: ({ userId }) => `delete from profiles where id = '${userId}'`, told: [] },
};

/** The steps that read the state; steps that only read it share a group and follow each other. */
const STEPS = [["push"], ["mail"], ["digest"], ["sending", "list", "unseen"]] as const;
type Step = (typeof STEPS)[number][number];

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
    // The push was sent, and its mail is expected.
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
  if (step === "list") return (await listOf(db, userId)).some((row) => row.id === id);
  if (step === "unseen") return (await countUnseen(db, userId)) === 1;
  const found = await notificationMail.prepare!({ db, secret: SECRET, id: randomUUID() }, { ids: [id] });
  return found !== null && "facts" in found;
}

async function plantOne(kind: Kind, step: Step): Promise<string> {
  const { userId, caseId = null, matchId = null, reviewId = null } = ofKind(kind);
  const { rows } = await sql<{
    id: string;
  }>`select notify_person(${userId}, ${kind}, ${caseId}, ${matchId}, ${reviewId}) as id`.execute(undoable.db);
  const id = rows[0]!.id;
  // In the transaction that is rolled back: the program that runs would end it within a minute.
  if (ALARMS.some((alarm) => alarm === kind))
    await undoable.plant(`insert into operator_alarms (kind, count, raised_at) values ('${kind}', 1, now())
      on conflict (kind) do update set ended_at = null`);
  // The notification is older than the applications.
  const delivery = step === "push" || step === "mail" || step === "digest" ? step : "over";
  await undoable.plant(`update notifications set created_at = '2020-01-01', delivery = '${delivery}' where id = '${id}';
    insert into notification_settings select '${userId}'::uuid, name, true, '${step === "digest" ? "daily" : "at_once"}'
      from unnest(array['${Object.keys(GROUPS).join("', '")}']) name`);
  return id;
}

/** The short form tries each kind in each state at one group of steps, another one each day; the full form at all of them. */
const DAY = Math.floor(Date.now() / 86_400_000);
const stepsOf = (state: string, kind: Kind) =>
  isFull ? STEPS : [STEPS[(Object.keys(STATES).indexOf(state) + KIND_NAMES.indexOf(kind) + DAY) % STEPS.length]!];

describe("what its person may not see is not told", () => {
  test.each(Object.entries(STATES))("%s", async (state, { sql: change, told, listed = told, counted = told }) => {
    const expected = (step: Step) => (step === "list" ? listed : step === "unseen" ? counted : told);
    for (const kind of KIND_NAMES)
      for (const steps of stepsOf(state, kind)) {
        await undoable.begin();
        try {
          const id = await plantOne(kind, steps[0]);
          const about = { caseId: world.caseId, ...ofKind(kind) };
          await undoable.plant(change(about, kind));
          for (const step of steps)
            expect(await isTold(step, id, about.userId), `${kind} at ${step}`).toBe(expected(step).includes(kind));
        } finally {
          await undoable.undo();
        }
      }
  });

  test("the states, kinds and steps are at least 2,000 cells", () => {
    expect(Object.keys(STATES).length * KIND_NAMES.length * STEPS.flat().length).toBeGreaterThanOrEqual(2_000);
  });
});

describe("no word about health and no name leaves the house", () => {
  test.each(KIND_NAMES)("%s", async (kind) => {
    for (const message of [notificationMail, notificationDigest]) {
      await undoable.begin();
      const id = await plantOne(kind, "mail");
      const found = await message.prepare!({ db: undoable.db, secret: SECRET, id: randomUUID() }, { ids: [id] });
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
