// @module-tag operations/full
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loader as landing } from "../../app/screens/public/landing.tsx";
import { loader as sitemap } from "../../app/screens/public/sitemap-file.ts";
import { callContext } from "../../app/server-api.server.ts";
import { appContext } from "../../app/shared/app-context.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { plainPages } from "../fast-path/plain-pages.ts";
import { startStandby, startStoppable, type StoppableDatabase } from "../support/stoppable-database.ts";
import { openNode, openTestAppOn, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

/** The staleness bound: older acknowledged writes are in every public answer. */
const BOUND_MS = 2_000;
/** A failed replica is not used for ten seconds. */
const LATER = { timeout: 60_000, interval: 100 };
const TOKEN = "a token of the tests, long enough to be one";

let primary: StoppableDatabase;
let standby: StoppableDatabase;
let testApp: TestApp;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  primary = await startStoppable();
  // As in production: an acknowledged write is in the WAL that replicas read.
  await on(primary, "alter database kinexo set synchronous_commit = on");
  standby = await startStandby(primary);
  await on(primary, "create role reader login password 'reads'; grant pg_read_all_data to reader");
  const environment = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url, METRICS_TOKEN: TOKEN };
  testApp = await openTestAppOn({ url: primary.url, drop: async () => undefined }, { environment, pages: plainPages });
  carla = await testApp.approvedKine(cast.carla);
  elena = await testApp.signIn(cast.elena);
});
beforeEach(() => untilReplicaIs("in use"));
afterEach(() => on(standby, "select pg_wal_replay_resume() where pg_is_in_recovery()"));
afterAll(async () => {
  await testApp?.close();
  await standby?.close();
  await primary?.close();
});

async function on({ url }: { url: string }, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Record<string, unknown>>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
/** Pauses replication replay. */
const pause = () => on(standby, "select pg_wal_replay_pause()");
/** The number of reads of the availabilities: one per profile read. */
const readings = async (server: StoppableDatabase) =>
  Number(
    (
      await on(
        server,
        "select idx_scan + seq_scan as readings from pg_stat_user_tables where relname = 'availabilities'",
      )
    )[0]?.["readings"],
  );

async function replicaState(url = testApp.url): Promise<unknown> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { replica?: string }).replica;
}
async function untilReplicaIs(state: "in use" | "not in use", url?: string) {
  await expect.poll(() => replicaState(url), LATER).toBe(state);
}

const bioToVisitors = async () => (await testApp.anonymous.profiles.publicProfile({ id: carla.id })).bio;
async function pageOf({ id }: { id: string }) {
  const answer = await fetch(`${testApp.url}/kines/${id}`, { redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
}
/** Writes the bio directly to the database, and so immediately. */
const writeBio = (bio: string) => testApp.db.updateTable("profiles").set({ bio }).where("id", "=", carla.id).execute();

async function reviewCarla() {
  const ana = await testApp.signUp(cast.ana);
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id })).id });
  await ana.api.cases.close({ id });
  await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 5 });
  // The best rated are ranked by reviews of confirmed people after a week.
  await confirmAddresses(testApp.db, ana);
  await ageRelations(testApp.db, carla);
}

/** Polls until well after the bound; returns what reads started after the bound saw. */
async function seenAfterBound<T>(look: () => Promise<T>): Promise<Set<T>> {
  const since = performance.now();
  const seen = new Set<T>();
  while (seen.size === 0 || performance.now() - since < BOUND_MS + 500) {
    const startedAt = performance.now();
    const found = await look();
    if (startedAt - since >= BOUND_MS) seen.add(found);
    await wait(100);
  }
  return seen;
}

