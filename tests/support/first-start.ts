import { sql } from "kysely";
import { publishVocabulary } from "../../app/domain/vocabulary/publish-vocabulary.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { migrate } from "../../db/migrate.ts";

/**
 * Brings an empty database to the state after the program's first start: migrated, with the vocabulary. Otherwise each program
 * would publish its thousands of names again. People of tests publish, open and apply to more cases a day than others; the tests of these limits set them.
 */
export async function firstStart(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const { db } = openDatabase(databaseUrl, { max: 1, onError: () => undefined });
  try {
    await publishVocabulary(db);
    await db.transaction().execute(async (tx) => {
      // Without the triggers: only an admin changes a setting.
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx
        .insertInto("settings")
        .values(
          ["applications_a_day", "cases_opened_a_day", "unconfirmed_cases", "open_cases", "cases_published_a_day"].map(
            (key) => ({ key, value: "1000" }),
          ),
        )
        .execute();
    });
  } finally {
    await db.destroy();
  }
}
