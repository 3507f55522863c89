import { z } from "zod";
import { Line } from "../../shared/text/text-input.ts";
import { END_REASONS, MOST_DAYS, MOST_SESSIONS } from "./treatment.ts";

const Sessions = z
  .int("Escribí cuántas sesiones")
  .min(1, "Escribí cuántas sesiones")
  .max(MOST_SESSIONS, `Máximo ${MOST_SESSIONS} sesiones`);
const day = (missing: string) => z.iso.date(missing);
/** A day of an authorisation: a year that was typed wrong is no date. */
const authorised = (missing: string) =>
  day(missing).refine((date) => date >= "2020-01-01" && date < "2100-01-01", "Revisá el año");
const DAY_MS = 86_400_000;

export const ByMatch = z.object({ match_id: z.uuid() });
export const Plan = ByMatch.extend({ planned: Sessions });
/** The plan as its patient saw it. */
export const SeenPlan = ByMatch.extend({ planned: Sessions, proposed_at: z.coerce.date().min(new Date(0)) });
export const NotedSession = ByMatch.extend({ day: day("Elegí el día") });
export const Authorisation = ByMatch.extend({
  coverage_id: z.int("Elegí la cobertura").positive("Elegí la cobertura"),
  number: Line.max(40, "Máximo 40 caracteres")
    .regex(/^[A-Za-z0-9 ./-]*$/, "Solo letras, números y guiones")
    .nullish()
    .transform((text) => text || null),
  sessions: Sessions,
  valid_from: authorised("Elegí desde cuándo"),
  valid_until: authorised("Elegí hasta cuándo"),
})
  .refine(({ valid_from, valid_until }) => valid_from <= valid_until, {
    message: "Tiene que ser después del comienzo",
    path: ["valid_until"],
  })
  .refine(({ valid_from, valid_until }) => Date.parse(valid_until) - Date.parse(valid_from) < MOST_DAYS * DAY_MS, {
    message: `Máximo ${MOST_DAYS} días`,
    path: ["valid_until"],
  });
export const End = ByMatch.extend({
  reason: z.enum(END_REASONS, "Elegí un motivo"),
  /** Whether the bookings ahead are cancelled too. */
  cancels: z.boolean().default(false),
});
