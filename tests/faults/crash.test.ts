// @module-tag operations/full
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { type Api, enter, everyItem, like } from "../support/people.ts";
import { openCrashable } from "./crashable-server.ts";

const KILLS = ["server", "database", "both"] as const;
const ROUNDS = isFull ? 200 : KILLS.length;

let dataDir: string;
let server: Awaited<ReturnType<typeof openCrashable>>;

beforeAll(async () => {
  dataDir = makeFolder("crash");
  server = await openCrashable(dataDir);
  await server.start();
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The settings of the server's database that give up durability. */
async function volatile(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl() });
  await client.connect();
  const names = "('fsync', 'full_page_writes', 'synchronous_commit')";
  const { rows } = await client
    .query(`select name from pg_settings where name in ${names} and setting <> 'on'`)
    .finally(() => client.end());
  return rows;
}

/** The acknowledged cases that are missing. */
async function lost({ api, ids }: { api: Api; ids: string[] }): Promise<string[]> {
  const present = new Set((await everyItem((before) => api.cases.mine({ before }))).map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}

test(
  `${ROUNDS} kills of the server and of PostgreSQL in the middle of writes lose no acknowledged write`,
  { timeout: 120_000 + ROUNDS * 15_000 },
  async () => {
    expect(await volatile()).toEqual([]);
    const written: { api: Api; ids: string[] }[] = [];
    let unanswered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // A new patient each round: a patient may have fifty cases at most.
      const { api } = await enter(server.url, like(cast.ana, `Ana ${round}`), "sign up");
      const ids: string[] = [];
      written.push({ api, ids });
      let writing = true;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; writing; n++) {
          try {
            ids.push((await api.cases.create({ title: `${round}-${writer}-${n}`, description: "x" })).id);
          } catch {
            unanswered += 1;
            await wait(20);
          }
        }
      });
      await expect.poll(() => ids.length).toBeGreaterThan(1);
      await wait(Math.random() * 250);
      const killed = KILLS[round % KILLS.length]!;
      if (killed !== "server") server.killDatabase();
      if (killed !== "database") await server.killServer();
      await wait(100);
      writing = false;
      await Promise.all(writers);
      await server.killServer();
      await server.start();
      expect(await lost({ api, ids }), `lost in round ${round}, ${killed} killed`).toEqual([]);
    }
    for (const one of written) expect(await lost(one)).toEqual([]);
    const acknowledged = written.flatMap(({ ids }) => ids);
    console.log(
      `${ROUNDS} kills, ${acknowledged.length} acknowledged writes, 0 lost, ${unanswered} refused or unanswered`,
    );
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  },
);
