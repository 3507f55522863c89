import { asRefusal } from "../../api/refusals.server.ts";
import type { Services } from "../../api/services.server.ts";
import { asViewer } from "../../platform/database/database.server.ts";
import { defineJob } from "../../platform/jobs.server.ts";
import { applyAdmission, admissionIsOpenAgain } from "../kine-applications/decide.server.ts";
import { applyRejection } from "../matches/decide.server.ts";
import { APPLY } from "./hold.server.ts";

/**
 * Applies a decision whose time to undo is over, with the rights that its person has now. It is dropped where it was taken back, where they may not decide any more, or where
 * what they decided about is no longer as they saw it.
 */
export async function applyHeld(services: Services, id: string): Promise<void> {
  const { db, log } = services;
  const held = await db.selectFrom("held_decisions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!held) return;
  const { application_id, match_id, decided_by } = held;
  try {
    await asViewer(db, decided_by, async (tx) => {
      if (application_id !== null) return applyAdmission(tx, services, { ...held, application_id });
      if (match_id !== null) return applyRejection(tx, { ...held, match_id });
    });
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal || refusal.code === "UNAVAILABLE") throw error;
    log.info({ code: refusal.code }, "a decision that waited is not applied");
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom("held_decisions").where("id", "=", id).execute();
      if (application_id !== null) await admissionIsOpenAgain(tx);
    });
  }
}

export const applyDecisionJob = defineJob(APPLY.name, { priority: APPLY.priority, run: applyHeld });
