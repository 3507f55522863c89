// @module-tag operations/full
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "./conformance/operations.ts";
import { type Call, protocol } from "./conformance/protocol.table.ts";
import { openStage, type Stage } from "./conformance/stage.ts";
import { type FakeOidc, startFakeOidc } from "./oidc-accounts.ts";
import { openService, type Service } from "./service.ts";

let service: Service;
let elsewhere: FakeOidc;
let stage: Stage;
const conforming = new Map<Call, "answered" | "refused">();
beforeAll(async () => {
  elsewhere = await startFakeOidc();
  service = await openService({ signInProviders: [elsewhere.settings()] });
  stage = openStage(service, elsewhere);
});
afterAll(async () => {
  await service?.close();
  await elsewhere?.close();
});

async function send({ operation, request }: Call, version?: string) {
  const [method = "", pattern = ""] = operation.split(" ");
  const {
    path = pattern,
    token,
    body,
    text = body === undefined ? null : JSON.stringify(body),
    type = "application/json",
  } = await request(stage);
  const response = await fetch(service.url + path, {
    method,
    redirect: "manual",
    ...(method !== "GET" && { body: text }),
    headers: {
      "content-type": type,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(version && { "x-supabase-api-version": version }),
    },
  });
  return {
    status: response.status,
    version: response.headers.get("x-supabase-api-version"),
    text: await response.text(),
  };
}

test(
  "every operation of the published protocol is in the table, and nothing else",
  { tags: "operations/short" },
  () => {
    expect([...new Set(protocol.map(({ operation }) => operation))].toSorted()).toEqual([...operations].toSorted());
  },
);

test.for(protocol)("$operation, $says: is answered with the status and the code of the protocol", async (row) => {
  const old = await send(row);
  expect([old.status, old.version]).toEqual([row.status, null]);
  if (row.code) {
    const refusal = JSON.parse(old.text) as { code: unknown; error_code: unknown; msg: unknown };
    expect(refusal).toMatchObject({ code: row.status, error_code: row.code, msg: expect.any(String) });
    const current = await send(row, "2024-01-01");
    expect([current.status, current.version]).toEqual([row.status, "2024-01-01"]);
    const { weak_password, ...rest } = JSON.parse(current.text) as Record<string, unknown>;
    expect(rest).toEqual({ code: row.code, message: refusal.msg });
    expect(weak_password !== undefined).toBe(row.code === "weak_password");
  }
  conforming.set(row, row.code ? "refused" : "answered");
});

test.each([
  ["2024-01-01", "code"],
  ["2031-12-31", "code"],
  ["2023-12-31", "error_code"],
  ["", "error_code"],
  ["newest", "error_code"],
  ["2024-99-99", "error_code"],
] as const)("the version %j of the protocol puts the code of a refusal under %s", async (version, name) => {
  const refused = protocol.find(({ operation, status }) => operation === "POST /logout" && status === 401)!;
  const { text, version: named } = await send(refused, version);
  expect((JSON.parse(text) as Record<string, unknown>)[name]).toBe("no_authorization");
  expect(named).toBe(name === "code" ? "2024-01-01" : null);
});

test("no request of the protocol was answered as a defect of ours", () => {
  expect(service.failures).toEqual([]);
  const count = (outcome: string) => [...conforming.values()].filter((one) => one === outcome).length;
  const tried = new Set([...conforming.keys()].map(({ operation }) => operation)).size;
  console.log(
    `protocol: ${operations.length} operations listed, ${tried} conforming in ${conforming.size} of ${protocol.length} ways,`,
    `${count("answered")} answered, ${count("refused")} refused with the protocol's code in both shapes`,
  );
});
