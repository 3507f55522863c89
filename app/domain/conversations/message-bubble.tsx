import type { ReactNode } from "react";
import { formatMoment } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MASK } from "../contacts/mask.ts";
import { MaskedWords } from "../contacts/masked-words.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import type { Conversation } from "./conversation-answer.ts";
import type { Side } from "./conversation.ts";

type Message = Conversation["items"][number];

const nameOf = ({ other_name }: Conversation) => other_name ?? "El paciente";

/** Names the message in the accessible label of "Denunciar", so that the labels differ. */
const reported = ({ other_name }: Conversation, at: Date) =>
  `el mensaje ${other_name === null ? "del paciente" : `de ${other_name}`} del ${formatMoment(at)}`;

/** The application's own message, or a sentence if it has none. */
export function Opening({ conversation }: { conversation: Conversation }) {
  const { side, opening } = conversation;
  const isOwn = side === "kine";
  return (
    <Line isOwn={isOwn} author={isOwn ? "Vos" : nameOf(conversation)} date={opening.created_at}>
      {opening.body ? (
        <p className="whitespace-pre-line wrap-anywhere">
          <MaskedWords text={opening.body} />
        </p>
      ) : (
        <p className="text-muted">{isOwn ? "Te postulaste." : "Se postuló a tu caso."}</p>
      )}
      {opening.is_masked && <MaskNote isOwn={isOwn} side={side} />}
    </Line>
  );
}

/** One message, with a note on masked data, the read receipt, and the button to report it. */
export function Bubble({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { id, is_own, body, file, created_at, is_masked } = message;
  const { side, read_by_other } = conversation;
  const lastRead = conversation.items.find((each) => each.is_own && read_by_other !== null && each.id <= read_by_other);
  return (
    <Line
      isOwn={is_own}
      author={is_own ? "Vos" : nameOf(conversation)}
      date={created_at}
      foot={
        is_own ? (
          lastRead?.id === id && <span>Leído</span>
        ) : (
          <ReportButton subject="sent_message" id={id} what={reported(conversation, created_at)} />
        )
      }
    >
      {body && (
        <p className="whitespace-pre-line wrap-anywhere">
          <MaskedWords text={body} />
        </p>
      )}
      {file && (
        <a
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline"
        >
          <Icon name="file" />
          {file.kind === "pdf" ? "Abrir el PDF" : "Abrir la imagen"}
        </a>
      )}
      {is_masked && <MaskNote isOwn={is_own} side={side} />}
    </Line>
  );
}

type LineProps = { isOwn: boolean; author: string; date: Date; children: ReactNode; foot?: ReactNode };

function Line({ isOwn, author, date, children, foot }: LineProps) {
  return (
    <li className={`flex max-w-[85%] flex-col gap-1 ${isOwn ? "items-end self-end" : "items-start self-start"}`}>
      <span className="sr-only">{author}:</span>
      <div
        className={`flex flex-col gap-2 rounded-card border px-4 py-2.5 ${isOwn ? "border-primary-soft bg-primary-soft" : "border-line bg-surface"}`}
      >
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <RelativeTime date={date} />
        {foot}
      </div>
    </li>
  );
}

/** Who sees the mask, and until when. */
const NOTES: Record<Side, { own: string; others: string }> = {
  patient: { own: `Se ve ${MASK} hasta que aceptes`, others: `${MASK} se ve cuando aceptes` },
  kine: { own: `El paciente ve ${MASK} hasta que te acepte`, others: `${MASK} se ve cuando te acepten` },
};

function MaskNote({ isOwn, side }: { isOwn: boolean; side: Side }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-muted">
      <Icon name="lock" className="mt-0.5 size-4" />
      <span>
        <MaskedWords text={isOwn ? NOTES[side].own : NOTES[side].others} />
      </span>
    </p>
  );
}
