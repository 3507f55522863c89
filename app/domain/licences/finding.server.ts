import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import { settlePast } from "../departures/answer.server.ts";
import type { Past } from "../departures/past.ts";
import { licencesChanged, noteDecision } from "./course.server.ts";
import type { LICENCE_KINDS } from "./licence.ts";

/** What an admin found out about a licence. A verification is as of now unless `checked_at` (ISO 8601) says since when the register has it so. */
export type Finding = {
  state: "verified" | "doubtful" | "inactive";
  reason: string | null;
  method?: "register" | "evidence" | undefined;
  kind?: (typeof LICENCE_KINDS)[number] | null | undefined;
  jurisdiction?: string | null | undefined;
  checked_at?: string | undefined;
  /** The number of a licence whose text names none. */
  number?: string | null | undefined;
  past?: Past;
};

const EVENTS = { verified: "licence_verified", doubtful: "licence_doubted", inactive: "licence_deactivated" } as const;

/**
 * Stores an admin's finding about a licence and notes it in the audit, in the caller's transaction, whose viewer is that admin and which holds
 * the specialist's row. Returns false
 * when there is no such licence, or it was withdrawn. Throws LICENSE_TAKEN when another specialist holds it, LICENSE_UNREAD when it is
 * verified without a number, and as `mustHaveAnswered` when it is verified.
 */
export async function storeFinding(
  tx: Tx,
  by: { id: string; session_id: string | null; secret: Secret },
  id: string,
  { state, reason, method, kind, jurisdiction, checked_at, number, past }: Finding,
): Promise<boolean> {
  await noteDecision.run(tx, { id });
  const decided = await tx
    .updateTable("licences")
    .set({
      state,
      decided_at: sql<Date>`clock_timestamp()`,
      ...(state === "verified" && {
        method: method ?? null,
        checked_at: checked_at ? sql<Date>`${checked_at}::timestamptz` : sql<Date>`clock_timestamp()`,
        checked_by: by.id,
      }),
      // The licence's own facts take precedence.
      ...(number && { number: sql<string>`case when is_licence_read(number) then number else ${number} end` }),
      ...(kind && { kind: sql<string>`coalesce(kind, ${kind})` }),
      ...(jurisdiction && { jurisdiction: sql<string>`coalesce(jurisdiction, ${jurisdiction})` }),
    })
    .where("id", "=", id)
    .where("state", "<>", "withdrawn")
    .returning("kine_id")
    .executeTakeFirst();
  if (!decided) return false;
  if (state === "verified") await settlePast(tx, by, decided.kine_id, past);
  await licencesChanged(tx, decided.kine_id);
  await recordEvent(tx, {
    event: EVENTS[state],
    user_id: decided.kine_id,
    actor_id: by.id,
    session_id: by.session_id,
    reason,
  });
  return true;
}
