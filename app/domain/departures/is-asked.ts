type Earlier = { review_count: number; is_same: boolean | null; is_of_another: boolean };

/** Whether it has to be said of an earlier account if it was the same person's: it has stars that are nobody's. */
export const isAsked = ({ review_count, is_same, is_of_another }: Earlier): boolean =>
  review_count > 0 && is_same === null && !is_of_another;
