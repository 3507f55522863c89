import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { FRESHNESS, type Freshness } from "../../shared/freshness.ts";
import { COVERAGE_HOWS, COVERAGE_KINDS } from "./coverage-labels.ts";

/** The freshness of a column's date, by PostgreSQL's clock. */
export const freshness = (column: string): RawBuilder<Freshness> =>
  sql<Freshness>`fact_freshness(${sql.ref(column)}, now())`;

/** A coverage of a specialist as the public sees it. */
export const PublicCoverage = z.strictObject({
  id: z.int(),
  kind: z.enum(COVERAGE_KINDS),
  short: z.string(),
  how: z.enum(COVERAGE_HOWS),
  plans: z.string().nullable(),
  extra: z.int(),
  confirmed_at: z.date(),
  freshness: z.enum(FRESHNESS),
});

/** The coverages of a specialist that are in use and not disputed, by the column with the specialist's id. */
export function coveragesOf(db: Database, kineId: string) {
  return jsonArrayFrom(
    db
      .selectFrom("kine_coverages as kc")
      .innerJoin("coverages as v", "v.id", "kc.coverage_id")
      .select([
        "v.id",
        "v.kind",
        "v.short",
        "kc.how",
        "kc.plans",
        "kc.extra",
        "kc.confirmed_at",
        freshness("kc.confirmed_at").as("freshness"),
      ])
      .where("kc.kine_id", "=", sql<string>`${sql.ref(kineId)}`)
      .where("kc.disputed_at", "is", null)
      .where("v.retired_at", "is", null)
      .orderBy("v.short"),
  );
}

/** When a specialist last confirmed that they give invoices for refunds; null when they do not, or it is stale. */
export const refundInvoiceOf = (kineId: string): RawBuilder<Date | null> =>
  sql<Date | null>`(select case when fact_freshness(f.refund_invoice_at, now()) <> 'stale' then f.refund_invoice_at end
    from kine_confirmations f where f.kine_id = ${sql.ref(kineId)})`;
