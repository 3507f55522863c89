import { useDialogParam } from "../../client/dialog-param.ts";
import { lateDialog } from "../../ui/late.tsx";
import type { ConversationDialogProps } from "./conversation-dialog.tsx";

const ConversationDialog = lateDialog<ConversationDialogProps>(
  async () => (await import("./conversation-dialog.tsx")).ConversationDialog,
);

/** The conversation whose application the address names (`?mensajes=<id>`), as in the links of notifications. */
export function AddressedConversation() {
  const { value, shown, close } = useDialogParam("mensajes");
  return shown !== null && <ConversationDialog key={shown} id={shown} isOpen={value !== null} onClose={close} />;
}
