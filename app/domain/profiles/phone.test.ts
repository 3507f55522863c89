import { expect, test } from "vitest";
import { lacksAreaCode } from "./argentine-phone.ts";
import { callLink, formatPhone, whatsAppDigits, whatsAppLink } from "./phone.ts";
import { Phone } from "./profile-input.ts";

const CITY_MOBILE = [
  "011 15 5555-5555",
  "011-15-5555-5555",
  "(011) 15-5555-5555",
  "01115 55555555",
  "011155555-5555",
  "11 15 5555 5555",
  "1115 5555 5555",
  "15 11 5555-5555",
  "9 11 5555-5555",
  "91155555555",
  "+54 9 11 5555-5555",
  "+5491155555555",
  "5491155555555",
  "54 9 11 5555 5555",
  "0054 9 11 5555 5555",
  "00 54 9 11 55555555",
  "+54 (9) 11 5555-5555",
  "(+54) 9 11 5555-5555",
  "+54-9-11-5555-5555",
  "+54.9.11.5555.5555",
  "+54 9 11 15 5555-5555",
  "+5491115 5555-5555",
  "549 11 15 5555-5555",
  "+54 11 15 5555-5555",
  "54 11 15 5555 5555",
  "+54 011 15 5555-5555",
  "+54 9 011 5555-5555",
  "+54 (011) 15-5555-5555",
  "+54 15 11 5555-5555",
  "０１１ １５ ５５５５－５５５５",
  "٠١١ ١٥ ٥٥٥٥ ٥٥٥٥",
  "+54\u00a09\u00a011\u20115555\u20115555",
  "\u202a+54 9 11 5555\u20115555\u202c",
];
const CITY = [
  "11 5555-5555",
  "11-5555-5555",
  "1155555555",
  "011 5555-5555",
  "(011) 5555-5555",
  "01155555555",
  "(11) 5555.5555",
  "+54 11 5555-5555",
  "+541155555555",
  "541155555555",
  "0054 11 5555 5555",
  "+54 (0) 11 5555 5555",
  "+54 0 11 5555-5555",
];
const ELSEWHERE = [
  ["0351 15 555-1234", "5493515551234", "+5493515551234"],
  ["351 15 5551234", "5493515551234", "+5493515551234"],
  ["+54 9 351 555-1234", "5493515551234", "+5493515551234"],
  ["+54 351 15 555-1234", "5493515551234", "+5493515551234"],
  ["0351 555-1234", "5493515551234", "+543515551234"],
  ["02966 15 42-1234", "5492966421234", "+5492966421234"],
  ["+54 9 2966 15 421234", "5492966421234", "+5492966421234"],
  ["2966 421234", "5492966421234", "+542966421234"],
  ["0223 15 455 6789", "5492234556789", "+5492234556789"],
  ["+598 99 123 456", "59899123456", "+59899123456"],
  ["00598 99 123 456", "59899123456", "+59899123456"],
  ["+1 202 555 0123", "12025550123", "+12025550123"],
] as const;

test.each([
  ...CITY_MOBILE.map((phone) => [phone, "5491155555555", "+5491155555555"] as const),
  ...CITY.map((phone) => [phone, "5491155555555", "+541155555555"] as const),
  ...ELSEWHERE,
])("%s is taken, written to on WhatsApp as %s and called at %s", (phone, chat, call) => {
  const taken = Phone.parse(phone);
  expect(whatsAppDigits(taken)).toBe(chat);
  expect(callLink(taken)).toBe(`tel:${call}`);
  expect(whatsAppDigits(phone)).toBe(chat);
  expect(lacksAreaCode(taken)).toBe(false);
});

test.each([
  "15-5555-5555",
  "15 5555 5555",
  "1555555555",
  "015 5555-5555",
  "155555-5555",
  "15 555-1234",
  "15 42-1234",
  "5555-5555",
  "55555555",
  "555-12345",
  "4555 6789",
  "+54 15 5555-5555",
  "+54 9 5555-5555",
  "+54 5555-5555",
])("%s lacks its area code, is taken, asked for it, and leads to nobody else", (phone) => {
  const taken = Phone.parse(phone);
  expect(lacksAreaCode(taken)).toBe(true);
  // An Argentine mobile has 13 digits with its country code.
  expect(whatsAppDigits(taken).length).toBeLessThan(13);
});

test("a phone of 8 to 20 characters passes, shorter and longer ones get their own sentence", () => {
  const problem = (phone: string) => Phone.safeParse(phone).error?.issues[0]?.message;
  for (const short of ["", " ", "1234567", "........", "un teléfono", "+54 11 abcd-5555"])
    expect(problem(short), short).toBe("Teléfono inválido");
  expect(problem("1".repeat(21))).toBe("Teléfono muy largo");
  expect(problem("11 5555-5555 interno 4455")).toBe("Teléfono muy largo");
  for (const taken of ["12345678", "1".repeat(20), "+54 11 5555-5555"]) expect(Phone.parse(taken)).toBe(taken);
});

test("the message of a chat link is encoded", () => {
  expect(whatsAppLink("+54 11 5555-5555", "¡Hola & chau!")).toBe(
    "https://wa.me/5491155555555?text=%C2%A1Hola%20%26%20chau!",
  );
});

test.each([
  ["+541155555555", "+54 11 5555-5555"],
  ["1155555555", "+54 11 5555-5555"],
  ["011 15 5555-5555", "+54 9 11 5555-5555"],
  ["0351 155551234", "+54 9 351 555-1234"],
  ["+598 99123456", "+598 99 123 456"],
  ["interno 12", "interno 12"],
  ["15-5555-5555", "15-5555-5555"],
])("%s is read as %s", (phone, read) => {
  expect(formatPhone(phone)).toBe(read);
});
