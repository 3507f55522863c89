import { publishVocabulary } from "../../app/domain/vocabulary/publish-vocabulary.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { migrate } from "../../db/migrate.ts";

/**
 * Brings an empty database to where a first start of the program brings it: migrated, with the vocabulary, whose thousands of names
 * each program would publish again.
 */
export async function firstStart(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const { db } = openDatabase(databaseUrl, { max: 1, onError: () => undefined });
  await publishVocabulary(db).finally(() => db.destroy());
}
