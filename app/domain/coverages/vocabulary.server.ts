import { type RawBuilder, sql } from "kysely";
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
      const locked = await tx
        .selectFrom("coverages")
        .select(["id", "short", "merged_into", "retired_at"])
        .where("id", "in", [from, into])
        .orderBy("id")
        .forUpdate()
        .execute();
      const merged = locked.find(({ id, merged_into }) => id === from && merged_into === null);
      const kept = locked.find(({ id, retired_at }) => id === into && retired_at === null);
      if (!merged || !kept || from === into) throw new AppError("COVERAGE_RETIRED");
      for (const step of MERGE) await step.run(tx, { from, into });
      await noteEvent(tx, viewer, "coverage_merged", `${merged.short} → ${kept.short}`);
      return { merged: true as const };
    }),
  );

type Merge = { from: number; into: number };

/** What two coverages state, of which one is merged into the other, in this order. */
const MERGE = [
  // In the order of who decides a dispute: what is stated, then the dispute.
  step(
    "stated",
    ({ from, into }) =>
      sql`select from kine_coverages where coverage_id in (${from}::int, ${into}::int) order by kine_id, coverage_id for update`,
  ),
  // What was merged into it before is retired already.
  step(
    "entry",
    ({ from, into }) => sql`update coverages set retired_at = coalesce(retired_at, now()), merged_into = ${into}::int
      where ${from}::int in (id, merged_into)`,
  ),
  step(
    "names",
    ({ from, into }) => sql`update coverages c set aliases = array(
        select alias from (
          select distinct on (coverage_key(alias)) alias, place
          from unnest(c.aliases || g.short || g.name || g.aliases) with ordinality given (alias, place)
          where coverage_key(alias) not in (coverage_key(c.short), coverage_key(c.name), '')
          order by coverage_key(alias), place
        ) one order by place limit 40)
      from coverages g where c.id = ${into}::int and g.id = ${from}::int`,
  ),
  // What both have keeps the later date.
  step(
    "dates",
    ({ from, into }) => sql`update kine_coverages k
      set confirmed_at = greatest(k.confirmed_at, g.confirmed_at), stated_at = least(k.stated_at, g.stated_at)
      from kine_coverages g where k.coverage_id = ${into}::int and g.coverage_id = ${from}::int and g.kine_id = k.kine_id`,
  ),
  step(
    "both",
    ({ from, into }) => sql`delete from kine_coverages g where g.coverage_id = ${from}::int
      and exists (select from kine_coverages k where k.coverage_id = ${into}::int and k.kine_id = g.kine_id)`,
  ),
  step(
    "one",
    ({ from, into }) => sql`update kine_coverages set coverage_id = ${into}::int where coverage_id = ${from}::int`,
  ),
];

function step(name: string, build: (of: Merge) => RawBuilder<unknown>) {
  return prepared(`coverages.merge ${name}`, (_, of: Merge) => build(of), { isDeferred: true });
}

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
