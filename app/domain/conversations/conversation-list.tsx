import { useDialogParam } from "../../client/dialog-param.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { late } from "../../ui/late.tsx";
import type { List } from "../lists/more.ts";
import { PagedList } from "../lists/paged-list.tsx";
import { AddressedConversation } from "./addressed-conversation.tsx";

const WithdrawnWords = late<object>(async () => (await import("./withdrawn-words.tsx")).WithdrawnWords);

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
  /** How a conversation stands, where its reader is told. */
  standingOf?: (item: One) => string;
};

/** "Mensajes": a person's conversations, each opened in a dialog (`?mensajes=<application>`). */
export function ConversationList<One extends Item>({ list, empty, standingOf }: ConversationListProps<One>) {
  const conversation = useDialogParam("mensajes");
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <h1 className="text-3xl">Mensajes</h1>
      <PagedList
        list={list}
        failure="Error al cargar los mensajes"
        hasPhoto
        lines={1}
        behind={({ is_case_closed, unread }) => is_case_closed === true && unread === 0}
        empty={
          <EmptyState illustration={<NoMessages />} title="Todavía no hay mensajes">
            {empty}
          </EmptyState>
        }
      >
        {(item) => (
          <Line key={item.id} item={item} standing={standingOf?.(item)} onOpen={() => conversation.open(item.id)} />
        )}
      </PagedList>
      <WithdrawnWords />
      <AddressedConversation />
    </div>
  );
}

const isSilent = ({ last_text, has_messages }: Item) => last_text === null && has_messages === false;

function lastWords(item: Item): string {
  if (isSilent(item)) return "Todavía no se escribieron";
  return `${item.is_last_own ? "Vos: " : ""}${item.last_text ?? "Archivo"}`;
}

type LineProps = { item: Item; standing: string | undefined; onOpen: () => void };

function Line({ item, standing, onOpen }: LineProps) {
  return (
    <Card as="li">
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
              <span>
                {isSilent(item) && "Te postulaste "}
                <RelativeTime date={item.last_at} />
              </span>
            </span>
          </div>
          {/* A title without room for its beginning wraps out of the line, and widens no row. */}
          <p className="flex h-lh w-0 min-w-full flex-wrap overflow-hidden text-sm text-muted">
            {standing && <span className="max-w-full truncate font-semibold text-ink">{standing}</span>}
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
