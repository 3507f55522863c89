// @module-tag operations/full
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Challenge } from "altcha-lib";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { findLiveSession } from "../../app/auth/sessions/sessions.server.ts";
import { openAccessTokens } from "../../app/auth/sessions/tokens.server.ts";
import { type Database, openDatabase } from "../../app/platform/database/database.server.ts";
import { signLink } from "../../app/platform/signed-links.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { enterFrom } from "../auth/oidc-accounts.ts";
import { startLyingProvider } from "../auth/lying-provider.ts";
import { addTotp } from "../auth/second-factors.ts";
import { ask, claim, ORIGIN } from "../auth/service.ts";
import { openCrashable } from "./crashable-server.ts";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { apiOf, enter, like, outcome, type Person } from "../support/people.ts";
import { SECRET } from "../support/test-app.ts";
import { isFull } from "../support/full.ts";

const MINUTE = 60_000;
const PDF = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
const LEAPING_MS = isFull ? MINUTE : 5_000;
const shifts: [string, number][] = [["a day behind", -1_440]];
if (isFull)
  shifts.push(
    ["an hour ahead", 60],
    ["seven minutes ahead", 7],
    ["seven minutes behind", -7],
    ["an hour behind", -60],
    ["a day ahead", 1_440],
    ["a year ahead", 525_600],
  );

type Node = Awaited<ReturnType<typeof openCrashable>>;

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let elsewhere: Awaited<ReturnType<typeof startLyingProvider>>;
let right: Node;
let dataDir: string;

/** Another node, whose clock is off by so many milliseconds. */
async function openNode(shift: number): Promise<Node> {
  const node = await openCrashable((dataDir = makeFolder("clock")), {
    DATABASE_URL: database.url,
    SECRET,
    PUBLIC_URL: ORIGIN,
    CLOCK_SHIFT: String(shift),
    OIDC_ISSUER: elsewhere.settings.issuer,
    OIDC_CLIENT_ID: "kinexo",
    OIDC_CLIENT_SECRET: "any",
    OIDC_NAME: "Clínica Sur",
    NODE_OPTIONS: `--import ${join(import.meta.dirname, "shifted-clock.ts")}`,
  });
  folders.push(dataDir);
  await node.start();
  return node;
}
const folders: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = openDatabase(database.url, { max: 4, onError: () => undefined }));
  elsewhere = await startLyingProvider();
  right = await openNode(0);
});
afterAll(async () => {
  await right?.stop();
  await elsewhere?.close();
  await db?.destroy();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await database?.drop();
});

async function solved(node: Node): Promise<string> {
  const challenge = (await ask({ url: `${node.url}/auth/v1` }, "GET", "/captcha")).json as unknown as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}

const signIn = (node: Node, email: string, password: string, captcha_token?: string) =>
  ask({ url: `${node.url}/auth/v1` }, "POST", "/token?grant_type=password", {
    body: { email, password, ...(captcha_token && { gotrue_meta_security: { captcha_token } }) },
  });

/** Counts checks, and those that contradict the database's clock. */
function count() {
  let tried = 0;
  const wrong: string[] = [];
  return {
    is(what: string, found: unknown, expected: unknown) {
      tried += 1;
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
    },
    isBetween(what: string, found: number, least: number, most: number) {
      tried += 1;
      if (!(found >= least && found <= most)) wrong.push(`${what}: ${found} is not between ${least} and ${most}`);
    },
    end(about: string) {
      console.log(`clock ${about}: ${tried} tried, ${wrong.length} wrong`);
      expect(wrong.join("; ")).toBe("");
      expect(tried).toBeGreaterThan(20);
    },
  };
}
type Count = ReturnType<typeof count>;

/** A token of this user's session, issued by a node this long ago. */
async function tokenOf(person: Person, ago: number): Promise<string> {
  const { session_id } = decodeJwt(await person.token());
  const session = (await findLiveSession(db, { session_id: String(session_id), user_id: person.id }))!;
  const keys = await openSigningKeys(db, SECRET);
  return (await openAccessTokens(keys, `${ORIGIN}/auth/v1`, { now: () => Date.now() - ago }).issue(session))
    .access_token;
}

