import { z } from "zod";
import { Line, Text } from "../../shared/text/text-input.ts";
import { MODALITIES } from "../profiles/modality.ts";

/** A day as "2026-12-03". Later ones than these the calendar of a screen does not reach. */
export const Day = z.iso
  .date("Fecha inválida")
  .refine((day) => day >= "2020-01-01" && day < "2080-01-01", "Fecha inválida");
/** A wall time of the agenda as "2026-12-03T18:00". */
export const WallTime = z
  .string()
  .regex(/T([01]\d|2[0-3]):[0-5]\d$/, "Elegí un horario")
  // A day that no month has, such as 31 February, is refused here: PostgreSQL would refuse the whole statement.
  .refine((time) => Day.safeParse(time.slice(0, -6)).success, "Elegí un horario");

const within = (min: number, max: number) => z.int().min(min, `Desde ${min}`).max(max, `Hasta ${max}`);

/** How turnos are taken. Times in minutes, days or hours as named. */
export const AgendaSettings = z.object({
  is_on: z.boolean(),
  is_instant: z.boolean(),
  on_holidays: z.boolean(),
  lead_min: within(0, 10_080),
  horizon_days: within(1, 90),
  notice_hours: within(0, 168),
  /** Whether others see the next free time; left as it is where nothing is said. */
  is_public: z.boolean().optional(),
});
export type AgendaSettings = z.infer<typeof AgendaSettings>;

const optionalLine = (max: number) =>
  Line.transform((text) => text || null)
    .pipe(z.string().max(max, `Máximo ${max} caracteres`).nullable())
    .nullable();

export const PlaceFields = z.object({
  modality: z.enum(MODALITIES),
  label: Line.min(1, "Ponele un nombre").max(80, "Máximo 80 caracteres"),
  address: optionalLine(160),
  arrival: Text.transform((text) => text || null)
    .pipe(z.string().max(300, "Máximo 300 caracteres").nullable())
    .nullable(),
  session_min: z
    .int()
    .min(15, "Desde 15 minutos")
    .max(180, "Hasta 180 minutos")
    .refine((minutes) => minutes % 5 === 0, "De 5 en 5 minutos"),
  buffer_min: within(0, 60),
  travel_min: within(0, 120),
  seats: within(1, 6),
});
export type PlaceFields = z.output<typeof PlaceFields>;

/** A place to add, or with its id to change. Only at a consultorio are several people attended at once. */
export const SavedPlace = PlaceFields.extend({ id: z.uuid().optional() }).refine(
  ({ modality, seats }) => modality === "consultorio" || seats === 1,
  { message: "Solo en un consultorio se atiende a varias personas a la vez", path: ["seats"] },
);

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Completá la hora");

/** Days that are closed, whole or between two times; or hours that are extra. */
export const NewException = z
  .object({
    from_day: Day,
    until_day: Day,
    start_time: Time.nullable(),
    end_time: Time.nullable(),
    is_open: z.boolean(),
  })
  .superRefine(({ from_day, until_day, start_time, end_time, is_open }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (until_day < from_day) refuse("until_day", "Tiene que terminar después de empezar");
    else if (Date.parse(until_day) - Date.parse(from_day) > 366 * 86_400_000) refuse("until_day", "Hasta un año");
    if ((start_time === null) !== (end_time === null)) refuse("end_time", "Completá la hora");
    else if (start_time !== null && end_time !== null && end_time <= start_time)
      refuse("end_time", "Tiene que terminar después de empezar");
    if (is_open && start_time === null) refuse("start_time", "Completá la hora");
  });
