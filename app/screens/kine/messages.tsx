import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ConversationList } from "../../domain/conversations/conversation-list.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";

/** "Mensajes": the specialist's conversations, those with unread messages first. */
export default function Messages() {
  const list = useInfiniteQuery(
    queries.conversations.received.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return <ConversationList list={list} empty="Cuando un paciente te escriba o te acepte, acá se escriben." />;
}
