import { expect, test } from "vitest";
import { NewLicence, Verification } from "./licence-input.ts";
import { licenceName, licenceSentence, slashed } from "./licence-words.ts";

test.each([
  [{ kind: "MP", jurisdiction: "06", number: "12345" }, "MP 12345, Buenos Aires. Comprobada el 12/11/2026."],
  [{ kind: "MN", jurisdiction: "02", number: "9" }, "MN 9, CABA. Comprobada el 12/11/2026."],
  [{ kind: "MP", jurisdiction: "06", number: null }, "MP de Buenos Aires. Comprobada el 12/11/2026."],
  [{ kind: "MP", jurisdiction: null, number: "A-12" }, "MP A-12. Comprobada el 12/11/2026."],
  [{ kind: null, jurisdiction: null, number: null }, "Matrícula. Comprobada el 12/11/2026."],
  [{ kind: null, jurisdiction: null, number: "1234567" }, "N.º 1234567. Comprobada el 12/11/2026."],
] as const)("the badge is a sentence: %o", (licence, sentence) => {
  const said = { ...licence, checked_on: "2026-11-12", standing: "fresh" } as const;
  expect(licenceSentence(said)).toBe(sentence);
  expect(licenceSentence({ ...said, standing: "due" })).toBe(`${sentence} Está por volver a comprobarse.`);
});

test("days are written as people here do", () => {
  expect(slashed("2026-01-05")).toBe("5/1/2026");
  expect(licenceName({ kind: "MP", jurisdiction: "99", number: "1" })).toBe("MP 1, otra jurisdicción");
});

test("a national licence is the City's, a provincial one any other's, and each has a number", () => {
  const parse = (input: object) => NewLicence.safeParse(input);
  expect(parse({ kind: "MN", number: " 12 345 " }).data).toEqual({ kind: "MN", number: "12345", jurisdiction: "02" });
  expect(parse({ kind: "MN", jurisdiction: "06", number: "1" }).data).toMatchObject({ jurisdiction: "02" });
  expect(parse({ kind: "MP", jurisdiction: "14", number: "1" }).success).toBe(true);
  for (const wrong of [
    { kind: "MP", jurisdiction: "02", number: "1" },
    { kind: "MP", number: "1" },
    { kind: "MP", jurisdiction: "99", number: "1" },
    { kind: "MP", jurisdiction: "toString", number: "1" },
    { kind: "MP", jurisdiction: "14", number: " " },
    { kind: "MP", jurisdiction: "14", number: "-" },
    { kind: "MP", jurisdiction: "14", number: "1".repeat(18) },
    { kind: "XX", jurisdiction: "14", number: "1" },
  ])
    expect(parse(wrong).success, JSON.stringify(wrong)).toBe(false);
  const id = "01890000-0000-7000-8000-000000000000";
  expect(Verification.safeParse({ id, kind: "MN", jurisdiction: "06" }).success).toBe(false);
  expect(Verification.safeParse({ id, kind: "MP", jurisdiction: "06" }).success).toBe(true);
});
