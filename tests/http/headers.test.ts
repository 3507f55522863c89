import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signLink } from "../../app/platform/signed-links.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { sessionOf } from "../support/accounts.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let photo: string;
let study: string;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  const headers = { authorization: `Bearer ${await ana.token()}` };
  const put = (path: string) => fetch(testApp.url + path, { method: "PUT", body: png, headers });
  photo = ((await (await put("/files/avatars")).json()) as { photo_url: string }).photo_url;
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await put(`/files/case-studies/${id}?name=a.png`);
  const { studies } = await ana.api.cases.get({ id });
  study = signLink(
    testApp.app.services.settings.secret,
    studies[0]!.url.split("?")[0]!,
    sessionOf(await ana.token()),
    Date.now(),
  );
});
afterAll(() => testApp?.close());

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string };
/** Sends headers that `fetch` forbids: any Host, any Origin. */
function send({
  path,
  method = "GET",
  headers = {},
  body,
}: Sent): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(testApp.url);
    const outgoing = request({ hostname, port, path, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
  "content-security-policy": expect.stringContaining("default-src 'none'"),
  "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
};
const json = "application/json";
const kinds: [string, () => Sent | Promise<Sent>, status: number, headers: Record<string, unknown>][] = [
  [
    "data of a person",
    async () => ({
      path: "/rpc/cases/mine",
      method: "POST",
      headers: { authorization: `Bearer ${await ana.token()}` },
    }),
    200,
    { "cache-control": "private, no-store", "content-type": json },
  ],
  [
    "data by the other way",
    async () => ({
      path: "/api/profiles/mine",
      method: "POST",
      headers: { authorization: `Bearer ${await ana.token()}` },
    }),
    200,
    { "cache-control": "private, no-store", "content-type": json },
  ],
  [
    "an account",
    async () => ({ path: "/auth/v1/user", headers: { authorization: `Bearer ${await ana.token()}` } }),
    200,
    { "cache-control": "no-store" },
  ],
  [
    "a photo",
    () => ({ path: photo }),
    200,
    {
      "content-type": "image/png",
      "cache-control": "public, max-age=300, must-revalidate",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      "content-security-policy": "default-src 'none'; sandbox",
    },
  ],
  [
    "a study",
    () => ({ path: study }),
    200,
    {
      "content-type": "image/png",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": expect.stringMatching(/^inline; filename="estudio-/),
    },
  ],
  [
    "the API's own document",
    () => ({ path: "/api/openapi.json" }),
    200,
    { "content-type": expect.stringContaining(json) },
  ],
  [
    "a refusal",
    () => ({ path: "/rpc/cases/mine", method: "POST" }),
    401,
    { "cache-control": "private, no-store", "content-type": json },
  ],
  [
    "what is not there",
    () => ({ path: "/files/nada" }),
    404,
    { "cache-control": "private, no-store", "content-type": json },
  ],
  [
    "what is no request",
    () => ({ path: "/api/cases/create", method: "POST", body: "{" }),
    400,
    { "cache-control": "private, no-store" },
  ],
  ["health", () => ({ path: "/healthz" }), 200, {}],
];

test.each(kinds)("%s is answered with the headers of its kind", async (_, sent, status, headers) => {
  const answer = await send(await sent());
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ ...ALWAYS, ...headers });
  expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect(answer.headers).not.toHaveProperty("x-powered-by");
  expect(answer.headers).not.toHaveProperty("strict-transport-security");
});

test("behind TLS each answer says that the host is never to be asked without", async () => {
  const secure = await openTestApp({ PUBLIC_URL: "https://kinexo.test" });
  const answer = await fetch(`${secure.url}/healthz`);
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  await secure.close();
});

const EVIL = "https://evil.test";
const origins = [
  EVIL,
  "null",
  "http://localhost.evil.test",
  "https://kinexo.test.evil.test",
  "file://",
  "http://127.0.0.1:1",
  "chrome-extension://abc",
  "' onload=1",
];
const hosts = [
  "evil.test",
  "evil.test:80",
  "localhost.evil.test",
  "[::1]",
  "127.0.0.1@evil.test",
  "evil.test/../",
  "a b",
  "xn--",
  "localhost:99999",
  "",
];

describe("an Origin of elsewhere", () => {
  test.each(origins)("(%s) is let in by no header, nor before a write", async (origin) => {
    for (const path of [
      "/rpc/cases/mine",
      "/api/cases/create",
      "/auth/v1/token?grant_type=password",
      "/files/avatars",
      "/healthz",
    ]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      };
      for (const method of ["OPTIONS", "POST", "GET"]) {
        const answer = await send({ path, method, headers });
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
        expect(JSON.stringify(answer.headers) + answer.text).not.toContain("evil.test");
      }
    }
  });
});

describe("a Host of elsewhere", () => {
  test.each(hosts)("(%j) is written into no answer, link or message", async (host) => {
    const recover = { path: "/auth/v1/recover", method: "POST", body: JSON.stringify({ email: cast.ana.email }) };
    for (const sent of [
      { path: "/healthz" },
      { path: "/api/openapi.json" },
      { path: "/rpc/cases/mine", method: "POST" },
      recover,
    ]) {
      const headers = { host, "x-forwarded-host": "evil.test", forwarded: "host=evil.test", "content-type": json };
      const answer = await send({ ...sent, headers });
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.headers) + answer.text).not.toContain("evil.test");
    }
    const outbox = join(testApp.dataDir, "outbox");
    const letters = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
    expect(letters.length).toBeGreaterThan(0);
    for (const name of letters) expect(await readFile(join(outbox, name), "utf8")).not.toContain("evil.test");
  });
});
