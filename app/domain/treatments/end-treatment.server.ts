import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import type { BookingSide } from "../bookings/booking.ts";
import { treatmentEnded } from "./course.server.ts";
import type { EndReason } from "./treatment.ts";

type Of = { match_id: string; case_id: string; kine_id: string; patient_id: string };

/** Ends a treatment, whose pair is locked, for a reason. */
export async function endTreatment(tx: Tx, of: Of, by: BookingSide, reason: EndReason): Promise<void> {
  const ended = { ended_at: sql<Date>`now()`, ended_by: by, end_reason: reason };
  await tx
    .insertInto("treatments")
    .values({ match_id: of.match_id, ...ended })
    .onConflict((conflict) => conflict.column("match_id").doUpdateSet(ended))
    .execute();
  await treatmentEnded(tx, of, by);
}
