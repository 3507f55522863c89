import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ageInYears } from "./profile.ts";
import { photoProblem } from "./photo-problem.ts";
import { PatientBirthDate } from "./profile-input.ts";
import { joinModalities, MODALITIES, parseModalities } from "./modality.ts";

describe("age", () => {
  test("counts the birthday itself and not the day before", () => {
    expect(ageInYears("2013-11-21", new Date(2026, 10, 21))).toBe(13);
    expect(ageInYears("2013-11-22", new Date(2026, 10, 21))).toBe(12);
  });

  test("grows by one a year, whatever the birth date", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(1920, 0, 1), max: new Date(2020, 0, 1), noInvalidDate: true }), (born) => {
        const birthDate = born.toISOString().slice(0, 10);
        const age = ageInYears(birthDate, new Date(2026, 5, 15));
        expect(ageInYears(birthDate, new Date(2027, 5, 15))).toBe(age + 1);
      }),
    );
  });

  test("a patient of twelve is told that thirteen is the minimum", () => {
    const year = new Date().getFullYear();
    expect(PatientBirthDate.safeParse(`${year - 12}-01-01`).error?.issues[0]?.message).toBe(
      "Debes tener al menos 13 años para registrarte",
    );
    expect(PatientBirthDate.safeParse(`${year - 30}-01-01`).success).toBe(true);
    expect(PatientBirthDate.safeParse(`${year + 1}-01-01`).success).toBe(false);
  });
});

test("modalities survive being joined and parsed, and every screen's label is understood", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...MODALITIES)), (modalities) => {
      if (modalities.length) expect(parseModalities(joinModalities(modalities))).toEqual(modalities);
    }),
  );
  expect(parseModalities("A domicilio, Virtual,Consultorio")).toEqual(["domicilio", "online", "consultorio"]);
  expect(parseModalities("telepatía")).toBeNull();
});

test("a photo is an image of at most 5 MB", async () => {
  const problem = ({ type, size }: { type: string; size: number }, start = "") => {
    const file = new File([Buffer.from(start, "latin1")], "foto", { type });
    Object.defineProperty(file, "size", { value: size });
    return photoProblem(file);
  };
  expect(await problem({ type: "application/pdf", size: 10 })).toBe("Por favor selecciona una imagen válida");
  expect(await problem({ type: "image/png", size: 5 * 1024 * 1024 + 1 })).toBe("La imagen debe ser menor a 5MB");
  expect(await problem({ type: "image/png", size: 5 * 1024 * 1024 })).toBeNull();
  expect(await problem({ type: "", size: 10 }, "\u00ff\u00d8\u00ff\u00e0")).toBeNull();
  expect(await problem({ type: "", size: 10 }, "%PDF-1.7")).toBe("Por favor selecciona una imagen válida");
});
