import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";

/** Notes a person's texts when some of them give contact data away; the third time in a day puts them into the queue of reports. */
export async function noteContactLeaks(
  db: Database | Tx,
  services: Pick<Services, "masked">,
  personId: string,
  texts: readonly (string | null | undefined)[],
): Promise<void> {
  const leak = contactLeakIn(services, texts);
  if (leak !== null) await noteContactLeak(db, personId, leak);
}

/** Those of the texts that give contact data away, a line each, or null. */
export function contactLeakIn(
  { masked }: Pick<Services, "masked">,
  texts: readonly (string | null | undefined)[],
): string | null {
  const leaks = texts.filter((text) => text && masked(text) !== text);
  return leaks.length > 0 ? leaks.join("\n") : null;
}

/** Notes a text of a person's that is known to give contact data away. */
export async function noteContactLeak(db: Database | Tx, personId: string, said: string): Promise<void> {
  await sql`select note_contact_leak(${personId}, ${said})`.execute(db);
}
