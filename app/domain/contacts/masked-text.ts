import { contactsIn } from "./found-contacts.ts";
import { MASK } from "./mask.ts";

/** The text with all contact data replaced by the mask; the text itself when it contains no contact data. */
export function maskedText(text: string): string {
  let shown = "";
  let done = 0;
  for (const { start, end } of contactsIn(text)) {
    // Spans may overlap in the original, where several folded characters come from the same original ones.
    if (start >= done) shown += text.slice(done, start) + MASK;
    done = Math.max(done, end);
  }
  return shown + text.slice(done);
}
