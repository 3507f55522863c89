import { expect, test } from "vitest";
import { inALine, namesPlan, placesInWords } from "./case-fit.ts";

const fit = { is_here: false, km: null, coverage: { short: "OSDE", plans: null }, free_at: null };

test("a case that asks for a modality which is not offered says so first", () => {
  const applications = "1 postulación";
  expect(inALine({ fit, lacked: "online", applications })).toBe(
    "No ofrecés Online\u00a0· aceptás su OSDE\u00a0· 1 postulación",
  );
  expect(inALine({ fit, lacked: null, applications })).toBe("Aceptás su OSDE\u00a0· 1 postulación");
  expect(inALine({ fit: undefined, lacked: "domicilio", applications: null })).toBe("No ofrecés Domicilio");
});

test("a list says what is accepted of a coverage, an open case whether the patient's own is", () => {
  const some = { ...fit, coverage: { short: "OSDE", plans: "210 y 310" } };
  const of = (insured?: { plan: string | null } | null) =>
    inALine({ fit: some, lacked: null, applications: null, insured });
  expect(of()).toBe("Aceptás OSDE (210 y 310)");
  expect(of({ plan: "210" })).toBe("Aceptás su OSDE 210");
  expect(of({ plan: "450" })).toBe("No aceptás su OSDE 450");
  expect(of({ plan: null })).toBe("Aceptás OSDE (210 y 310)");
  expect([{ plan: "450" }, { plan: null }, null].map((insured) => namesPlan(some, insured))).toEqual([
    true,
    false,
    false,
  ]);
});

test("where the patient looks and where they live is one phrase", () => {
  const of = (location_city: string | null, poster_city: string | null) =>
    placesInWords({ location_city, poster_city }).join(" · ");
  expect(of("Flores", "Avellaneda")).toBe("busca en Flores · vive en Avellaneda");
  expect(of("Flores", "Flores")).toBe("vive en Flores");
  expect([of("Flores", null), of(null, "Flores"), of(null, null)]).toEqual(["busca en Flores", "vive en Flores", ""]);
});
