import { expect, test } from "vitest";
import { inALine } from "./case-fit.ts";

const fit = { is_here: false, km: null, coverage: { short: "OSDE", plans: null }, free_at: null };

test("a case that asks for a modality which is not offered says so first", () => {
  const applications = "1 postulación";
  expect(inALine({ fit, lacked: "online", applications })).toBe("No ofrecés Online · aceptás OSDE · 1 postulación");
  expect(inALine({ fit, lacked: null, applications })).toBe("Aceptás OSDE · 1 postulación");
  expect(inALine({ fit: undefined, lacked: "domicilio", applications: null })).toBe("No ofrecés Domicilio");
});
