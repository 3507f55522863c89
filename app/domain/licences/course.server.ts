import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";

/** What follows when a licence is declared, withdrawn, decided or gets evidence: its specialist and the admins see it. The database shows it in the profile. */
export const licencesChanged = (tx: Tx, kineId: string): Promise<void> =>
  publish(tx, ["counts", "admins"], ["counts", kineId]);

/** Notes since when a licence waited, said before it is decided. One that nobody waited to have checked is not noted. */
export const noteDecision = prepared(
  "licence decision",
  (_, { id }: { id: string }) => sql`insert into licence_decisions (asked_at)
    select greatest(recheck_at, checked_at, declared_at) from licences
    where id = ${id}::uuid and state <> 'withdrawn' and recheck_at <= now()`,
  { isDeferred: true },
);
