// npm run admin -- agenda:rezone: after an update of the time zones that PostgreSQL knows, moves the instants of the bookings ahead to where
// their wall times are. Exits with 1 where an agenda was left as it is.
import { rezoneBookings } from "../domain/bookings/rezone.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";
import { openCommandDatabase } from "./command-database.ts";

const closing: (() => unknown)[] = [];

try {
  const url = await openCommandDatabase(readSettings(process.env), closing);
  const { db } = openDatabase(url, { max: 1, onError: () => undefined });
  closing.unshift(() => db.destroy());
  const { moved, left } = await rezoneBookings(db);
  for (const id of left)
    console.error(`Left as it is: the agenda of ${id}, where a later booking holds one of the times`);
  console.log(`agenda: ${moved} bookings moved, ${left.length} agendas left`);
  if (left.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`Cannot rezone: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
