import { sql } from "kysely";
import { expect } from "vitest";
import { foldCounts } from "../../app/domain/flow/keep-counts.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";

/** Adds all counts to the sums. A node may be doing so in its own minute, and only one at a time does. */
export async function foldAll(db: Database): Promise<void> {
  const left = async () => {
    await foldCounts(db);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from flow_counts where is_new`.execute(db);
    return rows[0]?.n;
  };
  await expect.poll(left).toBe(0);
}
