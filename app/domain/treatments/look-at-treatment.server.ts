import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { YIELDING } from "../../platform/jobs.server.ts";

/** The kind of the job of a case that is treated. It stands apart from what it runs, since acts on a case look at it again. */
export const TREATMENT_LEVEL = { name: "treatment_level", priority: YIELDING };

/** Runs the job of a case after so many days. */
export const lookAtTreatment = prepared(
  "treatment's job",
  (_, { id, days }: { id: string; days: number }) =>
    sql`select run_level(${TREATMENT_LEVEL.name}, ${id}::uuid, make_interval(days => ${days}::int))`,
  { isDeferred: true },
);
