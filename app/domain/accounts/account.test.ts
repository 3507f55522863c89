import { describe, expect, test } from "vitest";
import { SignUpMetadata } from "./account-input.ts";
import { highestRole } from "../../shared/roles.ts";

const patient = {
  role: "patient",
  name: "Ana Ferreyra",
  phone: "+54 11 4444-1111",
  birth_date: "1961-03-14",
  activity_level: "activo",
  location_city: "Caballito",
};
const kine = {
  role: "kine",
  name: "Carla Benítez",
  phone: "+54 11 5555-3333",
  license_number: "MN 10432",
  specialty: "Kinesiología deportiva",
  price_range: "$25.000 - $35.000",
  modalities: "Domicilio, Virtual",
  location_city: "Palermo",
};
const firstMessage = (metadata: unknown) => SignUpMetadata.safeParse(metadata).error?.issues[0]?.message;

test("with several roles the highest applies", () => {
  expect(highestRole(["patient", "admin", "kine"])).toBe("admin");
  expect(highestRole(["patient", "kine"])).toBe("kine");
  expect(highestRole([])).toBeNull();
});

describe("sign-up metadata", () => {
  test("holds a patient's or a specialist's fields, modalities joined", () => {
    expect(SignUpMetadata.parse(patient)).toEqual(patient);
    expect(SignUpMetadata.parse(kine)).toMatchObject({ role: "kine", modalities: "domicilio, online" });
  });

  test("a patient's birth date that is not given is null, and one that is given is checked", () => {
    for (const birth_date of ["", null, undefined])
      expect(SignUpMetadata.parse({ ...patient, birth_date })).toMatchObject({ birth_date: null });
    expect(firstMessage({ ...patient, birth_date: "2026-01-01" })).toBe(
      "Debes tener al menos 13 años para registrarte",
    );
  });

  test("a wish to be admin makes a patient", () => {
    expect(SignUpMetadata.parse({ ...patient, role: "admin" }).role).toBe("patient");
  });

  test.each([
    [{ ...patient, name: "A" }, "Mínimo 2 caracteres"],
    [{ ...patient, name: "A".repeat(81) }, "Máximo 80 caracteres"],
    [{ ...patient, location_city: "" }, "Barrio requerida"],
    [{ ...patient, activity_level: "dormido" }, "Selecciona un nivel de actividad"],
    [{ ...patient, accepted_terms: false }, "Debes aceptar los términos y condiciones para continuar"],
    [{ ...kine, license_number: "12" }, "Matrícula requerida"],
    [{ ...kine, license_number: "1".repeat(21) }, "Matrícula muy larga"],
    [{ ...kine, specialty: "K" }, "Especialidad requerida"],
    [{ ...kine, price_range: "" }, "Rango de precios requerido"],
    [{ ...kine, modalities: "" }, "Selecciona al menos una modalidad"],
    [{ ...kine, bio: "a".repeat(501) }, "Máximo 500 caracteres"],
    [{ ...kine, birth_date: `${new Date().getFullYear() - 17}-01-01` }, "El especialista debe tener al menos 18 años"],
  ])("refuses %# with its sentence", (metadata, sentence) => {
    expect(firstMessage(metadata)).toBe(sentence);
  });
});
