// @module-tag operations/full
import { sql } from "kysely";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { countJobs } from "../../app/platform/job-figures.server.ts";
import { migrate } from "../../db/migrate.ts";
import { openAlternating } from "./round-robin-proxy.ts";
import { addTotp, codeNow } from "../auth/second-factors.ts";
import { claim } from "../auth/service.ts";
import { type Api, apiOf, enter, enterApproved, like, outcome, type Person } from "../support/people.ts";
import { type S3Server, startS3 } from "../support/s3-server.ts";
import { startProgram } from "../start/program.ts";
import { openNode, openTestApp, SECRET, type TestApp } from "../support/test-app.ts";

type Node = Awaited<ReturnType<typeof openNode>>;

let s3: S3Server;
let here: TestApp;
let there: Node;
let front: Awaited<ReturnType<typeof openAlternating>>;
/** Settings that all nodes share besides the database. A set DATABASE_URL tells a node that it does not own the database alone. */
let shared: Record<string, string>;

beforeAll(async () => {
  s3 = await startS3();
  shared = { ...s3.env, PUBLIC_URL: "http://localhost:3000", DATABASE_URL: "postgres://elsewhere/none" };
  here = await openTestApp(shared);
  there = await openNode(here.databaseUrl, { environment: shared });
  front = await openAlternating([here.url, there.url]);
});
afterAll(async () => {
  await front?.close();
  await there?.close();
  await here?.close();
  await s3?.close();
});

/** The same user and session, at one node. */
const at = (node: { url: string }, person: Person): Api => apiOf(node.url, person.token);

async function follow(api: Api) {
  const events = await api.live.events();
  const received: unknown[] = [];
  const ended = (async () => {
    for await (const event of events) received.push(event);
  })().catch(() => undefined);
  await expect.poll(() => received).toContainEqual({ type: "connected" });
  return { received, ended, leave: () => events.return() };
}

test(
  "the main job is done with each request on the other node, files included",
  { tags: "operations/short" },
  async () => {
    const carla = await enterApproved(front.url, cast.carla);
    const ana = await enter(front.url, cast.ana, "sign up");
    const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele al bajar" });
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#0F4C5C" } })
      .png()
      .toBuffer();
    for (const name of ["a.png", "b.png"]) {
      const headers = { authorization: `Bearer ${await ana.token()}` };
      const put = { method: "PUT", headers, body: new Uint8Array(png) };
      expect((await fetch(`${front.url}/files/case-studies/${id}?name=${name}`, put)).status).toBe(200);
    }
    const { studies } = await carla.api.cases.view({ id });
    for (const { url } of studies)
      for (const node of [here, there]) expect((await fetch(node.url + url)).status).toBe(200);
    expect(studies).toHaveLength(2);
    const { id: matchId } = await carla.api.matches.apply({ case_id: id, message: "Puedo mañana" });
    expect(await outcome(carla.api.matches.apply({ case_id: id }))).toBe("ALREADY_APPLIED");
    await ana.api.matches.accept({ id: matchId });
    expect(await outcome(ana.api.matches.reject({ id: matchId }))).toBe("MATCH_DECIDED");
    await ana.api.cases.close({ id });
    await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 5 });
    expect((await carla.api.reviews.received()).items).toMatchObject([{ stars: 5 }]);
    const { url } = await ana.api.exports.ask();
    expect((await fetch(front.url + url)).status).toBe(200);
    expect((await fetch(front.url + url)).status).toBe(404);
    expect(Math.min(...front.sent)).toBeGreaterThanOrEqual(10);
  },
);

