import { createHash } from "node:crypto";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
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

/** A note that the database does not know, as after a restored copy. */
function note(kind: string, what: string): void {
  const hash = createHash("sha256").update(what).digest("hex");
  writeFileSync(join(testApp.dataDir, "files/deletions", `${kind}-${hash}-${Date.now()}`), "");
}

test("a suspension is replayed whichever admins there are", async () => {
  const of = async (name: string) => {
    const person = await testApp.signUp(like(cast.ana, `${name} ${++round}`));
    await confirmAddresses(testApp.db, person);
    return person;
  };
  // An older account that administers since an hour, and an admin of last month who was suspended after the copy.
  const fresh = await of("Nueva");
  const taken = await of("Tomada");
  for (const { id } of [taken, fresh]) await elena.api.accounts.assignRole({ user_id: id, role: "admin" });
  await sql`update user_roles set given_at = now() - interval '30 days' where user_id in (${taken.id}, ${elena.id})`.execute(
    testApp.db,
  );
  // The rows come back in any order.
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`create temp table roles on commit drop as select * from user_roles`.execute(tx);
    await sql`truncate user_roles`.execute(tx);
    await sql`insert into user_roles select * from roles order by given_at desc`.execute(tx);
  });
  note("suspended", taken.id);
  await replayDeletions(testApp.app.services);
  const { suspended_at } = await testApp.db
    .selectFrom("profiles")
    .select("suspended_at")
    .where("id", "=", taken.id)
    .executeTakeFirstOrThrow();
  expect(suspended_at).not.toBeNull();
});

test("an answer that was hidden after the copy, in which it waited, is hidden", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Kine Respuesta", { license_number: "MN 63001" }));
  const patient = await testApp.signUp(like(cast.ana, "Paciente Respuesta"));
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await patient.api.cases.close({ id: case_id });
  const { id } = await patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 2, comment: "Regular" });
  expect(await kine.api.reviews.reply({ review_id: id, body: "La rodilla mejoró" })).toEqual({ is_held: true });
  note("reply_hidden", id);
  await replayDeletions(testApp.app.services);
  const reply = await testApp.db
    .selectFrom("review_replies")
    .select(["hidden_at", "held_at"])
    .where("review_id", "=", id)
    .executeTakeFirstOrThrow();
  expect([reply.hidden_at !== null, reply.held_at]).toEqual([true, null]);
});
