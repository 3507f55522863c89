import { expect, test } from "vitest";
import { readDate, shownDate } from "./typed-date.ts";

test.each([
  ["14/03/1961", "1961-03-14"],
  ["1-5-1990", "1990-05-01"],
  [" 01.05.1990 ", "1990-05-01"],
  ["01051990", "1990-05-01"],
  ["1990-05-01", "1990-05-01"],
  ["\u200e29/02/2024\u200f", "2024-02-29"],
])("a date typed or pasted as %s is %s", (typed, date) => {
  expect(readDate(typed)).toBe(date);
  expect(shownDate(date)).toMatch(/^\d\d\/\d\d\/\d{4}$/);
});

test.each(["", "14", "14/03", "14/03/19", "14/03/90", "31/02/1990", "29/02/2023", "00/01/1990", "1/13/1990", "ayer"])(
  "%j is no date, and stays as it was typed",
  (typed) => {
    expect(readDate(typed)).toBeNull();
    expect(shownDate(typed)).toBe(typed);
  },
);
