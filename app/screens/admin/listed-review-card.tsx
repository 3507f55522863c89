import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatDay } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Stars } from "../../ui/star-rating.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ReviewReply } from "../../domain/reviews/review-reply.tsx";
import { type Signal, UNNAMED_AUTHOR, UNNAMED_KINE } from "../../domain/reviews/review-words.ts";

type ListedReview = Answers["reviews"]["list"]["items"][number];

const SIGNAL_WORDS: Record<Signal, string> = {
  network: "Quien la escribió y el especialista entraron desde la misma red.",
  device: "Quien la escribió y el especialista entraron desde la misma red con el mismo navegador.",
  burst: "Es una de tres reseñas de 5 estrellas en 48 horas, de cuentas de menos de una semana y sin turnos.",
};

type ListedReviewCardProps = { review: ListedReview; onOpen?: () => void; children?: ReactNode };

/** The admin's view of a review: stars, date, author and subject, comment, and its actions. */
export function ListedReviewCard({ review, onOpen, children }: ListedReviewCardProps) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <CardHead
          aside={
            <time dateTime={review.created_at.toISOString()} className="text-sm text-muted">
              {formatDay(review.created_at)}
            </time>
          }
        >
          <Stars value={review.stars} />
        </CardHead>
        <Facts
          facts={[
            ["Paciente", review.patient_name ?? UNNAMED_AUTHOR],
            ["Especialista", review.kine_name ?? UNNAMED_KINE],
          ]}
        />
      </div>
      {review.comment && <p className="mt-3 whitespace-pre-line wrap-anywhere">{review.comment}</p>}
      {review.earlier_versions && (
        <p className="mt-3 text-sm whitespace-pre-line text-muted wrap-anywhere">Antes: {review.earlier_versions}</p>
      )}
      {review.asked_to_edit_for && (
        <p className="mt-3 text-sm wrap-anywhere">Pedimos a su autor que cambie: {review.asked_to_edit_for}</p>
      )}
      {review.signals.map((signal) => (
        <p key={signal} className="mt-3 flex items-start gap-2 text-sm">
          <Icon name="warning" className="mt-0.5 size-4.5 shrink-0 text-warning" />
          {SIGNAL_WORDS[signal]}
        </p>
      ))}
      <ReviewReply review={review} />
      {review.is_reply_held && <p className="mt-2 text-sm">La respuesta espera que alguien la lea.</p>}
      {review.reply_hidden_reason && (
        <p className="mt-2 text-sm wrap-anywhere">Respuesta oculta: {review.reply_hidden_reason}</p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {children}
        {onOpen && (
          <Button variant="quiet" size="small" icon="case" onPress={onOpen}>
            Ver el caso
          </Button>
        )}
        {review.hidden_at && (
          <Badge icon={review.is_waiting ? "clock" : "eyeOff"}>{review.is_waiting ? "En revisión" : "Oculta"}</Badge>
        )}
        {review.is_replaced && !review.hidden_at && <Badge>Reemplazada</Badge>}
        {review.hidden_reason && <span className="text-muted wrap-anywhere">{review.hidden_reason}</span>}
      </div>
    </Card>
  );
}
