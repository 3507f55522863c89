import type { Answers } from "../../client/api.ts";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { ReviewCard } from "../../domain/reviews/review-card.tsx";
import { FoldOnPhones } from "../../ui/fold-on-phones.tsx";
import { NoReviews } from "../../ui/illustrations/empty.tsx";
import { plural } from "../../shared/format.ts";
import { Report } from "./report.tsx";

type Profile = Answers["profiles"]["publicProfile"];

/** A specialist's latest reviews, and where reviews come from. */
export function ProfileReviews({ profile: { reviews, review_count, hidden_count } }: { profile: Profile }) {
  const hasMore = review_count > reviews.length;
  return (
    <FoldOnPhones title={review_count > 0 ? `Reseñas (${review_count})` : "Reseñas"}>
      {reviews.length > 0 ? (
        <>
          <p className="mb-5 text-sm text-muted">
            Opinan solamente pacientes que cerraron su caso con este profesional.
            {hasMore && ` Mostramos las ${reviews.length} más recientes.`}
          </p>
          <ul className="grid gap-4">
            {reviews.map((review) => (
              <ReviewCard
                key={review.id}
                review={review}
                replyActions={
                  review.reply_id && <Report subject="reply" id={review.reply_id} what="la respuesta del profesional" />
                }
              >
                <Report
                  subject="review"
                  id={review.id}
                  what={`la reseña de ${review.patient_name ?? UNNAMED_AUTHOR}`}
                />
              </ReviewCard>
            ))}
          </ul>
        </>
      ) : (
        <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-control px-5 py-8 text-center">
          <NoReviews />
          <p className="font-semibold">Aún no hay reseñas para este profesional.</p>
          <p className="max-w-sm text-sm text-muted">Las escriben sus pacientes al cerrar cada caso.</p>
        </div>
      )}
      {review_count + hidden_count > 0 && (
        <p className="mt-5 text-sm text-muted">
          {plural(review_count, "reseña", "reseñas")}
          {hidden_count > 0 && `, ${plural(hidden_count, "oculta", "ocultas")} por las reglas`}.{" "}
          <a
            href="/como-moderamos"
            className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
          >
            Cómo moderamos
          </a>
        </p>
      )}
    </FoldOnPhones>
  );
}
