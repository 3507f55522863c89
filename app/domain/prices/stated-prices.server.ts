import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { FRESHNESS } from "../../shared/freshness.ts";
import { freshness } from "../coverages/stated-coverages.server.ts";
import { MODALITIES } from "../profiles/modality.ts";

/** A price of a specialist, in whole pesos, with its date. */
export const PublicPrice = z.strictObject({
  modality: z.enum(MODALITIES),
  session: z.int(),
  first: z.int().nullable(),
  ten: z.int().nullable(),
  confirmed_at: z.date(),
  freshness: z.enum(FRESHNESS),
});

/** The prices of a specialist, by the column with the specialist's id. */
export function pricesOf(db: Database, kineId: string) {
  return jsonArrayFrom(
    db
      .selectFrom("kine_prices as kp")
      .select([
        "kp.modality",
        "kp.session",
        "kp.first",
        "kp.ten",
        "kp.confirmed_at",
        freshness("kp.confirmed_at").as("freshness"),
      ])
      .where("kp.kine_id", "=", sql<string>`${sql.ref(kineId)}`)
      .orderBy("kp.modality"),
  );
}
