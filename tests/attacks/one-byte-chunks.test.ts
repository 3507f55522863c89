// @module-tag operations/full
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import type { Attack } from "./attacker.ts";
import { attacked, expectUnnoticed, openTarget, type Target, watched } from "./target.ts";
import { isFull } from "../support/full.ts";

const MS = isFull ? 15_000 : 1_000;

let target: Target;
let token: string;
beforeAll(async () => {
  target = await openTarget();
  token = await (await target.signUp(cast.ana)).token();
});
afterAll(() => target?.close());

const chunked = (line: string) =>
  `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
const CHUNK = "1\r\nx\r\n";
/** The bytes that a server reads together with the head. */
const FIRST = CHUNK.repeat(10_000);

async function attack(what: string, attack: Omit<Attack, "port" | "connections" | "piece">) {
  const before = target.memory();
  const { effect, result } = await attacked(
    { port: target.port, connections: 16, piece: CHUNK, ...attack },
    // On a busy machine the target may not have had its turn by then.
    async (answered) => (await Promise.all([watched(target, MS), answered]))[0],
  );
  expectUnnoticed(`one-byte chunks, ${what}`, before, effect, result);
  expect(effect.answers).toHaveProperty("411");
}

test.each([
  ["a page", "GET /"],
  ["a static file", "GET /favicon.svg"],
  ["the account service", "POST /auth/v1/signup"],
  ["a procedure", "POST /rpc/cases/create"],
  ["the public API", "POST /api/cases"],
  ["an upload", "PUT /files/avatars"],
])("one-byte chunks that strangers send to %s are refused, and hold up nobody", async (what, line) => {
  await attack(what, { heads: [chunked(line)], perSecond: 1_000_000 });
});

test(
  "one-byte chunks that come with the head of each request hold up nobody",
  { tags: "operations/short" },
  async () => {
    await attack("with the head", { heads: [chunked("POST /auth/v1/signup") + FIRST], perSecond: 0, again: true });
  },
);

test("one-byte chunks of somebody who is signed in take no memory", async () => {
  const head = chunked("PUT /files/avatars").replace("\r\n", `\r\nauthorization: Bearer ${token}\r\n`);
  await attack("of a member", { heads: [head], perSecond: 8_000_000 });
});
