import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

/** A stretch of time in minutes since 1970, up to and without its end. */
export type Span = { from: number; until: number };

/**
 * When a patient is busy, with any specialist: by what they asked for or confirmed. What a specialist proposes takes none of their time until
 * they answer. Those that began hours ago are over.
 */
export const busySpans = (patient: RawBuilder<unknown>) => sql<Span>`
  select (extract(epoch from b.starts_at) / 60)::int as from, (extract(epoch from b.starts_at) / 60)::int + b.minutes as until
  from cases c join matches m on m.case_id = c.id join bookings b on b.match_id = m.id
  where c.patient_id = ${patient} and (b.state = 'confirmed' or b.state = 'requested' and b.asked_by = 'patient') and b.starts_at > now() - interval '3 hours'`;

export const busyTimes = prepared("busy times", (_, { patient }: { patient: string }) =>
  busySpans(sql`${patient}::uuid`),
);

/** Whether some minutes from a time meet none of these spans. */
export const isFreeOf = (spans: readonly Span[], at: number, minutes: number): boolean =>
  spans.every(({ from, until }) => at + minutes <= from || until <= at);
