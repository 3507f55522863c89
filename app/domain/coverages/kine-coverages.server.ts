import { sql } from "kysely";
import { z } from "zod";
import { kine, kineReads } from "../../api/guards.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { askLater } from "../confirmations/ask.server.ts";
import { lockSpecialist } from "../confirmations/lock-specialist.server.ts";
import { mustBeAsRead } from "../lists/as-read.server.ts";
import { StatedCoverages } from "./coverage-input.ts";
import { itemsOf, statedOf } from "./coverages-form.ts";
import { freshness, PublicCoverage } from "./stated-coverages.server.ts";

const OwnCoverages = z.strictObject({
  coverages: z.array(PublicCoverage.extend({ disputed_at: z.date().nullable(), retired_at: z.date().nullable() })),
  refund_invoice_at: z.date().nullable(),
});

/** All that the specialist states about coverages, with dates, including disputed and retired coverages. */
export const mine = kineReads
  .meta({ summary: "Returns the coverages that the caller states." })
  .output(OwnCoverages)
  .handler(({ context: { db, viewer } }) => storedCoverages(db, viewer.id));

async function storedCoverages(db: Database, viewer: string) {
  const [coverages, invoice] = await Promise.all([ownCoverages.all(db, { viewer }), ownInvoice.first(db, { viewer })]);
  return { coverages, refund_invoice_at: invoice?.refund_invoice_at ?? null };
}

const ownCoverages = prepared("coverages.mine", (db, { viewer }: { viewer: string }) =>
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
      "kc.disputed_at",
      "v.retired_at",
    ])
    .where("kc.kine_id", "=", viewer)
    .orderBy("v.short"),
);
const ownInvoice = prepared("own refund invoice", (db, { viewer }: { viewer: string }) =>
  db.selectFrom("kine_confirmations").select("refund_invoice_at").where("kine_id", "=", viewer),
);

/** Saves all that the specialist states about coverages; everything in it is confirmed now. Throws COVERAGE_RETIRED and LIST_CHANGED. */
export const replace = kine
  .meta({
    summary: "Replaces the coverages that the caller states.",
    refuses: ["COVERAGE_RETIRED", "LIST_CHANGED"],
    writes: "once",
  })
  .input(StatedCoverages)
  .output(z.strictObject({ coverages: z.int() }))
  .handler(({ input: { coverages, refund_invoice, read }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // The lock serialises concurrent saves, so that two lists are never mixed.
      await lockSpecialist(tx, viewer.id);
      if (read) {
        const stored = statedOf(await storedCoverages(tx, viewer.id));
        const wanted = { coverages, refund_invoice };
        mustBeAsRead({ read: itemsOf(read), stored: itemsOf(stored), wanted: itemsOf(wanted) });
      }
      const ids = JSON.stringify(coverages.map(({ coverage_id }) => coverage_id));
      await lockCoverages.run(tx, { viewer: viewer.id, ids });
      await dropOthers.run(tx, { viewer: viewer.id, ids });
      await saveCoverages.run(tx, { viewer: viewer.id, coverages: JSON.stringify(coverages) });
      await saveInvoice.run(tx, { viewer: viewer.id, gives: String(refund_invoice) });
      await askLater(tx, viewer.id);
      return { coverages: coverages.length };
    }),
  );

/** Locks the coverages of the old and the new list before the rows that state them, in the same order as a merge. */
const lockCoverages = prepared(
  "coverages to state",
  (_, { viewer, ids }: { viewer: string; ids: string }) =>
    sql`select id from coverages where id in (select value::int from jsonb_array_elements_text(${ids}::jsonb))
      or id in (select coverage_id from kine_coverages where kine_id = ${viewer}::uuid) order by id for share`,
);
const dropOthers = prepared(
  "coverages taken away",
  (_, { viewer, ids }: { viewer: string; ids: string }) =>
    sql`delete from kine_coverages where kine_id = ${viewer}::uuid
      and coverage_id not in (select value::int from jsonb_array_elements_text(${ids}::jsonb))`,
);
/** All coverages as one JSON value, so that the statement is the same for any number of them. */
const saveCoverages = prepared(
  "coverages stated",
  (_, { viewer, coverages }: { viewer: string; coverages: string }) =>
    sql`insert into kine_coverages (kine_id, coverage_id, how, plans, extra)
      select ${viewer}::uuid, coverage_id, how, plans, extra
      from jsonb_to_recordset(${coverages}::jsonb) as r (coverage_id int, how coverage_how, plans text, extra int)
      order by coverage_id
      on conflict (kine_id, coverage_id) do update
        set how = excluded.how, plans = excluded.plans, extra = excluded.extra, confirmed_at = now()`,
);
const saveInvoice = prepared(
  "refund invoice stated",
  (_, { viewer, gives }: { viewer: string; gives: string }) =>
    sql`insert into kine_confirmations (kine_id, refund_invoice_at)
      values (${viewer}::uuid, case when ${gives}::boolean then now() end)
      on conflict (kine_id) do update set refund_invoice_at = excluded.refund_invoice_at`,
);

/** Confirms that the specialist's coverages are as stated. */
export const confirm = kine
  .meta({ summary: "Confirms that the caller's coverages are as stated.", writes: "once" })
  .output(z.strictObject({ confirmed: z.int() }))
  .handler(({ context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await lockSpecialist(tx, viewer.id);
      const confirmed = await confirmCoverages(tx, viewer.id);
      await askLater(tx, viewer.id);
      return { confirmed };
    }),
  );

/** Sets the date of a specialist's coverages and refund invoice to now. Returns the number of coverages. */
export async function confirmCoverages(tx: Tx, kineId: string): Promise<number> {
  await dateInvoice.run(tx, { kineId });
  const { numAffectedRows } = await dateCoverages.run(tx, { kineId });
  return Number(numAffectedRows);
}

const dateCoverages = prepared("coverages confirmed", (db, { kineId }: { kineId: string }) =>
  db
    .updateTable("kine_coverages")
    .set({ confirmed_at: sql`now()` })
    .where("kine_id", "=", kineId),
);
const dateInvoice = prepared("refund invoice confirmed", (db, { kineId }: { kineId: string }) =>
  db
    .updateTable("kine_confirmations")
    .set({ refund_invoice_at: sql`now()` })
    .where("kine_id", "=", kineId)
    .where("refund_invoice_at", "is not", null),
);
