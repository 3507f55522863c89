import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatDay } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Stars } from "../../ui/star-rating.tsx";
import { UNNAMED_AUTHOR, UNNAMED_KINE } from "../reviews/review.ts";

type ListedReview = Answers["reviews"]["list"]["items"][number];

/** A review as the admin reads it: stars, date, who about whom, comment, and what can be done about it. */
export function ListedReviewCard({ review, children }: { review: ListedReview; children?: ReactNode }) {
  return (
    <Card as="li">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Stars value={review.stars} />
        <time dateTime={review.created_at.toISOString()} className="text-sm text-muted">
          {formatDay(review.created_at)}
        </time>
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-sm text-muted">Paciente</dt>
          <dd className="font-semibold">{review.patient_name ?? UNNAMED_AUTHOR}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Especialista</dt>
          <dd className="font-semibold">{review.kine_name ?? UNNAMED_KINE}</dd>
        </div>
      </dl>
      {review.comment && <p className="mt-3 whitespace-pre-line wrap-anywhere">{review.comment}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {children}
        {review.hidden_at && <Badge icon="eyeOff">Oculta</Badge>}
        {review.hidden_reason && <span className="text-muted wrap-anywhere">{review.hidden_reason}</span>}
      </div>
    </Card>
  );
}
