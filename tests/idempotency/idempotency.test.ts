import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AccessWorld, openAccessWorld } from "../access/world.ts";
import { png } from "../files/png.ts";
import type { Principal } from "../procedures/principals.ts";
import { admitted, usualInput } from "../procedures/row.ts";
import { table } from "../procedures/table.ts";
import { apiOf } from "../support/people.ts";
import { keyed } from "../support/procedures.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

type Answer = { status: number; body: { code?: string } };

const PATIENT = "owner";
const KINE = "kine without application";
let testApp: TestApp;
let world: AccessWorld;

beforeAll(async () => {
  testApp = await openTestApp();
  world = await openAccessWorld(testApp);
});
afterEach(() => world?.restore());
afterAll(() => testApp?.close());

const newKey = () => randomUUID();
const bearer = (who: Principal) => ({ authorization: `Bearer ${world.tokens[who]}` });
const api = (who: Principal) => apiOf(testApp.url, async () => world.tokens[who]);
const answerOf = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  body: (await answer.json()) as Answer["body"],
});

/** Sends a request as a user, with or without an idempotency key. */
async function send(who: Principal, procedure: string, input: object, key?: string): Promise<Answer> {
  const headers = {
    "content-type": "application/json",
    ...bearer(who),
    ...(key !== undefined && { "idempotency-key": key }),
  };
  const body = JSON.stringify(input);
  return answerOf(await fetch(`${testApp.url}/api/${procedure.replace(".", "/")}`, { method: "POST", body, headers }));
}

async function upload(caseId: string, key: string): Promise<Answer> {
  const headers = { ...bearer(PATIENT), "idempotency-key": key };
  const url = `${testApp.url}/files/case-studies/${caseId}?name=a.png`;
  return answerOf(await fetch(url, { method: "PUT", body: new Uint8Array(png), headers }));
}

const texts = { title: "Rodilla", description: "Me duele" };
const openCase = async () => (await api(PATIENT).cases.create(texts)).id;
const allRows = () => testApp.db.selectFrom("done_requests").selectAll().execute();

