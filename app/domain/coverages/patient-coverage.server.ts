import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { patient, patientReads } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { WithPlan } from "./coverage-input.ts";

/** A patient's or a case's coverage, with the plan; null for none. */
export const PatientCoverage = z
  .strictObject({ id: z.int(), short: z.string(), plan: z.string().nullable() })
  .nullable();

/** The coverage and plan of a case, as JSON, by the column with the case's id. */
export const coverageOfCase = (caseId: string): RawBuilder<z.output<typeof PatientCoverage>> =>
  sql<z.output<typeof PatientCoverage>>`(select json_build_object('id', v.id, 'short', v.short, 'plan', cc.plan)
    from case_coverages cc join coverages v on v.id = cc.coverage_id where cc.case_id = ${sql.ref(caseId)})`;

/** The patient's own coverage. */
export const own = patientReads
  .meta({ summary: "Returns the caller's own coverage." })
  .output(z.strictObject({ coverage: PatientCoverage }))
  .handler(async ({ context: { db, viewer } }) => ({
    coverage: (await ownRow.first(db, { viewer: viewer.id })) ?? null,
  }));

const ownRow = prepared("coverages.own", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("patient_coverages as pc")
    .innerJoin("coverages as v", "v.id", "pc.coverage_id")
    .select(["v.id", "v.short", "pc.plan"])
    .where("pc.patient_id", "=", viewer),
);

/** Saves the patient's own coverage, or deletes it (null). Throws COVERAGE_RETIRED, and CONSENT_NEEDED: it is health data. */
export const saveOwn = patient
  .meta({
    summary: "Saves the caller's own coverage.",
    refuses: ["CONSENT_NEEDED", "COVERAGE_RETIRED"],
    writes: "once",
  })
  .input(z.object({ coverage: WithPlan.nullable() }))
  .output(z.strictObject({ saved: z.boolean() }))
  .handler(({ input: { coverage }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      if (!coverage) {
        await forgetOwn.run(tx, { viewer: viewer.id });
        return { saved: false };
      }
      const { numAffectedRows } = await keepOwn.run(tx, { ...coverage, viewer: viewer.id });
      if (!numAffectedRows) throw new AppError("COVERAGE_RETIRED");
      return { saved: true };
    }),
  );

const forgetOwn = prepared("own coverage forgotten", (db, { viewer }: { viewer: string }) =>
  db.deleteFrom("patient_coverages").where("patient_id", "=", viewer),
);
const keepOwn = prepared(
  "own coverage",
  (_, { viewer, id, plan }: { viewer: string; id: number; plan: string | null }) =>
    sql`insert into patient_coverages (patient_id, coverage_id, plan)
      select ${viewer}::uuid, coalesce(merged_into, id), ${plan}::text from coverages where id = ${id}::int
      on conflict (patient_id) do update
        set coverage_id = excluded.coverage_id, plan = excluded.plan, saved_at = now()`,
);

/**
 * Saves the coverage of a case in the transaction of its publication or edit; null removes it, undefined leaves it. Throws
 * COVERAGE_RETIRED.
 */
export async function saveCaseCoverage(tx: Tx, id: string, coverage: z.output<typeof WithPlan> | null | undefined) {
  if (coverage === undefined) return;
  if (coverage === null) {
    await dropOfCase.run(tx, { caseId: id });
    return;
  }
  const { numAffectedRows } = await keepOfCase.run(tx, { ...coverage, caseId: id });
  if (!numAffectedRows) throw new AppError("COVERAGE_RETIRED");
}

const dropOfCase = prepared("case without coverage", (db, { caseId }: { caseId: string }) =>
  db.deleteFrom("case_coverages").where("case_id", "=", caseId),
);
const keepOfCase = prepared(
  "coverage of a case",
  (_, { caseId, id, plan }: { caseId: string; id: number; plan: string | null }) =>
    sql`insert into case_coverages (case_id, coverage_id, plan)
      select ${caseId}::uuid, coalesce(merged_into, id), ${plan}::text from coverages where id = ${id}::int
      on conflict (case_id) do update set coverage_id = excluded.coverage_id, plan = excluded.plan`,
);
