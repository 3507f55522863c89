import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { YIELDING } from "../../platform/jobs.server.ts";

/** The kind of a case's job. It stands apart from what it runs, since what follows from an act on a case looks at it again. */
export const CASE_LEVEL = { name: "case_level", priority: YIELDING };

/** Runs the job of a case. */
export const lookAtCase = prepared(
  "case's job",
  (_, { id }: { id: string }) => sql`select run_level(${CASE_LEVEL.name}, ${id}::uuid, '0')`,
  { isDeferred: true },
);
