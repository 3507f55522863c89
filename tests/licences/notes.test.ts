import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { writeTombstones } from "../../app/platform/storage/tombstones.server.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const approved = () =>
  testApp.approvedKine(like(cast.carla, `Kine Nota ${++round}`, { license_number: `MN ${85_000 + round}` }));
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from licences where id = ${id}`.execute(testApp.db)).rows[0]!.state;
const firstOf = async (kine: Person) => (await kine.api.licences.mine()).items[0]!.id;
async function report(kine: Person): Promise<string> {
  const ana = await testApp.signUp(like(cast.ana, `Ana Nota ${++round}`));
  await confirmAddresses(testApp.db, ana);
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await kine.api.matches.apply({ case_id, message: "Hola" });
  await testApp.db.deleteFrom("acts_at_once").execute();
  return (await ana.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" })).id;
}
const decide = (id: string, is_upheld: boolean) => elena.api.reports.decide({ id, decision: "Visto", is_upheld });
/** Elena disowns what was done in her account; she had admitted everybody before. */
async function disownElena(): Promise<void> {
  await sql`update kine_applications set approved_at = approved_at - interval '2 hours'`.execute(testApp.db);
  await testApp.db
    .transaction()
    .execute((tx) => takeRolesBack(testApp.app.services, tx, elena.id, new Date(Date.now() - 3_600_000)));
}
const change = async (kine: Person, asked: { name: string; license_number?: string }) => {
  await kine.api.profiles.update(asked);
  const { items } = await elena.api.profileChanges.list({});
  await elena.api.profileChanges.approve({ id: items.find(({ kine_id }) => kine_id === kine.id)!.id });
};
/** A copy of before has the licence checked, and knows of no report and no note. */
async function restoreOlderCopy(id: string): Promise<void> {
  await writeTombstones(testApp.app.services);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update licences set state = 'verified', doubted_state = null, found_false_at = null where id = ${id}`.execute(
      tx,
    );
    await sql`delete from reports`.execute(tx);
    await sql`delete from deletions`.execute(tx);
  });
  await replayDeletions(testApp.app.services);
}

const TAKES: Record<string, (kine: Person) => Promise<unknown>> = {
  "a report that acts at once": report,
  "an upheld report": async (kine) => decide(await report(kine), true),
  "'No fui yo' of who checked it": disownElena,
  "a new name": (kine) => change(kine, { name: "Otro Nombre" }),
  "a new number": (kine) => change(kine, { name: "Otro Nombre", license_number: `MN ${95_000 + round}` }),
  "an admin's doubt": async (kine) => elena.api.licences.doubt({ id: await firstOf(kine), reason: "No figura" }),
};
test.each(Object.keys(TAKES))("an older copy does not give the check back that %s took", async (name) => {
  const kine = await approved();
  const id = await firstOf(kine);
  await TAKES[name]!(kine);
  expect(await stateOf(id)).not.toBe("verified");
  await restoreOlderCopy(id);
  expect(await stateOf(id)).not.toBe("verified");
});

test("a check that came back is left by an older copy, however it came back, and one that nothing took leaves no note", async () => {
  const BACK: Record<string, (kine: Person, reported: string) => Promise<unknown>> = {
    "a rejected report": (_, id) => decide(id, false),
    "an admin's check": async (kine) => elena.api.licences.verify({ id: await firstOf(kine), method: "register" }),
  };
  for (const [name, gives] of Object.entries(BACK)) {
    const kine = await approved();
    const id = await firstOf(kine);
    await gives(kine, await report(kine));
    await restoreOlderCopy(id);
    expect([name, await stateOf(id)]).toEqual([name, "verified"]);
  }
  const before = await testApp.db.selectFrom("deletions").select("hash").execute();
  await approved();
  expect(await testApp.db.selectFrom("deletions").select("hash").execute()).toEqual(before);
});

test("a badge that somebody gave back by turning a report down is in doubt after 'No fui yo'", async () => {
  const [kine, other] = [await approved(), await approved()];
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update licences set decided_at = now() - interval '3 days', checked_at = now() - interval '3 days'`.execute(
      tx,
    );
  });
  await decide(await report(kine), false);
  expect(await stateOf(await firstOf(kine))).toBe("verified");
  await disownElena();
  expect(await stateOf(await firstOf(kine))).toBe("doubtful");
  expect(await stateOf(await firstOf(other))).toBe("verified");
  const { rows } =
    await sql`select from reports where profile_id = ${kine.id} and reporter_id is null and decided_at is null`.execute(
      testApp.db,
    );
  expect(rows).toHaveLength(1);
});

test("a check that an older copy lost again is no finding of an admin", async () => {
  const kine = await approved();
  const id = await firstOf(kine);
  await report(kine);
  await restoreOlderCopy(id);
  const found = await testApp.db
    .selectFrom("licences")
    .select(["state", "found_false_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  expect(found).toEqual({ state: "doubtful", found_false_at: null });
});
