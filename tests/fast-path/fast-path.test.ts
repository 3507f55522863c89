import { StandardRPCJsonSerializer, StandardRPCSerializer } from "@orpc/client/standard";
import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { prepared } from "../../app/platform/database/prepared-statements.server.ts";
import { openSharedReads, type SharedReads } from "../../app/platform/database/shared-reads.server.ts";
import { findViewer } from "../../app/api/viewer.server.ts";
import { anonymousProfile } from "../../app/server/fast-path/anonymous-profile.server.ts";
import { rpcText } from "../../app/server/fast-path/rpc-text.server.ts";
import { openLosingProxy } from "../faults/lossy-proxy.ts";
import { like, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";

const serializer = new StandardRPCSerializer(new StandardRPCJsonSerializer());
const CASES = 23;

let testApp: TestApp;
let ana: Person;
let carla: Person;
let elena: Person;
const cases: string[] = [];

beforeAll(async () => {
  // One connection, so that dropping its prepared statements takes effect.
  testApp = await openTestApp({}, 1);
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
  elena = await testApp.signIn(cast.elena);
  for (let n = 0; n < CASES; n++)
    cases.push((await ana.api.cases.create({ title: `Caso ${n} "ñ" \\`, description: "Me duele\nmucho" })).id);
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: cases[0]! })).id });
  await ana.api.cases.close({ id: cases[0]! });
  await ana.api.reviews.create({ case_id: cases[0]!, kine_id: carla.id, stars: 5, comment: "Muy bien" });
});
afterAll(() => testApp?.close());

type Answer = { status: number; says: unknown; isFast: boolean };
/** A call over HTTP, where fast routes apply, or directly to the app without them. */
async function call(
  way: "over HTTP" | "past",
  procedure: string,
  input: unknown,
  token = "",
  key = "",
  url = testApp.url,
): Promise<Answer> {
  const body = typeof input === "string" ? input : JSON.stringify(serializer.serialize(input));
  const headers = {
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { "idempotency-key": key }),
  };
  const sent = new Request(`${url}/rpc/${procedure}`, { method: "POST", headers, body });
  const answer = way === "past" ? await testApp.app.fetch(sent, { remoteAddress: "127.0.0.1" }) : await fetch(sent);
  const isFast = answer.headers.get("content-security-policy")?.startsWith("default-src 'none'; base-uri") === true;
  return { status: answer.status, says: serializer.deserialize(await answer.json()), isFast };
}

const asAna = () => ana.token();
const asCarla = () => carla.token();
const nobody = async () => "";
const twentieth = () => cases.at(-20)!;

