import { Link } from "react-router";
import type { Conversation } from "./conversation-answer.ts";
import { conversationInWords, isDue } from "./conversation-words.ts";

/** How the open conversation stands for its specialist, in its head, with the way to the turno, or to propose one. */
export function ConversationStanding({ conversation }: { conversation: Conversation }) {
  const { id, booking, can_book } = conversation;
  const words = conversationInWords(conversation);
  const day = booking?.local_start.slice(0, 10);
  const isAhead = booking && ["asked", "proposed", "agreed"].includes(booking.standing);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      {isAhead ? (
        <Link to={`/dashboard/kine/agenda?dia=${day}`} className={LINK}>
          {words}
        </Link>
      ) : (
        <>
          <span className={`font-semibold ${isDue(conversation) ? "text-warning" : ""}`}>{words}</span>
          {can_book && (
            <Link to={`/dashboard/kine/agenda?con=${id}`} className={LINK}>
              Proponer turno
            </Link>
          )}
        </>
      )}
    </p>
  );
}

const LINK = "inline-flex min-h-6 items-center font-semibold text-primary underline underline-offset-4";
