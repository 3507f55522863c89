import { sql } from "kysely";
import { z } from "zod";
import { member } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { sessionsChanged } from "./course.server.ts";
import { mustTreat } from "./pair.server.ts";
import { Authorisation } from "./treatment-input.ts";
import { TODAY } from "./treatment-rows.server.ts";

/** States what a coverage authorised: how many sessions, on which days. Those of a treatment never overlap, and are at most 40. */
export const authorise = member
  .meta({
    summary: "States an authorisation of a coverage.",
    refuses: ["NOT_FOUND", "TREATMENT_OVER", "AUTHORISATION_OVERLAPS", "TOO_MANY_AUTHORISATIONS", "COVERAGE_RETIRED"],
    writes: "once",
  })
  .input(Authorisation)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const pair = await mustTreat(tx, viewer.id, input.match_id);
      const stated = await tx
        .insertInto("authorisations")
        .values({ ...input, stated_by: pair.side })
        .returning("id")
        .executeTakeFirstOrThrow();
      await sessionsChanged(tx, pair);
      return stated;
    }),
  );

/** Ends an authorisation that either side stated, as of yesterday; one that has not begun goes. */
export const endAuthorisation = member
  .meta({ summary: "Ends an authorisation of a coverage.", refuses: ["NOT_FOUND", "TREATMENT_OVER"], writes: "once" })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ ended: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const of = await tx.selectFrom("authorisations").select("match_id").where("id", "=", id).executeTakeFirst();
      if (!of) throw new AppError("NOT_FOUND");
      const pair = await mustTreat(tx, viewer.id, of.match_id);
      await sql`delete from authorisations where id = ${id} and valid_from >= ${TODAY}`.execute(tx);
      await sql`update authorisations set valid_until = least(valid_until, ${TODAY} - 1) where id = ${id}`.execute(tx);
      await sessionsChanged(tx, pair);
      return { ended: true as const };
    }),
  );
