import { useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { ReportButton } from "../../domain/reports/report-button.tsx";
import { averageLine, UNNAMED_AUTHOR, withoutAverage } from "../../domain/reviews/review-words.ts";
import { ReplyActions } from "../../domain/reviews/reply-actions.tsx";
import { ReviewCard } from "../../domain/reviews/review-card.tsx";
import { plural } from "../../shared/format.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoReviews } from "../../ui/illustrations/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** "Reseñas Recibidas": the specialist's reviews and their average. */
export default function ReceivedReviews() {
  return (
    <>
      <h1 className="text-3xl">Reseñas Recibidas</h1>
      <Reviews />
    </>
  );
}

const isUnanswered = ({ reply, can_reply }: Answers["reviews"]["received"]["items"][number]) =>
  can_reply && reply === null;

function Reviews() {
  const reviews = useInfiniteQuery(
    queries.reviews.received.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  const all = reviews.data?.pages[0];
  // Once all of them are loaded.
  const unanswered = reviews.hasNextPage
    ? 0
    : (reviews.data?.pages ?? []).flatMap(({ items }) => items).filter(isUnanswered).length;
  useRead(all ? { kinds: ["review_received", "appeal_decided_kine"] } : null);
  return (
    <>
      <div className="mt-2 mb-6 text-lg">
        {all && all.average !== null && (
          <p>
            <span className="font-semibold">{averageLine(all.average)}</span>{" "}
            <span className="text-muted">
              ({plural(all.count, "reseña", "reseñas")})
              {unanswered > 0 && `\u00a0· ${unanswered}\u00a0sin\u00a0responder`}
            </span>
          </p>
        )}
        {all && all.average === null && all.count > 0 && (
          <p className="text-muted">{withoutAverage({ review_count: all.count, rating_from: all.rating_from })}</p>
        )}
        {reviews.isPending && <Skeleton className="h-lh w-56" />}
      </div>
      <PagedList
        list={reviews}
        failure="Error al cargar las reseñas"
        empty={
          <EmptyState
            illustration={<NoReviews />}
            title="Aún no tienes reseñas"
            action={
              <ButtonLink to="/dashboard/kine/cases" variant="secondary">
                Ver casos disponibles
              </ButtonLink>
            }
          >
            Cuando un paciente cierre un caso que atendiste, puede contar acá cómo le fue.
          </EmptyState>
        }
      >
        {(review) => (
          <ReviewCard key={review.id} review={review}>
            <ReplyActions review={review} />
            <ReportButton
              subject="review"
              id={review.id}
              what={`la reseña de ${review.patient_name ?? UNNAMED_AUTHOR}`}
            />
          </ReviewCard>
        )}
      </PagedList>
    </>
  );
}
