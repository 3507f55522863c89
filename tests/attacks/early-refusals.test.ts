// @module-tag operations/full
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openTarget, type Target } from "./target.ts";
import { isFull } from "../support/full.ts";

const ROUNDS = isFull ? 20 : 3;
const MB = 1024 * 1024;
/** The most connections that a node keeps open for the rest of bodies that it refused. */
const MOST_LINGERING = 300;

let target: Target;
let token: string;
beforeAll(async () => {
  target = await openTarget();
  token = await (await target.signUp(cast.ana)).token();
});
afterAll(() => target?.close());

const NOBODY = "00000000-0000-4000-8000-000000000000";
/** Requests answered before their body is read: request line, size, status, and whether the sender is a member. */
const refused: [line: string, bytes: number, status: number, isMember?: boolean][] = [
  ["PUT /files/avatars", 3 * MB, 401],
  ["PUT /files/avatars", 6 * MB, 413, true],
  [`PUT /files/avatars/${NOBODY}`, 3 * MB, 403, true],
  [`PUT /files/case-studies/${NOBODY}?name=a.pdf`, 3 * MB, 404, true],
  ["PUT /files/nothing", 3 * MB, 404],
  ["POST /rpc/cases/create", 3 * MB, 413],
  ["POST /rpc/cases/create", 100_000, 401],
  ["POST /api/cases", 3 * MB, 413],
  ["POST /auth/v1/signup", 3 * MB, 413],
  ["POST /auth/v1/nothing", 60_000, 404],
  ["POST /auth/v1/factors", 60_000, 401],
  ["POST /", 3 * MB, 404],
  ["POST /kines/nobody", 60_000, 404],
  ["GET /", 60_000, 200],
  ["GET /favicon.svg", 3 * MB, 200],
  ["GET /healthz", 60_000, 200],
];

/** Sends a request with its whole body and another request on the same connection; returns everything received until it closes. */
function onOneConnection(
  line: string,
  bytes: number,
  isMember: boolean,
): Promise<{ heads: string[]; error: string | null }> {
  const [next, heads] = ["GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", [] as string[]];
  return new Promise((resolve) => {
    let answer = "";
    let error: string | null = null;
    const socket = connect(target.port, "127.0.0.1", () => {
      socket.write(
        `${line} HTTP/1.1\r\nhost: x\r\n${isMember ? `authorization: Bearer ${token}\r\n` : ""}content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
      );
      let left = bytes;
      const send = () => {
        if (socket.destroyed || /^connection: close/im.test(answer)) return;
        if (left === 0) return void socket.write(next);
        const part = Math.min(left, 16_384);
        left -= part;
        // The rest arrives later than the answer, as on a real network.
        socket.write(Buffer.alloc(part, 120), () => setTimeout(send, left > 0 ? 5 : 0));
      };
      setTimeout(send, 50);
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error("nothing came")));
    socket.on("data", (part) => (answer += part.toString("latin1")));
    socket.on("error", ({ message }) => (error = message));
    socket.on("close", () => {
      for (const [head] of answer.matchAll(/^HTTP\/1\.1 [^]*?\r\n\r\n/gm)) heads.push(head);
      resolve({ heads, error });
    });
  });
}

test(
  "an answer to a request whose body was not read says that its connection ends, and then ends it",
  { timeout: 240_000 },
  async () => {
    const counted = { tried: 0, announced: 0, lost: 0 };
    for (const [line, bytes, status, isMember = false] of refused) {
      const { heads, error } = await onOneConnection(line, bytes, isMember);
      counted.tried += 1;
      const [first = "", second] = heads;
      if (/^connection: close/im.test(first) && error === null) counted.announced += 1;
      if (heads.length === 0) counted.lost += 1;
      expect([line, bytes, Number(first.split(" ")[1])]).toEqual([line, bytes, status]);
      expect([line, /^connection: (\S+)/im.exec(first)?.[1], second, error]).toEqual([line, "close", undefined, null]);
    }
    console.log(
      `early answers: ${counted.tried} tried, ${counted.announced} said that the connection ends, ${counted.lost} lost`,
    );
  },
);

test("a client that keeps connections loses no request after an early refusal", { timeout: 240_000 }, async () => {
  const counted = { refusals: 0, refusalsLost: 0, next: 0, nextLost: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [line, bytes, status, isMember = false] of refused.filter(([each]) => !each.startsWith("GET"))) {
      const [method = "", path = ""] = line.split(" ");
      const headers = { "content-type": "application/json", ...(isMember && { authorization: `Bearer ${token}` }) };
      const refusal = await fetch(target.url + path, { method, headers, body: Buffer.alloc(bytes, 120) }).then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
        () => "lost",
      );
      counted.refusals += 1;
      if (refusal !== status) counted.refusalsLost += 1;
      counted.next += 1;
      await fetch(`${target.url}/healthz`).then(
        (answer) => answer.text(),
        () => (counted.nextLost += 1),
      );
    }
  }
  console.log(`early refusals and what comes after: ${JSON.stringify(counted)}`);
  expect(counted).toMatchObject({ refusalsLost: 0, nextLost: 0 });
});

/** Sends the head of a request that is refused, and nothing more; resolves to the status, with the connection open on this side. */
function refusedHead(): Promise<{ socket: Socket; status: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: target.port, host: "127.0.0.1", allowHalfOpen: true }, () =>
      socket.write(`POST /rpc/cases/create HTTP/1.1\r\nhost: x\r\ncontent-length: ${3 * MB}\r\n\r\n`),
    );
    socket.once("data", (part) => resolve({ socket, status: Number(part.toString("latin1").split(" ")[1]) }));
    socket.on("error", reject);
  });
}

test("of many refused connections a bounded number waits for the rest of its body, and all are answered", async () => {
  const before = target.sockets();
  const refusals = await Promise.all(Array.from({ length: 3 * MOST_LINGERING }, refusedHead));
  const lingering = target.sockets() - before;
  for (const { socket } of refusals) socket.destroy();
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([413]));
  console.log(`refused connections: ${refusals.length} at once, ${lingering} of them still open`);
  expect(lingering).toBeGreaterThan(0);
  expect(lingering).toBeLessThanOrEqual(MOST_LINGERING);
});

test("a connection stays open after an answer to a body that was read", { tags: "operations/short" }, async () => {
  const kept = [];
  const [headers, large] = [{ authorization: `Bearer ${token}` }, `{"json":"${"x".repeat(200_000)}"}`];
  for (const [path, body] of [
    ["/rpc/cases/create", "{}"],
    ["/auth/v1/signup", "{}"],
    ["/rpc/cases/create", large],
    ["/api/cases", large],
  ] as const) {
    const answer = await fetch(target.url + path, { method: "POST", body, headers });
    await answer.text();
    kept.push([path, answer.headers.get("connection")]);
  }
  expect(kept.map(([, connection]) => connection)).toEqual(["keep-alive", "keep-alive", "keep-alive", "keep-alive"]);
});
