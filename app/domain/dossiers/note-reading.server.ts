import { sql } from "kysely";
import { auditIdOf, recordEvent } from "../../auth/core/audit.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";

type Reading = {
  event: "person_read" | "case_read";
  /** Whose data is read; null for a case whose patient left. */
  user_id: string | null;
};

/** Records that an admin reads what there is about a person, or about a case of theirs, once an hour for each admin and person. */
export async function noteReading(db: Database, { event, user_id }: Reading, viewer: Viewer): Promise<void> {
  const noted = await latest.first(db, { event, user_id, reader: viewer.id });
  if (noted) return;
  await db
    .transaction()
    .execute((tx) => recordEvent(tx, { event, user_id, actor_id: viewer.id, session_id: viewer.session_id }));
}

const latest = prepared("dossiers noted", (db, { event, user_id, reader }: Reading & { reader: string }) => {
  return db
    .selectFrom("auth.audit_events")
    .select("id")
    .where("actor", "=", auditIdOf(reader))
    .where(sql<boolean>`subject is not distinct from ${auditIdOf(user_id)}`)
    .where("event", "=", event)
    .where("at", ">", sql<Date>`now() - interval '1 hour'`)
    .orderBy("id", "desc")
    .limit(1);
});
