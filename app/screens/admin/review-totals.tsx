import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { totalWords } from "../../domain/reviews/review-words.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StarRating } from "../../ui/star-rating.tsx";

/** The number and the average; renders nothing on failure, which the list reports. */
export function ReviewTotals() {
  const { data, isError } = useQuery(queries.reviews.totals.queryOptions());
  if (isError && !data) return null;
  return (
    <dl className="flex flex-wrap gap-x-5 whitespace-nowrap max-md:flex-col max-md:*:flex max-md:*:items-baseline max-md:*:gap-2">
      <div>
        <dt className="text-sm text-muted">Total de reseñas</dt>
        <dd className="font-semibold tabular-nums">{data ? totalWords(data) : <Skeleton className="h-6 w-10" />}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Calificación promedio</dt>
        <dd className="font-semibold tabular-nums">
          {data ? (
            data.average === null ? (
              "—"
            ) : (
              <StarRating average={data.average} isCompact />
            )
          ) : (
            <Skeleton className="h-6 w-16" />
          )}
        </dd>
      </div>
    </dl>
  );
}
