import { sql } from "kysely";
import type { Tx } from "../database/database.server.ts";
import { prepared } from "../database/prepared-statements.server.ts";
import type { Notice } from "./live-table.server.ts";

/** Who hears of a change: a person's id, all admins, or all specialists. */
type Audience = "admins" | "kines" | (string & {});
/** The kinds of change that a write publishes. */
type Published = Exclude<Notice["type"], "seen" | "session">;

/**
 * Tells the open screens of some people, in the transaction of the change, what changed and of which case. Nobody is told of it if the
 * transaction is rolled back. Null stands for a person who has left.
 */
export async function publish(
  tx: Tx,
  type: Published,
  to: readonly (Audience | null)[],
  caseId: string | null = null,
): Promise<void> {
  const audiences = to.filter((each) => each !== null);
  if (audiences.length > 0) await write.run(tx, { audiences: `{${audiences.join()}}`, type, caseId });
}

const write = prepared(
  "live events",
  (_, { audiences, type, caseId }: { audiences: string; type: Published; caseId: string | null }) =>
    sql`select tell(who, ${type}, ${caseId}::uuid) from unnest(${audiences}::text[]) who`,
  { isDeferred: true },
);
