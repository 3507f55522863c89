import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late.tsx";
import type { ConversationDialogProps } from "./conversation-dialog.tsx";

const ConversationDialog = lateDialog<ConversationDialogProps>(
  async () => (await import("./conversation-dialog.tsx")).ConversationDialog,
);

type ConversationButtonProps = { id: string; about: string; isQuestion?: boolean; isPlain?: boolean; size?: "small" };

/** Opens the conversation of an application, and shows its number of unread messages. `about` completes the title: "con Carla". */
export function ConversationButton({ id, about, isQuestion = false, isPlain, size }: ConversationButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(queries.conversations.unread.queryOptions());
  const unread = data?.items.find((each) => each.id === id)?.unread ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant={isPlain ? "quiet" : "secondary"}
        {...(size && { size })}
        icon="mail"
        aria-label={`Mensajes ${about}${isQuestion ? ": preguntar" : ""}`}
        onPress={() => setOpen(true)}
      >
        {isQuestion ? "Preguntar" : "Mensajes"}
      </Button>
      {unread > 0 && (
        <Badge tone="info" icon={null}>
          {plural(unread, "sin leer", "sin leer")}
        </Badge>
      )}
      <ConversationDialog id={id} about={about} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
