import { z } from "zod";
import { MIDNIGHT, MIDNIGHT_TYPED } from "./weekday.ts";

const RANGES_MAX = 42;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Completá la hora");

const EndTime = z
  .string()
  .overwrite((time) => (time === MIDNIGHT_TYPED ? MIDNIGHT : time))
  .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Completá la hora");

/** A time range on one weekday, times as "09:30"; its end up to "24:00", for which "00:00" is taken too. */
export const WeeklyRange = z.object({ weekday: z.int().min(0).max(6), start_time: Time, end_time: EndTime });
export type WeeklyRange = z.infer<typeof WeeklyRange>;

/** A whole week: any number of ranges a day, which end after they start and do not overlap. */
export const Week = z.object({
  ranges: z
    .array(WeeklyRange)
    .max(RANGES_MAX, `Máximo ${RANGES_MAX} horarios por semana`)
    .superRefine((ranges, context) => {
      for (const [index, range] of ranges.entries()) {
        const problem = problemOf(range, ranges);
        if (problem) context.addIssue({ code: "custom", message: problem, path: [index, "end_time"] });
      }
    }),
});
export type Week = z.infer<typeof Week>;

/** A week to save. `read` is the week that its form was filled with: another one that is stored by now is not overwritten. */
export const SavedWeek = Week.safeExtend({ read: z.array(WeeklyRange).max(RANGES_MAX).optional() });

function problemOf(range: WeeklyRange, all: readonly WeeklyRange[]): string | null {
  if (range.end_time <= range.start_time) return "Tiene que terminar después de empezar";
  const overlaps = all.some(
    (other) =>
      other !== range &&
      other.weekday === range.weekday &&
      other.start_time < range.end_time &&
      range.start_time < other.end_time,
  );
  return overlaps ? "Se superpone con otro horario del mismo día" : null;
}
