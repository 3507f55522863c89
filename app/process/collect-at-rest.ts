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

/** Also returns the memory pages that V8 reserves for later allocations. */
function collectAll(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  gc({ type: "major", flavor: "last-resort" });
}
