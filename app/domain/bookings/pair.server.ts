import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import type { BookingSide } from "./booking.ts";

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

const ofViewer = prepared(
  "pair of an application",
  (_, { viewer, id }: { viewer: string; id: string }) => sql<Pair>`
    select m.id as match_id, m.case_id, m.kine_id, c.patient_id,
      (case when m.kine_id = ${viewer}::uuid then 'kine' else 'patient' end)::booking_side as side, can_book(m.id) as can_book
    from matches m join cases c on c.id = m.case_id
    where m.id = ${id}::uuid and ${viewer}::uuid in (m.kine_id, c.patient_id) and m.status <> 'proposed'`,
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
 * The same, for who reads the free times: once the specialist ended the treatment, a patient reads them only to move what stands. Throws NOT_FOUND,
 * AGENDA_OFF, TREATMENT_OVER.
 */
export async function mustSeeTimes(db: Database, viewer: string, id: string): Promise<Pair> {
  const pair = await mustBook(db, viewer, id);
  if (pair.side === "patient" && (await isOver.first(db, { id }))) throw new AppError("TREATMENT_OVER");
  return pair;
}

const isOver = prepared(
  "treatment without bookings",
  (_, { id }: { id: string }) => sql<{ id: string }>`
    select t.match_id as id from treatments t where t.match_id = ${id}::uuid and t.ended_by = 'kine' and not exists (select from bookings b
      where b.match_id = t.match_id and b.state in ('requested', 'confirmed') and b.starts_at > now())`,
);

/** The accounts of a patient's mailbox, as a subquery: limits count a person. */
export const accountsOf = (patient: string) => sql<string>`(select same_person(${patient}::uuid))`;

/** Who ended the treatment of an application; null while it goes on. */
export async function endOfTreatment(tx: Tx, match: string): Promise<BookingSide | null> {
  const treatments = tx.selectFrom("treatments").select("ended_by").where("match_id", "=", match);
  return (await treatments.executeTakeFirst())?.ended_by ?? null;
}

/**
 * Locks what an act on bookings touches, in the order that prevents deadlocks: the people, as the deletion of an account does, since
 * notifications refer to them; then the agenda, as everybody who claims time in it.
 */
export async function lockPair(tx: Tx, { kine_id, patient_id }: Pick<Pair, "kine_id" | "patient_id">): Promise<void> {
  await sql`select from profiles where id in (${kine_id}, ${patient_id}) order by id for key share`.execute(tx);
  await sql`select from agendas where kine_id = ${kine_id} for no key update`.execute(tx);
}
