import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { adminReads, member, routineAdmin } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { fileOf } from "../conversations/message-link.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { reportWasDecided, reportWasMade } from "./course.server.ts";
import { mustBeAboutOthers } from "../moderation/not-own.server.ts";
import { columnOf, isReportable } from "./reportable.server.ts";
import { Reports } from "./report-output.server.ts";
import { Decision, NewReport, ReportListing } from "./report-input.ts";
import {
  MOST_REPORTS_A_DAY,
  MOST_REPORTS_UNCONFIRMED,
  type Reporter,
  type ReportState,
  type Subject,
} from "./report.ts";

/**
 * Reports another user's content that the viewer can see, once. Throws NOT_FOUND, OWN_THING, ALREADY_REPORTED, and TOO_MANY_REPORTS after
 * twenty in a day, or three without a proven address.
 */
export const create = member
  .meta({
    summary: "Reports a profile, case, message, review or answer.",
    refuses: ["NOT_FOUND", "OWN_THING", "ALREADY_REPORTED", "TOO_MANY_REPORTS"],
    writes: "once",
  })
  .input(NewReport)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { subject, id, reason, details } = input;
      // The locks serialise the reports of a mailbox, so that the count below holds. A doubt about a licence locks its specialist too, as each
      // decision about a licence does; in the order of the ids, since two specialists may report each other.
      await sql`select pg_advisory_xact_lock(hashtextextended('reports of ' || mailbox_of(${viewer.id}::uuid), 0))`.execute(
        tx,
      );
      const locked = reason === "false_licence" ? [viewer.id, id] : [viewer.id];
      await tx.selectFrom("profiles").select("id").where("id", "in", locked).orderBy("id").forNoKeyUpdate().execute();
      if (!(await isReportable(tx, viewer, subject, id))) throw new AppError("NOT_FOUND");
      const { count, is_confirmed } = await tx
        .selectFrom("reports")
        .select([
          sql<number>`count(*)::int + acts_before(${viewer.id}, 'report')`.as("count"),
          sql<boolean>`is_confirmed(${viewer.id})`.as("is_confirmed"),
        ])
        .where("reporter_id", "in", sql<string>`(select same_person(${viewer.id}::uuid))`)
        .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      const most = is_confirmed ? MOST_REPORTS_A_DAY : MOST_REPORTS_UNCONFIRMED;
      if (count >= most) throw new AppError("TOO_MANY_REPORTS");
      const report = await tx
        .insertInto("reports")
        .values({ reporter_id: viewer.id, [columnOf[subject]]: id, reason, details })
        .returning(["id", "acted_at"])
        .executeTakeFirstOrThrow();
      // The insert has removed the badge, where the report may act at once. The specialist's events do not name the reporter.
      if (report.acted_at) await recordEvent(tx, { event: "licence_doubted", user_id: id, actor_id: null });
      await reportWasMade(tx, report.id, report.acted_at && id);
      return { id: report.id };
    }),
  );

const subject = sql<Subject>`case when r.profile_id is not null then 'profile' when r.case_id is not null then 'case'
  when r.match_id is not null then 'message' when r.message_id is not null then 'sent_message' when r.reply_id is not null then 'reply' else 'review' end`;

/**
 * Open reports, oldest first, or decided ones, newest first; 20 a page from `after` (a report's id). Each includes its subject: `title` and
 * `text`, the author (`author_…`) and, for a review, the reviewed specialist.
 */
export const list = adminReads
  .meta({ summary: "Lists reports." })
  .input(ReportListing)
  .output(Reports)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const { items, next } = await withFiles(db, input);
    return {
      items: items.map(({ file_path, ...row }) => ({ ...row, file: fileOf(services, viewer, file_path) })),
      next,
    };
  });

const withFiles = async (db: Database, { state, by, after }: z.output<typeof ReportListing>) =>
  asPage(await pages[state === "open" && by ? by : state].all(db, { after: after ?? undefined }));

/** A page of reports with their subjects, and whether each has a file. */
export async function reportPage(db: Database, asked: z.output<typeof ReportListing>) {
  const { items, next } = await withFiles(db, asked);
  return { items: items.map(({ file_path, ...row }) => ({ ...row, has_file: file_path !== null })), next };
}

/** Who reported, as the partial indexes of the open reports have it. */
const reportedBy: Record<Reporter, RawBuilder<boolean>> = {
  person: sql`(r.reporter_id is not null or r.acted_at is not null)`,
  program: sql`(r.reporter_id is null and r.acted_at is null)`,
};

