// @module-tag operations/full
import { request } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { corpus } from "./fuzz/corpus.ts";
import { fitting, misfits, mutated, type Schema, textFields, withText } from "./fuzz/schema.ts";
import { enter, like } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { isFull } from "../support/full.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20261121);
const ROUNDS = isFull ? 100 : 2;
const TEXTS = 2;
/** The first deletes the caller's account, the second never ends. */
const LEFT_OUT = ["/accounts/delete", "/live/events"];
const ROLES = ["anonymous", "patient", "kine", "admin"] as const;
type Operation = { path: string; schema: Schema | null; answers: Record<string, Schema> };

let testApp: TestApp;
let tokens: Record<(typeof ROLES)[number], string | null>;
let ids: string[];
let operations: Operation[];
const counted = { tried: 0, accepted: 0, refused: 0, faults: [] as string[], unknown: [] as string[] };

beforeAll(async () => {
  testApp = await openTestApp();
  const ana = await testApp.signUp(cast.ana);
  const carla = await testApp.approvedKine(cast.carla);
  const elena = await testApp.signIn(cast.elena);
  // The users acted upon are not the callers.
  const bruno = await testApp.signUp(cast.bruno);
  const diego = await enter(testApp.url, like(cast.diego, "Diego Probado", { license_number: "MN 9" }), "sign up");
  const mine = (await ana.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
  const theirs = (await bruno.api.cases.create({ title: "Codo", description: "Me duele" })).id;
  const match = (await carla.api.matches.apply({ case_id: mine })).id;
  ids = [
    mine,
    theirs,
    match,
    bruno.id,
    diego.id,
    (await testApp.db.selectFrom("kine_applications").select("id").executeTakeFirstOrThrow()).id,
  ];
  tokens = { anonymous: null, patient: await ana.token(), kine: await carla.token(), admin: await elena.token() };
  const document = (await (await fetch(`${testApp.url}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      {
        post: {
          requestBody?: { content: { "application/json": { schema: Schema } } };
          responses: Record<string, { content: { "application/json": { schema: Schema } } }>;
        };
      }
    >;
  };
  operations = Object.entries(document.paths)
    .filter(([path]) => !LEFT_OUT.includes(path))
    .map(([path, { post }]) => ({
      path,
      schema: post.requestBody?.content["application/json"].schema ?? null,
      answers: Object.fromEntries(
        Object.entries(post.responses).map(([status, { content }]) => [status, content["application/json"].schema]),
      ),
    }));
});
afterAll(async () => {
  console.log(
    `fuzz: ${counted.tried} tried, ${counted.refused} refused, ${counted.accepted} accepted, ${counted.faults.length} 5xx, ` +
      `${counted.unknown.length} outside of their schema (seed ${seed}, ${operations?.length} operations, ${corpus.length} texts)`,
  );
  await testApp?.close();
});

/** Sends one input and counts its answer, which must match the document's schema for its status. */
async function send(role: (typeof ROLES)[number], { path, answers }: Operation, input: unknown) {
  const token = tokens[role];
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify(input);
  const answer = await fetch(`${testApp.url}/api${path}`, { method: "POST", headers, body });
  const said = `${role} ${path} ${body?.slice(0, 300)}: ${answer.status}`;
  counted.tried += 1;
  if (answer.status >= 500) counted.faults.push(said);
  if (answer.ok) counted.accepted += 1;
  else counted.refused += 1;
  const text = await answer.text();
  const declared = answers[answer.status];
  if (!declared || !isJson(text, answer)) counted.unknown.push(`${said} ${text.slice(0, 200)}`);
  else counted.unknown.push(...misfits(declared, JSON.parse(text)).map((misfit) => `${said}: ${misfit}`));
}

/** Sends a body on a new connection: the server closes it after a body that is too large. */
function post(url: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${tokens.patient}`,
      "content-length": Buffer.byteLength(body),
    };
    const sent = request(url, { method: "POST", agent: false, headers }, (answer) => {
      // Once the server has answered, a write error for the rest of the body is no failure.
      sent.off("error", reject).on("error", () => undefined);
      text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, text: said }), reject);
    });
    sent.on("error", reject).end(body);
  });
}

function isJson(text: string, answer: Response): boolean {
  try {
    JSON.parse(text);
    return answer.headers.get("content-type")?.startsWith("application/json") === true;
  } catch {
    return false;
  }
}

const sampled = <T>(arbitrary: fc.Arbitrary<T>, count: number, salt: number) =>
  fc.sample(arbitrary, { numRuns: count, seed: seed + salt });

async function nothingBroke() {
  expect(counted.faults).toEqual([]);
  expect(counted.unknown).toEqual([]);
  // Nobody gained a role, and no case changed its owner.
  const roles = await testApp.db
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .select(["r.role", "p.email"])
    .where("p.email", "in", [cast.ana.email, cast.carla.email, cast.elena.email])
    .orderBy("p.email")
    .execute();
  expect(roles.map(({ role }) => role).toSorted()).toEqual(["admin", "kine", "patient"]);
  const { patient_id } = await testApp.db
    .selectFrom("cases")
    .select("patient_id")
    .where("id", "=", ids[1]!)
    .executeTakeFirstOrThrow();
  expect(patient_id).toBe(ids[3]);
}

test(
  "as four roles, inputs made from the document and mutations of them end no request as a fault, and each answer is as the document says",
  { timeout: 900_000 },
  async () => {
    for (const [salt, operation] of operations.entries()) {
      const { schema } = operation;
      const good = sampled(schema ? fitting(schema, ids) : fc.constant(undefined), ROUNDS, salt);
      const bad = sampled(fc.constantFrom(...good.map((value) => value ?? {})).chain(mutated), ROUNDS * 2, salt);
      for (const input of [...good, ...bad]) await Promise.all(ROLES.map((role) => send(role, operation, input)));
    }
    expect(counted.accepted).toBeGreaterThan(100);
    expect(counted.refused).toBeGreaterThan(100);
    await nothingBroke();
  },
);

test(
  "malformed, missing and oversized bodies are refused as the document says",
  { tags: "operations/short", timeout: 300_000 },
  async () => {
    for (const { path, answers } of operations) {
      for (const body of ["{", "[]", "7", "", "\0", `"${"a".repeat(300_000)}"`]) {
        const { status, text } = await post(`${testApp.url}/api${path}`, body);
        counted.tried += 1;
        const declared = answers[status];
        if (!declared) counted.unknown.push(`${path} ${body.slice(0, 20)}: ${status} ${text.slice(0, 200)}`);
        else
          counted.unknown.push(
            ...misfits(declared, JSON.parse(text)).map((misfit) => `${path} ${body.slice(0, 20)}: ${misfit}`),
          );
      }
    }
    await nothingBroke();
  },
);

test(
  "hostile texts in every text field end no request as a fault and take nobody's place",
  { timeout: 900_000 },
  async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200);
    for (const [salt, operation] of operations.entries()) {
      const { schema } = operation;
      for (const [place, field] of (schema ? textFields(schema) : []).entries()) {
        const [good] = sampled(fitting({ ...schema, required: Object.keys(schema?.properties ?? {}) }, ids), 1, salt);
        const texts = isFull ? corpus : sampled(fc.constantFrom(...corpus), TEXTS, salt * 31 + place);
        const role = ROLES.filter((one) => one !== "anonymous")[(salt + place) % 3]!;
        for (const text of texts)
          await Promise.all((isFull ? ROLES : [role]).map((who) => send(who, operation, withText(good, field, text))));
      }
    }
    await nothingBroke();
  },
);
