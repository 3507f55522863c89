import { expect, test } from "vitest";
import { openCallRates } from "./call-rates.server.ts";

const rate = { perSecond: 10, burstSeconds: 2 };

test("what was not used for a while can be used at once, and then only as fast as the rate", () => {
  let now = 0;
  const { take } = openCallRates(() => now);
  const ask = (cost = 1) => take([{ key: "ana", rate }], cost);
  expect(Array.from({ length: 21 }, () => ask())).toEqual([...Array(20).fill(0), 1]);
  now += 100;
  expect([ask(), ask()]).toEqual([0, 1]);
  now += 60_000;
  expect(Array.from({ length: 5 }, () => ask(5))).toEqual([0, 0, 0, 0, 1]);
  expect(take([{ key: "bruno", rate }], 1)).toBe(0);
});

test("who is refused by one count uses up nothing of another", () => {
  const { take } = openCallRates(() => 0);
  const [one, wide] = [
    { key: "one", rate },
    { key: "wide", rate: { perSecond: 10, burstSeconds: 4 } },
  ];
  for (let n = 0; n < 100; n += 1) take([one, wide], 1);
  const left = Array.from({ length: 40 }, () => take([wide], 1)).filter((seconds) => seconds === 0);
  expect(left).toHaveLength(20);
});

test("however many callers there are, a fixed number of them is kept, and who goes on calling is one of them", () => {
  const { take } = openCallRates(() => 0, 100);
  const ask = (key: string) => take([{ key, rate }], 1);
  for (let n = 0; n < 20; n += 1) ask("busy");
  expect(ask("busy")).toBe(1);
  for (let n = 0; n < 90; n += 1) ask(`other ${n}`);
  expect(ask("busy")).toBe(1);
  for (let n = 0; n < 300; n += 1) ask(`another ${n}`);
  expect(ask("busy")).toBe(0);
});
