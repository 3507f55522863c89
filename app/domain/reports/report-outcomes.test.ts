import { expect, test } from "vitest";
import { outcomesOf, upholdingWords, waitingReportsWords } from "./report-outcomes.ts";

const report = {
  subject: "profile",
  author_name: "Tomás Ibáñez",
  reporter_id: "1",
  reporter_name: "Agustina Sosa",
  acted_at: null,
  is_review_waiting: false,
  is_gone: false,
} as const;

test("a decision that changes nothing says so, and one that gives a licence back says that", () => {
  expect(outcomesOf(report)[0]).toBe("La cierra sin cambiar nada: ni Tomás Ibáñez ni quien denunció reciben aviso.");
  expect(outcomesOf({ ...report, reporter_id: null })).toEqual([
    "La cierra sin cambiar nada: Tomás Ibáñez no recibe aviso.",
  ]);
  expect(upholdingWords(report)).toBe("La cierra y anota que Agustina tenía razón. No cambia nada más.");
  expect(upholdingWords({ ...report, reporter_name: null })).toContain("anota que el aviso tenía razón");
  const acted = { ...report, acted_at: new Date(0) };
  expect(outcomesOf(acted)[0]).toBe("La cierra, y la matrícula de Tomás Ibáñez vuelve a como estaba.");
  expect(upholdingWords(acted)).toContain("la matrícula sigue en duda");
});

test("the number of what is to be resolved says how much of it people reported", () => {
  expect(waitingReportsWords({ people: 1, program: 5, hasMore: false })).toBe("6 (1 de una persona, 5 automáticas)");
  expect(waitingReportsWords({ people: 2, program: 0, hasMore: false })).toBe("2 (2 de personas)");
  expect(waitingReportsWords({ people: 20, program: 1, hasMore: true })).toBe(
    "21 o más (20 de personas, 1 automática)",
  );
});
