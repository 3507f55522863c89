// @module-tag operations/full
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allErrors } from "../../app/shared/server-errors.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { apiOf, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const PER_SECOND = 2;
/** The bursts: of a user, of an address without a session, of a block of IPv6 networks. */
const [OF_PERSON, OF_ADDRESS] = [PER_SECOND * 20, PER_SECOND * 5 * 20];
const COST_OF_PAGE = 5;
const { message } = allErrors.TOO_MANY_REQUESTS;

let testApp: TestApp;
let carla: Person;
let others: Person[];
beforeAll(async () => {
  testApp = await openTestApp({ CALL_LIMIT: String(PER_SECOND), TRUSTED_PROXIES: "1" });
  carla = await testApp.approvedKine(cast.carla);
  others = await Promise.all(["Bea Otra", "Caro Otra"].map((name) => testApp.signUp(like(cast.ana, name))));
});
afterAll(() => testApp?.close());

type Sent = { path: string; token?: string; address?: string; body?: string };
async function send({ path, token, address = "203.0.113.9", body }: Sent) {
  const headers = {
    "x-forwarded-for": address,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
  const response = await fetch(testApp.url + path, { headers, ...(body && { method: "POST", body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
/** Sends a request so many times; returns the count of each status. */
async function count(times: number, sent: Sent): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, () => send(sent)));
  return answers.reduce<Record<number, number>>(
    (counted, { status }) => ({ ...counted, [status]: (counted[status] ?? 0) + 1 }),
    {},
  );
}
/** Sends a request until it is rate-limited: a busy machine may be slower than the limit's refill. */
async function refusedOf(sent: Sent) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await send(sent);
    if (answer.status === 429) return answer;
  }
  throw new Error(`${sent.path} is not refused`);
}
const EMPTY = JSON.stringify({ json: {} });

test.each(["/rpc/cases/available", "/rpc/availabilities/mine"])(
  "calls of one person to %s have a limit, wherever they come from, and nobody else is refused",
  async (path) => {
    const token = await carla.token();
    const counted = await count(OF_PERSON + 30, { path, token, body: EMPTY });
    expect(counted[429]).toBeGreaterThan(0);
    const refused = await refusedOf({ path, token, body: EMPTY, address: "198.51.100.7" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(JSON.parse(refused.text)).toMatchObject({ json: { code: "TOO_MANY_REQUESTS", message, status: 429 } });
    const api = apiOf(testApp.url, () => carla.token());
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.availabilities.mine().catch((error: { code: string; message: string }) => error),
      ),
    );
    expect(outcomes).toContainEqual(expect.objectContaining({ code: "TOO_MANY_REQUESTS", message }));
    for (const other of others) expect(await outcome(other.api.cases.mine({}))).toBe("ok");
    expect(
      (await send({ path: "/rpc/profiles/publicProfile", body: JSON.stringify({ json: { id: carla.id } }) })).status,
    ).toBe(200);
  },
);

test(
  "pages that are asked for by one address have a limit, and count for more than calls",
  { tags: "operations/short" },
  async () => {
    const address = "203.0.113.20";
    const counted = await count(OF_ADDRESS / COST_OF_PAGE + 10, { path: `/kines/${carla.id}`, address });
    expect(counted[429]).toBeGreaterThan(0);
    const refused = await refusedOf({ path: "/", address });
    expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(refused.text).toContain(message);
    expect((await send({ path: "/", address: "203.0.113.21" })).status).toBe(404);
    expect(JSON.parse((await refusedOf({ path: "/files/avatars", address })).text)).toEqual({
      code: "TOO_MANY_REQUESTS",
      message,
    });
  },
);

test("a token that is not ours is counted as its address is", async () => {
  const address = "203.0.113.30";
  const answers = await Promise.all(
    Array.from({ length: OF_ADDRESS + 100 }, (_, n) =>
      send({ path: "/rpc/cases/mine", address, token: `a.b.${n}`, body: EMPTY }),
    ),
  );
  expect(answers.filter(({ status }) => status === 429)).not.toEqual([]);
});

test("who has many networks of IPv6 is counted by their block too", async () => {
  const refused: number[] = [];
  for (const network of [1, 2, 3, 4, 5, 6]) {
    const counted = await count(OF_ADDRESS / COST_OF_PAGE - 2, { path: "/", address: `2001:db8:5:${network}::1` });
    refused.push(counted[429] ?? 0);
  }
  expect(refused.slice(0, 3)).toEqual([0, 0, 0]);
  expect(refused[5]).toBeGreaterThan(0);
  expect((await send({ path: "/", address: "2001:db8:6::1" })).status).toBe(404);
});

test.each([
  ["203.0.113.77", "/rpc/directory/search"],
  ["203.0.113.78", "/rpc/directory/search/"],
  ["203.0.113.79", "/api/directory/search/"],
])("a search of the directory counts for as much as a page: from %s %s", async (address, path) => {
  const body = JSON.stringify({ json: {} });
  const counted = await count(OF_ADDRESS / COST_OF_PAGE + 40, { path, address, body });
  expect(counted[429]).toBeGreaterThan(0);
});

test.each([
  ["203.0.113.80", "/kinesiologos?dia=1"],
  ["203.0.113.81", "/Kinesiologos/caba/palermo?%64ia=1"],
  ["203.0.113.82", "/kinesiologos/caba.data?orden=precio"],
  ["203.0.113.83", "/rpc/directory/specialists"],
  ["203.0.113.84", "/rpc/directory/specialists/"],
  ["203.0.113.85", "/sitemaps/perfiles-1.xml"],
  ["203.0.113.86", "/rpc/cases/summary"],
])(
  "a list of the directory with filters, a file of the sitemap, or a document, counts for five pages: from %s %s",
  async (address, path) => {
    const times = OF_ADDRESS / COST_OF_PAGE / 2;
    const counted = await count(times, { path, address, ...(path.startsWith("/rpc") && { body: EMPTY }) });
    expect(counted[429]).toBeGreaterThan(0);
    const other = address.replace("203.0.113", "198.51.100");
    expect((await count(times, { path: "/kinesiologos?pagina=2", address: other }))[429]).toBeUndefined();
  },
);

test("probes, signing in and renewing a session are never refused for haste", async () => {
  const address = "127.0.0.1";
  const token = await carla.token();
  await count(OF_ADDRESS / COST_OF_PAGE + 20, { path: "/", address });
  await count(OF_PERSON + 30, { path: "/rpc/availabilities/mine", token, body: EMPTY, address });
  await refusedOf({ path: "/", address });
  expect(await count(60, { path: "/healthz", address })).toEqual({ 200: 60 });
  expect(await count(60, { path: "/readyz", address })).toEqual({ 200: 60 });
  const { data, error } = await carla.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.access_token).toBeTruthy();
  expect((await send({ path: "/auth/v1/user", token, address })).status).toBe(200);
});

