import { sql } from "kysely";
import { z } from "zod";
import { auditIdOf, recordEvent } from "../../auth/core/audit.server.ts";
import { member } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { licencesChanged } from "../licences/course.server.ts";
import { mustBeFree } from "../licences/licence-holder.server.ts";
import { highestRole } from "../../shared/roles.ts";
import { LicenseNumber } from "../profiles/profile-input.ts";

/** A mistake or two: a number that is reserved keeps others out. */
const CHANGES_A_DAY = 3;

/**
 * Replaces the licence of the viewer's pending application. It is reserved once their address is confirmed. Throws APPLICATION_DECIDED when
 * none is pending, TOO_MANY_REQUESTS after three changes in a day, and as `mustBeFree`.
 */
export const changeLicence = member
  .meta({
    summary: "Changes the licence of the caller's pending application for admission.",
    refuses: ["APPLICATION_DECIDED", "LICENSE_TAKEN", "LICENSE_PLACE_NEEDED", "TOO_MANY_REQUESTS"],
    writes: "once",
  })
  .input(z.object({ license_number: LicenseNumber }))
  .output(z.strictObject({ status: z.literal("pending") }))
  .handler(({ input: { license_number }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      if (viewer.approval_status !== "pending" || highestRole(viewer.roles) !== "kine")
        throw new AppError("APPLICATION_DECIDED");
      // The same lock order as a decision: the application, its profile, the number.
      const pending = await tx
        .selectFrom("kine_applications")
        .select(["id", "profile_id"])
        .where("user_id", "=", viewer.id)
        .where("status", "=", "pending")
        .forUpdate()
        .executeTakeFirst();
      if (!pending) throw new AppError("APPLICATION_DECIDED");
      const { changes } = await tx
        .selectFrom("auth.audit_events as e")
        .select((eb) => eb.fn.countAll<number>().as("changes"))
        .where("e.subject", "=", auditIdOf(viewer.id))
        .where("e.event", "=", "licence_changed")
        .where("e.at", ">", sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      if (Number(changes) >= CHANGES_A_DAY) throw new AppError("TOO_MANY_REQUESTS");
      await tx.selectFrom("profiles").select("id").where("id", "=", pending.profile_id).forNoKeyUpdate().execute();
      await mustBeFree(tx, license_number, viewer.id);
      await tx.updateTable("kine_applications").set({ license_number }).where("id", "=", pending.id).execute();
      await licencesChanged(tx, viewer.id);
      await recordEvent(tx, { event: "licence_changed", user_id: viewer.id, session_id: viewer.session_id });
      return { status: "pending" as const };
    }),
  );
