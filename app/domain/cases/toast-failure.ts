import { errorMessage } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";

const READING_TIME_MS = 6000;

/** Says that an act failed and, below it, why. */
export function toastFailure(sentence: string, error: unknown): void {
  toast.error(sentence, { description: errorMessage(error), duration: READING_TIME_MS });
}
