import { expect, test } from "vitest";
import { acceptsPlan } from "./plan-match.ts";

test("a patient's plan is accepted, is not, or is not known to be", () => {
  const of = (plans: string | null, plan: string | null) => acceptsPlan(plans, plan, "OSDE");
  expect([of(null, "450"), of(null, null), of("210 y 310", "310"), of("Planes 210, 310", "OSDE 210")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([of("210 y 310", "450"), of("Oro y Plata", "Bronce")]).toEqual([false, false]);
  expect([of("210 y 310", null), of("Todos menos 450", "450"), of("210 a 510", "310"), of("Desde 310", "410")]).toEqual(
    [null, null, null, null],
  );
  expect([of("210-510", "310"), of("Oro y Plata", "Plata 2"), of("210 y 310", "210 o 450"), of("210+", "310")]).toEqual(
    [null, null, null, null],
  );
});
