import type { Tx } from "../../../platform/database/database.server.ts";
import type { Device } from "../../core/session.server.ts";
import { countAttempt, forgiveAttempt, sourceKeys, unlessOverloaded } from "../../limits/limits.server.ts";
import type { AuthDeps } from "../deps.server.ts";

/** Runs `work` in a transaction under the rate limits against guessing links; a success is refunded. Throws AuthFailure 429. */
export async function withAttemptLimit<T>(deps: AuthDeps, device: Device, work: (tx: Tx) => Promise<T>): Promise<T> {
  const keys = sourceKeys("verify", device.address);
  await countAttempt(deps, keys);
  const outcome = await unlessOverloaded(deps.limiter, keys, () => deps.db.transaction().execute(work));
  await forgiveAttempt(deps.limiter, keys);
  return outcome;
}
