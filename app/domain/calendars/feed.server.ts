import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { hashToken } from "../../platform/crypto.server.ts";
import { ofPerson } from "../bookings/booking-rows.server.ts";
import { entryUid } from "./entry-uid.server.ts";
import { type CalendarEntry, calendarOf } from "./ics.ts";

/** How much of what is over a calendar keeps. */
const DAYS_BACK = 60;
/** Those nearest to now are kept. */
const MOST_ENTRIES = 1_000;

/**
 * The turnos of the person whose calendar has this address, confirmed or over, as iCalendar; null for an address that never was, was revoked, or
 * is of a suspended person.
 */
export async function readFeed({ db, settings }: Pick<Services, "db" | "settings">, token: string) {
  const feed = await db
    .selectFrom("calendar_feeds as f")
    .innerJoin("profiles as p", "p.id", "f.user_id")
    .select(["f.id", "f.user_id", sql<boolean>`coalesce(f.read_at < now() - interval '1 hour', true)`.as("is_due")])
    .where("f.token_sha256", "=", hashToken(token))
    .where("p.suspended_at", "is", null)
    .executeTakeFirst();
  if (!feed) return null;
  if (feed.is_due)
    await db
      .updateTable("calendar_feeds")
      .set({ read_at: sql`now()` })
      .where("id", "=", feed.id)
      .execute();
  const entries = await entriesOf.all(db, { person: feed.user_id });
  return calendarOf(entries.map(({ id, ...entry }) => ({ uid: entryUid(id, settings.publicUrl), ...entry })));
}

const entriesOf = prepared(
  "calendars.feed",
  (_, { person }: { person: string }) => sql<Omit<CalendarEntry, "uid"> & { id: string }>`
    select * from (select b.id, b.sequence, b.created_at as stamped_at, b.starts_at, b.minutes from bookings b
    where ${ofPerson(person)} and b.state in ('confirmed', 'held', 'no_show')
      and b.starts_at > now() - make_interval(days => ${sql.lit(DAYS_BACK)})
    order by abs(extract(epoch from b.starts_at - now())), b.id limit ${sql.lit(MOST_ENTRIES)}) nearest order by starts_at, id`,
);
