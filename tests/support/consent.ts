import type { Database } from "../../app/platform/database/database.server.ts";

/** Which text about health data people are asked to consent to, as the database has it. */
export function currentConsent(db: Database): Promise<{ version: string; sha256: string }> {
  return db.selectFrom("consent_texts").select(["version", "sha256"]).where("document", "=", "health_data")
    .orderBy("published_at", "desc").limit(1).executeTakeFirstOrThrow();
}
