import { expect, test } from "vitest";
import { outcomesOf, upholdingWords } from "./report-outcomes.ts";

const report = {
  subject: "profile",
  author_name: "Tomás Ibáñez",
  reporter_id: "1",
  acted_at: null,
  is_review_waiting: false,
  is_gone: false,
} as const;

test("a decision that changes nothing says so, and one that gives a licence back says that", () => {
  expect(outcomesOf(report)[0]).toBe("La cierra sin cambiar nada: Tomás Ibáñez sigue igual y no recibe aviso.");
  expect(upholdingWords(report)).toContain("No cambia nada más");
  const acted = { ...report, acted_at: new Date(0) };
  expect(outcomesOf(acted)[0]).toBe("La cierra, y la matrícula de Tomás Ibáñez vuelve a como estaba.");
  expect(upholdingWords(acted)).toContain("la matrícula sigue en duda");
});
