import { z } from "zod";
import { Line } from "../../shared/text/text-input.ts";
import { END_REASONS, MOST_SESSIONS } from "./treatment.ts";

const Sessions = z
  .int("Escribí cuántas sesiones")
  .min(1, "Escribí cuántas sesiones")
  .max(MOST_SESSIONS, `Máximo ${MOST_SESSIONS} sesiones`);
const day = (missing: string) => z.iso.date(missing);

export const ByMatch = z.object({ match_id: z.uuid() });
export const Plan = ByMatch.extend({ planned: Sessions });
/** The plan as its patient saw it. */
export const SeenPlan = ByMatch.extend({ planned: Sessions, proposed_at: z.coerce.date() });
export const NotedSession = ByMatch.extend({ day: day("Elegí el día") });
export const Authorisation = ByMatch.extend({
  coverage_id: z.int("Elegí la cobertura").positive("Elegí la cobertura"),
  number: Line.max(40, "Máximo 40 caracteres")
    .regex(/^[A-Za-z0-9 ./-]*$/, "Solo letras, números y guiones")
    .nullish()
    .transform((text) => text || null),
  sessions: Sessions,
  valid_from: day("Elegí desde cuándo"),
  valid_until: day("Elegí hasta cuándo"),
}).refine(({ valid_from, valid_until }) => valid_from <= valid_until, {
  message: "Tiene que ser después del comienzo",
  path: ["valid_until"],
});
export const End = ByMatch.extend({
  reason: z.enum(END_REASONS, "Elegí un motivo"),
  /** Whether the bookings ahead are cancelled too. */
  cancels: z.boolean().default(false),
});
