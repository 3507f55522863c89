// @module-tag operations/full
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like } from "../support/people.ts";
import { attacked, openTarget, type Target } from "./target.ts";
import { isFull } from "../support/full.ts";

/** Accounts that send slowly, each on more connections than the server accepts from one at once. */
const ACCOUNTS = isFull ? 20 : 6;
const EACH = 4;
const HONEST = isFull ? 40 : 5;

let target: Target;
let photo: Buffer;
beforeAll(async () => {
  target = await openTarget();
  photo = await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: "#0F4C5C",
      noise: { type: "gaussian", mean: 120, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
});
afterAll(() => target?.close());

async function put(token: string, patience = 10_000) {
  const since = performance.now();
  const answer = await fetch(`${target.url}/files/avatars`, {
    method: "PUT",
    body: new Uint8Array(photo),
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(patience),
  }).catch(() => null);
  return { status: answer?.status ?? 0, ms: performance.now() - since };
}

test("slow uploads of several accounts keep nobody else's waiting", { timeout: 300_000 }, async () => {
  const tokens = [];
  for (let n = 0; n < ACCOUNTS; n += 1) tokens.push(await (await target.signUp(like(cast.ana, `Lenta ${n}`))).token());
  const ana = await (await target.signUp(cast.ana)).token();
  const heads = tokens.map(
    (token) =>
      `PUT /files/avatars HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 4000000\r\n\r\n`,
  );
  const before = target.memory();
  const { effect, result } = await attacked(
    { port: target.port, connections: ACCOUNTS * EACH, heads, piece: "x", perSecond: 1 },
    async () => {
      const sent = [];
      // The attackers connect first.
      await wait(3_000);
      for (let n = 0; n < HONEST; n += 1) sent.push(await put(ana));
      return sent;
    },
  );
  const slowest = Math.max(...result.map(({ ms }) => ms));
  const kept = result.filter(({ status }) => status === 200).length;
  console.log(
    `slow uploads: ${effect.opened} connections of ${ACCOUNTS} accounts, ${effect.sent} bytes sent, answers ${JSON.stringify(effect.answers)}; ` +
      `${kept} of ${HONEST} other uploads kept meanwhile, slowest ${slowest.toFixed(0)} ms; memory ${before.toFixed(0)} MB before, ${target.memory().toFixed(0)} MB after`,
  );
  expect(kept).toBe(HONEST);
});

test("a body that comes more slowly than any phone network is given up, and the honest ones of its account go on", async () => {
  const token = await (await target.signUp(like(cast.bruno, "Bruno Lento"))).token();
  const head = `PUT /files/avatars HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 4000000\r\n\r\n`;
  const since = performance.now();
  // One account may have two uploads in progress: its third waits until these are aborted.
  const { effect, result } = await attacked(
    { port: target.port, connections: 2, heads: [head], piece: "x", perSecond: 20 },
    async () => {
      await wait(2_000);
      return (await put(token, 60_000)).status;
    },
  );
  console.log(
    `slow bodies: ${effect.opened} connections, answers ${JSON.stringify(effect.answers)}; the account's own upload ${result} after ${Math.round(performance.now() - since)} ms`,
  );
  expect(result).toBe(200);
  expect(effect.answers["503"]).toBeGreaterThan(0);
});
