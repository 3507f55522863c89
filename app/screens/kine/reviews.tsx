import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { averageLine } from "../../domain/reviews/review.ts";
import { ReviewCard } from "../../domain/reviews/review-card.tsx";
import { plural } from "../../shared/format.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { NoReviews } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

/** "Reseñas Recibidas": what patients wrote about the specialist, and the average. */
export default function ReceivedReviews() {
  return (
    <>
      <h1 className="text-3xl">Reseñas Recibidas</h1>
      <Reviews />
    </>
  );
}

function Reviews() {
  const { data, isPending, refetch, isRefetching } = useQuery(queries.reviews.received.queryOptions());
  if (isPending) return <div className="mt-6"><CardListSkeleton count={3} /></div>;
  if (!data) {
    return <ErrorState message="Error al cargar las reseñas" onRetry={() => refetch()} isRetrying={isRefetching} />;
  }
  if (data.average === null) {
    return (
      <EmptyState
        illustration={<NoReviews />}
        title="Aún no tienes reseñas"
        action={<ButtonLink to="/dashboard/kine/cases" variant="secondary">Ver casos disponibles</ButtonLink>}
      >
        Cuando un paciente cierre un caso que atendiste, puede contar acá cómo le fue.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mt-2 mb-6 text-lg">
        <span className="font-semibold">{averageLine(data.average)}</span>{" "}
        <span className="text-muted">({plural(data.count, "reseña", "reseñas")})</span>
      </p>
      <ul className="grid gap-4">
        {data.reviews.map((review) => <ReviewCard key={review.id} review={review} />)}
      </ul>
    </>
  );
}
