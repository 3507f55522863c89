import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";

/** Records the texts of a person that reveal contact data; the third record in a day adds a report to the admins' queue. */
export async function noteContactLeaks(
  db: Database | Tx,
  services: Pick<Services, "masked">,
  personId: string,
  texts: readonly (string | null | undefined)[],
): Promise<void> {
  const leak = contactLeakIn(services, texts);
  if (leak !== null) await noteContactLeak(db, personId, leak);
}

/** The texts that reveal contact data, one per line, or null. */
export function contactLeakIn(
  { masked }: Pick<Services, "masked">,
  texts: readonly (string | null | undefined)[],
): string | null {
  const leaks = texts.filter((text) => text && masked(text) !== text);
  return leaks.length > 0 ? leaks.join("\n") : null;
}

/** Records a person's text that is known to reveal contact data. */
export async function noteContactLeak(db: Database | Tx, personId: string, said: string): Promise<void> {
  await sql`select note_contact_leak(${personId}, ${said})`.execute(db);
}
