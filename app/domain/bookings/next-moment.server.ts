import type { Database } from "../../platform/database/database.server.ts";
import type { Kind } from "../notifications/notification.ts";
import { momentOf } from "./booking-words.ts";
import { asWall } from "./booking-rows.server.ts";
import { sql } from "kysely";

/** The kinds that are about a turno which stands: their mails say when it is. */
const SAY_WHEN: readonly Kind[] = ["booking_confirmed", "booking_made", "booking_tomorrow", "booking_soon"];

/** "Jueves, 3 de diciembre, 18:00": when the next confirmed turno of a notification's application is, by the specialist's clock; null for other kinds. */
export async function nextMoment(
  db: Database,
  { kind, match_id }: { kind: Kind; match_id: string | null },
): Promise<string | null> {
  if (match_id === null || !SAY_WHEN.includes(kind)) return null;
  const next = await db
    .selectFrom("bookings as b")
    .select(asWall(sql`b.local_start`).as("local_start"))
    .where("b.match_id", "=", match_id)
    .where("b.state", "=", "confirmed")
    .where("b.starts_at", ">", sql<Date>`now()`)
    .orderBy("b.starts_at")
    .executeTakeFirst();
  return next ? momentOf(next.local_start) : null;
}