describe("a short way", () => {
  test.each<[string, string, () => unknown, () => Promise<string>]>([
    ["the cases that are offered", "cases/available", () => ({}), asCarla],
    ["the cases after those", "cases/available", () => ({ before: twentieth() }), asCarla],
    ["the cases after all", "cases/available", () => ({ before: cases[0] }), asCarla],
    ["a patient's cases", "cases/mine", () => undefined, asAna],
    ["a patient's next cases", "cases/mine", () => ({ before: twentieth() }), asAna],
    ["a profile to anybody", "profiles/publicProfile", () => ({ id: carla.id }), nobody],
    ["a profile to a patient who was accepted", "profiles/publicProfile", () => ({ id: carla.id }), asAna],
    ["a profile to its specialist", "profiles/publicProfile", () => ({ id: carla.id }), asCarla],
  ])("gives %s as the procedure does", async (_, procedure, input, token) => {
    const short = await call("over HTTP", procedure, input(), await token());
    const long = await call("past", procedure, input(), await token());
    expect(short.status).toBe(200);
    expect(short.isFast).toBe(true);
    expect(long.isFast).toBe(false);
    expect(short.says).toEqual(long.says);
  });

  test("applies once, and refuses as the procedure does", async () => {
    const token = await carla.token();
    const input = { case_id: cases[1], message: "  Trabajo con rodillas  " };
    const applied = await call("over HTTP", "matches/apply", input, token);
    expect(applied).toMatchObject({ status: 200, isFast: true, says: { status: "proposed" } });
    const { message } = await testApp.db
      .selectFrom("matches")
      .select("message")
      .where("case_id", "=", cases[1]!)
      .executeTakeFirstOrThrow();
    expect(message).toBe("Trabajo con rodillas");
    for (const case_id of [cases[0], cases[1], "00000000-0000-7000-8000-000000000000"]) {
      const refused = await call("over HTTP", "matches/apply", { case_id }, token);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused).toMatchObject(
        await call("past", "matches/apply", { case_id }, token).then(({ status, says }) => ({ status, says })),
      );
    }
  });

  test("applies once upon requests with the same key, and tells another request with it", async () => {
    const [token, key] = [await carla.token(), "un-nombre-cualquiera"];
    const input = { case_id: cases[2], message: "Hola" };
    const first = await call("over HTTP", "matches/apply", input, token, key);
    expect(first).toMatchObject({ status: 200, isFast: true, says: { status: "proposed" } });
    for (const way of ["over HTTP", "past"] as const) {
      expect(await call(way, "matches/apply", input, token, key)).toEqual({ ...first, isFast: way === "over HTTP" });
      const other = { case_id: cases[3], message: "Hola" };
      expect(await call(way, "matches/apply", other, token, key)).toMatchObject({
        status: 422,
        says: { code: "KEY_REUSED" },
      });
      expect(await call(way, "matches/apply", other, token, "corta")).toMatchObject({
        status: 400,
        says: { code: "BAD_INPUT" },
      });
    }
    // The fast route also finds what the full procedure stored under a key.
    const long = await call("past", "matches/apply", { case_id: cases[4] }, token, "otro-nombre-cualquiera");
    const again = await call("over HTTP", "matches/apply", { case_id: cases[4] }, token, "otro-nombre-cualquiera");
    expect(again).toEqual({ ...long, isFast: true });
    const burst = Array.from({ length: 8 }, () =>
      call("over HTTP", "matches/apply", { case_id: cases[5] }, token, "muchas-a-la-vez"),
    );
    const says = (await Promise.all(burst)).map((answer) => JSON.stringify([answer.status, answer.says]));
    expect(new Set(says).size).toBe(1);
    expect(says[0]).toContain("proposed");
  });

  test.each<[string, string, unknown, () => Promise<string>, number]>([
    ["nobody", "cases/mine", {}, nobody, 401],
    ["a token that is none", "cases/available", {}, async () => "a.b.c", 401],
    ["a specialist", "cases/mine", {}, asCarla, 403],
    ["a patient", "cases/available", {}, asAna, 403],
    ["a patient who applies", "matches/apply", { case_id: "00000000-0000-7000-8000-000000000000" }, asAna, 403],
    ["an input of another shape", "cases/mine", { before: "ayer" }, asAna, 400],
    ["an input that is no JSON", "cases/mine", "{", asAna, 400],
    [
      "a profile that is not there",
      "profiles/publicProfile",
      { id: "00000000-0000-7000-8000-000000000000" },
      nobody,
      404,
    ],
  ])("refuses %s as the full path does", async (_, procedure, input, token, status) => {
    const { isFast: __, ...short } = await call("over HTTP", procedure, input, await token());
    expect(short.status).toBe(status);
    expect(await call("past", procedure, input, await token())).toMatchObject(short);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["an empty object", {}],
    ["dates in lists", { items: [{ at: new Date(0), name: "ñ" }, { at: null }], next: new Date(1e12) }],
    ["fields that are not given", { a: undefined, b: [null, 1.5, true, "x"] }],
    ["a list with gaps", [undefined, 1]],
    ["numbers that JSON does not know", { n: NaN, big: 12n, far: Infinity }],
    ["a date that is none", { at: new Date(NaN) }],
    ["other objects", { set: new Set([1]), map: new Map([["a", new Date(0)]]), url: new URL("http://a.example/") }],
  ])("writes %s as the protocol does", (_, value) => {
    const before = inspect(value, { depth: null });
    const written = JSON.parse(rpcText(value)) as object;
    expect(inspect(value, { depth: null })).toBe(before);
    expect(serializer.deserialize(written)).toEqual(
      serializer.deserialize(JSON.parse(JSON.stringify(serializer.serialize(value)))),
    );
  });

  test("reads moments of any year, to the millisecond", async () => {
    const moments = [
      "2026-11-24 09:20:11.123999+00",
      "2026-11-24 09:20:11+00",
      "1969-12-31 23:59:59.5-03",
      "0001-01-01 00:00:00.57+00",
      "12026-02-28 23:00:00.007+00",
      "0044-03-15 12:00:00+00 BC",
    ];
    const { rows } = await sql<{ at: Date; ms: number }>`
      select at, floor(extract(epoch from at) * 1000)::float8 as ms
      from unnest(${`{${moments.map((each) => `"${each}"`).join()}}`}::timestamptz[]) at`.execute(testApp.db);
    expect(rows.map(({ at }) => at.getTime())).toEqual(rows.map(({ ms }) => ms));
    expect(rows).toHaveLength(moments.length);
  });

  test("is closed by a new factor, a temporary password, another role, an end of the session and a suspension, to the very next request", async () => {
    const diegos = like(cast.carla, "Diego Corto", { license_number: "MN 4711" });
    const diego = await testApp.approvedKine(diegos);
    const token = await diego.token();
    const status = async () => (await call("over HTTP", "cases/available", {}, token)).status;
    expect(await status()).toBe(200);
    const [factor] = await testApp.db
      .insertInto("auth.mfa_factors")
      .values({ user_id: diego.id, factor_type: "webauthn", status: "verified" })
      .returning("id")
      .execute();
    expect(await status()).toBe(403);
    await testApp.db.deleteFrom("auth.mfa_factors").where("id", "=", factor!.id).execute();
    expect(await status()).toBe(200);
    await testApp.db.updateTable("auth.users").set({ must_change_password: true }).where("id", "=", diego.id).execute();
    expect(await status()).toBe(403);
    await testApp.db
      .updateTable("auth.users")
      .set({ must_change_password: false })
      .where("id", "=", diego.id)
      .execute();
    expect(await status()).toBe(200);
    await elena.api.accounts.assignRole({ user_id: diego.id, role: "patient" });
    expect(await status()).toBe(403);
    await elena.api.accounts.assignRole({ user_id: diego.id, role: "kine" });
    expect(await status()).toBe(200);
    await diego.auth.signOut();
    expect(await status()).toBe(401);
    const again = await (await testApp.signIn(diegos)).token();
    expect((await call("over HTTP", "cases/available", {}, again)).status).toBe(200);
    await elena.api.moderation.suspend({ id: diego.id, reason: "Se hace pasar por otra persona" });
    expect((await call("over HTTP", "cases/available", {}, again)).status).toBe(401);
  });

  test("asks again without names where a connection knows none of them", async () => {
    expect((await call("over HTTP", "cases/mine", {}, await ana.token())).isFast).toBe(true);
    await sql`deallocate all`.execute(testApp.db);
    expect(await call("over HTTP", "cases/mine", {}, await ana.token())).toMatchObject({ status: 200, isFast: true });
  });

  test("asks again without names in a transaction, too, once a read has met a connection that knows none", async () => {
    const { db } = openDatabase(testApp.databaseUrl, { max: 1, onError: () => undefined });
    const named = prepared("a name of the connection", () => sql`select 'told' as said`);
    await named.run(db, {});
    await sql`deallocate all`.execute(db);
    expect(await named.first(db, {})).toEqual({ said: "told" });
    const later = await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      return named.first(tx, {});
    });
    expect(later).toEqual({ said: "told" });
    await db.destroy();
  });

  test("takes the statement of another version for none of its own, though both go by one name", async () => {
    const { db } = openDatabase(testApp.databaseUrl, { max: 1, onError: () => undefined });
    for (const said of ["before", "after"])
      expect(await prepared("a name", () => sql`select ${said} as said`).first(db, {})).toEqual({ said });
    await db.destroy();
  });
});

