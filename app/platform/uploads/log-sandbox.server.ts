import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { exposuresWith } from "./sandbox.server.ts";
import type { UploadWorkers } from "./workers.server.ts";

/** The opener of another container may start a moment later. */
const TRIES = 20;
const BETWEEN_MS = 500;

/** Logs at the start in which layers uploads are opened, and warns of those that are missing. */
export async function logSandbox({ layers: readLayers }: Pick<UploadWorkers, "layers">, log: Logger): Promise<void> {
  let layers = await readLayers();
  for (let tries = 1; !layers && tries < TRIES; tries += 1) {
    await wait(BETWEEN_MS, undefined, { ref: false });
    layers = await readLayers();
  }
  if (!layers) return log.warn("the opener of uploads does not answer: no file can be uploaded");
  const exposed = exposuresWith(layers);
  if (exposed.length > 0) log.warn({ layers, exposed }, "uploads are opened without some layers of the sandbox");
  else log.child({}, { level: "info" }).info({ layers }, "uploads are opened in a sandbox");
}
