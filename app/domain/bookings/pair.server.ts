import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import type { BookingSide } from "./booking.ts";
import { busySpans, type Span } from "./busy-times.server.ts";

/** The two people of an application, as one of them acts. */
export type Pair = {
  match_id: string;
  case_id: string;
  kine_id: string;
  patient_id: string;
  side: BookingSide;
  /** Whether they may agree on bookings now. */
  can_book: boolean;
};

type OfViewer = { viewer: string; id: string };
const pairOfViewer = ({ viewer }: OfViewer) => sql`
  m.id as match_id, m.case_id, m.kine_id, c.patient_id, can_book(m.id) as can_book,
  (case when m.kine_id = ${viewer}::uuid then 'kine' else 'patient' end)::booking_side as side`;
const inMatchOfViewer = ({ viewer, id }: OfViewer) => sql`
  matches m join cases c on c.id = m.case_id
  where m.id = ${id}::uuid and ${viewer}::uuid in (m.kine_id, c.patient_id) and m.status <> 'proposed'`;

const ofViewer = prepared(
  "pair of an application",
  (_, of: OfViewer) => sql<Pair>`select ${pairOfViewer(of)} from ${inMatchOfViewer(of)}`,
);

/** The pair of an application that was decided, whose person the viewer is. Throws NOT_FOUND. */
export async function mustBePair(db: Database, viewer: string, id: string): Promise<Pair> {
  const pair = await ofViewer.first(db, { viewer, id });
  if (!pair) throw new AppError("NOT_FOUND");
  return pair;
}

/** The same, while the two may agree on bookings. Throws NOT_FOUND, AGENDA_OFF. */
export async function mustBook(db: Database, viewer: string, id: string): Promise<Pair> {
  const pair = await mustBePair(db, viewer, id);
  if (!pair.can_book) throw new AppError("AGENDA_OFF");
  return pair;
}

/**
 * The same with today by the agenda's clock and, of a patient, when they are busy, for who reads the free times: once the specialist ended the
 * treatment, a patient reads them only to move what stands. Throws NOT_FOUND, AGENDA_OFF, TREATMENT_OVER.
 */
export async function mustSeeTimes(
  db: Database,
  viewer: string,
  id: string,
): Promise<Pair & { today: string; busy: Span[] }> {
  const found = await withTimes.first(db, { viewer, id });
  if (!found) throw new AppError("NOT_FOUND");
  const { today, is_over, ...pair } = found;
  if (!pair.can_book || today === null) throw new AppError("AGENDA_OFF");
  if (pair.side === "patient" && is_over) throw new AppError("TREATMENT_OVER");
  return { ...pair, today };
}

const withTimes = prepared(
  "pair of free times",
  (_, of: OfViewer) => sql<Pair & { today: string | null; busy: Span[]; is_over: boolean }>`
    select ${pairOfViewer(of)},
      case when c.patient_id = ${of.viewer}::uuid then (select coalesce(json_agg(s), '[]') from (${busySpans(sql`${of.viewer}::uuid`)}) s) else '[]' end as busy,
      (select (now() at time zone a.zone)::date from agendas a where a.kine_id = m.kine_id) as today,
      exists (select from treatments t where t.match_id = m.id and t.ended_by = 'kine') and not exists (select from bookings b
        where b.match_id = m.id and b.state in ('requested', 'confirmed') and b.starts_at > now()) as is_over
    from ${inMatchOfViewer(of)}`,
);

/** The accounts of a patient's mailbox, as a subquery: limits count a person. */
export const accountsOf = (patient: string) => sql<string>`(select same_person(${patient}::uuid))`;

/** Who ended the treatment of an application; null while it goes on. */
export async function endOfTreatment(tx: Tx, match: string): Promise<BookingSide | null> {
  return (await endOf.first(tx, { match }))?.ended_by ?? null;
}

const endOf = prepared("end of a treatment", (db, { match }: { match: string }) =>
  db.selectFrom("treatments").select("ended_by").where("match_id", "=", match),
);

/**
 * Locks what an act on bookings touches, in the order that prevents deadlocks: the people, as the deletion of an account does, since
 * notifications refer to them; then the agenda, as everybody who claims time in it.
 */
export async function lockPair(tx: Tx, { kine_id, patient_id }: Pick<Pair, "kine_id" | "patient_id">): Promise<void> {
  await lockPeople.run(tx, { kine: kine_id, patient: patient_id });
  await lockAgenda.run(tx, { kine: kine_id });
}

const lockPeople = prepared(
  "people of a booking",
  (_, { kine, patient }: { kine: string; patient: string }) =>
    sql`select from profiles where id in (${kine}::uuid, ${patient}::uuid) order by id for key share`,
  { isDeferred: true },
);
const lockAgenda = prepared(
  "agenda of a booking",
  (_, { kine }: { kine: string }) => sql`select from agendas where kine_id = ${kine}::uuid for no key update`,
  { isDeferred: true },
);

/** Locks a booking for its job, with its people and its agenda. Returns whether it is there. */
export async function lockBooking(tx: Tx, id: string): Promise<boolean> {
  const pair = await pairOfBooking.first(tx, { id });
  if (!pair) return false;
  await lockPair(tx, pair);
  await lockRow.run(tx, { id });
  return true;
}

const pairOfBooking = prepared(
  "pair of a booking",
  (_, { id }: { id: string }) => sql<Pick<Pair, "kine_id" | "patient_id">>`
    select b.kine_id, c.patient_id from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id where b.id = ${id}::uuid`,
);
const lockRow = prepared(
  "booking",
  (_, { id }: { id: string }) => sql`select from bookings where id = ${id}::uuid for no key update`,
  { isDeferred: true },
);
