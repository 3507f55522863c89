import { describe, expect, test } from "vitest";
import { contactLeakIn } from "../../app/domain/contacts/contact-leaks.server.ts";
import { maskedAfter, maskedText } from "../../app/domain/contacts/masked-text.ts";
import { HALVES, measured, measuredAlike, measuredLater, plainTexts } from "./corpora.ts";

/** Numbers that could be phones of Buenos Aires, after words that announce none of their length. */
const ALMOST_NUMBERS = ["Afiliado 1123456789 de OSDE", "póliza 1145-556789 de La Segunda"];

describe.each(HALVES)("of the %s half of the corpora", (half) => {
  test("at least 97 % of the texts with contact data are found, and at most 1 % of those without are masked", () => {
    const { contacts, missed, plain, masked } = measured(half);
    expect(contacts).toBeGreaterThan(180);
    expect(plain).toBeGreaterThan(180);
    expect(missed.length / contacts, missed.join("\n")).toBeLessThanOrEqual(0.03);
    expect(masked.length / plain, masked.join("\n")).toBeLessThanOrEqual(0.01);
  });
});

test("of the texts written to deceive the rules all with contact data are found, and two without are masked", () => {
  const { contacts, missed, plain, masked } = measuredLater("third");
  expect([contacts, plain]).toEqual([60, 60]);
  expect(missed).toEqual([]);
  expect(masked).toEqual(ALMOST_NUMBERS);
});

test("of the texts that people of Argentina would write all with contact data are found, and none without is masked", () => {
  const { contacts, missed, plain, masked } = measuredLater("fourth");
  expect([contacts, plain]).toEqual([83, 77]);
  expect(missed).toEqual([]);
  expect(masked).toEqual([]);
});

test("of the texts that spell signs, stack digits and give figures other names all with contact data are found, and none without is masked", () => {
  const { contacts, missed, plain, masked } = measuredLater("fifth");
  expect([contacts, plain]).toEqual([101, 113]);
  expect(missed).toEqual([]);
  expect(masked).toEqual([]);
});

test("of the texts that hurried people would write, who misspell and hide, all with contact data are found, and none without is masked", () => {
  const { contacts, missed, plain, masked } = measuredLater("sixth");
  expect([contacts, plain]).toEqual([210, 210]);
  expect(missed).toEqual([]);
  expect(masked).toEqual([]);
});

test("of the texts that are like these at least 92 % with contact data are found, and none without is masked", () => {
  const { contacts, missed, plain, masked } = measuredAlike();
  expect(contacts).toBeGreaterThan(240);
  expect(plain).toBeGreaterThan(110);
  expect(missed.length / contacts, missed.join("\n")).toBeLessThanOrEqual(0.08);
  expect(masked).toEqual([]);
});

test("of the texts without contact data after two others without at most 1 % are masked for what stands before them", () => {
  const texts = plainTexts();
  const masked = texts.filter((text, at) => {
    const earlier = [texts[at - 1] ?? "", texts[at - 2] ?? ""];
    return maskedAfter(earlier, text).shown !== maskedText(text);
  });
  expect(texts.length).toBeGreaterThan(450);
  expect(masked.length / texts.length, masked.join("\n")).toBeLessThanOrEqual(0.01);
});

test("no text without contact data holds any beyond doubt, so that nobody is reported for it, and a report quotes what was found", () => {
  const leakOf = (...texts: string[]) => contactLeakIn({ masked: maskedText }, texts);
  expect(plainTexts().filter((text) => leakOf(text) !== null)).toEqual([]);
  expect(leakOf("siniestro 1123456789 de la ART", "autorización N° 1187654321 para 20 sesiones")).toBe(null);
  // A guess alone reports nobody: a number without its area code, a name of a network, a word before digits.
  expect(leakOf("Llamame al 4555-6789", "estoy en instagram", "mi numero es 155 555", "DNI 23456789")).toBe(null);
  expect(leakOf("Me duele, 8/10. Mi cel 11 4555-6789, o ana@gmail.com")).toBe("11 4555-6789\nana@gmail.com");
});

test("a number of which one text has a part and another the rest is one, once, and plain texts beside each other hold none", () => {
  const services = { masked: maskedText };
  const parts = ["Rodilla, llamame al 11 4555", "6789 a la tarde"];
  expect(contactLeakIn(services, parts)).toBe("11 4555 6789");
  expect(contactLeakIn(services, [...parts, "Flores"], parts)).toBe(null);
  const plain = plainTexts();
  expect(plain.filter((text, at) => contactLeakIn(services, [plain[at - 1], text]) !== null)).toEqual([]);
});
