import { sql } from "kysely";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

/** The hours of every day of the week. */
export const EVERY_DAY = (start_time: string, end_time: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start_time, end_time }));

export const CONSULTORIO = {
  modality: "consultorio" as const,
  label: "Consultorio Palermo",
  address: "Av. Santa Fe 1234, 3.º B",
  arrival: "Tocá el timbre",
  session_min: 60,
  buffer_min: 0,
  travel_min: 0,
  seats: 1,
};
export const SETTINGS = {
  is_on: true,
  is_instant: false,
  on_holidays: true,
  lead_min: 120,
  horizon_days: 60,
  notice_hours: 24,
};

let round = 0;

/** A specialist with an agenda of one place, open every day from 8 to 20. */
export async function openSpecialist(testApp: TestApp, settings: object = {}, place: object = {}) {
  round += 1;
  const kine = await testApp.approvedKine(
    like(cast.carla, `Carla Agenda ${round}`, { license_number: `MN 88${round}` }),
  );
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await kine.api.agendas.save({ ...SETTINGS, ...settings });
  const { id: place_id } = await kine.api.agendas.savePlace({ ...CONSULTORIO, ...place });
  return { kine, place_id };
}

/** A new patient with a proven address, whose case has the specialist accepted. */
export async function openPatient(testApp: TestApp, kine: Person, more: { email?: string } = {}) {
  round += 1;
  const patient = await testApp.signUp({ ...like(cast.ana, `Ana Turno ${round}`), ...more });
  await confirmAddresses(testApp.db, patient);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id: match_id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  return { patient, case_id, match_id };
}

/** The wall time of the n-th day from now in Buenos Aires, as "2026-12-03T18:00". */
export function wallTimeIn(days: number, time: string): string {
  const day = new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv", {
    timeZone: "America/Argentina/Buenos_Aires",
  });
  return `${day}T${time}`;
}

/** Moves everything about some bookings back in time, as if hours had passed. */
export async function pass({ db }: TestApp, hours: number, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const by = sql`make_interval(secs => ${hours * 3600}::float8)`;
    await sql`update bookings set starts_at = starts_at - ${by}, local_start = local_start - ${by}, moved_to = moved_to - ${by},
      answer_by = answer_by - ${by}, ended_at = ended_at - ${by}, marked_at = marked_at - ${by}, levels_until = levels_until - ${by}, created_at = created_at - ${by}
      where id = any(${ids}::uuid[])`.execute(tx);
  });
}

/** Moves the acceptance of an application back, as if it had been made that many days before. */
export const acceptedDaysAgo = ({ db }: Pick<TestApp, "db">, days: number, match_id: string): Promise<unknown> =>
  sql`update matches set decided_at = decided_at - make_interval(days => ${days}::int) where id = ${match_id}`.execute(
    db,
  );
