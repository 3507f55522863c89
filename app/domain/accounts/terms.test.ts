import { expect, test } from "vitest";
import { terms } from "./terms.ts";

test("the terms say what they must, with the product's name and phone", () => {
  const text = terms("Kinexo", "+54 11 5555-5555")
    .map(({ text }) => text)
    .join("\n");
  for (const point of [
    "Kinexo pone en contacto a pacientes con especialistas. Es únicamente un intermediario",
    "Cada especialista responde por la información que publica, por su matrícula y por su conducta",
    "Cada paciente responde por la información que comparte y por su conducta",
    "Ley 25.326 de Protección de los Datos Personales",
    "Podemos suspender las cuentas que no respeten estos términos",
    "leyes de la República Argentina, con jurisdicción de los tribunales de la Ciudad de Buenos Aires",
    "al +54 11 5555-5555",
  ]) {
    expect(text).toContain(point);
  }
});
