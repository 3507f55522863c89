import type { RouterClient } from "@orpc/server";
import { NEW_AGENDA } from "../domain/agendas/agenda-defaults.ts";
import { seriesOf } from "../domain/bookings/series.ts";
import { daysAfter, weekdayOf } from "../domain/bookings/wall-time.ts";
import type { router } from "../router.server.ts";

type Api = RouterClient<typeof router>;

/** An agenda with two places, and turnos of those whom its specialist attends: a series, single ones, and requests that wait. */
export async function seedBookings(kine: Api, patients: readonly Api[]): Promise<void> {
  const place = { arrival: null, buffer_min: 0, travel_min: 0, seats: 1 };
  await kine.agendas.save({ ...NEW_AGENDA, on_holidays: true, horizon_days: 60, is_public: true });
  await kine.agendas.savePlace({
    ...place,
    modality: "consultorio",
    label: "Consultorio Palermo",
    address: "Av. Santa Fe 3456, 2.º B",
    arrival: "Tocá el timbre: te abren desde recepción.",
    session_min: 45,
    seats: 2,
  });
  await kine.agendas.savePlace({ ...place, modality: "online", label: "Videollamada", address: null, session_min: 30 });
  for (const [n, patient] of patients.entries()) {
    const [partner] = (await patient.bookings.mine()).partners;
    if (!partner) continue;
    const { match_id } = partner;
    const { slots } = await patient.agendas.slots({ match_id });
    const slot = slots[n * 3];
    if (!slot) continue;
    const starts = seriesOf(slot.local_start, [weekdayOf(slot.local_start)], n === 0 ? 4 : 1);
    const booked = await patient.bookings.book({ match_id, place_id: slot.place_id, starts });
    if (n % 3 !== 2) await kine.bookings.confirm({ id: booked.id, sequence: 0, following: true });
    if (n === 0) await seedTreatment(kine, patient, match_id);
  }
}

/** A treatment in course: an accepted plan, sessions that were noted, and what a coverage authorised. */
async function seedTreatment(kine: Api, patient: Api, match_id: string): Promise<void> {
  await kine.treatments.plan({ match_id, planned: 10 });
  const { today, planned, proposed_at, coverage: stated } = await patient.treatments.read({ match_id });
  if (planned === null || proposed_at === null) return;
  await patient.treatments.acceptPlan({ match_id, planned, proposed_at });
  for (const days of [-11, -9, -4, -2]) await kine.treatments.noteSession({ match_id, day: daysAfter(today, days) });
  const coverage = stated ?? (await patient.coverages.search({ text: "OSDE" }))[0];
  if (!coverage) return;
  await patient.treatments.authorise({
    match_id,
    coverage_id: coverage.id,
    number: "4821-07",
    sessions: 10,
    valid_from: daysAfter(today, -12),
    valid_until: daysAfter(today, 33),
  });
}
