import { expect, test } from "vitest";
import { openSparingLog } from "./log.server.ts";

test("what happens to many requests at once is logged at once, and then once a minute with how many", () => {
  const lines: object[] = [];
  let clock = 0;
  const log = { warn: (line: object) => void lines.push(line), error: (line: object) => void lines.push(line) };
  const sparing = openSparingLog(log as never, "overloaded", () => clock);
  for (let turn = 0; turn < 100; turn += 1) sparing.error({ turn });
  expect(lines).toEqual([{ turn: 0, times: 1 }]);
  clock = 60_000;
  sparing.error({ turn: 100 });
  expect(lines).toEqual([
    { turn: 0, times: 1 },
    { turn: 100, times: 100 },
  ]);
});
