import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { kine } from "../../api/guards.server.ts";
import { notePhoneListed } from "./note-phone.server.ts";

/** Makes the profile of a person public whom an admin made a specialist, with or without their phone in the list. */
export const publish = kine
  .meta({ summary: "Makes the profile of a specialist by a change of role public.", writes: "once" })
  .input(z.object({ phone_listed: z.boolean() }))
  .output(z.strictObject({ published: z.literal(true) }))
  .handler(({ input: { phone_listed }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("profiles")
        .set({ publish_asked_at: null, phone_listed })
        .where("id", "=", viewer.id)
        .where(sql<boolean>`publish_asked_at is not null`)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) {
        await notePhoneListed(tx, viewer.id, phone_listed);
        await recordEvent(tx, { event: "profile_published", user_id: viewer.id, session_id: viewer.session_id });
      }
      return { published: true as const };
    }),
  );
