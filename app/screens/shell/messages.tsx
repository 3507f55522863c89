import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { queries } from "../../client/api.ts";
import { ConversationList } from "../../domain/conversations/conversation-list.tsx";
import { conversationInWords, isDue } from "../../domain/conversations/conversation-words.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { roleOfPath } from "./navigation.ts";

const input = (before: string | null) => ({ before });

/** "Mensajes": a person's conversations, those of a specialist with unread messages first. */
export default function Messages() {
  return roleOfPath(useLocation().pathname) === "kine" ? <OfKine /> : <OfPatient />;
}

function OfKine() {
  const list = useInfiniteQuery(queries.conversations.received.infiniteOptions({ input, ...inPages }));
  return (
    <ConversationList
      list={list}
      empty="Cuando un paciente te escriba o te acepte, acá se escriben."
      standingOf={(each) => ({ words: conversationInWords(each), isDue: isDue(each) })}
      hasPane
    />
  );
}

function OfPatient() {
  const list = useInfiniteQuery(queries.conversations.mine.infiniteOptions({ input, ...inPages }));
  return <ConversationList list={list} empty="Cuando alguien te responda, acá se escriben." />;
}
