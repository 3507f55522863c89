import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitForDisowning } from "../../app/auth/core/disowning.server.ts";
import { issueUndoLink } from "../../app/auth/flows/links/undo-links.server.ts";
import type { Tx } from "../../app/platform/database/database.server.ts";
import { openIntruded, type Intruded } from "./intruded.ts";
import { outcome, type Person } from "../support/people.ts";
import { requestOf } from "./reviewed-kines.ts";

let world: Intruded;
beforeAll(async () => {
  world = await openIntruded();
});
afterAll(() => world?.close());
beforeEach(() => world.confirm());

/** The link of the mail about a passkey that the intruder added in the admin's session. */
async function linkOf(admin: Person): Promise<string> {
  const { id } = await world.testApp.db
    .selectFrom("auth.sessions")
    .select("id")
    .where("user_id", "=", admin.id)
    .executeTakeFirstOrThrow();
  const way = { kind: "passkey", id: randomUUID() } as const;
  return world.testApp.db.transaction().execute((tx) => issueUndoLink(tx, { user_id: admin.id, session_id: id }, way));
}
const press = async (token: string) =>
  (
    await fetch(`${world.testApp.url}/auth/v1/undo`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    })
  ).status;
async function untilWaiting(many: number): Promise<void> {
  const waiting = async () => (await sql`select from pg_locks where not granted`.execute(world.testApp.db)).rows.length;
  await expect.poll(waiting).toBe(many);
}

/** Presses the link, and acts while that is under way: `stall` holds what it needs. */
async function atTheSameInstant(token: string, stall: (tx: Tx) => Promise<unknown>, act: () => Promise<unknown>) {
  let acted: Promise<unknown> = Promise.resolve();
  const pressed = await world.testApp.db.transaction().execute(async (tx) => {
    await stall(tx);
    const pressing = press(token);
    await untilWaiting(1);
    acted = outcome(act());
    // Whether it waits as well or is done.
    await Promise.race([acted, untilWaiting(2)]);
    return { pressing };
  });
  expect(await pressed.pressing).toBe(200);
  return acted;
}

describe("what an intruder does in an admin's session while its owner presses 'No fui yo'", () => {
  test("gives no role", async () => {
    const [admin, accomplice] = [await world.anotherAdmin(), await world.someone()];
    const acted = await atTheSameInstant(
      await linkOf(admin),
      (tx) => sql`lock table user_roles in share row exclusive mode`.execute(tx),
      () => admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" }),
    );
    const { rows } = await sql<{ role: string }>`select role from user_roles where user_id = ${accomplice.id}`.execute(
      world.testApp.db,
    );
    expect([acted, rows]).toEqual(["NOT_SIGNED_IN", [{ role: "patient" }]]);
  });

  test("admits nobody", async () => {
    const [admin, before, meanwhile] = [await world.anotherAdmin(), await world.applicant(), await world.applicant()];
    const requests = [await requestOf(world.elena, before), await requestOf(world.elena, meanwhile)];
    await admin.api.kineApplications.approve({ id: requests[0]!.id });
    const acted = await atTheSameInstant(
      await linkOf(admin),
      (tx) => sql`select from kine_applications where id = ${requests[0]!.id} for update`.execute(tx),
      () => admin.api.kineApplications.approve({ id: requests[1]!.id }),
    );
    const statuses = [await requestOf(world.elena, before), await requestOf(world.elena, meanwhile)].map(
      (found) => found?.status,
    );
    expect([acted, statuses]).toEqual(["NOT_SIGNED_IN", ["pending", "pending"]]);
  });
});

test("what is no link waits for no admin, and no admin for it", async () => {
  const pressed = await world.testApp.db.transaction().execute(async (tx) => {
    await waitForDisowning(tx);
    return press(randomUUID());
  });
  expect(pressed).toBe(403);
});
