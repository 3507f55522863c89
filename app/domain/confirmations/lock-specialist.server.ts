import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

/**
 * Locks a specialist's profile. Every write of their coverages, prices or confirmations begins with this lock, so that two writes neither
 * mix nor deadlock: the price range is written to the profile at the commit.
 */
export async function lockSpecialist(tx: Tx, kineId: string): Promise<void> {
  await lock.run(tx, { kineId });
}

const lock = prepared("specialist of stated facts", (db, { kineId }: { kineId: string }) =>
  db.selectFrom("profiles").select("id").where("id", "=", kineId).forNoKeyUpdate(),
);
