import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** Counts the lists that showed each specialist; viewers are not recorded. */
export type Showings = {
  count(numbers: readonly number[]): void;
  /** Adds the counts to the day's rows. The counts of a failed write are lost. */
  write(db: Database): Promise<void>;
};

/** Opens the counts of a node. */
export function openShowings(): Showings {
  let counts = new Map<number, number>();
  return {
    count(numbers) {
      for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
    },
    async write(db) {
      const written = [...counts];
      counts = new Map();
      if (written.length === 0) return;
      const numbers = `{${written.map(([number]) => number).join()}}`;
      const shown = `{${written.map(([, count]) => count).join()}}`;
      // The same lock order as other nodes. Waits for an account deletion in progress, and leaves that specialist out.
      await sql`insert into directory_showings (kine_id, day, count)
        select d.kine_id, directory_today(), c.count from unnest(${numbers}::int[], ${shown}::int[]) c (number, count)
        join directory d on d.number = c.number join profiles p on p.id = d.kine_id order by d.kine_id for key share of p
        on conflict (kine_id, day) do update set count = directory_showings.count + excluded.count`.execute(db);
    },
  };
}