describe("those who ask at the same time", () => {
  test("are told what each is told alone, and refused as alone", async () => {
    const bruno = await testApp.signUp(cast.bruno);
    await bruno.api.cases.create({ title: "De Bruno", description: "Me duele" });
    const gone = await testApp.signUp(like(cast.bruno, "Gonzalo Ido"));
    const ended = await gone.token();
    await gone.auth.signOut();
    const mine =
      (token: string, input: unknown = {}) =>
      () =>
        call("over HTTP", "cases/mine", input, token);
    const [asking, both] = [
      [await ana.token(), await bruno.token(), ended, await carla.token()],
      { before: twentieth() },
    ];
    const kinds = [
      ...asking.flatMap((token) => [mine(token), mine(token, both)]),
      ...asking.map((token) => () => call("over HTTP", "cases/available", {}, token)),
      ...["", ...asking].map((token) => () => call("over HTTP", "profiles/publicProfile", { id: carla.id }, token)),
    ];
    const alone: Answer[] = [];
    for (const kind of kinds) alone.push(await kind());
    expect(new Set(alone.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(7);
    const together = await Promise.all(
      Array.from({ length: 12 }, () => kinds)
        .flat()
        .map((kind) => kind()),
    );
    expect(together).toEqual(Array.from({ length: 12 }, () => alone).flat());
  });

  type Runs = { most: number; count: number };
  /** Shared reads that count their runs and the maximum of concurrent ones. */
  async function counted(
    work: (ask: (text: string, values: string[]) => Promise<unknown[]>, runs: Runs) => Promise<void>,
  ) {
    const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 5, pipeline: true });
    const runs = { most: 0, count: 0 };
    let underWay = 0;
    const share: SharedReads = openSharedReads(
      {
        async connect() {
          runs.count++;
          runs.most = Math.max(runs.most, ++underWay);
          const client = await pool.connect();
          const release = client.release.bind(client);
          return Object.assign(client, { release: () => (underWay--, Object.assign(client, { release }).release()) });
        },
      },
      () => false,
    );
    const ask = async (text: string, values: string[]) => (await share({ name: text, text, values })).rows;
    await work(ask, runs).finally(() => pool.end());
  }
  const ECHO = "select $1::uuid::text as said";
  const id = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

  test("share runs of the statement, of sixteen at most", () =>
    counted(async (ask, runs) => {
      const ids = Array.from({ length: 100 }, (_, n) => id(n));
      expect(await Promise.all(ids.map((each) => ask(ECHO, [each])))).toEqual(ids.map((said) => [{ said }]));
      expect(runs.count).toBe(7);
    }));

  test("wait for each other while three runs are under way, but not for long", () =>
    counted(async (ask, runs) => {
      const slow = (n: number) => ask("select $1::uuid::text as said from pg_sleep(0.4)", [id(n)]);
      const answers: Promise<unknown>[] = [];
      for (let n = 0; n < 3; n++) {
        answers.push(slow(n));
        await wait(5);
      }
      answers.push(slow(3), slow(4));
      await new Promise((next) => setImmediate(next));
      expect(runs.count).toBe(3);
      await expect.poll(() => runs.count, { timeout: 300, interval: 10 }).toBe(4);
      expect(await Promise.all(answers)).toEqual(answers.map((_, n) => [{ said: id(n) }]));
      expect(runs).toEqual({ count: 4, most: 4 });
    }));

  test("fail alone, though they share a run", () =>
    counted(async (ask, runs) => {
      const ids = Array.from({ length: 16 }, (_, n) => (n === 3 ? "no id" : id(n)));
      const results = await Promise.allSettled(ids.map((each) => ask(ECHO, [each])));
      expect(results.map(({ status }) => status)).toEqual(ids.map((_, n) => (n === 3 ? "rejected" : "fulfilled")));
      expect(await ask(ECHO, [id(1)])).toEqual([{ said: id(1) }]);
      expect(runs.count).toBe(2);
    }));

  test("are told nothing where the answer is another session's", async () => {
    const claims = async (person: Person) => {
      const { session_id } = await testApp.db
        .selectFrom("auth.sessions")
        .select("id as session_id")
        .where("user_id", "=", person.id)
        .where("ended_at", "is", null)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      return { session_id, user_id: person.id };
    };
    const own = await claims(ana);
    expect(await findViewer(testApp.db, own)).toMatchObject({ id: ana.id });
    const others = await findViewer(testApp.db, await claims(elena));
    const mixedUp = (row: object) =>
      testApp.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, rows: [row as never] }),
      });
    await expect(findViewer(mixedUp(others!), own)).rejects.toThrow("somebody else");
    const read = anonymousProfile({ db: mixedUp({ id: elena.id, says: "{}" }), replica: null });
    await expect(read(carla.id)).rejects.toThrow("somebody else");
  });

  test("may read while they are judged, but are told only the refusal", async () => {
    const gone = await testApp.signUp(like(cast.bruno, "Bruno Ido Antes"));
    const own = await gone.api.cases.create({ title: "De quien se fue", description: "Me duele" });
    const token = await gone.token();
    await gone.auth.signOut();
    for (const [procedure, input] of [
      ["cases/mine", {}],
      ["cases/get", { id: own.id }],
      ["cases/get", { id: "nothing of the kind" }],
    ] as const) {
      const { status, says } = await call("over HTTP", procedure, input, token);
      expect([status, JSON.stringify(says)]).toEqual([401, expect.not.stringContaining("De quien se fue")]);
    }
  });
});