const pageOf = (which: ReportState | Reporter) =>
  prepared(`reports.list ${which}`, (db, { after }: { after?: string | undefined }) => {
    const isOpen = which !== "decided";
    let query = db
      .selectFrom("reports as r")
      .leftJoin("profiles as reporter", "reporter.id", "r.reporter_id")
      .leftJoin("cases as c", "c.id", "r.case_id")
      .leftJoin("messages as g", "g.id", "r.message_id")
      .leftJoin("cases as mc", "mc.id", "r.said_in")
      .leftJoin("review_replies as w", "w.id", "r.reply_id")
      .leftJoin("reviews as v", "v.id", "r.review_id")
      .leftJoin("reviews as rv", "rv.id", "w.review_id")
      .leftJoin("profiles as reviewed", "reviewed.id", "v.kine_id")
      .leftJoin("profiles as a", (join) => join.on("a.id", "=", sql<string>`coalesce(r.profile_id, r.said_by)`))
      .leftJoinLateral(sql<{ title: string | null; body: string | null }>`reported(r)`.as("now"), (join) =>
        join.onTrue(),
      )
      .leftJoin("profiles as judge", "judge.id", "r.decided_by")
      .select([
        "r.id",
        "r.reason",
        "r.details",
        "r.created_at",
        "r.decided_at",
        "r.decision",
        "r.is_upheld",
        "r.acted_at",
        "r.subject_id",
        subject.as("subject"),
        "r.reporter_id",
        "reporter.name as reporter_name",
        "judge.name as decided_by_name",
        sql<string | null>`coalesce(c.id, mc.id, v.case_id, rv.case_id)`.as("case_id"),
        "a.id as author_id",
        "a.name as author_name",
        "a.photo_url as author_photo_url",
        "a.suspended_at as author_suspended_at",
        sql<string | null>`case when r.reason = 'false_licence' then a.license_number end`.as("author_licence"),
        // The stars of a review are shown while it is there.
        sql<string | null>`case when v.id is null then coalesce(r.said_title, mc.title)
          else substring(r.said_title from 'Firmada por .*') end`.as("title"),
        "r.said as text",
        // The program also reports a profile for what its person wrote elsewhere.
        sql<string | null>`case when r.profile_id is null or r.reporter_id is not null
          or r.details = 'Su autor la editó después de una denuncia.' then
          case when now.title is distinct from r.said_title then nullif(concat_ws(E'\n', now.title, now.body), '') else now.body end
          end`.as("text_now"),
        sql<boolean>`not exists (select from reported(r))`.as("is_gone"),
        "g.file_path",
        "v.stars",
        "v.kine_id as reviewed_id",
        "reviewed.name as reviewed_name",
        "v.hidden_at",
        sql<boolean>`coalesce(v.is_waiting, false)`.as("is_review_waiting"),
        sql<Date | null>`coalesce(v.edited_at, w.edited_at)`.as("edited_at"),
        "w.review_id as replied_review_id",
        sql<boolean>`w.held_at is not null`.as("is_reply_held"),
        sql<boolean>`w.hidden_at is not null`.as("is_reply_hidden"),
        "c.status as case_status",
        sql<number>`(select count(*)::int from reports o where o.decided_at is null
        and o.subject_id = r.subject_id)`.as("open_count"),
      ])
      .where("r.decided_at", isOpen ? "is" : "is not", null);
    if (which === "person" || which === "program") query = query.where(reportedBy[which]);
    if (after) query = query.where("r.id", isOpen ? ">" : "<", after);
    return query.orderBy("r.id", isOpen ? "asc" : "desc").limit(PAGE_AND_ONE);
  });
const pages = {
  open: pageOf("open"),
  decided: pageOf("decided"),
  person: pageOf("person"),
  program: pageOf("program"),
};

/** The author of a reported item, or null when their account is deleted. */
async function peopleOf(tx: Tx, reportId: string) {
  const { rows } = await sql<Record<"author" | "reporter" | "reviewed", string | null>>`
    select coalesce(profile_id, said_by) as author, reporter_id as reporter, (select kine_id from reviews where id = review_id) as reviewed
    from reports where id = ${reportId}`.execute(tx);
  return rows[0];
}

/** Locks the reported review or answer. Throws REVIEW_CHANGED, REPLY_CHANGED where it was edited since it was read. */
async function mustBeAsRead(tx: Tx, reportId: string, editedAt: Date | null): Promise<void> {
  const review = await tx
    .selectFrom("reviews as v")
    .innerJoin("reports as r", "r.review_id", "v.id")
    .select("v.edited_at")
    .where("r.id", "=", reportId)
    .where("r.decided_at", "is", null)
    .forNoKeyUpdate("v")
    .executeTakeFirst();
  if (review && review.edited_at?.getTime() !== editedAt?.getTime()) throw new AppError("REVIEW_CHANGED");
  const reply = await tx
    .selectFrom("review_replies as w")
    .innerJoin("reports as r", "r.reply_id", "w.id")
    .select("w.edited_at")
    .where("r.id", "=", reportId)
    .where("r.decided_at", "is", null)
    .forNoKeyUpdate("w")
    .executeTakeFirst();
  if (reply && reply.edited_at?.getTime() !== editedAt?.getTime()) throw new AppError("REPLY_CHANGED");
}

/** Closes a report with a note on the decision. One that is not upheld gives back what it took from its subject at once. */
export const decide = routineAdmin
  .meta({
    summary: "Decides a report.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "OWN_ACCOUNT", "REVIEW_CHANGED", "REPLY_CHANGED"],
    writes: "once",
  })
  .input(Decision)
  .output(z.strictObject({ decided: z.literal(true) }))
  .handler(({ input: { id, decision, is_upheld, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await mustBeAsRead(tx, id, edited_at ?? null);
      const decided = await tx
        .updateTable("reports")
        .set({ decided_at: sql`now()`, decided_by: viewer.id, decision, is_upheld })
        .where("id", "=", id)
        .where("decided_at", "is", null)
        .returning(sql<string | null>`case when acted_at is not null then profile_id end`.as("doubted"))
        .executeTakeFirst();
      if (!decided) {
        const found = await tx.selectFrom("reports").select("id").where("id", "=", id).executeTakeFirst();
        throw new AppError(found ? "ALREADY_DONE" : "NOT_FOUND");
      }
      const people = await peopleOf(tx, id);
      mustBeAboutOthers(viewer, Object.values(people ?? {}));
      await recordEvent(tx, {
        event: "report_decided",
        user_id: people?.author ?? null,
        actor_id: viewer.id,
        session_id: viewer.session_id,
      });
      await reportWasDecided(tx, decided.doubted);
      return { decided: true as const };
    }),
  );
