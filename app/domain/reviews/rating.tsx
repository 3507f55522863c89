import { StarRating } from "../../ui/star-rating.tsx";

/** A specialist's average with the number of reviews, or a note that there are none yet. */
export function Rating({ average, count }: { average: number | null; count: number }) {
  if (average === null) return <p className="text-muted">Sin reseñas todavía</p>;
  return (
    <p>
      <StarRating average={average} count={count} />
    </p>
  );
}
