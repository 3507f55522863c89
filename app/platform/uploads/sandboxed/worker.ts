import { clean, type CleanFile, type Purpose } from "./clean.ts";
import { becomeUser } from "./user.ts";

/** What the process is asked, and what it answers; null for a file that is not to be kept. */
export type Question = { purpose: Purpose; bytes: Uint8Array };
export type Answer = { file: CleanFile | null };

becomeUser();

// The program of a process that holds nothing of ours: it is told bytes, answers with bytes, and may be killed at any time.
process.on("message", ({ purpose, bytes }: Question) => {
  void clean(purpose, bytes).catch(() => null).then((file) => process.send?.({ file } satisfies Answer));
});
process.on("disconnect", () => process.exit());
