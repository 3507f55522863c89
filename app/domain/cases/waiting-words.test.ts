import { expect, test } from "vitest";
import { waitingInWords } from "./waiting-words.ts";

test.each([
  [
    { minutes: 200, nearby: 12, openedBy: 3 },
    "Publicado. Acá suele llegar la primera respuesta en 4 horas; 12 especialistas de tu zona ya lo pueden ver, 3 lo abrieron.",
  ],
  [
    { minutes: 12, nearby: 1, openedBy: 1 },
    "Publicado. Acá suele llegar la primera respuesta en menos de una hora; 1 especialista de tu zona ya lo puede ver, 1 lo abrió.",
  ],
  [{ minutes: 3000, nearby: 0, openedBy: 0 }, "Publicado. Acá suele llegar la primera respuesta en 3 días."],
  [
    { minutes: 60, nearby: 0, openedBy: 1 },
    "Publicado. Acá suele llegar la primera respuesta en 1 hora; 1 especialista lo abrió.",
  ],
  [{ minutes: null, nearby: 50, openedBy: 0 }, "Publicado. Más de 49 especialistas de tu zona ya lo pueden ver."],
  [{ minutes: null, nearby: 0, openedBy: 0 }, "Publicado. Los especialistas ya lo pueden ver."],
])("who waits reads what is known, and nothing else: %o", (known, sentence) => {
  expect(waitingInWords(known)).toBe(sentence);
});
