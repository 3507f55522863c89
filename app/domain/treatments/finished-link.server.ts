import { sql } from "kysely";
import { askedLinks } from "../../platform/asked-links.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

/** The links of "¿Terminaste?", which name the case. */
export const finishedLinks = askedLinks("finished treatment");

/** Whether the last "¿Terminaste?" of the levels `l` of a case was about the treatment of an application `m`, which began before it. */
export const IS_ASKED_ABOUT = sql<boolean>`(m.case_id = l.case_id and m.status = 'accepted' and m.decided_at <= l.finished_asked_at)`;

/** The path in the mail "¿Terminaste?": a page that answers without a session. Null for every other notification. */
export async function finishedPath(
  db: Database,
  secret: Secret,
  { kind, case_id, email }: { kind: string; case_id: string | null; email: string },
): Promise<string | null> {
  if (kind !== "treatment_finished" || case_id === null) return null;
  const found = await db
    .selectFrom("case_levels")
    .select(sql<number>`(extract(epoch from finished_asked_at) * 1000)::float8`.as("asked_at"))
    .where("case_id", "=", case_id)
    .where("finished_asked_at", "is not", null)
    .executeTakeFirst();
  if (!found) return null;
  const address = finishedLinks.addressHash(secret, email);
  // The token is in the fragment, which no server and no log sees.
  return `/termine#${finishedLinks.token(secret, { id: case_id, askedAt: found.asked_at, address })}`;
}