test("what happens on one node is told on the streams of the other", { tags: "operations/short" }, async () => {
  const [ana, carla] = [await enter(here.url, cast.ana, "sign in"), await enter(there.url, cast.carla, "sign in")];
  const { id: case_id } = await ana.api.cases.create({ title: "Hombro", description: "Duele" });
  const [patient, specialist] = [await follow(at(here, ana)), await follow(at(there, carla))];
  const { id } = await at(there, carla).matches.apply({ case_id });
  await expect.poll(() => patient.received).toContainEqual({ type: "case", case_id });
  await at(here, ana).matches.accept({ id });
  await expect.poll(() => specialist.received).toContainEqual({ type: "application", case_id });
  // A session ended on one node ends its streams on the other, and opens nothing more there.
  const token = await carla.token();
  await at(here, carla).sessions.mine();
  await fetch(`${here.url}/auth/v1/logout?scope=local`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  await specialist.ended;
  expect(await outcome(apiOf(there.url, async () => token).accounts.me())).toBe("NOT_SIGNED_IN");
  await patient.leave();
});

test("a limit counts what every node was asked", async () => {
  const member = like(cast.bruno, "Bruno Adivinado");
  await enter(here.url, member, "sign up");
  const guess = async (node: { url: string }, password: string) => {
    const response = await fetch(`${node.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: member.email, password }),
    });
    return ((await response.json()) as { error_code?: string }).error_code ?? "ok";
  };
  const guesses = [await guess(here, "Mal-mal-1"), await guess(there, "Mal-mal-1"), await guess(here, "Mal-mal-1")];
  expect(guesses).toEqual(["invalid_credentials", "invalid_credentials", "invalid_credentials"]);
  expect(await guess(there, member.password)).toBe("captcha_failed");
  expect(await guess(here, member.password)).toBe("captcha_failed");
});

test("a second step that one node asks for is shown to the other", async () => {
  const person = await enter(front.url, like(cast.bruno, "Bruno Con Factor"), "sign up");
  await claim(here, person.id);
  const { factorId, secret } = await addTotp(person.auth);
  const again = await enter(front.url, like(cast.bruno, "Bruno Con Factor"), "sign in");
  const [asked, shown] = [front.sent[0], front.sent[1]];
  const { data, error } = await again.auth.mfa.challengeAndVerify({ factorId, code: codeNow(secret, 1) });
  expect([error, data?.user.id]).toEqual([null, person.id]);
  expect([front.sent[0]! - asked!, front.sent[1]! - shown!].every((requests) => requests > 0)).toBe(true);
});

test("a key that is replaced on one node serves on both at once", async () => {
  const before = await enter(there.url, cast.bruno, "sign up");
  const keys = await openSigningKeys(here.db, here.app.services.settings.secret);
  const kid = await keys.rotate();
  const own = await openNode(here.databaseUrl, { environment: shared });
  const after = await enter(own.url, cast.bruno, "sign in");
  expect(decodeProtectedHeader(await after.token()).kid).toBe(kid);
  for (const node of [here, there, own]) {
    expect(await outcome(at(node, after).accounts.me())).toBe("ok");
    expect(await outcome(at(node, before).accounts.me())).toBe("ok");
  }
  // Having seen the key, a node signs with it too.
  expect(decodeProtectedHeader(await (await enter(there.url, cast.bruno, "sign in")).token()).kid).toBe(kid);
  await own.close();
});

test("a key that leaked is refused by every node at once, and every session has ended", async () => {
  const before = await enter(here.url, like(cast.bruno, "Bruno Con Clave"), "sign up");
  const stolen = await openSigningKeys(here.db, here.app.services.settings.secret);
  const { kid, privateKey } = stolen.active();
  expect(await outcome(at(there, before).accounts.me())).toBe("ok");
  const env = { DATABASE_URL: here.databaseUrl, DATA_DIR: here.dataDir, SECRET };
  const command = startProgram({ env, command: ["node_modules/.bin/node", "app/commands/rotate-keys.ts", "--leaked"] });
  expect([await command.ended, command.err()]).toEqual([0, ""]);
  // A message that waited in a backup holds the token of its link.
  for (const table of ["auth.one_time_tokens", "auth.undo_links"] as const)
    expect(await here.db.selectFrom(table).selectAll().execute()).toEqual([]);
  const after = await enter(here.url, like(cast.bruno, "Bruno Con Clave"), "sign in");
  const forged = await new SignJWT(decodeJwt(await after.token()))
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
    .sign(privateKey);
  for (const node of [here, there]) {
    expect(await outcome(at(node, before).accounts.me())).toBe("NOT_SIGNED_IN");
    expect(await outcome(apiOf(node.url, async () => forged).accounts.me())).toBe("NOT_SIGNED_IN");
    expect(await outcome(at(node, after).accounts.me())).toBe("ok");
  }
});

test("what a node held when it died is given back to the others", async () => {
  // The jobs of timers are due later.
  const jobsInHand = async () => {
    const { due, running } = await countJobs(here.db);
    return due + running;
  };
  const { id } = await enter(here.url, like(cast.bruno, "Bruno Que Espera"), "sign up");
  await expect.poll(jobsInHand).toBe(0);
  await sql`select graphile_worker.add_job('remove_files', json_build_object('id', ${id}::text), run_at => now() + interval '1 hour')`.execute(
    here.db,
  );
  await sql`update graphile_worker._private_jobs set run_at = now(), locked_by = 'a node that died', locked_at = now() - interval '11 minutes'`.execute(
    here.db,
  );
  const own = await openNode(here.databaseUrl, { environment: shared });
  await expect.poll(jobsInHand).toBe(0);
  await own.close();
});

test("nodes that start at once on an empty database all come up, with one admin and one key", async () => {
  const outside = new pg.Client({ connectionString: inject("databaseUrl") });
  await outside.connect();
  await outside.query("create database test_empty_start");
  const url = Object.assign(new URL(inject("databaseUrl")), { pathname: "/test_empty_start" }).href;
  const start = async () => {
    await migrate(url);
    return openNode(url, { environment: shared });
  };
  const nodes = await Promise.all([start(), start(), start()]);
  expect(nodes.filter(({ app }) => app.firstAdmin)).toHaveLength(1);
  const { db } = nodes[0]!.app.services;
  expect(await db.selectFrom("auth.signing_keys").select("kid").execute()).toHaveLength(1);
  expect(await db.selectFrom("profiles").select("id").execute()).toHaveLength(1);
  for (const node of nodes) expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  for (const node of nodes) await node.close();
  await outside.query("drop database test_empty_start with (force)");
  await outside.end();
});

test("a node that drains is not ready any more and still answers; a database that went back to an older state is not ready", async () => {
  const own = await openNode(here.databaseUrl, { environment: shared });
  expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
  own.app.drain();
  expect(await (await fetch(`${own.url}/readyz`)).json()).toMatchObject({ code: "UNAVAILABLE" });
  expect([(await fetch(`${own.url}/readyz`)).status, (await fetch(`${own.url}/healthz`)).status]).toEqual([503, 200]);
  expect((await fetch(`${own.url}/auth/v1/settings`)).status).toBe(200);
  await own.close();
  await sql`update schema_migrations set name = 'x' || name where name = (select max(name) from schema_migrations)`.execute(
    here.db,
  );
  expect([(await fetch(`${there.url}/readyz`)).status, (await fetch(`${there.url}/healthz`)).status]).toEqual([
    503, 200,
  ]);
});
