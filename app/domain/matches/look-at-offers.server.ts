import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { YIELDING } from "../../platform/jobs.server.ts";

/** The kind of an offer's job. It stands apart from what it runs, since what follows from an application looks at its offer. */
export const OFFER_LAPSE = { name: "offer_lapse", priority: YIELDING };

/** Runs the job of an application's offer when its time is over, if it has one that stands. */
export const lookAtOffer = prepared(
  "offer's job",
  (_, { id }: { id: string }) => sql`
    select run_level(${OFFER_LAPSE.name}, id, valid_until - now()) from matches where id = ${id}::uuid and valid_until > now()`,
  { isDeferred: true },
);
