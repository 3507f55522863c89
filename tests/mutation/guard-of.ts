import type { Guard } from "./guard.ts";
import { guards } from "./guards.ts";

/** The guard of this name. Throws if there is none. */
export function guardOf(name: string | undefined): Guard {
  const found = guards.find((guard) => guard.name === name);
  if (!found) throw new Error(`GUARD names no guard: ${name}`);
  return found;
}
