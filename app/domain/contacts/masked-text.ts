import { contactsIn } from "./found-contacts.ts";
import { MASK } from "./mask.ts";

/** The text with all contact data replaced by the mask; the text itself when it gives none away. */
export function maskedText(text: string): string {
  let shown = "";
  let done = 0;
  for (const { start, end } of contactsIn(text)) {
    // What folds to one character may be found twice.
    if (start >= done) shown += text.slice(done, start) + MASK;
    done = Math.max(done, end);
  }
  return shown + text.slice(done);
}
