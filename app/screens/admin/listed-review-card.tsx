import { type ReactNode, useEffect, useRef } from "react";
import type { Answers } from "../../client/api.ts";
import { formatDay } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Stars } from "../../ui/star-rating.tsx";
import { Outcomes } from "../../ui/outcomes.tsx";
import { Icon } from "../../ui/icons.tsx";
import { HiddenBadge } from "../../domain/reviews/hidden-badge.tsx";
import { ReviewReply } from "../../domain/reviews/review-reply.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { PersonLink, type Show } from "./panel/parts.tsx";
import { type Signal, UNNAMED_AUTHOR, UNNAMED_KINE } from "../../domain/reviews/review-words.ts";

type ListedReview = Answers["reviews"]["list"]["items"][number];

const SIGNAL_WORDS: Record<Signal, string> = {
  network: "Quien la escribió y el especialista entraron desde la misma red.",
  device: "Quien la escribió y el especialista entraron desde la misma red con el mismo navegador.",
  burst: "Es una de tres reseñas de 5 estrellas en 48 horas, de cuentas de menos de una semana y sin turnos.",
};

type ListedReviewCardProps = {
  review: ListedReview;
  /** Opens the case or a person. */
  show: Show;
  /** The admin's actions on it. */
  children?: ReactNode;
};

/** A review beside the list, or over it on phones: stars, date, author and subject, comment, what is odd about it, and its actions. */
export function ListedReviewCard({ review, show, children }: ListedReviewCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const author = review.patient_name ?? UNNAMED_AUTHOR;
  return (
    <div className="flex flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="rounded text-xl wrap-anywhere">
        {author}
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={review.stars} />
        <time dateTime={review.created_at.toISOString()} className="text-sm text-muted">
          {formatDay(review.created_at)}
        </time>
        {review.hidden_at && <HiddenBadge isWaiting={review.is_waiting} />}
        {review.is_replaced && !review.hidden_at && <Badge>Reemplazada</Badge>}
      </p>
      <p className="text-sm">
        Sobre <PersonLink id={review.kine_id} name={review.kine_name ?? UNNAMED_KINE} show={show} />
      </p>
      {review.hidden_reason && (
        <p className="text-sm wrap-anywhere">
          <strong>Por qué está {review.is_waiting ? "en revisión" : "oculta"}:</strong> {review.hidden_reason}
        </p>
      )}
      {review.comment && (
        <blockquote className="border-l-4 border-line pl-4 whitespace-pre-line wrap-anywhere">
          {review.comment}
        </blockquote>
      )}
      {review.earlier_versions && (
        <p className="text-sm whitespace-pre-line text-muted wrap-anywhere">Antes: {review.earlier_versions}</p>
      )}
      {review.asked_to_edit_for && (
        <p className="text-sm wrap-anywhere">Pedimos a su autor que cambie: {review.asked_to_edit_for}</p>
      )}
      {review.signals.map((signal) => (
        <p key={signal} className="flex items-start gap-2 text-sm">
          <Icon name="warning" className="mt-0.5 size-4.5 shrink-0 text-warning" />
          {SIGNAL_WORDS[signal]}
        </p>
      ))}
      <ReviewReply review={review} />
      {review.is_reply_held && <p className="text-sm">La respuesta espera que alguien la lea.</p>}
      {review.reply_hidden_reason && (
        <p className="text-sm wrap-anywhere">Respuesta oculta: {review.reply_hidden_reason}</p>
      )}
      <Outcomes>{children}</Outcomes>
      <div className="flex flex-wrap gap-x-5">
        <PanelLink onPress={() => show({ kind: "ficha", id: review.case_id })}>Ver el caso</PanelLink>
        {review.patient_id && (
          <PanelLink onPress={() => show({ kind: "persona", id: review.patient_id ?? "" })}>Ver al paciente</PanelLink>
        )}
      </div>
    </div>
  );
}
