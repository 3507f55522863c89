import { expect, test } from "vitest";
import { conversationInWords, isDue } from "./conversation-words.ts";

test("a conversation says how it stands for its specialist", () => {
  const applied = {
    is_case_closed: false,
    is_accepted: false,
    is_in_contact: false,
    is_rejected: false,
    booking: null,
  };
  const accepted = { ...applied, is_accepted: true, is_in_contact: true };
  const of = (standing: "asked" | "proposed" | "agreed" | "unmarked" | "held" | "missed" | "outside") =>
    conversationInWords({
      ...accepted,
      booking: { standing, local_start: "2020-12-01T15:00", zone: "America/Argentina/Buenos_Aires" },
    });
  expect(conversationInWords(applied)).toBe("Te postulaste");
  expect(conversationInWords({ ...applied, is_rejected: true, is_case_closed: true })).toBe("Rechazado");
  expect(conversationInWords({ ...accepted, is_case_closed: true })).toBe("Caso cerrado");
  expect(conversationInWords({ ...accepted, is_in_contact: false })).toBe("Sin contacto");
  expect(conversationInWords(accepted)).toBe("Coordiná el primer turno");
  expect((["asked", "proposed", "agreed", "unmarked", "held", "missed", "outside"] as const).map(of)).toEqual([
    "Te pide turno: mar 1 dic, 15:00",
    "Le propusiste el mar 1 dic, 15:00",
    "Turno el mar 1 dic, 15:00",
    "Sin marcar: turno del mar 1 dic",
    "Última sesión: mar 1 dic",
    "No vino el mar 1 dic",
    "Coordinaron por su cuenta",
  ]);
  const due = (standing: "asked" | "proposed") => ({
    ...accepted,
    booking: { standing, local_start: "2020-12-01T15:00", zone: "America/Argentina/Buenos_Aires" },
  });
  expect([applied, accepted, due("asked"), due("proposed"), { ...accepted, is_case_closed: true }].map(isDue)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
