import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { MESSAGE_MAX } from "./conversation.ts";

/** A message to a conversation, which has the id of its application. */
export const NewMessage = z.object({
  id: z.uuid(),
  body: Text.min(1, "Escribí un mensaje").max(MESSAGE_MAX, `Máximo ${MESSAGE_MAX} caracteres`),
});
