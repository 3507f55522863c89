import { sql } from "kysely";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, dropJob } from "../../platform/jobs.server.ts";
import { UNDO_MS } from "./held-decision.ts";

/** The kind of job that applies a held decision. It stands apart from what it runs, since both are about the same nouns. */
export const APPLY = { name: "apply_decision", priority: 0 };

/** What is decided: a request for admission, or an application to a case. */
export type Decidable = { column: "application_id" | "match_id"; id: string };
type Decider = Pick<Viewer, "id" | "session_id">;

/** After it a decision that no node applied holds nobody up; the job applies it still, if nothing else was decided. */
const IN_TIME = sql`interval '1 minute'`;
/** Whether nobody's decision about a thing waits, as a condition of a list. */
export const isHeldFor = (column: Decidable["column"], id: string) =>
  sql<boolean>`exists (select from held_decisions h where h.${sql.ref(column)} = ${sql.ref(id)} and h.applies_at > now() - ${IN_TIME})`;

/** Removes the viewer's own waiting decision, and an overdue one. Returns false where another person's waits. The caller has locked the thing. */
export async function supersede(tx: Tx, { column, id }: Decidable, viewerId: string): Promise<boolean> {
  const ofThing = tx.selectFrom("held_decisions").where(column, "=", id);
  await tx
    .deleteFrom("held_decisions")
    .where(column, "=", id)
    .where((eb) => eb.or([eb("decided_by", "=", viewerId), sql<boolean>`applies_at < now() - ${IN_TIME}`]))
    .execute();
  return (await ofThing.select("id").executeTakeFirst()) === undefined;
}

/** Holds a decision, which the server applies when its time is over. `supersede` comes before it. */
export async function hold(
  tx: Tx,
  { column, id: thing }: Decidable,
  decider: Decider,
  decision: object,
): Promise<void> {
  const { id } = await tx
    .insertInto("held_decisions")
    .values({
      [column]: thing,
      decided_by: decider.id,
      session_id: decider.session_id,
      decision: JSON.stringify(decision),
      applies_at: sql`now() + make_interval(secs => ${UNDO_MS / 1000})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addJob(tx, { name: APPLY.name, priority: APPLY.priority }, { id }, UNDO_MS / 1000);
}

/** Takes the viewer's decision back. Returns false where it is applied already, or was never held. */
export async function takeBack(tx: Tx, { column, id: thing }: Decidable, viewerId: string): Promise<boolean> {
  const held = await tx
    .deleteFrom("held_decisions")
    .where(column, "=", thing)
    .where("decided_by", "=", viewerId)
    .returning("id")
    .executeTakeFirst();
  if (held) await dropJob(tx, APPLY, held);
  return held !== undefined;
}

/** Drops what a person holds, also what an intruder decided in their name. */
export const dropHeldBy = (tx: Tx, personId: string): Promise<unknown> =>
  tx.deleteFrom("held_decisions").where("decided_by", "=", personId).execute();

/**
 * Claims a held decision for the caller's transaction, which applies it; false where it was taken back, or its session was ended by more than a
 * sign-out: by a changed password, a suspension or a reused token. The caller has locked the thing.
 */
export async function claim(tx: Tx, id: string): Promise<boolean> {
  const claimed = await tx.deleteFrom("held_decisions").where("id", "=", id).returning("session_id").executeTakeFirst();
  if (!claimed) return false;
  const ended = await tx
    .selectFrom("auth.sessions")
    .select("id")
    .where("id", "=", claimed.session_id)
    .where("end_reason", "in", ["password_changed", "refresh_token_reused", "suspended"])
    .executeTakeFirst();
  return ended === undefined;
}
