import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** Counts on how many lists each specialist was shown; nothing is noted of who looked. */
export type Showings = {
  count(numbers: readonly number[]): void;
  /** Adds what was counted to the day's rows. What fails is lost. */
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
      // In the order of other nodes. Who is being deleted is waited for, and left out.
      await sql`insert into directory_showings (kine_id, day, count)
        select d.kine_id, directory_today(), c.count from unnest(${numbers}::int[], ${shown}::int[]) c (number, count)
        join directory d on d.number = c.number join profiles p on p.id = d.kine_id order by d.kine_id for key share of p
        on conflict (kine_id, day) do update set count = directory_showings.count + excluded.count`.execute(db);
    },
  };
}
