import { expect, test } from "vitest";
import { NewCase } from "./case-input.ts";
import { STUDY_MAX_BYTES, studyProblem } from "./case.ts";

test("a study is a JPG, PNG or PDF of at most 10 MB, and each refusal names the file", () => {
  expect(studyProblem({ name: "rodilla.JPEG", size: STUDY_MAX_BYTES })).toBeNull();
  expect(studyProblem({ name: "rodilla.pdf", size: STUDY_MAX_BYTES + 1 })).toBe("rodilla.pdf excede el límite de 10MB");
  expect(studyProblem({ name: "rodilla.svg", size: 1 })).toBe(
    "rodilla.svg no es un formato válido (solo JPG, PNG, PDF)",
  );
});

test("a case needs a title and a description; what is left empty is null and studies are for every verified specialist", () => {
  expect(NewCase.safeParse({ title: "  ", description: "Me duele" }).success).toBe(false);
  expect(NewCase.parse({ title: " Rodilla ", description: "Me duele", injury_area: " " })).toEqual({
    title: "Rodilla",
    description: "Me duele",
    injury_area: null,
    location_city: null,
    preferred_modality: null,
    studies_access: "verified",
  });
});
