import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { patient, patientReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { COVERAGE_ANSWERS } from "./coverage-labels.ts";
import { coverageDisputed } from "./messages.server.ts";

/** The accepted specialists of the patient's closed case who state its coverage, and about whom the patient has not answered yet. */
export const questions = patientReads
  .meta({ summary: "Lists what the caller may confirm about a closed case's coverage." })
  .input(z.object({ case_id: z.uuid() }))
  .output(z.array(z.strictObject({ kine_id: z.uuid(), name: z.string(), short: z.string() })))
  .handler(({ input, context: { db, viewer } }) => due.all(db, { viewer: viewer.id, caseId: input.case_id }));

const due = prepared("coverages.questions", (db, { viewer, caseId }: { viewer: string; caseId: string }) =>
  db
    .selectFrom("cases as c")
    .innerJoin("case_coverages as cc", "cc.case_id", "c.id")
    .innerJoin("coverages as v", "v.id", "cc.coverage_id")
    .innerJoin("matches as m", "m.case_id", "c.id")
    .innerJoin("kine_coverages as kc", (join) =>
      join.onRef("kc.kine_id", "=", "m.kine_id").onRef("kc.coverage_id", "=", "cc.coverage_id"),
    )
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .select(["m.kine_id", "k.name", "v.short"])
    .where("c.id", "=", caseId)
    .where("c.patient_id", "=", viewer)
    .where("c.status", "=", "closed")
    .where("m.status", "=", "accepted")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("profiles as p")
          .select("p.id")
          .whereRef("p.id", "=", "c.patient_id")
          .where("p.health_consent", "is not", null),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("coverage_answers as a")
            .select("a.id")
            .whereRef("a.case_id", "=", "c.id")
            .whereRef("a.kine_id", "=", "m.kine_id"),
        ),
      ),
    )
    .orderBy("m.id", "desc")
    .limit(MOST),
);
const MOST = 20;

/**
 * Records whether a specialist attended by the coverage of an own closed case, as they state it. A second patient's "no" within 60 days opens
 * a dispute; it hides the coverage and notifies the specialist where those patients may act at once. Throws NOT_FOUND, ALREADY_DONE after an answer, and CONSENT_NEEDED without the consent.
 */
export const answer = patient
  .meta({
    summary: "Says whether a specialist attended by the coverage of a closed case.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "CONSENT_NEEDED"],
    writes: "once",
  })
  .input(z.object({ case_id: z.uuid(), kine_id: z.uuid(), answer: z.enum(COVERAGE_ANSWERS) }))
  .output(z.strictObject({ answered: z.literal(true) }))
  .handler(({ input, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      const answered = await saveAnswer.first(tx, { ...input, viewer: viewer.id });
      if (!answered) throw new AppError("NOT_FOUND");
      if (input.answer === "no") await notifyOfDispute(services, tx, answered);
      return { answered: true as const };
    }),
  );

type Given = { viewer: string; case_id: string; kine_id: string; answer: string };
type Answered = { kine_id: string; coverage_id: number };
const saveAnswer = prepared("coverages.answer", (db, { viewer, case_id, kine_id, answer: says }: Given) =>
  db
    .insertInto("coverage_answers")
    .columns(["case_id", "kine_id", "patient_id", "coverage_id", "answer"])
    .expression((eb) =>
      eb
        .selectFrom("cases as c")
        .innerJoin("case_coverages as cc", "cc.case_id", "c.id")
        .innerJoin("matches as m", "m.case_id", "c.id")
        .innerJoin("kine_coverages as kc", (join) =>
          join.onRef("kc.kine_id", "=", "m.kine_id").onRef("kc.coverage_id", "=", "cc.coverage_id"),
        )
        .select([
          "c.id",
          "m.kine_id",
          sql<string>`c.patient_id`.as("patient_id"),
          "cc.coverage_id",
          sql<"yes">`${says}::coverage_answer`.as("answer"),
        ])
        .where("c.id", "=", case_id)
        .where("c.patient_id", "=", viewer)
        .where("c.status", "=", "closed")
        .where("m.kine_id", "=", kine_id)
        .where("m.status", "=", "accepted"),
    )
    .returning(["kine_id", "coverage_id"]),
);

/** Notifies a specialist if this transaction has hidden their coverage. */
async function notifyOfDispute({ mail }: Pick<Services, "mail">, tx: Tx, { kine_id, coverage_id }: Answered) {
  const hidden = await hiddenNow.first(tx, { kine_id, coverage_id });
  if (!hidden) return;
  const { name, email, short } = hidden;
  await mail.post(tx, coverageDisputed, { user_id: kine_id, to: { name, address: email }, told: { short } });
  await recordEvent(tx, { event: "coverage_disputed", user_id: kine_id, actor_id: null });
}

const hiddenNow = prepared("coverage hidden", (db, { kine_id, coverage_id }: Answered) =>
  db
    .selectFrom("coverage_disputes as d")
    .innerJoin("coverages as v", "v.id", "d.coverage_id")
    .innerJoin("profiles as k", "k.id", "d.kine_id")
    .select(["k.name", "k.email", "v.short"])
    .where("d.kine_id", "=", kine_id)
    .where("d.coverage_id", "=", coverage_id)
    .where("d.decided_at", "is", null)
    .where("d.hidden_at", "=", sql<Date>`now()`),
);
