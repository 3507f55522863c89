import { expect, test } from "vitest";
import { seenInWords, viewsByDay } from "./views-by-day.ts";

test("who opened a study is told by day of Buenos Aires, each once", () => {
  const now = new Date("2026-11-27T12:00:00-03:00");
  const view = (viewer_name: string | null, viewed_at: string, study = "a.png") => ({ study, viewer_name, viewed_at });
  const days = viewsByDay(
    [
      view("Carla Benítez", "2026-11-27T11:59:00-03:00"),
      view("Diego Paz", "2026-11-27T10:00:00-03:00"),
      view("Carla Benítez", "2026-11-27T09:00:00-03:00"),
      view(null, "2026-11-27T00:01:00-03:00"),
      view("Carla Benítez", "2026-11-26T23:59:00-03:00"),
      view("Carla Benítez", "2026-11-26T20:00:00-03:00", "b.pdf"),
      view("Diego Paz", "2026-11-26T19:00:00-03:00"),
      view("Diego Paz", "2026-11-01T19:00:00-03:00"),
    ],
    now,
  );
  expect(days.map((day) => [day.study, seenInWords(day)])).toEqual([
    ["a.png", "Carla Benítez y 2 más lo vieron hoy"],
    ["a.png", "Carla Benítez y Diego Paz lo vieron ayer"],
    ["b.pdf", "Carla Benítez lo vio ayer"],
    ["a.png", "Diego Paz lo vio el 1 de noviembre de 2026"],
  ]);
  expect(days[0]!.names).toEqual(["Carla Benítez", "Diego Paz", "Una cuenta eliminada"]);
});
