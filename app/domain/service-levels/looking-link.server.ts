import { sql } from "kysely";
import { askedLinks } from "../../platform/asked-links.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

const links = askedLinks("still looking");
export const { addressHash, isAddressOf, token: lookingToken, read: readLookingToken } = links;

/** The path in the mail "¿Seguís buscando?": a page that answers without a session. Null for every other notification. */
export async function lookingPath(
  db: Database,
  secret: Secret,
  { kind, case_id, email }: { kind: string; case_id: string | null; email: string },
): Promise<string | null> {
  if (kind !== "still_looking" || case_id === null) return null;
  const found = await db
    .selectFrom("case_levels")
    .select(sql<number>`(extract(epoch from asked_at) * 1000)::float8`.as("asked_at"))
    .where("case_id", "=", case_id)
    .where("asked_at", "is not", null)
    .executeTakeFirst();
  if (!found) return null;
  const asked = { id: case_id, askedAt: found.asked_at, address: addressHash(secret, email) };
  // The token is in the fragment, which no server and no log sees.
  return `/sigo-buscando#${lookingToken(secret, asked)}`;
}
