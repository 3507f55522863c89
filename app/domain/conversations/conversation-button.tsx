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

/** Opens the conversation of an application, and shows its number of unread messages. `about` completes the title: "con Carla". */
export function ConversationButton({ id, about }: { id: string; about: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(queries.conversations.unread.queryOptions());
  const unread = data?.items.find((each) => each.id === id)?.unread ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        icon="mail"
        aria-label={`Mensajes ${about}`}
        onPress={() => setOpen(true)}
      >
        Mensajes
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
