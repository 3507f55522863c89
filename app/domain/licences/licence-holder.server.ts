import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";

export type Conflict = "taken" | "place_needed";

/** Why another specialist than `ownId` keeps a person from this licence, by value; null when it is free. */
export const conflictOf = (license: string, ownId: string | null): RawBuilder<Conflict | null> =>
  sql<Conflict | null>`licence_conflict(${license}, ${ownId}::uuid)`;

/**
 * Throws LICENSE_TAKEN when another person than `ownId` has this licence, LICENSE_PLACE_NEEDED when its province would tell the two apart. Nobody
 * else takes the number until the transaction ends.
 */
export async function mustBeFree(tx: Tx, license: string | null, ownId: string): Promise<void> {
  if (license === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(${license}), 0))`.execute(
    tx,
  );
  const { conflict } = await tx.selectNoFrom(conflictOf(license, ownId).as("conflict")).executeTakeFirstOrThrow();
  if (conflict) throw new AppError(conflict === "taken" ? "LICENSE_TAKEN" : "LICENSE_PLACE_NEEDED");
}
