import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Repeated, repeat } from "../platform/repeat.server.ts";

const LOOK_MS = 10_000;
// Shares of the time between two looks in which the event loop worked.
const BUSY = 0.3;
const AT_REST = 0.03;

/**
 * Collects garbage once after each busy time, which takes some 90 ms. V8 collects when something is allocated, and its reducer of memory takes
 * a program whose old generation does not grow at all for a busy one: a node at rest would keep up to 90 MB.
 */
export function collectAtRest(lookMs = LOOK_MS, collect = collectAll): Repeated {
  let before = performance.eventLoopUtilization();
  let wasBusy = false;
  const look = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= BUSY) wasBusy = true;
    if (!wasBusy || utilization > AT_REST) return;
    wasBusy = false;
    collect();
  };
  return repeat(lookMs, look, () => undefined);
}

/** Also gives back the pages that V8 keeps for what will be allocated next. */
function collectAll(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  gc({ type: "major", flavor: "last-resort" });
}
