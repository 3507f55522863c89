import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import type { WordKind } from "./vocabulary.ts";

/** The most texts that are linked in one transaction, which bounds how long it locks rows. */
const BATCH = 500;
const EVERY_MS = 60 * 60 * 1000;

/** The columns of free text, and the kind of word in each. */
const COLUMNS: readonly { table: "profiles" | "cases"; column: string; kind: WordKind }[] = [
  { table: "profiles", column: "location_city", kind: "place" },
  { table: "cases", column: "location_city", kind: "place" },
  { table: "profiles", column: "specialty", kind: "specialty" },
  { table: "cases", column: "injury_area", kind: "zone" },
];

type Limits = { isOver?: () => boolean; only?: { kind: WordKind; text: string } };

/**
 * Links every unlinked free text that the vocabulary knows by now, or `only` the rows with one text, in batches, until none is left or
 * `isOver`. Returns the number of linked texts. Several nodes may run it at once.
 */
export async function linkWords(db: Database, { isOver = () => false, only }: Limits = {}): Promise<number> {
  let linked = 0;
  for (const { table, column, kind } of COLUMNS) {
    if (only && only.kind !== kind) continue;
    const first = only ? sql<string>`vocabulary_key(${only.text})` : sql<string>`${""}::text`;
    const last = only ? first : sql<string>`null::text`;
    for (let from: string | null = ""; from !== null && !isOver();) {
      const { rows }: { rows: { linked: number; go_on: string | null }[] } = await sql<{
        linked: number;
        go_on: string | null;
      }>`
        select linked, go_on from link_words(${table}, ${column}, ${kind}, greatest(${from}::text, ${first}), ${last}, ${BATCH}::int)`.execute(
        db,
      );
      linked += rows[0]?.linked ?? 0;
      from = rows[0]?.go_on ?? null;
    }
  }
  return linked;
}

/** Links texts that were written before the vocabulary knew them: at the start, and every hour those that a batch left out. */
export function openWordLinks({ db, log }: { db: Database; log: Logger }): Repeated {
  let isOver = false;
  const onError = (error: unknown) => isOver || log.warn({ err: error }, "texts were not linked");
  const link = () => linkWords(db, { isOver: () => isOver });
  const first = link().catch(onError);
  const later = repeat(EVERY_MS, link, onError);
  return {
    async stop() {
      isOver = true;
      await Promise.all([first, later.stop()]);
    },
  };
}
