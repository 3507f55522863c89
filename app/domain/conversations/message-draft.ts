import { z } from "zod";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";

const Draft = z.object({
  text: z.string(),
  /** The idempotency key of this text's unanswered request, which a retry reuses. */
  key: z.string().optional(),
  /** When the key was created (ms since 1970). */
  key_at: z.number().optional(),
});
export type MessageDraft = z.output<typeof Draft>;

/** Shorter than the day for which the server stores a key. */
const KEY_LIVES_MS = 20 * 3_600_000;

const keyOf = (id: string, side: string) => `message-draft:${side}:${id}` as const;

/** The unsent text of a conversation in this browser, or an empty text. */
export function readMessageDraft(id: string, side: string): MessageDraft {
  const { key, key_at = 0, text } = Draft.safeParse(readPersonal(keyOf(id, side))).data ?? { text: "" };
  return key && Date.now() - key_at < KEY_LIVES_MS ? { text, key, key_at } : { text };
}

/** Stores the unsent text; an empty text removes it. */
export function keepMessageDraft(id: string, side: string, draft: MessageDraft): void {
  keepPersonal(keyOf(id, side), draft.text ? draft : null);
}
