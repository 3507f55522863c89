import { useState } from "react";
import { useDialogParam } from "../../client/dialog-param.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { late } from "../../ui/late.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { List } from "../lists/more.ts";
import { PagedList } from "../lists/paged-list.tsx";
import { AddressedConversation } from "./addressed-conversation.tsx";
import type { ConversationPaneProps } from "./conversation-dialog.tsx";

const WithdrawnWords = late<object>(async () => (await import("./withdrawn-words.tsx")).WithdrawnWords);
const ConversationPane = late<ConversationPaneProps>(
  async () => (await import("./conversation-dialog.tsx")).ConversationPane,
);

type Item = {
  id: string;
  case_title: string;
  /** Null while the other person is not named. */
  other_name: string | null;
  other_photo_url: string | null;
  kine_id?: string;
  last_at: Date;
  last_text?: string | null;
  has_messages?: boolean;
  is_case_closed?: boolean;
  is_last_own?: boolean;
  unread: number;
};

type ConversationListProps<One> = {
  list: List<One>;
  empty: string;
  /** How a conversation stands, where its reader is told, and whether that waits for them. */
  standingOf?: (item: One) => Standing;
  /** The open conversation stands beside the list where there is room. */
  hasPane?: boolean;
};
type Standing = { words: string; isDue: boolean };

/** "Mensajes": a person's conversations, each opened beside the list or in a dialog (`?mensajes=<application>`). */
export function ConversationList<One extends Item>(props: ConversationListProps<One>) {
  const { list, empty, standingOf, hasPane = false } = props;
  const conversation = useDialogParam("mensajes");
  // What was unread when it was opened keeps its place.
  const [kept, keep] = useState<readonly string[]>([]);
  const hasRoom = useMedia("(min-width: 1360px)") && hasPane;
  const { value } = conversation;
  const isBeside = hasRoom && (value !== null || list.data?.pages.every(({ items }) => items.length === 0) === false);
  const open = ({ id, unread }: One) => {
    if (unread > 0) keep([...kept, id]);
    conversation.open(id);
  };
  return (
    <div className={isBeside ? "grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-6" : "mx-auto max-w-2xl"}>
      <div className="flex min-w-0 flex-col gap-6">
        <h1 className="text-3xl">Mensajes</h1>
        <PagedList
          list={list}
          failure="Error al cargar los mensajes"
          hasPhoto
          lines={1}
          last={{
            title: "Casos cerrados",
            has: ({ id, is_case_closed, unread }) => is_case_closed === true && unread === 0 && !kept.includes(id),
          }}
          empty={
            <EmptyState illustration={<NoMessages />} title="Todavía no hay mensajes">
              {empty}
            </EmptyState>
          }
        >
          {(item) => (
            <Line
              key={item.id}
              item={item}
              standing={standingOf?.(item)}
              isOpen={isBeside && item.id === value}
              onOpen={() => open(item)}
            />
          )}
        </PagedList>
        <WithdrawnWords />
      </div>
      {isBeside && value === null && (
        <p className="sticky top-20 flex h-[calc(100dvh-6rem)] items-center justify-center gap-3 rounded-card border border-line text-muted">
          <Icon name="mail" /> Elegí una conversación
        </p>
      )}
      {isBeside && value !== null && <ConversationPane key={value} id={value} onClose={conversation.close} />}
      {!hasRoom && <AddressedConversation />}
    </div>
  );
}

const isSilent = ({ last_text, has_messages }: Item) => last_text === null && has_messages === false;

function lastWords(item: Item): string {
  if (isSilent(item)) return "Todavía no se escribieron";
  return `${item.is_last_own ? "Vos: " : ""}${item.last_text ?? "Archivo"}`;
}

type LineProps = { item: Item; standing: Standing | undefined; isOpen: boolean; onOpen: () => void };

function Line({ item, standing, isOpen, onOpen }: LineProps) {
  return (
    <Card as="li" isCurrent={isOpen}>
      <div className="flex items-center gap-3">
        <Avatar
          name={item.other_name ?? ""}
          photoUrl={item.other_photo_url}
          {...(item.kine_id !== undefined && { id: item.kine_id })}
        />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 wrap-anywhere">
            <CardButton onPress={onOpen}>{item.other_name ?? item.case_title}</CardButton>
            <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
              {item.unread > 0 && (
                <Badge tone="info" icon={null}>
                  {plural(item.unread, "sin leer", "sin leer")}
                </Badge>
              )}
              {!isSilent(item) && <RelativeTime date={item.last_at} />}
            </span>
          </div>
          {/* A title without room for its beginning wraps out of the line, and widens no row. */}
          <p className="flex h-lh w-0 min-w-full flex-wrap overflow-hidden text-sm text-muted">
            {standing && (
              <span className={`max-w-full truncate font-semibold ${standing.isDue ? "text-warning" : "text-ink"}`}>
                {standing.words}
              </span>
            )}
            {item.other_name !== null && (
              <span className="min-w-28 flex-1 truncate">
                {standing && "\u00a0· "}
                {item.case_title}
              </span>
            )}
          </p>
          {item.last_text !== undefined && (
            <p className={`line-clamp-1 wrap-anywhere ${item.unread > 0 ? "font-semibold" : "text-muted"}`}>
              {lastWords(item)}
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