async function tokensAndSessions(c: Count, wrong: Node, person: Person) {
  const { iat = 0, exp = 0 } = decodeJwt(await person.token());
  c.isBetween("a token's beginning", iat - Date.now() / 1000, -60, 5);
  c.is("a token's life", exp - iat, 600);
  for (const [ago, expected] of [
    [0, "ok"],
    [9 * MINUTE, "ok"],
    [11 * MINUTE, "NOT_SIGNED_IN"],
  ] as const) {
    const token = await tokenOf(person, ago);
    for (const node of [wrong, right])
      c.is(
        `a token of ${ago / MINUTE} minutes`,
        await outcome(apiOf(node.url, async () => token).profiles.mine()),
        expected,
      );
  }
  const { session } = (await person.auth.refreshSession()).data;
  c.isBetween("what is left of a new token", session?.expires_in ?? 0, 590, 600);
  for (const [left, expected] of [
    [20, "ok"],
    [-1, "NOT_SIGNED_IN"],
  ] as const) {
    const times = {
      created_at: sql<Date>`now() - interval '1 hour'`,
      not_after: sql<Date>`now() + make_interval(mins => ${left})`,
    };
    await db.updateTable("auth.sessions").set(times).where("user_id", "=", person.id).execute();
    c.is(`a session with ${left} minutes left`, await outcome(person.api.profiles.mine()), expected);
  }
  await db
    .updateTable("auth.sessions")
    .set({ created_at: sql`now()`, refreshed_at: sql`now()`, not_after: sql`now() + interval '1 day'` })
    .where("user_id", "=", person.id)
    .execute();
}

async function proofs(c: Count, person: Person) {
  c.is("an export after signing in", await outcome(person.api.exports.ask()), "ok");
  for (const [age, expected] of [
    [4, "ok"],
    [6, "RECENT_PROOF_NEEDED"],
  ] as const) {
    const signedIn = { created_at: sql<Date>`now() - make_interval(mins => ${age})`, proofs: "[]" };
    await db.updateTable("auth.sessions").set(signedIn).where("user_id", "=", person.id).execute();
    c.is(`an export ${age} minutes later`, await outcome(person.api.exports.ask()), expected);
  }
  await db
    .updateTable("auth.sessions")
    .set({ created_at: sql`now()`, refreshed_at: sql`now()` })
    .where("user_id", "=", person.id)
    .execute();
  await claim({ db }, person.id);
  c.is("an authenticator app", await addTotp(person.auth).then(() => "added", String), "added");
}

async function linksAndRepeats(c: Count, wrong: Node, person: Person) {
  const authorization = `Bearer ${await person.token()}`;
  const create = () =>
    fetch(`${wrong.url}/api/cases/create`, {
      method: "POST",
      body: JSON.stringify({ title: "Rodilla", description: "Duele" }),
      headers: { authorization, "idempotency-key": "once-only", "content-type": "application/json" },
    });
  const [first, again] = [await (await create()).text(), await (await create()).text()];
  c.is("a case that is sent twice", again, first);
  const { id } = JSON.parse(first) as { id: string };
  const session = String(decodeJwt(await person.token())["session_id"]);
  // Each node has its own file folder, and accepts links signed by the other.
  for (const [keeper, signer] of [
    [wrong, right],
    [right, wrong],
  ] as const) {
    const put = await fetch(`${keeper.url}/files/case-studies/${id}?name=a.pdf`, {
      method: "PUT",
      body: PDF,
      headers: { authorization },
    });
    c.is("a study", put.status, 200);
    const url = (await apiOf(signer.url, person.token).cases.get({ id })).studies.at(-1)?.url ?? "";
    c.is("a link of now", (await fetch(keeper.url + url)).status, 200);
    for (const [ago, expected] of [
      [4, 200],
      [6, 404],
    ] as const) {
      const link = signLink(SECRET, url.split("?")[0] ?? "", session, Date.now() - ago * MINUTE);
      c.is(`a link of ${ago} minutes ago`, (await fetch(keeper.url + link)).status, expected);
    }
  }
}

