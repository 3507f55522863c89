import { expect, test } from "vitest";
import { groupsInWords, toldInWords } from "./told-words.ts";

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

test("a person reads what they are told of, by each way that reaches them", () => {
  const chosen = [
    { group: "own_cases", push: true, mail: "at_once" },
    { group: "bookings", push: true, mail: "at_once" },
    { group: "cases_in_zone", push: false, mail: "daily" },
    { group: "news", push: false, mail: "off" },
  ] as const;
  expect(groupsInWords(chosen, false)).toBe(
    "Por email: tus casos y turnos. Por email una vez por día: casos en tu zona.",
  );
  expect(groupsInWords(chosen, true)).toMatch(/En tus dispositivos: tus casos y turnos\.$/);
  expect(groupsInWords([], true)).toBe("");
});