test("the document says which calls take a key, and what a key looks like", async () => {
  const document = (await (await fetch(`${testApp.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { parameters?: { $ref: string }[] } }>;
    components: {
      parameters: Record<string, { name: string; in: string; required: boolean; schema: { pattern: string } }>;
    };
  };
  const taking = Object.entries(document.paths).filter(([, { post }]) =>
    post.parameters?.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey"),
  );
  expect(taking.map(([path]) => path.slice(1).replace("/", ".")).toSorted()).toEqual(keyed.toSorted());
  const key = document.components.parameters["IdempotencyKey"]!;
  expect(key).toMatchObject({ name: "Idempotency-Key", in: "header", required: false });
  for (const [candidate, status] of [
    [newKey(), 200],
    ["x".repeat(128), 200],
    ["short", 400],
    ["x".repeat(129), 400],
    ["with a space in it", 400],
  ] as const) {
    expect(new RegExp(key.schema.pattern, "u").test(candidate)).toBe(status === 200);
    expect((await send(PATIENT, "cases.create", texts, candidate)).status).toBe(status);
  }
});

/** Values that no user wrote: ids, counts and states. */
const UNWRITTEN =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+|true|false|open|closed|proposed|pending|accepted|rejected|approved|patient|verified|doubtful|inactive|requested|confirmed|declined|withdrawn|cancelled|held|no_show)$/;

/** Variations of an input: one for each changed field, and one with an additional field. */
function variationsOf(input: object): object[] {
  const changed = (value: unknown) =>
    Array.isArray(value)
      ? []
      : typeof value === "number"
        ? value + 1
        : /^[0-9a-f]{8}-/.test(String(value))
          ? randomUUID()
          : `${String(value)}s`;
  return [
    { ...input, more: true },
    ...Object.entries(input).map(([name, value]) => ({ ...input, [name]: changed(value) })),
  ];
}

/** What these need is not among the objects of the tables: tests/rules/invitations.test.ts tests/operator/jobs.test.ts, tests/mail/bounces.test.ts and tests/visibility/whose-stars.test.ts send them twice. */
const ELSEWHERE = ["accounts.inviteAgain", "jobs.retry", "jobs.discard", "mailStates.clear", "licences.answerPast"];

describe.each(keyed.filter((procedure) => table[procedure] && !ELSEWHERE.includes(procedure)))("%s", (procedure) => {
  test("sent again under its key is answered as the first time, and done once", async () => {
    const row = table[procedure]!;
    const who = admitted(row);
    const input = usualInput(world.world, row);
    const key = newKey();
    if (procedure === "consents.giveHealth") await api(PATIENT).consents.withdrawHealth();
    const first = await send(who, procedure, input, key);
    expect(first).toMatchObject({ status: 200 });
    const stored = (await allRows()).filter((each) => each.key === key);
    expect(stored).toHaveLength(1);
    for (const value of Object.values(stored[0]!.answer as object)) expect(String(value)).toMatch(UNWRITTEN);
    const done = await world.differences();
    expect(await send(who, procedure, input, key)).toEqual(first);
    const refused = await Promise.all(variationsOf(input).map((other) => send(who, procedure, other, key)));
    for (const { body } of refused) expect(body.code).toMatch(/KEY_REUSED|BAD_INPUT/);
    expect(refused.map(({ body }) => body.code)).toContain("KEY_REUSED");
    expect(await world.differences()).toBe(done);
  });
});

/** The procedures without a key, except the stream, which never ends. */
const unkeyed = Object.keys(table).filter((name) => !keyed.includes(name) && name !== "live.events");

test.each(unkeyed)("%s, which declares no key, stores no answer under one", async (procedure) => {
  const row = table[procedure]!;
  const who = (["owner", KINE, "admin"] as const).find((each) => row.who[each] === "ok") ?? "owner";
  await send(who, procedure, usualInput(world.world, row), newKey());
  expect(await allRows()).toEqual([]);
});

describe("a key", () => {
  const create = (title: string, key?: string, as: Principal = PATIENT) =>
    send(as, "cases.create", { ...texts, title }, key);

  test("that named another request, of this procedure or of any other, is refused with 422", async () => {
    const id = await openCase();
    const key = newKey();
    await create("Rodilla", key);
    expect(await create("Codo", key)).toMatchObject({ status: 422, body: { code: "KEY_REUSED" } });
    expect(await send(PATIENT, "cases.withdraw", { id: id }, key)).toMatchObject({
      status: 422,
      body: { code: "KEY_REUSED" },
    });
    expect(await upload(id, key)).toMatchObject({ status: 422, body: { code: "KEY_REUSED" } });
  });

  test("is its sender's alone", async () => {
    const id = await openCase();
    const key = newKey();
    const published = await create("Rodilla", key);
    const input = { case_id: id, message: "Hola" };
    expect(await send(KINE, "matches.apply", input, key)).toMatchObject({ status: 200 });
    expect(await create("Rodilla", key)).toEqual(published);
  });

  test("of a request that was refused names nothing, and serves again", async () => {
    const id = await openCase();
    const key = newKey();
    const before = (await allRows()).length;
    const close = () => send(PATIENT, "cases.close", { id: id }, key);
    expect(await close()).toMatchObject({ status: 409, body: { code: "CASE_NOT_MATCHED" } });
    expect((await allRows()).length).toBe(before);
    const match = await api(KINE).matches.apply({ case_id: id });
    await api(PATIENT).matches.accept({ id: match.id });
    expect(await close()).toMatchObject({
      status: 200,
      body: { status: "closed", due: [{ kine_id: world.people[KINE] }] },
    });
  });

  test.each(["", "short", "x".repeat(129), "with a space", "áéíóúñü-"])(
    "that is none (%j) is refused, and nothing is done",
    async (key) => {
      const { count } = await testApp.db
        .selectFrom("cases")
        .select(sql<string>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      expect(await create("Rodilla", Buffer.from(key).toString("latin1"))).toMatchObject({
        status: 400,
        body: { code: "BAD_INPUT" },
      });
      expect(
        await testApp.db
          .selectFrom("cases")
          .select(sql<string>`count(*)`.as("count"))
          .executeTakeFirstOrThrow(),
      ).toEqual({ count });
    },
  );

  // Lists nested too deeply to serialise, and a number that JSON does not have, in an undeclared field.
  test.each([
    [
      "deeper than can be told apart",
      "cases/create",
      `{"json":{"title":"Codo","description":"Duele","x":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`,
    ],
    [
      "a number that is no JSON",
      "cases/create",
      `{"json":{"title":"Codo","description":"Duele","x":"5"},"meta":[[0,"x"]]}`,
    ],
    [
      "a number that is no JSON, the short way",
      "matches/apply",
      `{"json":{"case_id":"00000000-0000-7000-8000-000000000000","x":"5"},"meta":[[0,"x"]]}`,
    ],
  ])("of a request with %s ends as a refusal, not as a fault", async (_, procedure, body) => {
    const as = procedure === "matches/apply" ? KINE : PATIENT;
    const headers = { "content-type": "application/json", ...bearer(as), "idempotency-key": newKey() };
    const answer = await fetch(`${testApp.url}/rpc/${procedure}`, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { json: expect.objectContaining({ code: "BAD_INPUT" }) },
    ]);
  });

  test("is nothing to whoever only reads", async () => {
    const id = await openCase();
    const before = (await allRows()).length;
    expect(await send(PATIENT, "cases.get", { id: id }, newKey())).toMatchObject({ status: 200 });
    expect((await allRows()).length).toBe(before);
  });
});

describe("fifty at once", () => {
  const races: [string, refusal: string][] = [
    ["matches.accept", "MATCH_DECIDED"],
    ["cases.close", "CASE_CLOSED"],
    ["matches.apply", "ALREADY_APPLIED"],
    ["reviews.create", "ALREADY_REVIEWED"],
    ["reviews.reply", "ALREADY_REPLIED"],
    ["reviews.withdraw", "NOT_FOUND"],
    ["appeals.ask", "ALREADY_APPEALED"],
  ];
  const fifty = (ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, ask));

  test.each(races)("%s under one key is done once, and all fifty are answered alike", async (procedure) => {
    const row = table[procedure]!;
    const [who, input] = [admitted(row), usualInput(world.world, row)];
    const key = newKey();
    const answers = await fifty(() => send(who, procedure, input, key));
    expect(answers[0]).toMatchObject({ status: 200 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await allRows()).filter((row) => row.key === key)).toHaveLength(1);
  });

  test.each(races)("%s under fifty keys is done once, and the others are refused", async (procedure, refusal) => {
    const row = table[procedure]!;
    const [who, input] = [admitted(row), usualInput(world.world, row)];
    const answers = await fifty(() => send(who, procedure, input, newKey()));
    expect(answers.map(({ body }) => body.code ?? "ok").toSorted()).toEqual(
      [...Array(49).fill(refusal), "ok"].toSorted(),
    );
  });

  test("applications under one key, by the short way and by the procedure, are one and are all answered alike", async () => {
    const headers = { "content-type": "application/json", ...bearer(KINE) };
    for (let round = 0; round < 5; round += 1) {
      const case_id = await openCase();
      const options = {
        method: "POST",
        headers: { ...headers, "idempotency-key": newKey() },
        body: JSON.stringify({ json: { case_id } }),
      };
      const request = () => new Request(`${testApp.url}/rpc/matches/apply`, options);
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const answer = await (index % 2 ? fetch(request()) : testApp.app.fetch(request(), { remoteAddress: "" }));
          return [answer.status, await answer.json()];
        }),
      );
      for (const answer of answers)
        expect(answer).toEqual([200, { json: { id: expect.any(String), status: "proposed" } }]);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
  });

  test("publications under one key publish one case", async () => {
    const key = newKey();
    const answers = await fifty(() => send(PATIENT, "cases.create", { title: "Única", description: "Me duele" }, key));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await testApp.db.selectFrom("cases").select("id").where("title", "=", "Única").execute()).toHaveLength(1);
  });
});

describe("a study that is sent again under its key", () => {
  const filesOf = (id: string) =>
    Array.fromAsync(testApp.app.services.storage.list("case-studies", `${world.people[PATIENT]}/${id}`));

  test("is kept once, row and file, also when it was the last that the case takes", async () => {
    const id = await openCase();
    for (let n = 0; n < 4; n += 1) await upload(id, newKey());
    const key = newKey();
    const [first, second] = [await upload(id, key), await upload(id, key)];
    expect(first).toEqual({ status: 200, body: { studies: 5 } });
    expect(second).toEqual(first);
    expect(await filesOf(id)).toHaveLength(5);
    expect(await upload(id, newKey())).toMatchObject({ status: 409, body: { code: "TOO_MANY_STUDIES" } });
  });

  test("several times at once is kept once", async () => {
    const id = await openCase();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 3 }, () => upload(id, key)));
    for (const answer of answers.filter(({ status }) => status === 200)) expect(answer.body).toEqual({ studies: 1 });
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await filesOf(id)).toHaveLength(1);
  });
});

describe("what is kept of a request", () => {
  test("tells nothing that somebody wrote, nor what was asked", async () => {
    const key = newKey();
    await send(PATIENT, "cases.create", { title: "zqkeptzq", description: "zqkeptzq" }, key);
    const rows = (await allRows()).filter((row) => row.key === key);
    expect(rows).toEqual([
      {
        person_id: world.people[PATIENT],
        key,
        fingerprint: expect.any(Buffer),
        answer: { id: expect.any(String), status: "open" },
        created_at: expect.any(Date),
      },
    ]);
  });

  test("goes with its person", async () => {
    const theirs = async () => (await allRows()).filter(({ person_id }) => person_id === world.people["other patient"]);
    await send("other patient", "profiles.update", { name: "Bruno" }, newKey());
    expect(await theirs()).toHaveLength(1);
    await api("other patient").accounts.delete();
    expect(await theirs()).toHaveLength(0);
  });
});
