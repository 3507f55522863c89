import { z } from "zod";
import { member } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { mustBeFree } from "../licences/licence-holder.server.ts";
import { highestRole } from "../../shared/roles.ts";
import { LicenseNumber } from "../profiles/profile-input.ts";

/**
 * Replaces the licence of the viewer's pending application. It is reserved once their address is confirmed. Throws APPLICATION_DECIDED when
 * none is pending, and as `mustBeFree`.
 */
export const changeLicence = member
  .meta({
    summary: "Changes the licence of the caller's pending application for admission.",
    refuses: ["APPLICATION_DECIDED", "LICENSE_TAKEN", "LICENSE_PLACE_NEEDED"],
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
      await tx.selectFrom("profiles").select("id").where("id", "=", pending.profile_id).forNoKeyUpdate().execute();
      await mustBeFree(tx, license_number, viewer.id);
      await tx.updateTable("kine_applications").set({ license_number }).where("id", "=", pending.id).execute();
      return { status: "pending" as const };
    }),
  );
