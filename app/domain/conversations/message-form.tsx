import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, queries } from "../../client/api.ts";
import { useSubmit } from "../../client/form.tsx";
import { newIdempotencyKey } from "../../client/idempotency-keys.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { isRefusal } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ContactNotice } from "../contacts/contact-notice.tsx";
import { Attach } from "./attach.tsx";
import type { Conversation } from "./conversation-answer.ts";
import { NewMessage } from "./conversation-input.ts";
import { MESSAGE_MAX, QUESTIONS } from "./conversation.ts";
import { keepMessageDraft, readMessageDraft } from "./message-draft.ts";
import { textLength } from "../../ui/text-length.ts";

/** The length from which the counter shows. */
const COUNTED_FROM = MESSAGE_MAX - 300;

/** `onRefusal` receives the error of a message that could not be sent. */
type MessageFormProps = { conversation: Conversation; onRefusal?: (error: unknown) => void };

/** The field for the next message. The draft survives a reload; a retry after a lost answer reuses the idempotency key. */
export function MessageForm({ conversation, onRefusal }: MessageFormProps) {
  const { id, side, is_accepted, items } = conversation;
  const { text, problem, write, submit, isSending } = useMessage(conversation, onRefusal);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // The list of questions disappears with the pressed button, so the field takes the focus.
  const take = (question: string) => {
    write(question);
    field.current?.focus();
  };
  const showsQuestions = side === "patient" && text === "" && !items.some(({ is_own }) => is_own);
  return (
    <form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
      {showsQuestions && (
        <ul role="list" aria-label="Preguntas a mano" className="flex flex-wrap gap-2">
          {QUESTIONS.map((question) => (
            <li key={question}>
              <Button variant="secondary" size="small" onPress={() => take(question)}>
                {question}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Mensaje"
        inputRef={field}
        isMultiline
        rows={2}
        value={text}
        onChange={write}
        errorMessage={problem}
        counterMax={textLength(text) >= COUNTED_FROM ? MESSAGE_MAX : undefined}
      />
      {!is_accepted && (
        <ContactNotice text={text}>
          {side === "patient"
            ? "Se ve recién cuando aceptes: ahí cada uno ve el teléfono del otro, y no hace falta escribirlo."
            : "El paciente lo ve recién cuando te acepte: ahí cada uno ve el teléfono del otro, y no hace falta escribirlo."}
        </ContactNotice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {/* A closed case takes no studies. */}
        {side === "patient" && conversation.is_case_closed ? (
          <span />
        ) : (
          <Attach id={id} side={side} caseId={conversation.case_id} />
        )}
        <Button type="submit" isPending={isSending}>
          Enviar
        </Button>
      </div>
    </form>
  );
}

function useMessage({ id, side }: Conversation, onRefusal: MessageFormProps["onRefusal"]) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => readMessageDraft(id, side).text);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const write = (next: string) => {
    setText(next);
    setProblem(undefined);
    keepMessageDraft(id, side, { text: next });
  };
  const submit = useSubmit(async () => {
    const message = NewMessage.safeParse({ id, body: text });
    if (!message.success) return setProblem(message.error.issues[0]?.message);
    const { key = newIdempotencyKey(), key_at = Date.now() } = readMessageDraft(id, side);
    keepMessageDraft(id, side, { text, key, key_at });
    setSending(true);
    try {
      await api.conversations.send(message.data, { context: { idempotencyKey: key } });
      // Text that was typed during the request stays.
      setText((now) => (now === text ? "" : now));
      if (readMessageDraft(id, side).key === key) keepMessageDraft(id, side, { text: "" });
      await queryClient.invalidateQueries({ queryKey: queries.conversations.key() });
    } catch (error) {
      if (isRefusal(error) && readMessageDraft(id, side).key === key) keepMessageDraft(id, side, { text });
      onRefusal?.(error);
      toastFailure("No se pudo enviar el mensaje", error, true);
    } finally {
      setSending(false);
    }
  });
  return { text, problem, write, submit, isSending };
}
