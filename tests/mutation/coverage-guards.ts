import { type Guard, part } from "./guard.ts";

const COVERAGES = "tests/rules/coverages.test.ts";
const CONFIRMATIONS = "tests/rules/confirmations.test.ts";
const STATES = "of 10,000 random states";
const FILTER = "app/domain/coverages/covered-kines.server.ts";

const edits: [name: string, file: string, from: string, to: string, noticedBy: string, test: string][] = [
  [
    "lists as they were read",
    "app/domain/lists/as-read.server.ts",
    "!areSameItems(read, stored)",
    "false",
    "tests/lists/as-read.test.ts",
    "in random interleavings",
  ],
  ["unconfirmed in the filter", FILTER, `state === "confirmed" ? "<>" : "="`, `"<>"`, COVERAGES, "leaves the filter"],
  ["disputed in the filter", FILTER, `.where("kc.disputed_at", "is", null)`, "", COVERAGES, STATES],
  ["suspended in the filter", FILTER, `.where("p.suspended_at", "is", null)`, "", COVERAGES, STATES],
  ["retired in the filter", FILTER, `.where("v.retired_at", "is", null)`, "", COVERAGES, STATES],
  [
    "a link once",
    "app/domain/confirmations/confirmations.server.ts",
    "if (found.answered_at) return { coverages: 0, prices: 0, is_first: false };",
    "",
    CONFIRMATIONS,
    "one POST",
  ],
  [
    "links of the suspended",
    "app/domain/confirmations/confirmations.server.ts",
    `.where("p.suspended_at", "is", null)`,
    "",
    CONFIRMATIONS,
    "the link of a suspended",
  ],
];
const parts: [label: string, table: string, test: string][] = [
  ["withdrawn_consents_take_coverages", "consents", "needs the consent"],
  ["kine_coverages_stay_disputed", "kine_coverages", "two patients who say no"],
  ["price_range_follows_prices", "profiles", "stand in the public profile"],
];
const triggers: [name: string, table: string, test: string][] = [
  ["patient_coverages_need_consent", "patient_coverages", "needs the consent"],
  ["case_coverages_need_consent", "case_coverages", "of a case that is no longer open"],
  ["coverage_answers_follow_a_closed_case", "coverage_answers", "no answer comes before"],
];

/** Guards of coverages, prices and their confirmation. */
export const coverageGuards: readonly Guard[] = [
  ...edits.map(([name, file, from, to, noticedBy, test]) => ({
    name,
    edits: [{ file, from, to }],
    noticedBy: { file: noticedBy, test },
  })),
  ...parts.map(([label, table, test]) => part(label, table, { file: COVERAGES, test })),
  ...triggers.map(([name, table, test]) => ({
    name: `trigger ${name}`,
    sql: `drop trigger ${name} on ${table}`,
    noticedBy: { file: COVERAGES, test },
  })),
];
