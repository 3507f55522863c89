import { z } from "zod";
import { BUENOS_AIRES } from "../../shared/text/calendar-days.ts";
import { Line } from "../../shared/text/text-input.ts";
import { DAYS, MOST_ACTIVITIES, SINCE } from "./structured-fact-words.ts";

/** The half-days on which a patient could come. */
const TIMES = DAYS.flatMap((day) => [`${day}_am`, `${day}_pm`] as const);

const ACTIVITY_MAX = 80;
const OPERATION_MAX = 120;
const score = z.int().min(0).max(10);

/** The structured facts of a case, as stored and returned; absent facts are left out. */
export const StructuredFacts = z.strictObject({
  since: z.enum(SINCE).optional(),
  /** 0: none; 10: the worst. */
  pain: score.optional(),
  /** What the patient cannot do well, from 0 (not at all) to 10 (as before): a patient-specific functional scale. */
  activities: z
    .array(z.strictObject({ name: z.string(), score }))
    .max(MOST_ACTIVITIES)
    .optional(),
  has_order: z.boolean().optional(),
  operation: z.string().optional(),
  operated_on: z.string().optional(),
  times: z.array(z.enum(TIMES)).max(TIMES.length).optional(),
});
export type StructuredFacts = z.output<typeof StructuredFacts>;

const FIRST_DAY = "1900-01-01";
const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: BUENOS_AIRES });
const isPastDay = (date: string) => date >= FIRST_DAY && date <= day.format(new Date());

const line = (max: number) => Line.max(max, `Máximo ${max} caracteres`);

/** The facts as a form sends them: empty values are dropped, and the result is null without any fact. */
export const NewStructuredFacts = z
  .object({
    since: z.enum(SINCE).nullish(),
    pain: score.nullish(),
    activities: z
      .array(z.object({ name: line(ACTIVITY_MAX), score }))
      .max(MOST_ACTIVITIES)
      .nullish(),
    has_order: z.boolean().nullish(),
    operation: line(OPERATION_MAX).nullish(),
    operated_on: z.iso
      .date("Escribí una fecha completa")
      .refine(isPastDay, "Escribí una fecha de 1900 a hoy")
      .or(z.literal(""))
      .nullish(),
    times: z.array(z.enum(TIMES)).max(TIMES.length).nullish(),
  })
  .transform((given): StructuredFacts | null => {
    const activities = given.activities?.filter(({ name }) => name !== "") ?? [];
    // In a fixed order, so that equal facts are stored as equal texts.
    const times = TIMES.filter((time) => given.times?.includes(time));
    const facts = {
      ...(given.since && { since: given.since }),
      ...(typeof given.pain === "number" && { pain: given.pain }),
      ...(activities.length > 0 && { activities: activities.map(({ name, score: of }) => ({ name, score: of })) }),
      ...(typeof given.has_order === "boolean" && { has_order: given.has_order }),
      ...(given.operation && { operation: given.operation }),
      ...(given.operation && given.operated_on && { operated_on: given.operated_on }),
      ...(times.length > 0 && { times }),
    };
    return Object.keys(facts).length > 0 ? facts : null;
  });

/** Serialises facts: equal facts give the same text, regardless of the order of their keys. */
export function factsKey(facts: StructuredFacts | null | undefined): string {
  const { since, pain, activities, has_order, operation, operated_on, times } = facts ?? {};
  const scores = activities?.map(({ name, score: of }) => [name, of]);
  return JSON.stringify([since, pain, scores, has_order, operation, operated_on, times]);
}
