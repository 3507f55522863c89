import { useEffect, useLayoutEffect, useRef } from "react";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SidePane } from "../../ui/side-pane.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { useMore } from "../lists/more.ts";
import type { Conversation } from "./conversation-answer.ts";
import { ConversationStanding } from "./conversation-standing.tsx";
import { ConversationOptions } from "./conversation-options.tsx";
import { KEPT_ACCEPTED_MONTHS, KEPT_DAYS, READ_ONLY_DAYS } from "./conversation.ts";
import { Bubble, Opening } from "./message-bubble.tsx";
import { MessageForm } from "./message-form.tsx";
import { PatientMessageForm } from "./patient-message-form.tsx";
import { useSeen } from "./use-seen.ts";
import { useThread } from "./use-thread.ts";

/** `about` completes the title while the conversation loads: "con Carla". It is absent when the address opens the dialog. */
export type ConversationDialogProps = { id: string; about?: string; isOpen: boolean; onClose: () => void };

/** Who the other person is, as far as they are named yet, and below about which case. */
function Head({ conversation: { other_name, case_title } }: { conversation: Conversation }) {
  return (
    <span className="block wrap-anywhere">
      <span className="sr-only">Mensajes con </span>
      {other_name ?? "Paciente"}
      <span className="sr-only"> sobre </span>
      <span className="block text-sm font-normal text-muted">{case_title}</span>
    </span>
  );
}

/** The conversation of an application, as it stands in a dialog and in a pane: its messages, the newest last, and the field for the next. */
function useConversation({ id, about, isOpen }: Omit<ConversationDialogProps, "onClose">) {
  const messages = useThread(id, isOpen);
  const [head] = messages.data?.pages ?? [];
  useSeen(isOpen ? head : undefined);
  const isMissing = ["NOT_FOUND", "BAD_INPUT"].includes(errorCode(messages.error) ?? "");
  const shown = isMissing ? undefined : head;
  return {
    title: about ? `Mensajes ${about}` : "Mensajes",
    head: head && <Head conversation={head} />,
    standing: shown?.side === "kine" && <ConversationStanding conversation={shown} />,
    actions: shown && <ConversationOptions conversation={shown} />,
    footer: shown && <Foot conversation={shown} />,
    children: isMissing ? (
      <ErrorState
        message="Esta conversación ya no está"
        detail="Puede que se haya retirado la postulación, o que haya pasado el tiempo para leerla."
      />
    ) : head ? (
      <Messages list={messages} conversation={head} />
    ) : messages.error ? (
      <ErrorState
        message="Error al cargar los mensajes"
        onRetry={() => void messages.refetch()}
        isRetrying={messages.isFetching}
      />
    ) : (
      <CardListSkeleton count={3} />
    ),
  };
}

/** A conversation in a dialog. */
export function ConversationDialog({ onClose, ...which }: ConversationDialogProps) {
  const conversation = useConversation(which);
  return (
    <Dialog
      hasAddress={which.about === undefined}
      isOpen={which.isOpen}
      onOpenChange={(open) => !open && onClose()}
      {...conversation}
    />
  );
}

export type ConversationPaneProps = Pick<ConversationDialogProps, "id" | "onClose">;

/** The same beside the list of conversations. */
export function ConversationPane({ id, onClose }: ConversationPaneProps) {
  return <SidePane isTall onClose={onClose} {...useConversation({ id, isOpen: true })} />;
}

type MessagesProps = { list: Parameters<typeof useMore<Conversation["items"][number]>>[0]; conversation: Conversation };

function Messages({ list, conversation }: MessagesProps) {
  const { isLoadingMore, loadMore } = useMore(list);
  const [newest, ...older] = (list.data?.pages ?? []).map(({ items }) => items.toReversed());
  const opening = !list.hasNextPage && <Opening conversation={conversation} />;
  const bubble = (message: Conversation["items"][number]) => (
    <Bubble key={message.id} message={message} conversation={conversation} />
  );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{keptFor(conversation)}</p>
      {list.hasNextPage && (
        <div className="self-center">
          <Button variant="secondary" size="small" isPending={isLoadingMore} onPress={loadMore}>
            Ver mensajes anteriores
          </Button>
        </div>
      )}
      {/* Outside the log, since screen readers announce additions to it. */}
      {older.length > 0 && (
        <ol role="list" aria-label="Mensajes anteriores" className={LIST}>
          {opening}
          {older.toReversed().flat().map(bubble)}
        </ol>
      )}
      <div role="log" aria-label="Mensajes">
        <ol className={LIST}>
          {older.length === 0 && opening}
          {newest?.map(bubble)}
        </ol>
      </div>
      <End newest={conversation.items[0]} />
    </div>
  );
}

const LIST = "flex flex-col gap-3";

/** Scrolls to the end with each own message, and with others only while the end is visible, so that reading earlier messages is not disturbed. */
function End({ newest }: { newest: Conversation["items"][number] | undefined }) {
  const end = useRef<HTMLDivElement>(null);
  const isInSight = useRef(true);
  const scrolledTo = useRef<string>(undefined);
  const { id, is_own: isOwn } = newest ?? {};
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      isInSight.current = entries.at(-1)?.isIntersecting ?? true;
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  // Runs before the observer sees the layout with the new message.
  useLayoutEffect(() => {
    if (!id || id === scrolledTo.current) return;
    scrolledTo.current = id;
    if (isOwn || isInSight.current) end.current?.scrollIntoView({ block: "nearest" });
  }, [id, isOwn]);
  // The marker overlaps the foot of the newest message, so that a position slightly above the end counts as the end.
  return <div ref={end} aria-hidden className="pointer-events-none -mt-10 h-6" />;
}

const keptFor = ({ is_accepted }: Conversation) =>
  `No es una historia clínica. Los mensajes se borran ${
    is_accepted ? `${KEPT_ACCEPTED_MONTHS} meses` : `${KEPT_DAYS} días`
  } después de que se cierra el caso.${is_accepted ? "" : " Hasta la aceptación, un programa oculta los datos de contacto."}`;

function Foot({ conversation }: { conversation: Conversation }) {
  const Form = conversation.side === "patient" ? PatientMessageForm : MessageForm;
  if (conversation.state === "open")
    return (
      // In a low window the form scrolls on its own; the padding leaves room for the focus outline.
      <div className="-m-1 max-h-[45dvh] min-w-0 grow overflow-y-auto overscroll-contain p-1">
        <Form key={conversation.id} conversation={conversation} />
      </div>
    );
  return (
    <p className="w-full text-muted" role="status">
      {conversation.has_blocked
        ? "Bloqueaste a esta persona: no se pueden escribir."
        : `En esta conversación ya no se puede escribir.${conversation.is_rejected ? ` Podés leerla hasta ${READ_ONLY_DAYS} días después del rechazo.` : ""}`}
    </p>
  );
}
