import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DepartureLines } from "./departure-lines.tsx";

const departure = {
  left_at: new Date("2026-03-05T12:00:00Z"),
  review_count: 0,
  average_stars: null,
  is_suspended: false,
  rejection: null,
  reports: [],
};
const shown = (...same: ("licence" | "email" | "phone")[]) =>
  renderToStaticMarkup(<DepartureLines departures={[{ ...departure, same }]} />);

test("an account that shares the phone alone is said to have the same phone, and not to have been this person's", () => {
  expect(shown("phone")).toContain("Mismo teléfono que una cuenta borrada");
  expect(shown("phone")).not.toContain("Ya tuvo una cuenta");
  expect(shown("email", "phone")).toContain("Ya tuvo una cuenta");
  expect(shown("email", "phone")).toContain("Coincide el email, el teléfono.");
});
