import { expect, test } from "vitest";
import { daysAfter } from "../../../domain/bookings/wall-time.ts";
import { freeOf, hoursOf, openingDay, rowOf } from "./agenda-days.ts";

const MONDAY = "2026-11-23";
/** The week from 23 to 29 November, with hours until one and until eight on weekdays and until two on Saturday. */
const weekOn = (today: string) => ({
  today,
  days: Array.from({ length: 7 }, (_, n) => ({
    day: daysAfter(MONDAY, n),
    hours: n < 5 ? [{ end_time: "13:00" }, { end_time: "20:00" }] : n === 5 ? [{ end_time: "14:00" }] : [],
  })),
});
const at = (local_start: string) => ({ local_start, minutes: 45 });

test("the agenda opens on today while its week has hours or a turno left", () => {
  expect(openingDay(weekOn("2026-11-25"), "21:00", [])).toBe("2026-11-25");
  expect(openingDay(weekOn("2026-11-28"), "13:59", [at("2026-11-30T11:00")])).toBe("2026-11-28");
  expect(openingDay(weekOn("2026-11-28"), "15:00", [at("2026-11-29T10:00")])).toBe("2026-11-28");
  expect(openingDay(weekOn("2026-11-29"), "10:30", [at("2026-11-29T10:00")]), "a turno in course").toBe("2026-11-29");
});

test("the agenda opens on what comes next once its week is over", () => {
  const ahead = [at("2026-11-28T13:00"), at("2026-12-02T11:00"), at("2026-12-09T11:00")];
  expect(openingDay(weekOn("2026-11-28"), "14:00", ahead)).toBe("2026-12-02");
  expect(openingDay(weekOn("2026-11-29"), "09:00", ahead)).toBe("2026-12-02");
  expect(openingDay(weekOn("2026-11-29"), "09:00", []), "no turno: the next week").toBe("2026-11-30");
  expect(openingDay(weekOn("2026-11-29"), "09:00", [at("2026-12-09T11:00")]), "a far turno").toBe("2026-11-30");
});

test("a day's free stretches lie between its turnos and what is closed, from now on", () => {
  const day = {
    day: "2026-11-30",
    hours: [
      { start_time: "09:00", end_time: "13:00" },
      { start_time: "15:00", end_time: "20:00" },
    ],
    exceptions: [{ is_open: false, start_time: "18:00", end_time: "19:40" }],
    bookings: [
      { ...at("2026-11-30T15:00"), state: "confirmed" },
      { ...at("2026-11-30T16:00"), state: "cancelled" },
      { ...at("2026-11-30T10:00"), state: "requested" },
    ],
  };
  const stretches = (now: string) => freeOf(day, now).map(({ from, until }) => `${from} a ${until}`);
  expect(stretches("2026-11-29T21:00")).toEqual(["09:00 a 10:00", "10:45 a 13:00", "15:45 a 18:00"]);
  expect(stretches("2026-11-30T12:10"), "the begun one is shorter").toEqual(["12:10 a 13:00", "15:45 a 18:00"]);
  expect(stretches("2026-12-01T08:00"), "a day that is over").toEqual([]);
  expect(
    freeOf({ ...day, exceptions: [{ is_open: false, start_time: null, end_time: null }] }, "2026-11-29T21:00"),
  ).toEqual([]);
});

test("the hours beside a week are those from its first beginning to its last, and each thing stands at its own", () => {
  const none = { hours: [], exceptions: [], bookings: [] };
  const week = [
    { ...none, hours: [{ start_time: "09:00", end_time: "13:00" }] },
    { ...none, exceptions: [{ is_open: false, start_time: null, end_time: null }] },
    { ...none, bookings: [{ ...at("2026-12-02T14:30"), state: "confirmed" }] },
  ];
  expect(hoursOf(week)).toEqual([9, 10, 11, 12, 13, 14]);
  expect(["14:30", "09:00", ""].map((time) => rowOf(hoursOf(week), time))).toEqual([5, 0, 0]);
  expect(hoursOf([none])).toEqual([0]);
});
