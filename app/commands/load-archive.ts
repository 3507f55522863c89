import { join } from "node:path";
import type pg from "pg";
import { loadDatabase } from "../../db/load.ts";
import { decrypt, deriveKey, type Secret } from "../platform/crypto.server.ts";
import { type Manifest, readRows, tablePath } from "./archive.ts";

type Archive = { archive: string; manifest: Manifest; secret: Secret };

/**
 * Loads the rows of a backup into an empty database, in one transaction. Throws a one-line error when the database is not empty, the backup is
 * of another program, or SECRET does not open its signing keys.
 */
export async function loadArchive(databaseUrl: string, { archive, manifest, secret }: Archive): Promise<void> {
  const inspect = async (client: pg.Client) => {
    const {
      rows: [key],
    } = await client.query<{ kid: string; sealed: Buffer }>(
      "select kid, private_jwk_encrypted as sealed from auth.signing_keys where retired_at is null",
    );
    try {
      if (key) decrypt(deriveKey(secret, "signing keys"), key.sealed, key.kid);
    } catch {
      throw new Error("SECRET is not the one that the backup's signing keys were made with");
    }
  };
  await loadDatabase(databaseUrl, {
    ...manifest,
    inspect,
    rowsOf: (table) => readRows(join(archive, tablePath(table))),
  });
}
