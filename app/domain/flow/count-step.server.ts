import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { FlowStep } from "../../../db/types.ts";

const DEFERRED = { isDeferred: true } as const;

const stepOf = prepared(
  "flow step",
  (_, { id, step }: { id: string; step: Exclude<FlowStep, "unanswered"> }) =>
    sql`select count_step(${id}::uuid, ${step}::text::flow_step)`,
  DEFERRED,
);

/** Counts a step of a case, once a case. It goes with the write of the act, whose transaction holds the lock of the case. */
export async function countStep(tx: Tx, id: string, step: Parameters<typeof stepOf.run>[1]["step"]): Promise<void> {
  await stepOf.run(tx, { id, step });
}

/** Counts a published case, in the transaction that makes it. */
export async function countPublication(tx: Tx, id: string): Promise<void> {
  await beginSteps.run(tx, { id });
  await countStep(tx, id, "published");
}

const beginSteps = prepared(
  "flow publication",
  (_, { id }: { id: string }) =>
    sql`insert into case_steps (case_id, published_at, day, place, modality, zone) select * from published_cases where case_id = ${id}::uuid`,
  DEFERRED,
);
