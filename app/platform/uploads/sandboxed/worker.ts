import { clean } from "./clean.ts";
import type { Cleaned, Purpose } from "./clean-file.ts";
import { becomeUser } from "./user.ts";

/** The request to a worker process. */
export type Question = { purpose: Purpose; bytes: Uint8Array };

becomeUser();

// The program of a sandboxed process without secrets: it receives bytes, answers with bytes, and may be killed at any time.
process.on("message", ({ purpose, bytes }: Question) => {
  void clean(purpose, bytes)
    .catch((): Cleaned => ({ file: null, problem: "broken" }))
    .then((cleaned) => process.send?.(cleaned));
});
process.on("disconnect", () => process.exit());
// The timeout of the first file begins after this message, so start-up time does not count.
process.send?.("ready");