describe("a short way whose connection is of no use", () => {
  /** Makes the only connection read-only, as after its primary became a standby. */
  const demote = () => sql`set session characteristics as transaction read only`.execute(testApp.db);
  const apply = (case_id: string, key: string, url?: string) =>
    carla.token().then((token) => call("over HTTP", "matches/apply", { case_id }, token, key, url));
  const applications = async (id: string) => (await ana.api.cases.get({ id })).applications.length;

  test("reads on another one", async () => {
    const token = await carla.token();
    const {
      rows: [own],
    } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(testApp.db);
    const { db: other } = openDatabase(testApp.databaseUrl, { max: 2, onError: () => undefined });
    const isWaiting = async () =>
      (await sql`select from pg_locks where pid = ${own?.pid} and not granted`.execute(other)).rows.length > 0;
    const reading = await other.transaction().execute(async (tx) => {
      await sql`lock table cases`.execute(tx);
      const asked = call("over HTTP", "cases/available", {}, token);
      await expect.poll(isWaiting).toBe(true);
      await sql`select pg_terminate_backend(${own?.pid}::int)`.execute(other);
      return { asked };
    });
    expect(await reading.asked).toMatchObject({ status: 200, isFast: true });
    await other.destroy();
  });

  test("does on another one what has a key, and refuses what has none, once", async () => {
    // Background work, such as the notification of the application before, may use the connection before the call does.
    const hasDueJob = async () =>
      (await sql`select from graphile_worker.jobs where run_at < now() + interval '1 s'`.execute(testApp.db)).rows
        .length > 0;
    const hide = async () => call("over HTTP", "conversations/showReading", { is_on: false }, await carla.token());
    let isRefused = false;
    for (let time = 0; time < 5 && !isRefused; time += 1) {
      await expect.poll(hasDueJob).toBe(false);
      await demote();
      const answer = await hide();
      if (answer.status === 200) continue;
      expect(answer).toMatchObject({ status: 503, says: { code: "UNAVAILABLE" } });
      expect(await hide()).toMatchObject({ status: 200, isFast: true });
      isRefused = true;
    }
    expect(isRefused).toBe(true);
    await demote();
    expect(await apply(cases[6]!, "un-nombre-en-la-caida")).toMatchObject({
      status: 200,
      says: { status: "proposed" },
    });
    expect(await applications(cases[6]!)).toBe(1);
  });

  test("finds by its key what was done when the answer was lost", async () => {
    const proxy = await openLosingProxy(testApp.databaseUrl);
    const node = await openNode(proxy.url, { environment: { DATABASE_URL: proxy.url }, dataDir: testApp.dataDir });
    proxy.loseAnswerTo("idempotent answer");
    expect(await apply(cases[8]!, "un-nombre-perdido", node.url)).toMatchObject({
      status: 200,
      says: { status: "proposed" },
    });
    expect([proxy.lost(), await applications(cases[8]!)]).toEqual([1, 1]);
    await node.close();
    await proxy.close();
  });
});
