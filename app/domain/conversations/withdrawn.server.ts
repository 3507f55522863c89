import { sql } from "kysely";
import { memberReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { WithdrawnWords } from "./conversation-output.server.ts";

const page = prepared(
  "conversations.withdrawn",
  (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
    let query = db
      .selectFrom("withdrawn_words as w")
      .innerJoin("profiles as a", "a.id", "w.author_id")
      .select([
        "w.id",
        "w.is_application",
        sql<string | null>`case when w.is_of_kine then a.name end`.as("author_name"),
        sql<string>`coalesce(w.masked, w.body)`.as("body"),
        "w.said_at",
        "w.kept_until",
      ])
      .where("w.recipient_id", "=", viewer)
      .where("w.kept_until", ">", sql<Date>`now()`)
      // Who is no specialist any more reads no patient.
      .where(sql<boolean>`(w.is_of_kine or has_role(w.recipient_id, 'kine'))`);
    if (before) query = query.where("w.id", "<", before);
    return query.orderBy("w.id", "desc").limit(PAGE_AND_ONE);
  },
);

/** What others wrote to the viewer and took back with an application or a case, newest first, 20 a page; the viewer may still report it. */
export const withdrawn = memberReads
  .meta({ summary: "Lists what was written to the caller and withdrawn." })
  .input(Cursor)
  .output(WithdrawnWords)
  .handler(async ({ input: { before }, context: { db, viewer, services } }) =>
    asPage(
      (await page.all(db, { viewer: viewer.id, before: before ?? undefined })).map(
        ({ body, author_name, ...words }) => ({
          ...words,
          author_name: author_name && services.masked(author_name),
          body: services.masked(body),
        }),
      ),
    ),
  );
