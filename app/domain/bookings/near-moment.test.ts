import { expect, test } from "vitest";
import { nearMoment } from "./near-moment.ts";
import { standingInWords } from "./standing-words.ts";

test("a moment of today or tomorrow by the specialist's clock is said so, another by its day", () => {
  const near = (local: string, zone = "America/Argentina/Buenos_Aires") =>
    nearMoment(local, zone, new Date("2026-11-30T01:30:00Z"));
  expect(near("2026-11-29T23:00")).toBe("hoy 23:00");
  expect(near("2026-11-30T09:00")).toBe("mañana 09:00");
  expect(near("2026-11-30T09:00", "Europe/Madrid")).toBe("hoy 09:00");
  expect(near("2026-12-01T09:00")).toBe("mar 1 dic, 09:00");
});

test("how a pair stands says hoy and mañana where a date would hide that it is near", () => {
  const stands = (standing: "asked" | "proposed" | "agreed" | "unmarked" | "held" | "missed", day: string) => {
    const booking = { standing, local_start: `2026-${day}T18:00`, zone: "America/Argentina/Buenos_Aires" };
    return standingInWords(booking, new Date("2026-11-30T15:00:00Z"));
  };
  expect(stands("asked", "11-30")).toBe("Te pide turno: hoy 18:00");
  expect(stands("proposed", "11-30")).toBe("Le propusiste para hoy 18:00");
  expect(stands("proposed", "12-03")).toBe("Le propusiste el jue 3 dic, 18:00");
  expect(stands("agreed", "12-01")).toBe("Turno mañana 18:00");
  expect(stands("agreed", "12-03")).toBe("Turno el jue 3 dic, 18:00");
  expect(stands("unmarked", "11-30")).toBe("Sin marcar: turno de hoy");
  expect(stands("held", "11-30")).toBe("Última sesión: hoy");
  expect(stands("missed", "11-30")).toBe("No vino hoy");
  expect(stands("missed", "11-27")).toBe("No vino el vie 27 nov");
});
