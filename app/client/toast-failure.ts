import { errorCode } from "../shared/errors.ts";
import { toast } from "../ui/toast.tsx";
import { failureMessage } from "./connection.ts";

const READING_TIME_MS = 6000;

/** Says that an act failed and, below it, why; nothing where the person chose not to prove who they are. */
export function toastFailure(sentence: string, error: unknown): void {
  if (errorCode(error) === "RECENT_PROOF_NEEDED") return;
  toast.error(sentence, { description: failureMessage(error), duration: READING_TIME_MS });
}
