import { clean } from "./clean.ts";
import type { CleanFile, Purpose } from "./clean-file.ts";
import { becomeUser } from "./user.ts";

/** The request to a worker process and its answer; null rejects the file. */
export type Question = { purpose: Purpose; bytes: Uint8Array };
export type Answer = { file: CleanFile | null };

becomeUser();

// The program of a sandboxed process without secrets: it receives bytes, answers with bytes, and may be killed at any time.
process.on("message", ({ purpose, bytes }: Question) => {
  void clean(purpose, bytes)
    .catch(() => null)
    .then((file) => process.send?.({ file } satisfies Answer));
});
process.on("disconnect", () => process.exit());
// The timeout of the first file begins after this message, so start-up time does not count.
process.send?.("ready");
