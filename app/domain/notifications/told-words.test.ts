import { expect, test } from "vitest";
import { toldInWords } from "./told-words.ts";

const email = "ana@example.com";

test.each([
  ["at_once", false, "Cuando te respondan, te avisamos por email a ana@example.com."],
  ["at_once", true, "Cuando te respondan, te avisamos por email a ana@example.com y en tus dispositivos."],
  ["daily", false, "Cuando te respondan, te avisamos por email a ana@example.com, una vez por día."],
  ["off", true, "Cuando te respondan, te avisamos en tus dispositivos."],
  ["off", false, "No te vamos a avisar: entrá acá para ver si te respondieron."],
] as const)("with mail %s and pushes %s a patient reads how they will be told", (mail, isPushed, words) => {
  expect(toldInWords({ email, mail, isPushed })).toBe(words);
});
