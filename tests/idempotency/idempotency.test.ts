import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { type Made, reads, type Stage, withoutKey, writes } from "./idempotency.table.ts";
import { type Answer, newKey, openPeople, openStage, send } from "./fixture.ts";
import { keepState } from "../support/database-snapshot.ts";
import { consent } from "../support/people.ts";
import { procedures } from "../support/procedures.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let people: Awaited<ReturnType<typeof openPeople>>;
let stage: Stage;

beforeAll(async () => {
  testApp = await openTestApp();
  people = await openPeople(testApp);
  await mkdir(join(testApp.dataDir, "files"), { recursive: true });
});
afterAll(() => testApp?.close());

const prepare = async (...needs: Made[]) => {
  stage = await openStage(testApp, people, needs);
};
const kept = () => testApp.db.selectFrom("done_requests").selectAll().execute();
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
async function upload(caseId: string, key: string, body = png): Promise<Answer> {
  const headers = { authorization: `Bearer ${await people.patient.token()}`, "idempotency-key": key };
  const answer = await fetch(`${testApp.url}/files/case-studies/${caseId}?name=a.png`, {
    method: "PUT",
    body: new Uint8Array(body),
    headers,
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

test("every procedure takes a key, changes nothing, or says why it takes none", () => {
  const named = [...Object.keys(writes), ...reads, ...Object.keys(withoutKey)];
  expect(named.toSorted()).toEqual([...procedures().keys()].toSorted());
});

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
  expect(taking.map(([path]) => path.slice(1).replace("/", ".")).toSorted()).toEqual(Object.keys(writes).toSorted());
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
    expect(
      (await send(testApp, people.patient, "cases.create", { title: "Rodilla", description: "Me duele" }, candidate))
        .status,
    ).toBe(status);
  }
});

describe.each(Object.entries(writes))("%s", (procedure, { as, needs, input, other }) => {
  test("sent again under its key is answered as the first time, and done once", async () => {
    await prepare(...needs);
    if (procedure === "consents.giveHealth") await people.patient.api.consents.withdrawHealth();
    const key = newKey();
    const first = await send(testApp, people[as], procedure, input(stage), key);
    if (procedure === "consents.withdrawHealth") await consent(people.patient.api);
    expect(first).toMatchObject({ status: 200 });
    const state = await keepState(testApp.db, join(testApp.dataDir, "files"));
    expect(await send(testApp, people[as], procedure, input(stage), key)).toEqual(first);
    expect(await send(testApp, people[as], procedure, other(stage), key)).toMatchObject({
      body: { code: expect.stringMatching(/KEY_REUSED|BAD_INPUT/) },
    });
    expect(await state.restore()).toBe(0);
  });
});

