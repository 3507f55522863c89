import { expect, test } from "vitest";
import { completenessOf } from "./completeness.ts";

const full = {
  photo_url: "/a",
  phone: "11",
  location_city: "Palermo",
  license_number: "MN 1",
  specialty: "Columna",
  price_range: "$50.000+",
  modalities: "online",
  bio: "Hola",
};

test("a profile's completeness is counted in percent, and what is missing is named, what helps most first", () => {
  expect(completenessOf(full, true)).toEqual({ percent: 100, missing: [] });
  expect(completenessOf({ ...full, photo_url: null, bio: "" }, false)).toEqual({
    percent: 67,
    missing: ["una foto", "algo sobre vos", "tus horarios"],
  });
  expect(completenessOf({ ...full, phone: null }, false).missing).toEqual(["un teléfono", "tus horarios"]);
});
