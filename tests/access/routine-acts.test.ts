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
    acted_at = acted_at - make_interval(mins => ${minutes}),
    proofs = (select coalesce(jsonb_agg(jsonb_set(p, '{timestamp}', to_jsonb((p ->> 'timestamp')::bigint - ${minutes * 60}))), '[]')
      from jsonb_array_elements(proofs) p) where user_id = ${elena.id}`.execute(testApp.db);

const routine = () => outcome(elena.api.holidays.save({ day: "2028-03-03", name: "Carnaval" }));
const refused = () => outcome(elena.api.kineApplications.approve({ id: NOBODY, is_checked: false }));

test("a proof lasts thirty minutes for routine acts, each of which keeps it as long again", async () => {
  await pass(29);
  expect(await routine()).toBe("ok");
  await pass(29);
  expect(await routine()).toBe("ok");
  await pass(31);
  expect(await routine()).toBe("RECENT_PROOF_NEEDED");
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
  expect(await routine()).toBe("ok");
});

test("reading and a refused act keep no proof, and no row of acts outlives a working day", async () => {
  await pass(29);
  expect(await outcome(elena.api.kineApplications.list())).toBe("ok");
  expect(await refused()).not.toBe("RECENT_PROOF_NEEDED");
  await pass(2);
  expect(await routine()).toBe("RECENT_PROOF_NEEDED");

  elena = await testApp.signIn(cast.elena);
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    await pass(20);
    expect(await routine()).toBe("ok");
  }
  await pass(21);
  expect(await routine()).toBe("RECENT_PROOF_NEEDED");
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
