import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { failFastPool } from "../../app/platform/database/fail-fast-pool.server.ts";
import { createDatabase } from "../support/database.ts";

test("a database that takes long for a new connection and answers the others is not away", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const database = await createDatabase();
  const pool = failFastPool(
    new pg.Pool({ connectionString: database.url, max: 1 }),
    `postgres://kinexo@127.0.0.1:${(silent.address() as AddressInfo).port}/kinexo`,
    false,
  );
  try {
    const busy = await pool.connect();
    const waiting = pool.connect();
    let refusal: unknown;
    waiting.catch((error: unknown) => (refusal = error));
    const until = performance.now() + 6_000;
    while (performance.now() < until) await busy.query("select pg_sleep(0.2)");
    expect(sockets.size).toBeGreaterThan(0);
    expect(refusal).toBeUndefined();
    busy.release();
    const next = await waiting;
    expect((await next.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    next.release();
  } finally {
    await pool.end();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await database.drop();
  }
});

test("a connection stays open while nobody visits for some seconds, so that the next visit plans nothing again", async () => {
  const database = await createDatabase();
  const { db } = openDatabase(database.url, { max: 1, onError: () => undefined });
  const connection = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  try {
    const first = await connection();
    // Longer than the driver keeps one by default.
    await wait(11_000);
    expect(await connection()).toBe(first);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
