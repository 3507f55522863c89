import { errorCode } from "../shared/errors.ts";
import { toast } from "../ui/toast.tsx";
import { failureMessage } from "./connection.ts";

const READING_TIME_MS = 6000;

/** Shows that an action, or saving a form, failed and why; nothing when the user cancelled the re-authentication. */
export function toastFailure(sentence: string, error: unknown, isForm = false): void {
  if (errorCode(error) === "RECENT_PROOF_NEEDED") return;
  toast.error(sentence, { description: failureMessage(error, isForm), duration: READING_TIME_MS });
}
