import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import { partsOf, TEXT_COLUMNS, type TextColumn, walkOf } from "./text-columns.server.ts";
import type { WordKind } from "./vocabulary.ts";

/** The most texts that are linked in one transaction, which bounds how long it locks rows. */
const BATCH = 500;
/** The most texts that are looked up at once. */
const WALKED = 1_000;
const EVERY_MS = 60 * 60 * 1000;

type Limits = { isOver?: () => boolean; only?: { kind: WordKind; text: string } };

/**
 * Links every unlinked free text that the vocabulary knows by now, or `only` the rows with one text, in batches, until none is left or
 * `isOver`. Returns the number of linked texts. Several nodes may run it at once: a walk over all texts passes locked rows over, since it
 * comes again; the decision about one text waits for them.
 */
export async function linkWords(db: Database, { isOver = () => false, only }: Limits = {}): Promise<number> {
  let linked = 0;
  for (const column of TEXT_COLUMNS) {
    if (only && only.kind !== column.kind) continue;
    if (only) linked += await linkRows(db, column, sql`vocabulary_key(${only.text})`, { isOver });
    else
      for await (const key of namedKeys(db, column, isOver))
        linked += await linkRows(db, column, sql`${key}`, { isOver, skipLocked: true });
  }
  return linked;
}

type Walked = { key: string; is_named: boolean };

/** The texts of a column that have a name by now, in the order of their keys. Reads so many texts at once. */
async function* namedKeys(db: Database, column: TextColumn, isOver: () => boolean): AsyncGenerator<string> {
  const { isUnlinked } = partsOf(column);
  for (let after: string | null = null, isDone = false; !isDone && !isOver();) {
    const { rows: walked }: { rows: Walked[] } = await sql<Walked>`
      ${walkOf(column, { where: isUnlinked, after, most: WALKED })}
      select w.key, exists (select from vocabulary_names n where n.kind = ${column.kind} and n.key = w.key and ${meansOne}) as is_named
        from walk w where w.key is not null order by w.place`.execute(db);
    for (const { key: found, is_named } of walked) if (is_named) yield found;
    after = walked.at(-1)?.key ?? null;
    isDone = walked.length < WALKED;
  }
}

/** Whether a name means something: an admin may have kept a text that means nothing. */
const meansOne = sql<boolean>`num_nonnulls(n.place_slug, n.specialty_slug, n.zone_slug) = 1`;

type Waiting = { isOver: () => boolean; skipLocked?: boolean };

/** Links the rows of one text to what its name means now, a batch in each transaction. */
async function linkRows(db: Database, column: TextColumn, text: RawBuilder<unknown>, { isOver, skipLocked }: Waiting) {
  const { rows, slug, key, isUnlinked } = partsOf(column);
  const side = column.kind === "zone" ? sql`, zone_side = n.zone_side` : sql``;
  let linked = 0;
  for (let isDone = false; !isDone && !isOver();) {
    const { numAffectedRows = 0n } = await sql`
      update ${rows} t set ${slug} = coalesce(n.place_slug, n.specialty_slug, n.zone_slug)${side} from vocabulary_names n
        where n.kind = ${column.kind} and n.key = ${text} and ${meansOne} and t.id in (select id from ${rows}
          where ${isUnlinked} and ${key} = ${text} limit ${BATCH}::int for no key update${skipLocked ? sql` skip locked` : sql``})`.execute(
      db,
    );
    linked += Number(numAffectedRows);
    isDone = numAffectedRows < BATCH;
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
