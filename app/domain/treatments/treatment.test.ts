import { expect, test } from "vitest";
import { endingLine, foldSessions, treatmentLine } from "./treatment.ts";

const HISTORIES = process.env["FULL"] === "1" ? 10_000 : 500;
const DAYS = Array.from({ length: 120 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
const day = (n: number) => DAYS[n]!;
const pick = (most: number) => Math.floor(Math.random() * most);

test("the fold of random histories counts what was held and undisputed, in its order, within its authorisation", () => {
  for (let round = 0; round < HISTORIES; round += 1) {
    const sessions = Array.from({ length: pick(30) }, (_, n) => ({
      id: `${round} ${n}`,
      local_start: `${day(pick(120))}T10:00`,
      state: pick(4) === 0 ? ("no_show" as const) : ("held" as const),
      is_disputed: pick(5) === 0,
    }));
    const authorisations = [0, 40, 80].map((from) => ({
      id: String(from),
      sessions: 1 + pick(8),
      valid_from: day(from),
      valid_until: day(from + pick(40)),
    }));
    const today = day(pick(120));
    const fold = foldSessions(sessions, authorisations, today);
    // Counted again in another way: day by day.
    let counted = 0;
    const used = new Map<string, number>();
    for (const date of DAYS)
      for (const session of sessions)
        if (session.local_start.startsWith(date) && session.state === "held" && !session.is_disputed) {
          counted += 1;
          for (const one of authorisations)
            if (one.valid_from <= date && date <= one.valid_until) used.set(one.id, (used.get(one.id) ?? 0) + 1);
        }
    expect(fold.held).toBe(counted);
    const numbers = fold.sessions.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: counted }, (_, n) => n + 1));
    for (const one of fold.authorisations) {
      expect(one.used).toBe(Math.min(used.get(one.id) ?? 0, one.sessions));
      expect(one.used + one.left).toBe(one.sessions);
    }
    expect(fold.authorisations.filter(({ standing }) => standing === "current").length).toBeLessThanOrEqual(1);
  }
});

test("a treatment is told in one line, and the end of an authorisation with what to do", () => {
  const osde = { coverage: "OSDE", sessions: 10, valid_until: "2026-12-30", left: 6, standing: "current" as const };
  expect(treatmentLine({ held: 4, planned: 10, authorisations: [osde] })).toBe(
    "Sesión 4 de 10. OSDE autorizó 10 hasta el 30/12: quedan 6.",
  );
  expect(treatmentLine({ held: 4, planned: null, authorisations: [{ ...osde, standing: "over" }] })).toBe("Sesión 4.");
  expect(endingLine({ ...osde, left: 2 }, "2026-11-01")).toBe("Quedan 2 sesiones autorizadas: pedí la renovación.");
  expect(endingLine({ ...osde, left: 1 }, "2026-11-01")).toBe("Queda 1 sesión autorizada: pedí la renovación.");
  expect(endingLine(osde, "2026-12-16")).toBe("La autorización vence el 30/12: pedí la renovación.");
  expect(endingLine(osde, "2026-12-01")).toBeNull();
});
