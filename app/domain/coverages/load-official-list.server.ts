import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { coverageKey } from "./coverage-search.ts";
import type { OfficialCoverage } from "./official-list.ts";

/** How many coverages were added, given their code, and left as they were, and the short names that the list lacks. */
export type Loaded = { added: number; recognised: number; unchanged: number; missing: string[] };

/**
 * Loads the official list into the vocabulary, in one transaction. An entry is recognised by its code, or by any of its names; then only its
 * code is set, since its names were written by hand. Nothing is retired: `missing` names the entries with a code that the list lacks.
 */
export function loadOfficialList(db: Database, official: readonly OfficialCoverage[]): Promise<Loaded> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table coverages in share row exclusive mode`.execute(tx);
    const known = await tx
      .selectFrom("coverages")
      .select(["id", "short", "name", "aliases", "code", "retired_at"])
      .where("merged_into", "is", null)
      .execute();
    const byCode = new Map(known.flatMap((entry) => (entry.code === null ? [] : [[entry.code, entry] as const])));
    const byName = new Map(
      known.flatMap((entry) => [entry.short, entry.name, ...entry.aliases].map((name) => [coverageKey(name), entry])),
    );
    // A short name belongs to its own entry before it is another one's alias.
    for (const entry of known) byName.set(coverageKey(entry.short), entry);
    const loaded: Loaded = { added: 0, recognised: 0, unchanged: 0, missing: [] };
    const codes = new Set(official.map(({ code }) => code));
    for (const { code, name, short, kind } of official) {
      if (byCode.has(code)) {
        loaded.unchanged += 1;
        continue;
      }
      const found = byName.get(coverageKey(short)) ?? byName.get(coverageKey(name));
      if (found && found.code === null) {
        await tx.updateTable("coverages").set({ code }).where("id", "=", found.id).execute();
        byCode.set(code, { ...found, code });
        found.code = code;
        loaded.recognised += 1;
      } else {
        // Two entries of the register may share a short name.
        const unique = byName.has(coverageKey(short)) ? `${short.slice(0, 40 - code.length - 3)} (${code})` : short;
        const entry = { kind, name, short: unique, code };
        const { id } = await tx.insertInto("coverages").values(entry).returning("id").executeTakeFirstOrThrow();
        const added = { ...entry, id, aliases: [], retired_at: null };
        byCode.set(code, added);
        byName.set(coverageKey(unique), added);
        loaded.added += 1;
      }
    }
    loaded.missing = known
      .filter(({ code, retired_at }) => code !== null && retired_at === null && !codes.has(code))
      .map(({ short }) => short);
    return loaded;
  });
}
