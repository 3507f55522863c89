import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DepartureLines, KnownBefore } from "./known-before.tsx";

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

test("a finding is shown with its day, of another account, of a deleted one and of the same", () => {
  const found_false_at = new Date("2026-03-06T12:00:00Z");
  const account = {
    id: "1",
    name: "Ana",
    email: "ana@example.com",
    license_number: "MN 1234",
    approval_status: "approved" as const,
    is_confirmed: true,
    is_suspended: false,
    is_past: true,
    rejection_reason: null,
    found_false_at,
  };
  const html = (others: Parameters<typeof KnownBefore>[0]["others"], is_theirs: boolean) =>
    renderToStaticMarkup(
      <KnownBefore others={others} departures={[{ ...departure, same: ["licence"], is_theirs, found_false_at }]} />,
    );
  const shownToOther = html([{ ...account, is_own: false }], false);
  expect(shownToOther).toMatch(/Otra cuenta declara esta matrícula.* Un administrador la objetó el 6 de marzo/s);
  expect(shownToOther).toMatch(/Un administrador objetó la matrícula el 6 de marzo/);
  const shownToOwn = html([{ ...account, is_own: true }], true);
  expect(shownToOwn).toMatch(/La misma cuenta ya la declaró\. Un administrador la objetó el 6 de marzo/);
  expect(shownToOwn).not.toContain("Otra cuenta declara");
  expect(shownToOwn).toContain("Un administrador objetó una matrícula suya");
});
