import { errorCatalogue, errorCode, errorMessage } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";

/** Why something failed, in a sentence: the server's refusal, or that it cannot be reached. */
export function reasonOf(error: unknown): string {
  const isOurs = errorCode(error) === "INTERNAL_SERVER_ERROR";
  return errorMessage(error, errorCatalogue[isOurs ? "INTERNAL_SERVER_ERROR" : "UNAVAILABLE"].message);
}

/** Says that an act failed and, below it, why. */
export function toastFailure(sentence: string, error: unknown): void {
  toast.error(sentence, { description: reasonOf(error), duration: 6000 });
}
