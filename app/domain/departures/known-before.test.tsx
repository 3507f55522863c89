import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Departure } from "./earlier-accounts.tsx";
import { KnownBefore } from "./known-before.tsx";

const departure: Departure = {
  id: "1",
  left_at: new Date("2026-03-05T12:00:00Z"),
  same: ["licence"],
  has_licence: true,
  has_address: true,
  review_count: 0,
  average_stars: null,
  is_same: null,
  is_of_another: false,
  is_suspended: false,
  found_false_at: null,
  rejection: null,
  reports: [],
};
type Others = Parameters<typeof KnownBefore>[0]["others"];
const card = (more: Partial<Departure>, others: Others = []) =>
  renderToStaticMarkup(
    <KnownBefore
      others={others}
      past={{
        departures: [{ ...departure, ...more }],
        answerOf: () => undefined,
        answer: () => undefined,
        given: { shown: [], answers: [] },
      }}
    />,
  );

test.each<[Partial<Departure>, string]>([
  [{}, "Misma matrícula y otro email."],
  [{ same: ["licence", "email", "phone"] }, "Misma matrícula, mismo email y mismo teléfono."],
  [{ has_address: false }, "Misma matrícula y no confirmó el email."],
  [{ same: ["number"] }, "Mismo número de matrícula, de otro tipo o provincia y otro email."],
  [{ same: ["email"] }, "Otra matrícula y mismo email."],
  [{ same: ["phone"], has_licence: false }, "Otro email y mismo teléfono."],
])("what matches of a deleted account is said, and what does not: %o", (more, said) => {
  expect(card(more)).toContain(`>${said}<`);
});

test("an earlier account with reviews that are nobody's is asked about, and no other", () => {
  const rated = { review_count: 3, average_stars: 4.06 };
  const asked = card(rated);
  expect(asked).toContain("Tenía 3 reseñas, con 4,1 de promedio.");
  for (const words of ["¿Es la misma persona?", "Sí, pasan sus 3 reseñas", ">No<"]) expect(asked).toContain(words);
  expect(card({ review_count: 1, average_stars: 4 })).toContain("Sí, pasa su reseña");
  for (const more of [{}, { ...rated, is_same: true }, { ...rated, is_same: false }, { ...rated, is_of_another: true }])
    expect(card(more)).not.toContain("¿Es la misma persona?");
  expect(card({ ...rated, is_same: false })).toContain("Se contestó que no es la misma persona.");
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
  const shownToOther = card({ found_false_at }, [{ ...account, is_own: false }]);
  expect(shownToOther).toMatch(/Otra cuenta declara esta matrícula.* Un administrador la objetó el 6 de marzo/s);
  expect(shownToOther).toMatch(/Un administrador objetó una matrícula suya el 6 de marzo/);
  const shownToOwn = card({ found_false_at }, [{ ...account, is_own: true }]);
  expect(shownToOwn).toMatch(/La misma cuenta ya la declaró\. Un administrador la objetó el 6 de marzo/);
  expect(shownToOwn).not.toContain("Otra cuenta declara");
  expect(shownToOwn).toContain("Un administrador objetó una matrícula suya");
});
