import { sql } from "kysely";
import { expect, vi } from "vitest";
import { register } from "../../app/domain/accounts/register.server.ts";
import type { App } from "../../app/server/app.server.ts";
import type { Tx } from "../../app/platform/database/database.server.ts";
import type { CastMember } from "../../app/demo/cast.ts";
import type { TestApp } from "../support/test-app.ts";
import { kineCreated } from "../../app/domain/accounts/messages.server.ts";

/** How long a message may take on a busy machine. */
export const TIMES = { timeout: 60_000, interval: 50 };

/** Queues the new-specialist message to a user, in a transaction that `then` may abort. */
export function post({ app }: { app: App }, userId: string, name = "Mariana Gómez", then?: (tx: Tx) => Promise<void>) {
  return app.services.db.transaction().execute(async (tx) => {
    await app.services.mail.post(tx, kineCreated, {
      user_id: userId,
      to: { name, address: "mariana@example.com" },
      told: { name, email: "mariana@example.com", token: "a" },
    });
    await then?.(tx);
  });
}

/** A user to whom no message was sent yet. */
export async function addPerson(testApp: TestApp, member: CastMember) {
  const { email, password, metadata } = member;
  const { auth, db } = testApp.app.services;
  const encrypted_password = await auth.hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const { id } = await auth.createUser(tx, { email, encrypted_password });
    await register(tx, { id, email, metadata });
  });
  return testApp.signIn(member);
}

/** Every message of a test app, oldest first. */
export const messages = ({ db }: TestApp) => db.selectFrom("outgoing_messages").selectAll().orderBy("id").execute();
/** The remaining jobs. */
export const jobs = async ({ db }: TestApp) =>
  (
    await sql<{
      attempts: number;
      last_error: string | null;
    }>`select attempts, last_error from graphile_worker.jobs`.execute(db)
  ).rows;
/** Waits until the only message is sent or has failed. */
export const ended = (testApp: TestApp, how: "sent_at" | "failed_at") =>
  vi.waitFor(
    async () => expect((await messages(testApp)).map((message) => message[how] !== null)).toEqual([true]),
    TIMES,
  );
