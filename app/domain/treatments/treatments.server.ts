import { sql } from "kysely";
import { z } from "zod";
import { kine, member, memberReads, patient } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { bookingsCancelled } from "../bookings/course.server.ts";
import { planAccepted, planProposed } from "./course.server.ts";
import { endTreatment } from "./end-treatment.server.ts";
import { mustTreat } from "./pair.server.ts";
import { ByMatch, End, Plan, SeenPlan } from "./treatment-input.ts";
import { Treatment } from "./treatment-output.server.ts";
import { readTreatment } from "./treatment-rows.server.ts";

const Planned = z.strictObject({ planned: z.int() });

/** A treatment: its plan, its sessions, and what is left of each authorisation. Both sides read the same. */
export const read = memberReads
  .meta({
    summary: "Returns the sessions, plan and authorisations of an accepted application.",
    refuses: ["NOT_FOUND"],
  })
  .input(ByMatch)
  .output(Treatment)
  .handler(async ({ input: { match_id }, context: { db, viewer, services } }) => {
    const { patient_name: _name, ...treatment } = await readTreatment(db, { viewer: viewer.id, id: match_id });
    const other_name = treatment.other_name && services.masked(treatment.other_name);
    return { ...treatment, kine_name: services.masked(treatment.kine_name), other_name };
  });

/** Proposes how many sessions the treatment takes; the patient accepts it as they see it. */
export const plan = kine
  .meta({
    summary: "Proposes how many sessions a treatment takes.",
    refuses: ["NOT_FOUND", "TREATMENT_OVER"],
    writes: "once",
  })
  .input(Plan)
  .output(Planned)
  .handler(({ input: { match_id, planned }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const pair = await mustTreat(tx, viewer.id, match_id);
      if (pair.side !== "kine") throw new AppError("NOT_FOUND");
      const proposed = { planned, proposed_at: sql<Date>`now()`, accepted_at: null };
      // The same plan again changes nothing: it keeps its answer.
      const { numInsertedOrUpdatedRows: changed } = await tx
        .insertInto("treatments")
        .values({ match_id, ...proposed })
        .onConflict((conflict) =>
          conflict.column("match_id").doUpdateSet(proposed).where("treatments.planned", "is distinct from", planned),
        )
        .executeTakeFirstOrThrow();
      if (changed) await planProposed(tx, pair);
      return { planned };
    }),
  );

/** Accepts a plan as it was seen. */
export const acceptPlan = patient
  .meta({
    summary: "Accepts the plan of a treatment.",
    refuses: ["NOT_FOUND", "TREATMENT_OVER", "PLAN_CHANGED"],
    writes: "once",
  })
  .input(SeenPlan)
  .output(Planned)
  .handler(({ input: { match_id, planned, proposed_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const pair = await mustTreat(tx, viewer.id, match_id);
      if (pair.side !== "patient") throw new AppError("NOT_FOUND");
      const { numUpdatedRows } = await tx
        .updateTable("treatments")
        .set({ accepted_at: sql`now()` })
        .where("match_id", "=", match_id)
        .where("planned", "=", planned)
        // The browser knows the milliseconds.
        .where(sql<boolean>`date_trunc('milliseconds', proposed_at) = ${proposed_at}::timestamptz`)
        .where("accepted_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("PLAN_CHANGED");
      await planAccepted(tx, pair);
      return { planned };
    }),
  );

/** Ends a treatment for a reason; what is ahead is cancelled where the caller says so. The case stays open: its patient closes it. */
export const end = member
  .meta({ summary: "Ends a treatment.", refuses: ["NOT_FOUND", "TREATMENT_OVER"], writes: "once" })
  .input(End)
  .output(z.strictObject({ cancelled: z.int() }))
  .handler(({ input: { match_id, reason, cancels }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const pair = await mustTreat(tx, viewer.id, match_id);
      const { rows } = await sql<{ id: string }>`select id from bookings where match_id = ${match_id} and ${cancels}
        and state in ('requested', 'confirmed') and starts_at > now() order by id for no key update`.execute(tx);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await bookingsCancelled(tx, { ...pair, ids }, pair.side, true);
      await endTreatment(tx, pair, pair.side, reason);
      return { cancelled: ids.length };
    }),
  );
