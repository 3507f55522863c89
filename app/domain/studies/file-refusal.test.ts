import { expect, test } from "vitest";
import { FILE_PROBLEMS } from "../../platform/uploads/sandboxed/clean-file.ts";
import { wrongStudyType } from "../cases/case.ts";
import { fileRefusal } from "./file-refusal.ts";

test("a file is refused with one sentence that names it and says why", () => {
  const sentences = FILE_PROBLEMS.map((problem) => fileRefusal(problem, "informe.pdf", wrongStudyType("informe.pdf")));
  expect(sentences[0]).toBe("informe.pdf no es un formato válido (solo JPG, PNG, PDF)");
  expect(new Set(sentences).size).toBe(FILE_PROBLEMS.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^informe\.pdf [a-z].*[^.]$/);
});
