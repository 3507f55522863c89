import { expect, test } from "vitest";
import { callLink, formatPhone, whatsAppDigits, whatsAppLink } from "./phone.ts";

test.each([
  ["+54 11 5555-5555", "5491155555555"],
  ["011 15 5555-5555", "5491155555555"],
  ["11 5555 5555", "5491155555555"],
  ["5491155555555", "5491155555555"],
  ["0351 15 555-1234", "5493515551234"],
  ["+598 99 123 456", "59899123456"],
])("%s is written to on WhatsApp as %s", (phone, digits) => {
  expect(whatsAppDigits(phone)).toBe(digits);
});

test("the message of a chat link is encoded", () => {
  expect(whatsAppLink("+54 11 5555-5555", "¡Hola & chau!")).toBe(
    "https://wa.me/5491155555555?text=%C2%A1Hola%20%26%20chau!",
  );
});

test("a call link carries the whole number", () => {
  expect(callLink("011 15 5555-5555")).toBe("tel:+5491155555555");
});

test.each([
  ["+541155555555", "+54 11 5555-5555"],
  ["1155555555", "+54 11 5555-5555"],
  ["011 15 5555-5555", "+54 9 11 5555-5555"],
  ["0351 155551234", "+54 9 351 555-1234"],
  ["+598 99123456", "+598 99 123 456"],
  ["interno 12", "interno 12"],
])("%s is read as %s", (phone, read) => {
  expect(formatPhone(phone)).toBe(read);
});
