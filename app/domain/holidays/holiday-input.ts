import { z } from "zod";
import { Line } from "../../shared/text/text-input.ts";
import { Day } from "../agendas/agenda-input.ts";

const Name = Line.min(1, "Escribí qué se conmemora").max(120, "Máximo 120 caracteres");

export const HolidayFields = z.object({ day: Day, name: Name });
export type HolidayFields = z.infer<typeof HolidayFields>;

/** A holiday as it is to be. `read` is its name as the caller read it, null for a day that was none; without it, whatever is there is replaced. */
export const SavedHoliday = HolidayFields.extend({ read: Name.nullable().optional() });

/** A holiday to remove, with its name as the caller read it. */
export const RemovedHoliday = z.object({ day: Day, read: Name.optional() });
