import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { adminReads, routineAdmin } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { noteTombstone, writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { mustBeAboutOthers } from "../moderation/not-own.server.ts";
import { coverageDisputeDecided } from "./messages.server.ts";

const DECISIONS = ["kept", "removed"] as const;

const Dispute = z.strictObject({
  id: z.uuid(),
  kine_id: z.uuid(),
  name: z.string(),
  photo_url: z.string().nullable(),
  short: z.string(),
  opened_at: z.date(),
  /** When the coverage was hidden; null while it is still shown. */
  hidden_at: z.date().nullable(),
  confirmed_at: z.date().nullable(),
  denials: z.int(),
  extras: z.int(),
  confirmations: z.int(),
});

/** Open disputes, oldest first, 20 a page from `after` (a dispute's id), with the counts of answers of proven patients in the 60 days before. */
export const disputes = adminReads
  .meta({ summary: "Lists coverages that patients dispute." })
  .input(z.object({ after: z.uuid().nullish() }).default({}))
  .output(pageOf(Dispute))
  .handler(async ({ input: { after }, context: { db } }) => asPage(await page.all(db, { after: after ?? undefined })));

const answersThat = (says: "no" | "extra" | "yes") =>
  sql<number>`(select count(*)::int from coverage_answers a where a.kine_id = d.kine_id and a.coverage_id = d.coverage_id
    and a.answer = ${says} and a.answered_at > d.opened_at - interval '60 days' and is_counted(a.patient_id))`;

const page = prepared("coverages.disputes", (db, { after }: { after?: string | undefined }) => {
  let query = db
    .selectFrom("coverage_disputes as d")
    .innerJoin("profiles as k", "k.id", "d.kine_id")
    .innerJoin("coverages as v", "v.id", "d.coverage_id")
    .leftJoin("kine_coverages as kc", (join) =>
      join.onRef("kc.kine_id", "=", "d.kine_id").onRef("kc.coverage_id", "=", "d.coverage_id"),
    )
    .select([
      "d.id",
      "d.kine_id",
      "k.name",
      "k.photo_url",
      "v.short",
      "d.opened_at",
      "d.hidden_at",
      "kc.confirmed_at",
      answersThat("no").as("denials"),
      answersThat("extra").as("extras"),
      answersThat("yes").as("confirmations"),
    ])
    .where("d.decided_at", "is", null);
  if (after) query = query.where("d.id", ">", after);
  return query.orderBy("d.id", "asc").limit(PAGE_AND_ONE);
});

/** Decides a dispute: keeps the coverage as stated or removes it, and notifies the specialist. Throws NOT_FOUND, ALREADY_DONE, OWN_ACCOUNT. */
export const decide = routineAdmin
  .meta({
    summary: "Decides a dispute about a coverage.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "OWN_ACCOUNT"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid(), decision: z.enum(DECISIONS) }))
  .output(z.strictObject({ decided: z.literal(true) }))
  .handler(async ({ input: { id, decision }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      const found = await disputed.first(tx, { id });
      if (!found) throw new AppError("NOT_FOUND");
      mustBeAboutOthers(viewer, [found.kine_id]);
      await lockStated.run(tx, { id });
      const decided = await decideDispute.first(tx, { id, decision, admin: viewer.id });
      if (!decided) throw new AppError("ALREADY_DONE");
      await (decision === "kept" ? keepStated : removeStated).run(tx, decided);
      const { kine_id, coverage_id, name, email, short } = found;
      await noteTombstone(tx, decision === "kept" ? "coverage_kept" : "coverage_removed", `${kine_id} ${coverage_id}`);
      const told = { short, is_kept: decision === "kept" };
      await services.mail.post(tx, coverageDisputeDecided, { user_id: kine_id, to: { name, address: email }, told });
      await recordEvent(tx, {
        event: "coverage_dispute_decided",
        user_id: kine_id,
        actor_id: viewer.id,
        session_id: viewer.session_id,
      });
      return { decided: true as const };
    });
    await writeTombstones(services);
    return answer;
  });

const disputed = prepared("dispute", (db, { id }: { id: string }) =>
  db
    .selectFrom("coverage_disputes as d")
    .innerJoin("profiles as k", "k.id", "d.kine_id")
    .innerJoin("coverages as v", "v.id", "d.coverage_id")
    .select(["d.kine_id", "d.coverage_id", "k.name", "k.email", "v.short"])
    .where("d.id", "=", id),
);

const DEFERRED = { isDeferred: true } as const;
type Stated = { kine_id: string; coverage_id: number };

/** What is stated is locked before its dispute, as by an answer. */
const lockStated = prepared(
  "coverages.decide stated",
  (_, { id }: { id: string }) => sql`select from kine_coverages k
    join coverage_disputes d on d.kine_id = k.kine_id and d.coverage_id = k.coverage_id where d.id = ${id}::uuid for update of k`,
  DEFERRED,
);
const decideDispute = prepared(
  "coverages.decide",
  (db, { id, decision, admin }: { id: string; decision: (typeof DECISIONS)[number]; admin: string }) =>
    db
      .updateTable("coverage_disputes")
      .set({ decided_at: sql`now()`, decided_by: admin, decision })
      .where("id", "=", id)
      .where("decided_at", "is", null)
      .returning(["kine_id", "coverage_id"]),
);
const removeStated = prepared(
  "coverages.decide removed",
  (db, { kine_id, coverage_id }: Stated) =>
    db.deleteFrom("kine_coverages").where("kine_id", "=", kine_id).where("coverage_id", "=", coverage_id),
  DEFERRED,
);
const keepStated = prepared(
  "coverages.decide kept",
  (db, { kine_id, coverage_id }: Stated) =>
    db
      .updateTable("kine_coverages")
      .set({ disputed_at: null })
      .where("kine_id", "=", kine_id)
      .where("coverage_id", "=", coverage_id),
  DEFERRED,
);
