import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Repeated, repeat } from "../platform/repeat.server.ts";

const LOOK_MS = 10_000;
// Shares of the time between two checks during which the event loop was active.
const BUSY = 0.3;
const AT_REST = 0.03;

/**
 * Collects garbage once after each busy period, which takes some 90 ms. V8 collects only on allocation, and its memory reducer mistakes a
 * program whose old generation does not grow for a busy one: an idle node would hold up to 90 MB.
 */
export function collectAtRest(lookMs = LOOK_MS, collect = collectGarbage): Repeated {
  let before = performance.eventLoopUtilization();
  const restsAfterWork = restDetector();
  const look = async () => {
    const now = performance.eventLoopUtilization();
    if (restsAfterWork(performance.eventLoopUtilization(now, before).utilization)) collect();
    before = now;
  };
  return repeat(lookMs, look, () => undefined);
}

/** Takes the share of time of each period during which the event loop was active; answers whether one of rest ends a busy time. */
export function restDetector(): (utilization: number) => boolean {
  let wasBusy = false;
  return (utilization) => {
    if (utilization >= BUSY) wasBusy = true;
    if (!wasBusy || utilization > AT_REST) return false;
    wasBusy = false;
    return true;
  };
}

/** Collects all garbage, and returns the memory pages that V8 reserves for later allocations. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  gc({ type: "major", flavor: "last-resort" });
}
