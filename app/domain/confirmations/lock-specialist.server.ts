import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

/**
 * Locks a specialist before the coverages, prices and confirmations that they state. Every write of those begins with it, so that two of
 * them neither mix nor wait for each other: the range of the prices is written to the profile at the commit.
 */
export async function lockSpecialist(tx: Tx, kineId: string): Promise<void> {
  await lock.run(tx, { kineId });
}

const lock = prepared("specialist of stated facts", (db, { kineId }: { kineId: string }) =>
  db.selectFrom("profiles").select("id").where("id", "=", kineId).forNoKeyUpdate(),
);
