import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, newEmail, openService, PASSWORD, patient, type Service, signedUp } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

const expectRefusal = (answer: Awaited<ReturnType<typeof ask>>) => {
  expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400 && status < 500) });
  expect(answer.json).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(answer.headers.get("cache-control")).toBe("no-store");
};

const bodies = ["", "{", "null", "[]", "7", '"text"', "{}", "\0", "{'email':1}", "\ufeff{}", "[".repeat(60_000)];
const values: unknown[] = [
  null,
  7,
  true,
  [],
  {},
  "",
  "\0",
  "a\0b@example.com",
  "\ud800",
  "' or 1=1 --",
  { $gt: "" },
  ["a@example.com"],
  "a".repeat(60_000),
];
const paths = [
  "/signup",
  "/token?grant_type=password",
  "/token?grant_type=refresh_token",
  "/token",
  "/token?grant_type=x",
  "/token?grant_type=web3",
  "/otp",
  "/sso",
];

test.for(paths)("%s answers anything malformed with a 4xx", async (path) => {
  for (const text of bodies) expectRefusal(await ask(service, "POST", path, { text }));
  for (const value of values) {
    expectRefusal(await ask(service, "POST", path, { body: { email: value, password: PASSWORD, data: patient } }));
    expectRefusal(await ask(service, "POST", path, { body: { email: newEmail(), password: value, data: patient } }));
    expectRefusal(await ask(service, "POST", path, { body: { refresh_token: value } }));
  }
  expect(service.failures).toEqual([]);
});

test("metadata of any wrong kind is refused and never a fault of the server", async () => {
  const nested = JSON.parse(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`) as unknown;
  const sentence = "' or 1=1 --";
  for (const value of [...values.filter((item) => item !== sentence), nested]) {
    const body = { email: newEmail(), password: PASSWORD, data: { ...patient, name: value } };
    expectRefusal(await ask(service, "POST", "/signup", { body }));
  }
  const { session } = await signedUp(service);
  for (const data of [7, "text", [], { "a\0": 1 }, { a: "\ud800" }, nested]) {
    expectRefusal(await ask(service, "PUT", "/user", { token: session.access_token, body: { data } }));
  }
  const large = [{ text: "a".repeat(30_000) }, { numbers: Array.from({ length: 2_000 }, () => 1e300) }];
  for (const more of large) {
    const body = { email: newEmail(), password: PASSWORD, data: { ...patient, ...more } };
    expectRefusal(await ask(service, "POST", "/signup", { body }));
    expectRefusal(await ask(service, "PUT", "/user", { token: session.access_token, body: { data: more } }));
  }
  const poisoned = '{"data":{"__proto__":{"role":"admin"},"constructor":{"prototype":1}}}';
  expect((await ask(service, "PUT", "/user", { token: session.access_token, text: poisoned })).status).toBe(200);
  expect(({} as { role?: string }).role).toBeUndefined();
  expect(service.failures).toEqual([]);
});

test("factors and passkeys answer anything malformed with a 4xx", async () => {
  const {
    session: { access_token: token },
  } = await signedUp(service);
  const id = "01890000-0000-7000-8000-000000000000";
  const calls: [string, (value: unknown) => unknown][] = [
    ["POST /factors", (value) => ({ factor_type: value })],
    ["POST /factors", (value) => ({ factor_type: "phone", phone: value })],
    [`POST /factors/${id}/challenge`, (value) => ({ channel: value, webauthn: value })],
    [`POST /factors/${id}/verify`, (value) => ({ challenge_id: id, code: value, webauthn: value })],
    [`POST /factors/${id}/verify`, (value) => ({ challenge_id: value })],
    ["POST /factors/x/verify", () => ({ challenge_id: id, code: "123456" })],
    ["DELETE /factors/x", () => undefined],
    ["POST /factors/recovery-codes", (value) => ({ friendly_name: value })],
    ["POST /factors/recovery-codes/verify", (value) => ({ code: value })],
    ["POST /passkeys/registration/verify", (value) => ({ challenge_id: id, credential: value })],
    [
      "POST /passkeys/authentication/verify",
      (value) => ({ challenge_id: id, credential: { id: "a", response: { a: value } } }),
    ],
    [`PATCH /passkeys/${id}`, (value) => ({ friendly_name: value })],
    ["PATCH /passkeys/x", () => ({ friendly_name: "x" })],
    ["DELETE /passkeys/x", () => undefined],
  ];
  for (const [call, bodyOf] of calls) {
    const [method = "", path = ""] = call.split(" ");
    for (const value of values) expectRefusal(await ask(service, method, path, { token, body: bodyOf(value) }));
    expectRefusal(await ask(service, method, path, { body: bodyOf("x") }));
  }
  expect(service.failures).toEqual([]);
});

test("a field of 10 MB is refused as too large", async () => {
  const body = { email: newEmail(), password: "A1".repeat(5_000_000), data: patient };
  const answer = await ask(service, "POST", "/signup", { body });
  expect(answer.status).toBe(413);
  expectRefusal(answer);
});

/** Sends a raw request and returns the first line of the answer. */
function rawRequest(lines: string[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.setTimeout(5_000, () => socket.destroy(new Error("no answer")));
    socket.once("data", (data) => {
      resolve(data.toString().split("\r\n")[0] ?? "");
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

test("a body announced with 2 GB is refused before it is sent", async () => {
  const announce = ["POST /auth/v1/signup HTTP/1.1", "Host: x", "Content-Type: application/json"];
  expect(await rawRequest([...announce, "Content-Length: 2147483648"])).toMatch(/ 413 /);
  expect(await rawRequest([...announce, "Content-Length: -1"])).toMatch(/ 400 /);
});

test("an endless body without a length is refused", async () => {
  const stream = new ReadableStream<Uint8Array>({ pull: (sink) => sink.enqueue(new Uint8Array(32_768).fill(97)) });
  const response = await fetch(`${service.url}/signup`, {
    method: "POST",
    body: stream,
    duplex: "half",
  } as RequestInit).then(
    ({ status }) => status,
    () => "cut off",
  );
  expect([411, "cut off"]).toContain(response);
  expect(service.failures).toEqual([]);
});

test("unknown paths, methods and scopes are refused in the protocol's shape", async () => {
  expectRefusal(await ask(service, "GET", "/admin/users"));
  expectRefusal(await ask(service, "GET", "/signup"));
  expectRefusal(await ask(service, "DELETE", "/user"));
  expectRefusal(await ask(service, "POST", "/logout?scope=everything"));
  expectRefusal(await ask(service, "GET", "/%00"));
  const { session } = await signedUp(service);
  const answer = await ask(service, "POST", "/logout?scope=everything", { token: session.access_token });
  expect(answer.json.code).toBe("validation_failed");
});
