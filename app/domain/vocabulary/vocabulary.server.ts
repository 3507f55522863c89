import { sql } from "kysely";
import { z } from "zod";
import { adminReads, routineAdmin } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { linkWords } from "./link-words.server.ts";
import { Meaning, UnknownWord } from "./unknown-word.ts";
import { partsOf, TEXT_COLUMNS, walkOf } from "./text-columns.server.ts";
import { WORD_KINDS, type WordKind } from "./vocabulary.ts";

/** The most texts in an answer, the most texts scanned in each column, and the most uses counted of one text. */
const MOST = 200;
const MOST_WALKED = 1_000;
const MOST_COUNTED = 100;
/** The most cases of a person whose texts are scanned, the newest: the vocabulary is not one person's to fill. */
const MOST_OF_PERSON = 5;

const Queue = z.strictObject({
  items: z.array(
    z.strictObject({ kind: z.enum(WORD_KINDS), key: z.string(), text: z.string(), uses: z.int().positive() }),
  ),
  total: z.int(),
});
const Decided = z.strictObject({ decided: z.literal(true) });

/**
 * Undecided texts that the vocabulary has no name for, the most used first: 200 at most, and their total. Scans only the first thousand of
 * each column to bound the cost; decided texts make room for others.
 */
export const queue = adminReads
  .meta({ summary: "Lists texts that the vocabulary has no name for." })
  .output(Queue)
  .handler(async ({ context: { db } }) => {
    const rows = await unknown.all(db, {});
    const items = rows.map(({ kind, key, text, uses }) => ({ kind, key, text, uses }));
    return { items, total: rows[0]?.total ?? 0 };
  });

const unknown = prepared("vocabulary.queue", (db) =>
  db
    .selectFrom(
      // Places come from two columns, so that the uses of a text are summed.
      sql<{ kind: (typeof WORD_KINDS)[number]; key: string; text: string; uses: number; total: number }>`
        (select kind, key, min(text) as text, sum(uses)::int as uses, (count(*) over ())::int as total
          from (${unknownWords(MOST_WALKED, MOST_COUNTED)}) u group by kind, key)`.as("w"),
    )
    .select(["w.kind", "w.key", "w.text", "w.uses", "w.total"])
    .orderBy("uses", "desc")
    .orderBy("kind")
    .orderBy("key")
    .limit(MOST),
);

/**
 * Texts of each column that the vocabulary has no name for, with the way they are most often written and how often. Walks at most `walked` texts of each column, in
 * the order of their keys, and counts at most `counted` of each. What is not read is left out before texts are counted: it takes the place of none.
 */
export function unknownWords(walked: number, counted: number) {
  const isRead = {
    profiles: sql`(coalesce((select u.email_confirmed_at is not null from auth.users u where u.id = profiles.id), true)
      or profiles.approval_status = 'approved' and exists (select from user_roles r where r.user_id = profiles.id and r.role = 'kine'))`,
    cases: sql`(coalesce((select w.is_counted from case_places w where w.case_id = cases.id), true) and (select count(*) from (
      select from cases l where l.patient_id = cases.patient_id and l.id > cases.id limit ${MOST_OF_PERSON}) later) < ${MOST_OF_PERSON})`,
  };
  const columns = TEXT_COLUMNS.map((each) => {
    const { rows, key, column, isUnlinked } = partsOf(each);
    const isUnknown = sql<boolean>`${isUnlinked} and ${isRead[each.table]}`;
    return sql`(
      ${walkOf(each, { where: isUnknown, after: null, most: walked })}
      select ${each.kind}::text as kind, w.key, counted.example as text, counted.uses from walk w, lateral (
        select min(written) as example, count(*)::int as uses from (
          select ${column} as written from ${rows} where ${isUnknown} and ${key} = w.key limit ${counted}::int) few) counted
      where w.key is not null and not exists (select from vocabulary_names n where n.kind = ${each.kind} and n.key = w.key))`;
  });
  return sql<{ kind: WordKind; key: string; text: string; uses: number }>`${sql.join(columns, sql` union all `)}`;
}

type Term = { place_slug?: string; specialty_slug?: string; zone_slug?: string; zone_side?: string | null };

async function decide(tx: Tx, adminId: string, { kind, text }: z.output<typeof UnknownWord>, term: Term) {
  const meaning = { place_slug: null, specialty_slug: null, zone_slug: null, zone_side: null, ...term };
  const decided = { ...meaning, decided_by: adminId, decided_at: sql<Date>`now()` };
  await tx
    .insertInto("vocabulary_names")
    .values({ kind, key: sql`vocabulary_key(${text})`, source: "admin", ...decided })
    .onConflict((conflict) => conflict.columns(["kind", "key"]).doUpdateSet({ source: "admin", ...decided }))
    .execute();
  return { decided: true as const };
}

const COLUMNS = { place: "place_slug", specialty: "specialty_slug", zone: "zone_slug" } as const;

/** Gives a text a meaning: all rows with this text, present and future ones, are linked to that term. */
export const link = routineAdmin
  .meta({
    summary: "Links a text to a term of the vocabulary.",
    refuses: ["NOT_FOUND", "ALREADY_DONE"],
    writes: "once",
  })
  .input(Meaning)
  .output(Decided)
  .handler(async ({ input: { slug, side, ...word }, context: { transaction, viewer, db } }) => {
    const term = { [COLUMNS[word.kind]]: slug, ...(word.kind === "zone" && { zone_side: side ?? null }) };
    const answer = await transaction((tx) => decide(tx, viewer.id, word, term));
    await linkWords(db, { only: word });
    return answer;
  });

/** Leaves a text as it is, without a meaning. */
export const keep = routineAdmin
  .meta({ summary: "Keeps a text that names nothing of the vocabulary.", refuses: ["ALREADY_DONE"], writes: "once" })
  .input(UnknownWord)
  .output(Decided)
  .handler(({ input, context: { transaction, viewer } }) => transaction((tx) => decide(tx, viewer.id, input, {})));
