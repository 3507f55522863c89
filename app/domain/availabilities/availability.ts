import { z } from "zod";
import { MIDNIGHT, MIDNIGHT_TYPED } from "./weekday.ts";

const RANGES_MAX = 42;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Completá la hora");

const EndTime = z
  .string()
  .overwrite((time) => (time === MIDNIGHT_TYPED ? MIDNIGHT : time))
  .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Completá la hora");

/**
 * A time range on one weekday, times as "09:30"; its end up to "24:00", for which "00:00" is taken too. `place_id` is the one place of the agenda
 * that is attended then; null for every place.
 */
export const WeeklyRange = z.object({
  weekday: z.int().min(0).max(6),
  start_time: Time,
  end_time: EndTime,
  place_id: z.uuid().nullable(),
});
export type WeeklyRange = z.infer<typeof WeeklyRange>;

/** A caller that knows of no places means all of them. */
const SentRange = WeeklyRange.extend({ place_id: WeeklyRange.shape.place_id.default(null) });

const weekOf = <Sent>(range: z.ZodType<WeeklyRange, Sent>) =>
  z.object({
    ranges: z
      .array(range)
      .max(RANGES_MAX, `Máximo ${RANGES_MAX} horarios por semana`)
      .superRefine((ranges, context) => {
        for (const [index, each] of ranges.entries()) {
          const problem = problemOf(each, ranges);
          if (problem) context.addIssue({ code: "custom", message: problem, path: [index, "end_time"] });
        }
      }),
  });

/** A whole week: any number of ranges a day, which end after they start and do not overlap unless each is of a place of its own. */
export const Week = weekOf(WeeklyRange);
export type Week = z.infer<typeof Week>;

/** A week to save. `read` is the week that its form was filled with: another one that is stored by now is not overwritten. */
export const SavedWeek = weekOf(SentRange).safeExtend({ read: z.array(SentRange).max(RANGES_MAX).optional() });

function problemOf(range: WeeklyRange, all: readonly WeeklyRange[]): string | null {
  if (range.end_time <= range.start_time) return "Tiene que terminar después de empezar";
  const overlaps = all.some(
    (other) =>
      other !== range &&
      other.weekday === range.weekday &&
      (other.place_id === null || range.place_id === null || other.place_id === range.place_id) &&
      other.start_time < range.end_time &&
      range.start_time < other.end_time,
  );
  return overlaps ? "Se superpone con otro horario del mismo día" : null;
}
