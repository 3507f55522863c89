import { z } from "zod";
import { BookingRow } from "../bookings/booking-output.server.ts";
import { AgendaSettings, PlaceFields } from "./agenda-input.ts";

const Place = z.strictObject({
  id: z.uuid(),
  ...PlaceFields.shape,
  address: z.string().nullable(),
  arrival: z.string().nullable(),
});

const Exception = z.strictObject({
  id: z.uuid(),
  from_day: z.string(),
  until_day: z.string(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  is_open: z.boolean(),
});

/** Until when the next free time is shown to others without another confirmation; null where it is not public. */
const shown_until = z.date().nullable();

/** `agenda` is null before its specialist sets anything. */
export const OwnAgenda = z.strictObject({
  agenda: AgendaSettings.required().strict().nullable(),
  shown_until,
  places: z.array(Place),
  exceptions: z.array(Exception),
});

const SlotPlace = z.strictObject({
  id: z.uuid(),
  modality: PlaceFields.shape.modality,
  label: z.string(),
  session_min: z.int(),
});

/** The free times from a day on, in order; `next` is the first day that was not looked at, null beyond the horizon. */
export const Slots = z.strictObject({
  zone: z.string(),
  is_instant: z.boolean(),
  notice_hours: z.int(),
  places: z.array(SlotPlace),
  slots: z.array(z.strictObject({ place_id: z.uuid(), local_start: z.string() })),
  next: z.string().nullable(),
});

export const Week = z.strictObject({
  zone: z.string(),
  today: z.string(),
  shown_until,
  days: z.array(
    z.strictObject({
      day: z.string(),
      holiday: z.string().nullable(),
      hours: z.array(z.strictObject({ start_time: z.string(), end_time: z.string(), is_extra: z.boolean() })),
      exceptions: z.array(Exception),
      bookings: z.array(BookingRow),
    }),
  ),
});
