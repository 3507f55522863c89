import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

async function post(path: string, body: string, person?: Person) {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (person) headers.authorization = `Bearer ${await person.token()}`;
  const response = await fetch(testApp.url + path, { method: "POST", body, headers });
  return { status: response.status, body: (await response.json()) as { json?: { code: string; message: string } } };
}
const rpc = (path: string, input: unknown, person = ana) =>
  post(`/rpc/${path}`, JSON.stringify({ json: input }), person);

test.each(["{", "", "null", "[]", '"x"', '{"json":', "\u0000", '{"__proto__":{"admin":true}}'])(
  "malformed JSON (%j) is answered with a 4xx by every procedure",
  async (body) => {
    for (const path of [
      "/rpc/cases/create",
      "/rpc/matches/apply",
      "/api/cases/create",
      "/rpc/accounts/licenseAvailable",
    ]) {
      const { status } = await post(path, body, ana);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
  },
);

test("a version that no row can have is refused, not a fault", async () => {
  for (const version of [2 ** 31, 1e12, Number.MAX_SAFE_INTEGER]) {
    expect(await rpc("profiles/update", { name: "Ana", version })).toMatchObject({
      status: 400,
      body: { json: { code: "BAD_INPUT" } },
    });
  }
});

describe("a case", () => {
  const good = { title: "Rodilla", description: "Duele" };
  test.each([
    ["no title", { ...good, title: "" }, "El título es requerido"],
    ["no description", { ...good, description: "  " }, "La descripción es requerida"],
    ["a NUL byte in the title", { ...good, title: "Rod\u0000illa" }, "Revisá los datos e intentá de nuevo."],
    ["a number for a title", { title: 7, description: "x" }, undefined],
    ["an unknown modality", { ...good, preferred_modality: "telepatía" }, undefined],
    ["an object for a description", { ...good, description: { $gt: "" } }, undefined],
  ])("with %s is refused", async (_, input, message) => {
    const answer = await rpc("cases/create", input);
    expect(answer.status).toBe(400);
    expect(answer.body.json?.code).toBe("BAD_INPUT");
    if (message) expect(answer.body.json?.message).toBe(message);
  });

  test("with 10 MB of text is refused with 413", async () => {
    expect((await rpc("cases/create", { ...good, description: "a".repeat(10 * 1024 * 1024) })).status).toBe(413);
  });

  test("takes no field that is not the caller's to set", async () => {
    const { id } = await ana.api.cases.create({
      ...good,
      patient_id: carla.id,
      status: "closed",
      accepted_kine_id: carla.id,
    } as typeof good);
    const made = await testApp.db.selectFrom("cases").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(made).toMatchObject({ patient_id: ana.id, status: "open", accepted_kine_id: null });
  });

  test("keeps text that looks like SQL or HTML as it was typed", async () => {
    const title = `'); drop table cases; --<script>alert("x")</script>`;
    const { id } = await ana.api.cases.create({ ...good, title });
    expect((await ana.api.cases.get({ id })).title).toBe(title);
  });
});

test.each(["", "1", "../../etc/passwd", "' or 1=1 --", "\u0000", "x".repeat(5000), null, {}, []])(
  "an id that is none (%j) is a 4xx",
  async (id) => {
    for (const path of ["cases/get", "cases/close", "matches/accept", "matches/reject"]) {
      const { status } = await rpc(path, { id });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
    expect((await rpc("matches/apply", { case_id: id }, carla)).status).toBe(400);
  },
);

test("input without a rule's own sentence is refused in Spanish", async () => {
  for (const [path, input] of [
    ["cases/get", { id: "1" }],
    ["cases/get", null],
    ["cases/create", { title: 7, description: "x" }],
    ["reviews/create", { case_id: "x", kine_id: "y", stars: "five" }],
  ] as const) {
    const { body } = await rpc(path, input);
    expect(body.json?.message, path).toMatch(
      /^(Revisá los datos e intentá de nuevo\.|Debes seleccionar una calificación)$/,
    );
  }
});

test("unknown procedures, methods and paths are 404 or 405, in the catalogue's shape", async () => {
  for (const [method, path] of [
    ["POST", "/rpc/nothing/here"],
    ["GET", "/rpc/cases/mine"],
    ["DELETE", "/files/avatars"],
    ["POST", "/api/none"],
  ] as const) {
    const response = await fetch(testApp.url + path, { method });
    expect([404, 405], path).toContain(response.status);
  }
});

test("the OpenAPI document names every procedure", async () => {
  const document = (await (await fetch(`${testApp.url}/api/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  expect(Object.keys(document.paths)).toContain("/cases/create");
  expect(Object.keys(document.paths).length).toBeGreaterThanOrEqual(20);
});
