import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StarRating } from "./star-rating.tsx";

test.each([
  [4, 4, 0],
  [4.2, 4, 0],
  [4.25, 4, 1],
  [4.7, 4, 1],
  [4.75, 5, 0],
  [5, 5, 0],
])("an average of %d shows %d whole stars and %d half ones", (average, whole, half) => {
  const shown = renderToStaticMarkup(<StarRating average={average} />);
  const [, filled = ""] = /<path d="([^"]*)" fill="currentColor" class="text-star">/.exec(shown) ?? [];
  expect(filled.match(/M/g)).toHaveLength(whole);
  expect(shown.match(/data-half/g) ?? []).toHaveLength(half);
});