describe("a key", () => {
  const create = (title: string, key?: string, as = people.patient) =>
    send(testApp, as, "cases.create", { title, description: "Me duele" }, key);

  test("that named another request, of this procedure or of any other, is refused with 422", async () => {
    await prepare("openCase");
    const key = newKey();
    await create("Rodilla", key);
    expect(await create("Codo", key)).toMatchObject({ status: 422, body: { code: "KEY_REUSED" } });
    expect(await send(testApp, people.patient, "cases.withdraw", { id: stage.openCase }, key)).toMatchObject({
      status: 422,
      body: { code: "KEY_REUSED" },
    });
    expect(await upload(stage.openCase, key)).toMatchObject({ status: 422, body: { code: "KEY_REUSED" } });
  });

  test("is its sender's alone", async () => {
    await prepare("openCase");
    const key = newKey();
    const published = await create("Rodilla", key);
    const input = { case_id: stage.openCase, message: "Hola" };
    expect(await send(testApp, people.kine, "matches.apply", input, key)).toMatchObject({ status: 200 });
    expect(await create("Rodilla", key)).toEqual(published);
  });

  test("of a request that was refused names nothing, and serves again", async () => {
    await prepare("openCase");
    const key = newKey();
    const before = (await kept()).length;
    const close = () => send(testApp, people.patient, "cases.close", { id: stage.openCase }, key);
    expect(await close()).toMatchObject({ status: 409, body: { code: "CASE_NOT_MATCHED" } });
    expect((await kept()).length).toBe(before);
    const { id } = await people.kine.api.matches.apply({ case_id: stage.openCase });
    await people.patient.api.matches.accept({ id });
    expect(await close()).toMatchObject({
      status: 200,
      body: { status: "closed", due: [{ kine_id: people.kine.id }] },
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
    const as = procedure === "matches/apply" ? people.kine : people.patient;
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${await as.token()}`,
      "idempotency-key": newKey(),
    };
    const answer = await fetch(`${testApp.url}/rpc/${procedure}`, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { json: expect.objectContaining({ code: "BAD_INPUT" }) },
    ]);
  });

  test("is nothing to whoever only reads", async () => {
    await prepare("openCase");
    const before = (await kept()).length;
    expect(await send(testApp, people.patient, "cases.get", { id: stage.openCase }, newKey())).toMatchObject({
      status: 200,
    });
    expect((await kept()).length).toBe(before);
  });
});

describe("fifty at once", () => {
  const races: [string, refusal: string][] = [
    ["matches.accept", "MATCH_DECIDED"],
    ["cases.close", "CASE_NOT_MATCHED"],
    ["matches.apply", "ALREADY_APPLIED"],
    ["reviews.create", "ALREADY_REVIEWED"],
  ];
  const fifty = (ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, ask));

  test.each(races)("%s under one key is done once, and all fifty are answered alike", async (procedure) => {
    const { as, needs, input } = writes[procedure]!;
    await prepare(...needs);
    const key = newKey();
    const answers = await fifty(() => send(testApp, people[as], procedure, input(stage), key));
    expect(answers[0]).toMatchObject({ status: 200 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await kept()).filter((row) => row.key === key)).toHaveLength(1);
  });

  test.each(races)("%s under fifty keys is done once, and the others are refused", async (procedure, refusal) => {
    const { as, needs, input } = writes[procedure]!;
    await prepare(...needs);
    const answers = await fifty(() => send(testApp, people[as], procedure, input(stage), newKey()));
    expect(answers.map(({ body }) => body.code ?? "ok").toSorted()).toEqual(
      [...Array(49).fill(refusal), "ok"].toSorted(),
    );
  });

  test("applications under one key, by the short way and by the procedure, are one and are all answered alike", async () => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${await people.kine.token()}` };
    for (let round = 0; round < 5; round += 1) {
      await prepare("openCase");
      const asked = {
        method: "POST",
        headers: { ...headers, "idempotency-key": newKey() },
        body: JSON.stringify({ json: { case_id: stage.openCase } }),
      };
      const request = () => new Request(`${testApp.url}/rpc/matches/apply`, asked);
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
    const answers = await fifty(() =>
      send(testApp, people.patient, "cases.create", { title: "Única", description: "Me duele" }, key),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await testApp.db.selectFrom("cases").select("id").where("title", "=", "Única").execute()).toHaveLength(1);
  });
});

describe("a study that is sent again under its key", () => {
  const filesOf = (id: string) =>
    Array.fromAsync(testApp.app.services.storage.list("case-studies", `${people.patient.id}/${id}`));

  test("is kept once, row and file, also when it was the last that the case takes", async () => {
    await prepare("openCase");
    for (let n = 0; n < 4; n += 1) await upload(stage.openCase, newKey());
    const key = newKey();
    const [first, second] = [await upload(stage.openCase, key), await upload(stage.openCase, key)];
    expect(first).toEqual({ status: 200, body: { studies: 5 } });
    expect(second).toEqual(first);
    expect(await filesOf(stage.openCase)).toHaveLength(5);
    expect(await upload(stage.openCase, newKey())).toMatchObject({ status: 409, body: { code: "TOO_MANY_STUDIES" } });
  });

  test("several times at once is kept once", async () => {
    await prepare("openCase");
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 3 }, () => upload(stage.openCase, key)));
    for (const answer of answers.filter(({ status }) => status === 200)) expect(answer.body).toEqual({ studies: 1 });
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await filesOf(stage.openCase)).toHaveLength(1);
  });
});

describe("what is kept of a request", () => {
  test("tells nothing that somebody wrote, nor what was asked", async () => {
    const key = newKey();
    await send(testApp, people.patient, "cases.create", { title: "zqkeptzq", description: "zqkeptzq" }, key);
    const rows = (await kept()).filter((row) => row.key === key);
    expect(rows).toEqual([
      {
        person_id: people.patient.id,
        key,
        fingerprint: expect.any(Buffer),
        answer: { id: expect.any(String), status: "open" },
        created_at: expect.any(Date),
      },
    ]);
    for (const { answer } of await kept()) {
      for (const value of Object.values(answer as object)) {
        expect(String(value)).toMatch(
          /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+|true|false|open|closed|proposed|pending|accepted|rejected|approved|patient)$/,
        );
      }
    }
  });

  test("goes with its person", async () => {
    const bruno = await testApp.signUp(cast.bruno);
    await send(testApp, bruno, "profiles.update", { name: "Bruno" }, newKey());
    expect((await kept()).filter(({ person_id }) => person_id === bruno.id)).toHaveLength(1);
    await bruno.api.accounts.delete();
    expect((await kept()).filter(({ person_id }) => person_id === bruno.id)).toHaveLength(0);
  });
});
