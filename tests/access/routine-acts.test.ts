import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  elena = await testApp.signIn(cast.elena);
});

const NOBODY = "00000000-0000-7000-8000-000000000000";

/** Lets minutes pass for the admin's sessions. */
const pass = (minutes: number) =>
  sql`update auth.sessions set created_at = created_at - make_interval(mins => ${minutes}),
    proofs = (select coalesce(jsonb_agg(jsonb_set(p, '{timestamp}', to_jsonb((p ->> 'timestamp')::bigint - ${minutes * 60}))), '[]')
      from jsonb_array_elements(proofs) p) where user_id = ${elena.id}`.execute(testApp.db);

const routine = () => outcome(elena.api.holidays.save({ day: "2028-03-03", name: "Carnaval" }));
const refused = () => outcome(elena.api.kineApplications.approve({ id: NOBODY, is_checked: false }));

test("a proof lasts thirty minutes for routine acts, by its own age: no act at an open desk keeps it", async () => {
  await pass(29);
  expect(await routine()).toBe("ok");
  expect(await outcome(elena.api.kineApplications.list())).toBe("ok");
  expect(await refused()).not.toBe("RECENT_PROOF_NEEDED");
  await pass(2);
  expect(await routine()).toBe("RECENT_PROOF_NEEDED");
  expect(await refused()).toBe("RECENT_PROOF_NEEDED");
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
  expect(await routine()).toBe("ok");
});

test("what takes somebody's visibility, or gives it back, is routine as well", async () => {
  await pass(31);
  const { api } = elena;
  const reason = "Spam";
  const acts = [
    api.moderation.hideReview({ id: NOBODY, reason }),
    api.moderation.showReview({ id: NOBODY, edited_at: null }),
    api.moderation.askEdit({ id: NOBODY, reason }),
    api.moderation.hideReply({ id: NOBODY, reason }),
    api.moderation.showReply({ id: NOBODY, edited_at: null }),
    api.kineApplications.reject({ id: NOBODY }),
    api.kineApplications.reopen({ id: NOBODY }),
    api.vocabulary.keep({ kind: "zone", text: "Nada" }),
    api.profileChanges.reject({ id: NOBODY }),
    api.licences.doubt({ id: NOBODY, reason }),
    api.licences.deactivate({ id: NOBODY, reason }),
    api.licences.answerPast({ kine_id: NOBODY, earlier_id: NOBODY, is_same: false }),
    api.coverages.retire({ id: 2, is_retired: true }),
  ];
  expect(new Set(await Promise.all(acts.map(outcome)))).toEqual(new Set(["RECENT_PROOF_NEEDED"]));
});

test("what gives power, takes it or carries data away needs a proof of five minutes, however busy the session is", async () => {
  await pass(6);
  expect(await routine()).toBe("ok");
  const { api } = elena;
  const strict = [
    api.accounts.assignRole({ user_id: NOBODY, role: "patient" }),
    api.accounts.inviteAgain({ id: NOBODY }),
    api.moderation.suspend({ id: NOBODY, reason: "Spam" }),
    api.moderation.restore({ id: NOBODY, reason: "Error" }),
    api.moderation.closeCase({ id: NOBODY, reason: "Spam" }),
    api.settings.change({ key: "wave_size", value: 16 }),
    api.audit.csv({}),
    api.exports.ask(),
  ];
  expect(new Set(await Promise.all(strict.map(outcome)))).toEqual(new Set(["RECENT_PROOF_NEEDED"]));
});
