// @module-tag operations/full
import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { enter, like } from "../support/people.ts";
import { openCrashable } from "./crashable-server.ts";

const KILLS = ["server", "database", "both"] as const;
const ROUNDS = isFull ? 200 : KILLS.length;
const EACH = 10;

let dataDir: string;
let server: Awaited<ReturnType<typeof openCrashable>>;
let patient: string;

beforeAll(async () => {
  dataDir = makeFolder("told");
  server = await openCrashable(dataDir);
  await server.start();
  patient = (await enter(server.url, like(cast.ana, "Ana Cortes"), "sign up")).id;
  await ask(
    `insert into notification_hours (user_id, quiet_from, quiet_until) values ('${patient}', '00:00', '00:00')`,
    // An unconfirmed address would get only a few mails.
    `update auth.users set email_confirmed_at = now() where id = '${patient}'`,
  );
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(...statements: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server.databaseUrl() });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let answer: pg.QueryResult | undefined;
    for (const statement of statements) answer = await client.query(statement);
    return answer!;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Notifies the patient of an application to a new case, in one transaction; adds the case's id to `acknowledged` once it is committed. */
async function notify(acknowledged: string[]) {
  const [caseId, kineId] = [randomUUID(), randomUUID()];
  await ask(
    `begin; set local session_replication_role = replica;
     insert into cases (id, patient_id, title, description) values ('${caseId}', '${patient}', 'x', 'x');
     insert into profiles (id, name, email, approval_status) values ('${kineId}', 'Kine', '${kineId}@example.com', 'approved');
     insert into matches (case_id, kine_id, created_at) values ('${caseId}', '${kineId}', '2100-01-01');
     set local session_replication_role = origin;
     select notify_person('${patient}', 'application_received', '${caseId}'); commit`,
  );
  acknowledged.push(caseId);
}

/** Makes all waiting deliveries and jobs due now. */
const hurry = () =>
  ask(
    "update notifications set due_at = now() where due_at > now()",
    "update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()",
  );

test(
  `${ROUNDS} kills of the server and of PostgreSQL while people are notified lose no notification, and deliver none twice`,
  { timeout: ROUNDS * 20_000 + 120_000 },
  async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let goesOn = true;
      const telling = (async () => {
        for (let n = 0; goesOn && n < EACH; n += 1) await notify(acknowledged).catch(() => wait(20));
      })();
      const hurrying = (async () => {
        while (goesOn) await hurry().catch(() => wait(50));
      })();
      await wait(100 + Math.random() * 900);
      const killed = KILLS[round % KILLS.length]!;
      if (killed !== "server") server.killDatabase();
      if (killed !== "database") await server.killServer();
      await wait(100);
      goesOn = false;
      await Promise.all([telling, hurrying]);
      await server.killServer();
      await server.start();
    }
    const countPending = async () =>
      Number((await ask("select count(*) from notifications where delivery <> 'over'")).rows[0].count) +
      Number((await ask("select count(*) from outgoing_messages where sealed is not null")).rows[0].count);
    for (let pending = await countPending(); pending > 0; pending = await countPending()) {
      await hurry();
      await wait(500);
    }
    // Each message has one file, and its link names the case.
    const outbox = join(dataDir, "outbox");
    const files = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
    const texts = await Promise.all(files.map((name) => readFile(join(outbox, name), "utf8")));
    const caseOf = (text: string) => /caso=(?:3D)?([0-9a-f-]{36})/.exec(text.replaceAll("=\r\n", ""))?.[1];
    const notified = texts.flatMap((text) => caseOf(text) ?? []);
    expect(acknowledged.filter((id) => !notified.includes(id))).toEqual([]);
    expect(notified.length - new Set(notified).size).toBe(0);
    const ids = texts.flatMap((text) => /^message-id:\s*<([^>]+)>/im.exec(text)?.[1] ?? []);
    expect(new Set(ids).size).toBe(files.length);
    console.log(`${ROUNDS} kills, ${acknowledged.length} notifications, ${notified.length} mails, 0 lost, 0 twice`);
  },
);
