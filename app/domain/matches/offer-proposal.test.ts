import { expect, test } from "vitest";
import { offerInLines } from "./offer-proposal.ts";

test("an offer is its terms on one line and its times on the next, and neither a dot nor a date is broken", () => {
  const times = ["2026-11-30T12:00:00.000Z", "2026-12-01T12:00:00.000Z", "2026-12-02T18:30:00.000Z"];
  const offer = {
    session: 18_000,
    modality: "consultorio",
    place: "Consultorio Palermo",
    how: "direct",
    times,
  } as const;
  expect(offerInLines({ ...offer, times: [...times] }, "OSDE")).toEqual([
    "$18.000 la sesión\u00a0· Consultorio Palermo\u00a0· OSDE con credencial",
    "Lun\u00a030\u00a0nov\u00a009:00, mar\u00a01\u00a0dic\u00a009:00 y mié\u00a02\u00a0dic\u00a015:30",
  ]);
  expect(offerInLines({ modality: "consultorio", place: "Palermo" }, null)).toEqual(["Consultorio\u00a0· Palermo"]);
  expect(offerInLines({ modality: "online", times: [times[0]!] }, null)).toEqual([
    "Online",
    "Lun\u00a030\u00a0nov\u00a009:00",
  ]);
});