/** Requests a path literally: fetch would resolve its dots. */
const rawStatus = (path: string, address: string) =>
  new Promise<number | undefined>((answered, failed) => {
    const headers = {
      "x-forwarded-for": address,
      "content-type": "application/json",
      "content-length": String(EMPTY.length),
    };
    request(testApp.url, { method: "POST", path, headers }, (response) => {
      response.resume();
      answered(response.statusCode);
    })
      .on("error", failed)
      .end(EMPTY);
  });

test.each([
  ["203.0.113.40", "/auth/v1/../../rpc/cases/mine"],
  ["203.0.113.41", "/auth/v1/%2e%2e/%2E%2E/api/cases/mine"],
  ["203.0.113.42", "http://kinexo/auth/v1/../../rpc/cases/mine"],
])("a path that leads from what is not counted to what is counted has a limit: from %s %s", async (address, path) => {
  const answers = await Promise.all(Array.from({ length: OF_ADDRESS + 100 }, () => rawStatus(path, address)));
  expect(new Set(answers)).toEqual(new Set([401, 429]));
});

test("a path that leads from a call to a page counts for a page", async () => {
  const address = "203.0.113.43";
  const answers = await Promise.all(
    Array.from({ length: OF_ADDRESS / COST_OF_PAGE + 10 }, () => rawStatus("/rpc/../kines", address)),
  );
  expect(answers).toContain(429);
});

test("without a limit nothing is counted", { tags: "operations/short" }, async () => {
  const free = await openTestApp({ CALL_LIMIT: "0" });
  try {
    const answers = await Promise.all(Array.from({ length: 500 }, () => fetch(`${free.url}/`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  } finally {
    await free.close();
  }
});
