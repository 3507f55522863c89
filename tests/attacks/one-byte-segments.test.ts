// @module-tag operations/full
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like } from "../support/people.ts";
import { attacked, expectUnnoticed, openTarget, type Target, watched } from "./target.ts";
import { isFull } from "../support/full.ts";

const MS = isFull ? 20_000 : 1_500;

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target?.close());

/** The head of a request that declares a body of this length. */
const announced = (line: string, length: number, token?: string) =>
  `${line} HTTP/1.1\r\nhost: x\r\n${token ? `authorization: Bearer ${token}\r\n` : ""}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

async function attack(what: string, { head, connections }: { head: string; connections: number }) {
  const before = target.memory();
  const { effect, result } = await attacked(
    { port: target.port, connections, heads: [head], piece: "x", perSecond: 20_000, alone: true },
    () => watched(target, MS),
  );
  expectUnnoticed(`one-byte segments, ${what}`, before, effect, result);
  expect(effect.sent).toBeGreaterThan(1_000);
}

test.each([
  ["the account service", "POST /auth/v1/signup", 65_000],
  ["a procedure", "POST /rpc/cases/create", 16_000],
  ["an upload", "PUT /files/avatars", 5_000_000],
])("one-byte segments that strangers send to %s hold up nobody and take no memory", async (what, line, length) => {
  await attack(what, { connections: 32, head: announced(line, length) });
});

test("one-byte segments of uploads that are received hold up nobody and take no memory", async () => {
  const ana = await target.signUp(cast.ana);
  await attack("uploads of one person", {
    connections: 10,
    head: announced("PUT /files/avatars", 5_000_000, await ana.token()),
  });
  const bruno = await target.signUp(like(cast.bruno, "Bruno Otro"));
  await attack("large calls of one person", {
    connections: 10,
    head: announced("POST /rpc/cases/create", 250_000, await bruno.token()),
  });
});
