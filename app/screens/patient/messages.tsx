import { useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { AddressedConversation } from "../../domain/conversations/addressed-conversation.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";

/** "Mensajes": the patient's conversations, each opened in a dialog (`?mensajes=<application>`). */
export default function Messages() {
  const conversation = useDialogParam("mensajes");
  const list = useInfiniteQuery(
    queries.conversations.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <h1 className="text-3xl">Mensajes</h1>
      <PagedList
        list={list}
        failure="Error al cargar los mensajes"
        hasPhoto
        lines={1}
        empty={
          <EmptyState illustration={<NoMessages />} title="Todavía no hay mensajes">
            Cuando alguien te responda, acá se escriben.
          </EmptyState>
        }
      >
        {(item) => <Line key={item.id} item={item} onOpen={() => conversation.open(item.id)} />}
      </PagedList>
      <AddressedConversation />
    </div>
  );
}

type Item = Answers["conversations"]["mine"]["items"][number];

function Line({ item, onOpen }: { item: Item; onOpen: () => void }) {
  return (
    <Card as="li">
      <div className="flex items-center gap-3">
        <Avatar name={item.other_name} photoUrl={item.other_photo_url} />
        <div className="min-w-0 grow">
          <CardButton onPress={onOpen}>{item.other_name}</CardButton>
          <p className="text-muted">
            {item.case_title} · <RelativeTime date={item.last_at} />
          </p>
        </div>
        {item.unread > 0 && (
          <span className="shrink-0">
            <Badge tone="info" icon={null}>
              {plural(item.unread, "sin leer", "sin leer")}
            </Badge>
          </span>
        )}
      </div>
    </Card>
  );
}
