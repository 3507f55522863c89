import type { Database } from "../../app/platform/database/database.server.ts";

/** The current consent text about health data, from the database. */
export function currentConsent(db: Database): Promise<{ version: string; sha256: string }> {
  return db
    .selectFrom("consent_texts")
    .select(["version", "sha256"])
    .where("document", "=", "health_data")
    .orderBy("published_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}
