import { toast } from "../ui/toast.tsx";
import { failureMessage } from "./connection.ts";

const READING_TIME_MS = 6000;

/** Says that an act failed and, below it, why. */
export function toastFailure(sentence: string, error: unknown): void {
  toast.error(sentence, { description: failureMessage(error), duration: READING_TIME_MS });
}
