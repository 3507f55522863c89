import { StarRating } from "../../ui/star-rating.tsx";
import { withoutAverage } from "./review-words.ts";

type Rated = { average_stars: number | null; review_count: number; rating_from: number };

/** A specialist's average with the number of reviews, or a note that there are none or too few yet. */
export function Rating({ of }: { of: Rated }) {
  if (of.average_stars === null) return <p className="text-muted">{withoutAverage(of)}</p>;
  return (
    <p>
      <StarRating average={of.average_stars} count={of.review_count} />
    </p>
  );
}