describe("what visitors see", () => {
  test(
    "is read from the replica, and what the signed in see from the primary",
    { tags: "operations/short" },
    async () => {
      const before = [await readings(primary), await readings(standby)] as const;
      for (let index = 0; index < 10; index += 1) await Promise.all([bioToVisitors(), pageOf(carla)]);
      await carla.api.profiles.publicProfile({ id: carla.id });
      // A server publishes an idle connection's statistics after about ten seconds. The primary reads the table for the directory too.
      await expect
        .poll(async () => [(await readings(primary)) > before[0], await readings(standby)], LATER)
        .toEqual([true, before[1] + 20]);
    },
  );

  test("is older for a moment where the replica is, and never by more than two seconds", async () => {
    let count = 0;
    await expect
      .poll(async () => {
        await on(standby, "select pg_wal_replay_resume()");
        await untilReplicaIs("in use");
        await pause();
        const before = await bioToVisitors();
        await writeBio(`Escribo por ${(count += 1)}.ª vez`);
        return before === (await bioToVisitors());
      }, LATER)
      .toBe(true);
    expect(await seenAfterBound(bioToVisitors)).toEqual(new Set([`Escribo por ${count}.ª vez`]));
    expect(await replicaState()).toBe("not in use");
  });

  test("is seen at once by whoever changed it, and on the page two seconds later, whatever page was kept", async () => {
    await pageOf(carla);
    await pause();
    await carla.api.profiles.update({ name: cast.carla.metadata.name, bio: "Atiendo en Rosario" });
    expect((await carla.api.profiles.publicProfile({ id: carla.id })).bio).toBe("Atiendo en Rosario");
    const isNew = async () => (await pageOf(carla)).text.includes("<p>Atiendo en Rosario</p>");
    expect(await seenAfterBound(isNew)).toEqual(new Set([true]));
    await on(standby, "select pg_wal_replay_resume()");
    await untilReplicaIs("in use");
    expect(await isNew()).toBe(true);
  });

  test("has nobody who was suspended longer than two seconds ago, though the replica stands still", async () => {
    const kine = await testApp.approvedKine(like(cast.carla, "Kine Que Se Va", { license_number: "MN se va" }));
    expect((await pageOf(kine)).status).toBe(200);
    await untilReplicaIs("in use");
    await pause();
    await elena.api.moderation.suspend({ id: kine.id, reason: "No cumple los términos" });
    const look = async () =>
      [await outcome(testApp.anonymous.profiles.publicProfile({ id: kine.id })), (await pageOf(kine)).status].join();
    expect(await seenAfterBound(look)).toEqual(new Set(["NOT_FOUND,302"]));
  });

  test("has at once whoever is new", async () => {
    await pause();
    const kine = await testApp.approvedKine(like(cast.carla, "Kine Que Llega", { license_number: "MN llega" }));
    expect((await testApp.anonymous.profiles.publicProfile({ id: kine.id })).name).toBe("Kine Que Llega");
    expect((await pageOf(kine)).status).toBe(200);
  });

  test("is read from the replica on the first page and in the sitemap too", async () => {
    await reviewCarla();
    await untilReplicaIs("in use");
    const context = new RouterContextProvider();
    const { db } = openDatabase("postgres://nobody@127.0.0.1:9/none", { max: 1, onError: () => undefined });
    context.set(appContext, {
      productName: "Kinexo",
      contactPhone: "",
      contactEmail: "",
      publicUrl: testApp.url,
      providers: [],
      build: "",
    });
    context.set(callContext, {
      services: { ...testApp.app.services, db },
      requestId: "",
      clientAddress: "",
      findViewer: async () => null,
    });
    const loaderArgs = { context, request: new Request(testApp.url), url: new URL(testApp.url), params: {} };
    // The replica may be in use before it holds the newest review.
    await expect
      .poll(async () => (await landing({ ...loaderArgs, pattern: "/" })).text(), LATER)
      .toContain(`/kines/${carla.id}`);
    const file = { ...loaderArgs, params: { file: "perfiles-1.xml" }, pattern: "/sitemaps/:file" as const };
    expect(await (await sitemap(file)).text()).toContain(carla.id);
    await db.destroy();
  });
});

describe("a replica", () => {
  test("that is killed is missed by nobody, and serves again when it is back", async () => {
    await standby.stop();
    for (let index = 0; index < 20; index += 1) expect(await outcome(bioToVisitors())).toBe("ok");
    await untilReplicaIs("not in use");
    await standby.start();
    await untilReplicaIs("in use");
  });

  test("that answers nothing keeps somebody waiting for about a second, and nobody after that", async () => {
    standby.freeze();
    const since = performance.now();
    expect(await Promise.all([outcome(bioToVisitors()), outcome(bioToVisitors())])).toEqual(["ok", "ok"]);
    expect(performance.now() - since).toBeLessThan(4_000);
    expect(await replicaState()).toBe("not in use");
    standby.thaw();
    await untilReplicaIs("in use");
  });

  test("is told of by Estado and by the metrics", async () => {
    const metric = async (name: string) => {
      const text = await (
        await fetch(`${testApp.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      ).text();
      return Number(new RegExp(`^kinexo_replica_${name} (.+)$`, "m").exec(text)?.[1]);
    };
    expect((await elena.api.status.read()).node.replica).toEqual({ in_use: true, age_ms: expect.any(Number) });
    expect([await metric("in_use"), await metric("age_seconds")]).toEqual([1, expect.any(Number)]);
    await pause();
    await writeBio("Más nuevo");
    await untilReplicaIs("not in use");
    const { replica } = (await elena.api.status.read()).node;
    expect(replica?.in_use).toBe(false);
    expect(replica?.age_ms).toBeGreaterThan(BOUND_MS);
    expect([await metric("in_use"), (await metric("age_seconds")) > BOUND_MS / 1000]).toEqual([0, true]);
  });

  test("may be read by somebody who may only read", async () => {
    const own = await openNode(primary.url, {
      environment: {
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URL: Object.assign(new URL(standby.url), { username: "reader", password: "reads" }).href,
      },
    });
    await untilReplicaIs("in use", own.url);
    await own.close();
  });

  test.each(["the primary itself", "another database", "nowhere"])("that is none is not asked: %s", async (what) => {
    const other = what === "another database" ? await startStoppable() : null;
    const replica = other?.url ?? (what === "nowhere" ? "postgres://nobody@127.0.0.1:9/kinexo" : primary.url);
    const own = await openNode(primary.url, {
      environment: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica },
    });
    const answer = await fetch(`${own.url}/rpc/profiles/publicProfile`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ json: { id: carla.id } }),
    });
    expect(answer.status).toBe(200);
    await wait(BOUND_MS);
    expect(own.app.services.replica?.figures()).toMatchObject({ in_use: false, age_ms: Infinity });
    await own.close();
    await other?.close();
  });

  // Last, because a promotion cannot be undone.
  test("that became a primary is asked no more", async () => {
    await on(standby, "select pg_promote()");
    await writeBio("De la primaria");
    expect(await seenAfterBound(bioToVisitors)).toEqual(new Set(["De la primaria"]));
    await untilReplicaIs("not in use");
  });
});
