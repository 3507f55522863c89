import type { ReactNode } from "react";
import { Card, CardHead } from "../../ui/card.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Stars } from "../../ui/star-rating.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { formatDay } from "../../shared/format.ts";
import { UNNAMED_AUTHOR } from "./review-words.ts";
import { HiddenBadge } from "./hidden-badge.tsx";
import { ReviewReply } from "./review-reply.tsx";

type ReviewCardProps = {
  review: {
    stars: number;
    comment: string | null;
    created_at: Date;
    has_sessions?: boolean;
    patient_name?: string | null;
    case_title?: string;
    hidden_reason?: string | null;
    is_waiting?: boolean;
    is_replaced?: boolean;
    edited_at?: Date | null;
    asked_to_edit_for?: string | null;
    reply?: string | null;
    replied_at?: Date | null;
  };
  about?: string;
  /** The available actions on the answer. */
  replyActions?: ReactNode;
  /** The available actions. */
  children?: ReactNode;
};

/** A review: its author, or for the author the reviewed specialist (`about`); its case if visible; stars, comment, date. */
export function ReviewCard({ review, about, replyActions, children }: ReviewCardProps) {
  const { productName } = useProduct();
  return (
    <Card as="li">
      <CardHead aside={<Stars value={review.stars} />}>
        <p className="font-semibold">{about ?? review.patient_name ?? UNNAMED_AUTHOR}</p>
        {review.case_title && <p className="text-sm text-muted">{review.case_title}</p>}
      </CardHead>
      {review.comment && <p className="mt-3 whitespace-pre-line">{review.comment}</p>}
      <p className="mt-3 text-sm text-muted">
        <time dateTime={review.created_at.toISOString()}>{formatDay(review.created_at)}</time>
        {review.edited_at && " · Editada"}
        {review.has_sessions && ` · Turnos registrados en ${productName}`}
      </p>
      {review.hidden_reason && (
        <div className="mt-3 rounded-card bg-sunken p-4">
          <HiddenBadge isWaiting={review.is_waiting ?? false} />
          <p className="mt-2 wrap-anywhere">
            {review.is_waiting
              ? `La leemos antes de mostrarla. ${review.hidden_reason}`
              : `Un administrador la ocultó y ya no se ve en el perfil: ${review.hidden_reason}`}
          </p>
        </div>
      )}
      {review.is_replaced && !review.hidden_reason && (
        <p className="mt-3 text-sm text-muted">En el perfil se ve tu reseña más nueva de este especialista.</p>
      )}
      {review.asked_to_edit_for && (
        <p className="mt-3 wrap-anywhere">
          <Badge icon="edit">Para editar</Badge> Te pedimos que cambies: {review.asked_to_edit_for}
        </p>
      )}
      <ReviewReply review={review}>{replyActions}</ReviewReply>
      {children}
    </Card>
  );
}
