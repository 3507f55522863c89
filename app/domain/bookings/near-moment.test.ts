import { expect, test } from "vitest";
import { nearMoment } from "./near-moment.ts";

test("a moment of today or tomorrow by the specialist's clock is said so, another by its day", () => {
  const near = (local: string, zone = "America/Argentina/Buenos_Aires") =>
    nearMoment(local, zone, new Date("2026-11-30T01:30:00Z"));
  expect(near("2026-11-29T23:00")).toBe("hoy 23:00");
  expect(near("2026-11-30T09:00")).toBe("mañana 09:00");
  expect(near("2026-11-30T09:00", "Europe/Madrid")).toBe("hoy 09:00");
  expect(near("2026-12-01T09:00")).toBe("mar 1 dic, 09:00");
});
