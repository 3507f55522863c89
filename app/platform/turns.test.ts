import { expect, test } from "vitest";
import { openLoopTurns } from "./turns.server.ts";

test("of computations that wait for their turn, one runs in each turn of the event loop", async () => {
  const next = openLoopTurns();
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const began: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      await next();
      began.push(turn);
    }),
  );
  isOver = true;
  expect(new Set(began).size).toBe(50);
});
