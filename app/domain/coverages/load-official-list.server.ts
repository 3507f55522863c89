import { cut } from "../../shared/text/cut.ts";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { textKey } from "../../shared/text/words.ts";
import type { OfficialCoverage } from "./official-list.ts";

/** The numbers of coverages that were added, given their code, and left unchanged; and the short names that the list lacks. */
export type Loaded = { added: number; recognised: number; unchanged: number; missing: string[] };

/**
 * Loads the official list into the vocabulary, in one transaction. An entry is recognised by its code or any name; then only its code is set,
 * since names are written by hand. Merged entries stay with their target. No entry is retired: `missing` names those whose code the list lacks.
 */
export function loadOfficialList(db: Database, official: readonly OfficialCoverage[]): Promise<Loaded> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table coverages in share row exclusive mode`.execute(tx);
    const all = await tx
      .selectFrom("coverages")
      .select(["id", "short", "name", "aliases", "code", "retired_at", "merged_into"])
      .execute();
    const known = all.filter(({ merged_into }) => merged_into === null);
    // A merged entry keeps its code and its own names, so that the list does not add it again.
    const merged = all.filter(({ merged_into }) => merged_into !== null);
    const byOwnName = new Map(
      [...merged, ...known].flatMap((entry) => [entry.name, entry.short].map((name) => [textKey(name), entry])),
    );
    const codesKnown = new Set(all.flatMap(({ code }) => code ?? []));
    const byName = new Map(
      known.flatMap((entry) => [entry.short, entry.name, ...entry.aliases].map((name) => [textKey(name), entry])),
    );
    // A short name refers to its own entry, even if it is also another entry's alias.
    for (const entry of known) byName.set(textKey(entry.short), entry);
    const loaded: Loaded = { added: 0, recognised: 0, unchanged: 0, missing: [] };
    const codes = new Set(official.map(({ code }) => code));
    for (const { code, name, short, kind } of official) {
      if (codesKnown.has(code)) {
        loaded.unchanged += 1;
        continue;
      }
      codesKnown.add(code);
      const found = [byOwnName, byName]
        .flatMap((names) => names.get(textKey(short)) ?? names.get(textKey(name)) ?? [])
        .find((entry) => entry.code === null);
      if (found) {
        await tx.updateTable("coverages").set({ code }).where("id", "=", found.id).execute();
        found.code = code;
        loaded.recognised += 1;
      } else {
        // Two entries of the register may share a short name.
        const unique = byName.has(textKey(short)) ? `${cut(short, 40 - code.length - 3)} (${code})` : short;
        const entry = { kind, name, short: unique, code };
        const { id } = await tx.insertInto("coverages").values(entry).returning("id").executeTakeFirstOrThrow();
        const added = { ...entry, id, aliases: [], retired_at: null, merged_into: null };
        byName.set(textKey(unique), added);
        loaded.added += 1;
      }
    }
    loaded.missing = known
      .filter(({ code, retired_at }) => code !== null && retired_at === null && !codes.has(code))
      .map(({ short }) => short);
    return loaded;
  });
}
