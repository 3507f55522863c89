import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { profileSeenBy, type SeenProfile } from "../../domain/profiles/public-profile.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";

const asText = prepared("public profile as text", (db, { id }: { id: string }) =>
  db
    .selectFrom(profileSeenBy(db, null, { id }).as("found"))
    .select([sql<string>`row_to_json(found)::text`.as("says"), "found.id"]),
);

/** Reads a public profile as an anonymous caller sees it, as PostgreSQL's text; null when it does not exist. */
export function anonymousProfile(services: Pick<Services, "db" | "replica">): (id: string) => Promise<string | null> {
  return (id) =>
    readPublicly(services, async ({ db }) => {
      const found = await asText.first(db, { id });
      // Statements share connections: the answer to another statement must never pass for the answer to this one.
      if (found && found.id !== id) throw new Error("an answer to somebody else");
      return found?.says ?? null;
    });
}

/** Parses the text of `anonymousProfile`. */
export const profileIn = (says: string) => JSON.parse(says) as SeenProfile;
