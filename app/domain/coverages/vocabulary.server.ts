import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { adminReads, routineAdmin } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { COVERAGE_KINDS } from "./coverage-labels.ts";
import { CoverageId } from "./coverage-input.ts";
import { mustBeAsRead } from "../lists/as-read.server.ts";
import { SavedVocabularyEntry } from "./vocabulary.ts";

const Entry = z.strictObject({
  id: z.int(),
  kind: z.enum(COVERAGE_KINDS),
  short: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  code: z.string().nullable(),
  retired_at: z.date().nullable(),
});

/** Every coverage of the vocabulary in alphabetical order, including retired and excluding merged ones; a few hundred at most. */
export const list = adminReads
  .meta({ summary: "Lists the vocabulary of coverages." })
  .output(z.array(Entry))
  .handler(async ({ context: { db } }) =>
    (await vocabulary.all(db, {})).toSorted((one, other) => one.short.localeCompare(other.short, "es")),
  );

const vocabulary = prepared("coverages.list", (db) =>
  db
    .selectFrom("coverages")
    .select(["id", "kind", "short", "name", "code", "retired_at"])
    // JSON, since the driver parses a text array character by character.
    .select(sql<string[]>`to_json(aliases)`.as("aliases"))
    .where("merged_into", "is", null),
);

type VocabularyEvent = "coverage_saved" | "coverage_merged" | "coverage_retired" | "coverage_restored";

/** Records an admin's change of the vocabulary, with the short names that it affects. */
const noteEvent = (tx: Tx, { id, session_id }: Viewer, event: VocabularyEvent, reason: string) =>
  recordEvent(tx, { event, user_id: id, session_id, reason });

/** Locks a coverage and returns it; undefined when it was merged or is not in the vocabulary. */
const lockedEntry = (tx: Tx, id: number) =>
  tx
    .selectFrom("coverages")
    .select(["kind", "short", "name", "aliases", "code"])
    .where("id", "=", id)
    .where("merged_into", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** Adds a coverage, or changes one. Throws NOT_FOUND, LIST_CHANGED, and COVERAGE_TAKEN when another one has its short name or code. */
export const save = routineAdmin
  .meta({
    summary: "Adds or changes a coverage of the vocabulary.",
    refuses: ["NOT_FOUND", "COVERAGE_TAKEN", "LIST_CHANGED"],
    writes: "once",
  })
  .input(SavedVocabularyEntry)
  .output(z.strictObject({ id: z.int() }))
  .handler(({ input: { id, read, ...entry }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      if (!id) {
        const added = await tx.insertInto("coverages").values(entry).returning("id").executeTakeFirstOrThrow();
        await noteEvent(tx, viewer, "coverage_saved", entry.short);
        return added;
      }
      const before = await lockedEntry(tx, id);
      if (!before) throw new AppError("NOT_FOUND");
      if (read) mustBeAsRead({ read: [read], stored: [before], wanted: [entry] });
      await tx.updateTable("coverages").set(entry).where("id", "=", id).execute();
      const { short } = before;
      await noteEvent(tx, viewer, "coverage_saved", short === entry.short ? short : `${short} → ${entry.short}`);
      return { id };
    }),
  );

/**
 * Moves all that is stated about one coverage to another, which takes over its names. Throws COVERAGE_RETIRED when either is not in the
 * vocabulary or the target is retired.
 */
export const merge = routineAdmin
  .meta({ summary: "Merges a coverage into another one.", refuses: ["COVERAGE_RETIRED"], writes: "once" })
  .input(z.object({ from: CoverageId, into: CoverageId }))
  .output(z.strictObject({ merged: z.literal(true) }))
  .handler(({ input: { from, into }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await sql`select merge_coverages(${from}::int, ${into}::int)`.execute(tx);
      const { rows } = await sql<{ names: string }>`select f.short || ' → ' || i.short as names
        from coverages f, coverages i where f.id = ${from} and i.id = ${into}`.execute(tx);
      await noteEvent(tx, viewer, "coverage_merged", rows[0]?.names ?? "");
      return { merged: true as const };
    }),
  );

/** Retires a coverage, so that nobody can state it and no list shows it, or puts it back into use. Throws NOT_FOUND. */
export const retire = routineAdmin
  .meta({ summary: "Retires a coverage of the vocabulary, or puts it back.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: CoverageId, is_retired: z.boolean() }))
  .output(z.strictObject({ is_retired: z.boolean() }))
  .handler(({ input: { id, is_retired }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const saved = await tx
        .updateTable("coverages")
        .set({ retired_at: is_retired ? sql`coalesce(retired_at, now())` : null })
        .where("id", "=", id)
        .where("merged_into", "is", null)
        .returning("short")
        .executeTakeFirst();
      if (!saved) throw new AppError("NOT_FOUND");
      await noteEvent(tx, viewer, is_retired ? "coverage_retired" : "coverage_restored", saved.short);
      return { is_retired };
    }),
  );