async function limits(c: Count, wrong: Node, { email, password }: { email: string; password: string }) {
  await sql`delete from auth.rate_limits`.execute(db);
  for (const node of [right, wrong, right])
    c.is("a wrong password", (await signIn(node, email, "Mal-mal-1")).status, 400);
  c.is("a fourth without a captcha", (await signIn(wrong, email, password)).json["code"], "captcha_failed");
  c.is("a captcha of the right clock", (await signIn(wrong, email, "Mal-mal-1", await solved(right))).status, 400);
  c.is("a captcha of the wrong clock", (await signIn(right, email, "Mal-mal-1", await solved(wrong))).status, 400);
  const ends = await sql<{ key: string; seconds: number }>`
    select key, (expire - extract(epoch from now()) * 1000)::float / 1000 as seconds from auth.rate_limits where key like 'sign_in_account_address:%'`.execute(
    db,
  );
  for (const { seconds } of ends.rows) c.isBetween("the end of a limit", seconds, 600, 900);
  // After so many failures one attempt per minute is allowed.
  await sql`update auth.rate_limits set points = 40 where key like 'sign_in_account_address:%'`.execute(db);
  c.is("one more", (await signIn(wrong, email, "Mal-mal-1", await solved(wrong))).status, 400);
  for (const node of [right, wrong])
    c.isBetween("the wait", Number((await signIn(node, email, password)).headers.get("retry-after")), 1, 60);
  await sql`update auth.rate_limits set expire = expire - 61000 where key like '%_delay:%'`.execute(db);
  c.is("after a minute", (await signIn(wrong, email, password, await solved(wrong))).status, 200);
}

async function messages(c: Count, wrong: Node, person: Person, email: string) {
  // The token that confirms the address may exist too.
  const recovery = db
    .selectFrom("auth.one_time_tokens")
    .where("user_id", "=", person.id)
    .where("kind", "=", "recovery");
  c.is(
    "a way back in",
    (await ask({ url: `${wrong.url}/auth/v1` }, "POST", "/recover", { body: { email } })).status,
    200,
  );
  await expect.poll(async () => (await recovery.select("user_id").execute()).length).toBe(1);
  const { seconds } = await recovery
    .select(sql<number>`extract(epoch from expires_at - now())::float`.as("seconds"))
    .executeTakeFirstOrThrow();
  c.isBetween("the life of its link", seconds, 3_500, 3_600);
  const late = () =>
    db
      .selectFrom("outgoing_messages")
      .select("id")
      .where((eb) =>
        eb.or([
          eb("sent_at", "is", null),
          eb("sent_at", "<", sql<Date>`now() - interval '5 minutes'`),
          eb("sent_at", ">", sql<Date>`now()`),
        ]),
      )
      .execute();
  let rest: unknown[] = [];
  await expect.poll(async () => (rest = await late()).length).toBe(0);
  c.is("messages that wait, or were sent at another time", rest, []);
}

test.each(shifts)(
  "a node whose clock is %s decides everything as PostgreSQL's clock says",
  { timeout: 240_000 },
  async (about, minutes) => {
    const c = count();
    const wrong = await openNode(minutes * MINUTE);
    try {
      const member = like(cast.ana, `Reloj ${about} ${Date.now()}`);
      const person = await enter(wrong.url, member, "sign up");
      await tokensAndSessions(c, wrong, person);
      await linksAndRepeats(c, wrong, person);
      const { session } = await enterFrom({ url: `${wrong.url}/auth/v1` }, "liar");
      c.is("a sign-in elsewhere", session.user.email, "victim@example.com");
      await limits(c, wrong, member);
      await messages(c, wrong, person, member.email);
      await proofs(c, person);
      c.is("what it says of its clock", wrong.said().includes("this machine's clock is not the database's"), true);
      c.end(about);
    } finally {
      await wrong.stop();
    }
  },
);

test("a clock that leaps by up to an hour while people work changes no answer", { timeout: 240_000 }, async () => {
  const c = count();
  const node = await openNode(0);
  try {
    const person = await enter(node.url, like(cast.ana, "Reloj que salta"), "sign up");
    const until = performance.now() + LEAPING_MS;
    for (let n = 0; performance.now() < until || n < 10; n += 1) {
      node.signal("SIGUSR2");
      await wait(20);
      c.is("reading", await outcome(person.api.profiles.mine()), "ok");
      const { id } = await person.api.cases
        .create({ title: `Caso ${n}`, description: "Duele" })
        .catch(() => ({ id: "" }));
      node.signal("SIGUSR2");
      c.is("publishing and withdrawing", await outcome(person.api.cases.withdraw({ id })), "ok");
      c.is("renewing", (await person.auth.refreshSession()).error?.code, undefined);
    }
    c.end("that leaps");
  } finally {
    await node.stop();
  }
});
