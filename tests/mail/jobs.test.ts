// @module-tag operations/full
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { openApp } from "../../app/server/app.server.ts";
import { readSettings } from "../../app/platform/settings.ts";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { openMailServer } from "./smtp-server.ts";
import { kept, openMailApp } from "./mail-app.ts";
import { ended, jobs, messages, post, TIMES } from "./post.ts";

test("a mail server that keeps one waiting holds up neither requests nor the end of the app, and gets the message after it", async () => {
  let arrivals = 0;
  const smtp = kept(
    await openMailServer({ onRcptTo: (_address, _session, done) => void ((arrivals += 1) > 1 && done()) }),
  );
  const database = await createDatabase();
  kept({ close: database.drop });
  const dataDir = makeFolder("mail");
  kept({ close: () => rm(dataDir, { recursive: true }) });
  const settings = {
    ...readSettings({ DATA_DIR: dataDir, SMTP_URL: smtp.url }),
    secret: "a secret of the tests, long enough",
  };

  const first = await openApp(settings, database.url);
  const admin = await first.services.db.selectFrom("profiles").select("id").executeTakeFirstOrThrow();
  await post({ app: first }, admin.id);
  await vi.waitFor(() => expect(arrivals).toBe(1), TIMES);
  const answered = await first.fetch(new Request("http://localhost/healthz"), { remoteAddress: "127.0.0.1" });
  expect(answered.status).toBe(200);
  const began = performance.now();
  await first.close();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(smtp.received).toEqual([]);

  kept(await openApp(settings, database.url));
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), TIMES);
});

test("jobs go on after every connection to the database was cut", async () => {
  const smtp = kept(await openMailServer());
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    here.db,
  );
  await post(here, ana.id);
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), TIMES);
});

test("a database that goes away while a message is being sent ends neither the process nor the job", async () => {
  let tries = 0;
  const smtp = kept(
    await openMailServer({
      onMailFrom: (_address, _session, done) => void ((tries += 1) === 1 ? cut().then(() => done()) : done()),
    }),
  );
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url });
  const name = new URL(here.databaseUrl).pathname.slice(1);
  // Connects to another database of the server, to refuse everybody the connection to this one and then allow it again.
  const outside = new pg.Client({ connectionString: inject("databaseUrl") });
  await outside.connect();
  kept({ close: () => outside.end() });
  const cut = async () => {
    await outside.query(`alter database ${name} with allow_connections false`);
    await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    setTimeout(() => void outside.query(`alter database ${name} with allow_connections true`), 1_500);
  };
  await post(here, ana.id);
  // A pooler itself waits out such a short outage.
  if (inject("poolerPort") === null) await vi.waitFor(() => expect(tries).toBeGreaterThan(1), TIMES);
  await ended(here, "sent_at");
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1);
  await vi.waitFor(async () => expect(await jobs(here)).toEqual([]), TIMES);
});

test("a closed app is not hurt by its database's end", async () => {
  const { testApp: here } = await openMailApp();
  for (let round = 0; round < 5; round++) {
    const other = await openApp({ ...here.app.services.settings, databaseUrl: here.databaseUrl }, here.databaseUrl);
    await other.close();
    // An error on a connection left open would have no listener and end the process.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      here.db,
    );
  }
  expect((await fetch(`${here.url}/healthz`)).status).toBe(200);
});

test("two nodes on one database send each message once", { tags: "operations/short" }, async () => {
  const smtp = kept(await openMailServer());
  const { testApp: here, ana } = await openMailApp({ SMTP_URL: smtp.url, DATABASE_URL: "postgres://elsewhere/none" });
  const other = kept(await openApp(here.app.services.settings, here.databaseUrl));
  await Promise.all(Array.from({ length: 30 }, (_, n) => post(n % 2 ? here : { app: other }, ana.id, `Persona ${n}`)));
  await vi.waitFor(async () => expect((await messages(here)).every(({ sent_at }) => sent_at)).toBe(true), TIMES);
  const names = smtp.received.map(({ to }) => to?.[0]?.name ?? "").toSorted();
  expect(names).toEqual(Array.from({ length: 30 }, (_, n) => `Persona ${n}`).toSorted());
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(30);
});
