import { sql } from "kysely";
import { z } from "zod";
import { admin, adminReads, provenAdmin } from "../../api/guards.server.ts";
import { AppError } from "../../shared/errors.ts";
import { COVERAGE_KINDS } from "./coverage-labels.ts";
import { CoverageId } from "./coverage.ts";
import { VocabularyEntry } from "./vocabulary.ts";

const Entry = z.strictObject({
  id: z.int(),
  kind: z.enum(COVERAGE_KINDS),
  short: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  code: z.string().nullable(),
  retired_at: z.date().nullable(),
});

/** Every coverage of the vocabulary, also the retired ones, but none that was merged. Some hundred at most. */
export const list = adminReads
  .meta({ summary: "Lists the vocabulary of coverages." })
  .output(z.array(Entry))
  .handler(({ context: { db } }) =>
    db
      .selectFrom("coverages")
      .select(["id", "kind", "short", "name", "aliases", "code", "retired_at"])
      .where("merged_into", "is", null)
      .orderBy("short")
      .execute(),
  );

/** Adds a coverage, or changes one. Throws NOT_FOUND, and COVERAGE_TAKEN when another one has its short name or code. */
export const save = admin
  .meta({
    summary: "Adds or changes a coverage of the vocabulary.",
    refuses: ["NOT_FOUND", "COVERAGE_TAKEN"],
    writes: "once",
  })
  .input(VocabularyEntry)
  .output(z.strictObject({ id: z.int() }))
  .handler(({ input: { id, ...entry }, context: { transaction } }) =>
    transaction(async (tx) => {
      if (!id) return tx.insertInto("coverages").values(entry).returning("id").executeTakeFirstOrThrow();
      const saved = await tx
        .updateTable("coverages")
        .set(entry)
        .where("id", "=", id)
        .where("merged_into", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (!saved) throw new AppError("NOT_FOUND");
      return saved;
    }),
  );

/**
 * Moves all that is stated about one coverage to another, which takes over its names. Throws COVERAGE_RETIRED when either is not in the
 * vocabulary or the target is retired.
 */
export const merge = provenAdmin
  .meta({ summary: "Merges a coverage into another one.", refuses: ["COVERAGE_RETIRED"], writes: "once" })
  .input(z.object({ from: CoverageId, into: CoverageId }))
  .output(z.strictObject({ merged: z.literal(true) }))
  .handler(({ input: { from, into }, context: { transaction } }) =>
    transaction(async (tx) => {
      await sql`select merge_coverages(${from}::int, ${into}::int)`.execute(tx);
      return { merged: true as const };
    }),
  );

/** Retires a coverage: nobody states it any more, and no list shows it; or puts it back into use. Throws NOT_FOUND. */
export const retire = admin
  .meta({ summary: "Retires a coverage of the vocabulary, or puts it back.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: CoverageId, is_retired: z.boolean() }))
  .output(z.strictObject({ is_retired: z.boolean() }))
  .handler(({ input: { id, is_retired }, context: { transaction } }) =>
    transaction(async (tx) => {
      const saved = await tx
        .updateTable("coverages")
        .set({ retired_at: is_retired ? sql`coalesce(retired_at, now())` : null })
        .where("id", "=", id)
        .where("merged_into", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (!saved) throw new AppError("NOT_FOUND");
      return { is_retired };
    }),
  );
