import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ListedReviewCard } from "./listed-review-card.tsx";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { ReviewAction } from "../../domain/moderation/moderation-actions.tsx";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { plural } from "../../shared/format.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoReviews } from "../../ui/illustrations/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StarRating } from "../../ui/star-rating.tsx";

const STARS = ["5", "4", "3", "2", "1"] as const;
const ratings = STARS.map((stars) => ({ value: stars, label: plural(Number(stars), "estrella", "estrellas") }));

/** "Reseñas": how many, the average, and each review. */
export default function Reviews() {
  const listing = useListing(STARS);
  const reviews = useInfiniteQuery(
    queries.reviews.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, stars: listing.filter && Number(listing.filter), after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  useMarkSeen("review", reviews.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return (
    <>
      <h1 className="mb-6 text-3xl">Reseñas</h1>
      <Totals />
      <ListingBar
        listing={listing}
        searchLabel="Buscar por nombre"
        filter={{ label: "Calificación", all: "Todas", options: ratings }}
      />
      <PagedList
        list={reviews}
        failure="No se pudieron cargar las reseñas"
        empty={
          <EmptyState illustration={<NoReviews />} title="No hay reseñas registradas">
            Cuando un paciente cierre un caso y cuente cómo le fue, va a aparecer acá.
          </EmptyState>
        }
        narrowing={listing}
      >
        {(review) => (
          <ListedReviewCard key={review.id} review={review}>
            <ReviewAction
              review={{
                id: review.id,
                isHidden: review.hidden_at !== null,
                author: review.patient_name ?? UNNAMED_AUTHOR,
              }}
            />
          </ListedReviewCard>
        )}
      </PagedList>
    </>
  );
}

/** The two summary cards; renders nothing on failure, which the list below reports. */
function Totals() {
  const { data, isError } = useQuery(queries.reviews.totals.queryOptions());
  if (isError && !data) return null;
  return (
    <div className="mb-6 grid grid-cols-2 gap-4">
      <Card as="section">
        <h2 className="text-base text-muted">Total de reseñas</h2>
        {data ? (
          <p className="mt-1 text-3xl font-semibold tabular-nums">{data.count}</p>
        ) : (
          <Skeleton className="mt-1 h-9 w-16" />
        )}
      </Card>
      <Card as="section">
        <h2 className="text-base text-muted">Calificación promedio</h2>
        {data ? (
          <p className="mt-1 text-3xl font-semibold tabular-nums">
            {data.average === null ? "—" : <StarRating average={data.average} isCompact />}
          </p>
        ) : (
          <Skeleton className="mt-1 h-9 w-16" />
        )}
      </Card>
    </div>
  );
}
