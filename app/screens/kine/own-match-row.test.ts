import { expect, test } from "vitest";
import { dueOrder } from "./own-match-row.tsx";

type Given = Parameters<typeof dueOrder>[0];

test("of who accepted, a request comes by its moment, then the first turno to agree on, then what stands by its moment, then the rest", () => {
  const accepted = { access: "accepted", case_status: "matched" };
  const turno = (standing: string, local_start: string) => ({
    ...accepted,
    booking: { standing, local_start, zone: "America/Argentina/Buenos_Aires" },
  });
  const inOrder = [
    turno("asked", "2026-12-02T10:00"),
    turno("asked", "2026-12-03T10:00"),
    { ...accepted, booking: null },
    turno("agreed", "2026-12-01T10:00"),
    turno("proposed", "2026-12-04T10:00"),
    turno("held", "2026-11-20T10:00"),
  ].map((match) => dueOrder(match as Given));
  expect(inOrder.toReversed().toSorted((one, other) => one.localeCompare(other))).toEqual(inOrder);
});
