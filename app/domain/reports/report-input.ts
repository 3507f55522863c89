import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { DETAILS_MAX, reasonsOf, REPORT_REASONS, REPORT_STATES, REPORTERS, SUBJECTS } from "./report.ts";

/** A report; for a message the id is its application's. Details are optional. */
const ReportFields = z.object({
  subject: z.enum(SUBJECTS),
  id: z.uuid(),
  reason: z.enum(REPORT_REASONS, "Elegí un motivo"),
  details: Text.max(DETAILS_MAX, `Máximo ${DETAILS_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
});

export const NewReport = ReportFields.refine(({ subject, reason }) => reasonsOf(subject).includes(reason), {
  message: "Elegí un motivo",
  path: ["reason"],
});

const DECISION_MAX = 500;

/** An admin's decision on a report. */
export const Decision = z.object({
  id: z.uuid(),
  decision: Text.min(1, "Escribí qué decidiste").max(DECISION_MAX, `Máximo ${DECISION_MAX} caracteres`),
  /** Whether the report was right. */
  is_upheld: z.boolean().default(false),
  /** Of a review or an answer: its last edit, as it was read. */
  edited_at: z.coerce.date().nullish(),
});

/** What the list of reports is asked for. */
export const ReportListing = z.object({
  state: z.enum(REPORT_STATES),
  /** Of open reports: those by people, or those by the program; all without it. */
  by: z.enum(REPORTERS).nullish(),
  after: z.uuid().nullish(),
});
