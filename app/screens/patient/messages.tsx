import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ConversationList } from "../../domain/conversations/conversation-list.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";

/** "Mensajes": the patient's conversations. */
export default function Messages() {
  const list = useInfiniteQuery(
    queries.conversations.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return <ConversationList list={list} empty="Cuando alguien te responda, acá se escriben." />;
}
