import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DepartureLines } from "./known-before.tsx";

const departure = {
  left_at: new Date("2026-03-05T12:00:00Z"),
  review_count: 0,
  average_stars: null,
  is_suspended: false,
  found_false_at: null,
  rejection: null,
  reports: [],
};
const shown = (is_theirs: boolean, ...same: ("licence" | "email" | "phone")[]) =>
  renderToStaticMarkup(<DepartureLines departures={[{ ...departure, same, is_theirs }]} />);

test("an account that only stated the phone or the licence is said to have the same one, and not to have been this person's", () => {
  expect(shown(false, "phone")).toContain("Mismo teléfono que una cuenta borrada");
  expect(shown(false, "licence", "phone")).toContain("Misma matrícula que una cuenta borrada");
  expect(shown(false, "licence", "phone")).not.toContain("Ya tuvo una cuenta");
  expect(shown(true, "email", "phone")).toContain("Ya tuvo una cuenta");
  expect(shown(true, "email", "phone")).toContain("Coincide el email, el teléfono.");
});
