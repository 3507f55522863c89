import { z } from "zod";

const Draft = z.object({
  text: z.string(),
  /** The idempotency key of this text's unanswered request, which a retry reuses. */
  key: z.string().optional(),
  /** When the key was created (ms since 1970). */
  at: z.number().optional(),
});
export type MessageDraft = z.output<typeof Draft>;

/** Shorter than the day for which the server stores a key. */
const KEY_LIVES_MS = 20 * 3_600_000;

const keyOf = (id: string, side: string) => `message-draft:${side}:${id}`;

/** The unsent text of a conversation in this browser, or an empty text. */
export function readMessageDraft(id: string, side: string): MessageDraft {
  try {
    const { key, at = 0, ...draft } = Draft.parse(JSON.parse(localStorage.getItem(keyOf(id, side)) ?? "null"));
    return key && Date.now() - at < KEY_LIVES_MS ? { ...draft, key, at } : draft;
  } catch {
    return { text: "" };
  }
}

/** Stores the unsent text; an empty text removes it. */
export function keepMessageDraft(id: string, side: string, draft: MessageDraft): void {
  try {
    if (draft.text) localStorage.setItem(keyOf(id, side), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(id, side));
  } catch {
    // Sending still works in a browser without storage.
  }
}
