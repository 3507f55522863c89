import { publishVocabulary } from "../../app/domain/vocabulary/publish-vocabulary.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { migrate } from "../../db/migrate.ts";

/**
 * Brings an empty database to the state after the program's first start: migrated, with the vocabulary. Otherwise each program
 * would publish its thousands of names again.
 */
export async function firstStart(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const { db } = openDatabase(databaseUrl, { max: 1, onError: () => undefined });
  await publishVocabulary(db).finally(() => db.destroy());
}
