import { expect, test } from "vitest";
import { NewCase } from "./case-input.ts";
import { STUDY_MAX_BYTES } from "./case.ts";
import { studyProblem } from "./study-problem.ts";

test("a study is a JPG, PNG or PDF of at most 10 MB, and each refusal names the file", async () => {
  const problem = (name: string, start: string, size = 100) => {
    const file = new File([Buffer.from(start, "latin1")], name);
    Object.defineProperty(file, "size", { value: size });
    return studyProblem(file);
  };
  const jpeg = "\u00ff\u00d8\u00ff\u00e0";
  for (const name of [
    "rodilla.JPEG",
    "foto.jfif",
    "foto.jpe",
    "1000012345",
    "informe.pdf ",
    `${"a".repeat(215)}.pdf`,
  ]) {
    expect(await problem(name, jpeg, STUDY_MAX_BYTES)).toBeNull();
    expect(await problem(name, "%PDF-1.7")).toBeNull();
    expect(await problem(name, "\r\nX-Mail: 1\r\n\r\n%PDF-1.4")).toBeNull();
    expect(await problem(name, "\u0089PNG\r\n\u001a\n")).toBeNull();
  }
  expect(await problem("rodilla.pdf", "%PDF-1.7", STUDY_MAX_BYTES + 1)).toBe("rodilla.pdf excede el límite de 10MB");
  for (const [name, start] of [
    ["rodilla.svg", "<svg"],
    ["rodilla.jpg", "GIF89a"],
    ["vacio.pdf", ""],
  ] as const)
    expect(await problem(name, start)).toBe(`${name} no es un formato válido (solo JPG, PNG, PDF)`);
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
