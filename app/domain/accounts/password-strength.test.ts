import { expect, test } from "vitest";
import { isCommonPassword } from "../../shared/common-passwords.ts";
import { NewCredentials } from "../../shared/new-credentials.ts";
import { Password } from "../../shared/credentials.ts";
import { passwordStrength } from "./password-strength.ts";

test("what a password lacks is named, and a password that lacks nothing is one that the rules take", () => {
  expect(passwordStrength("")).toEqual({ level: 0, words: "Falta: 8 caracteres, una mayúscula y un número." });
  expect(passwordStrength("escalera")).toEqual({ level: 0, words: "Falta: una mayúscula y un número." });
  expect(passwordStrength("Escalera")).toEqual({ level: 0, words: "Falta: un número." });
  for (const password of ["Escalera", "Escalera2026", "ÁRBOL-2-a", "corta1A"]) {
    expect(passwordStrength(password).level > 0).toBe(Password.safeParse(password).success);
  }
});

test("length makes a password better, few characters and what others know of the person do not", () => {
  expect(passwordStrength("Rodilla7").level).toBe(1);
  expect(passwordStrength("Rodilla7-mesa").level).toBe(2);
  expect(passwordStrength("Rodilla7-mesa-verde").level).toBe(3);
  expect(passwordStrength("Aaaaaaaaaaaaaaaaaa1").level).toBe(1);
  expect(passwordStrength("Gutierrez1970-vida", ["Ana Gutierrez"])).toMatchObject({
    level: 1,
    words: expect.stringContaining("no uses tu nombre"),
  });
  expect(passwordStrength("Ana-maria.paz77-x9", ["ana.maria.paz@example.com"]).level).toBe(1);
});

test("one of the commonest passwords serves in no form, and is never said to", () => {
  for (const password of ["Password1", "Argentina2024", "Qwerty12", "P@ssw0rd1"]) {
    expect(passwordStrength(password, [], isCommonPassword)).toEqual({
      level: 0,
      words: "Es de las más usadas: elegí otra.",
    });
    expect(NewCredentials.shape.password.safeParse(password).error?.issues[0]?.message).toBe(
      "Esa contraseña es muy común. Elegí otra más difícil de adivinar",
    );
  }
  expect(NewCredentials.shape.password.safeParse("Escalera2026").success).toBe(true);
});
