import { asksOf, type Finding } from "./findings.ts";
import { LEFT_BY_DESIGN } from "./source.ts";

/** Where a row of the source ended. */
type End = "moved" | "merged" | "changed" | "left";
export type Entry = { table: string; id: string; finding: Finding; end: End; detail: string; choice: string };
export type Counts = { rows: number } & Record<End, number>;
export type Choices = ReadonlyMap<string, string>;
export const choiceKey = (finding: Finding, id: string): string => `${finding} ${id}`;

export type Ledger = ReturnType<typeof openLedger>;

/** Notes where each row of the source ends, and why. `choices` are the operator's answers, by finding and id. */
export function openLedger(choices: Choices) {
  const counts = new Map<string, Counts>();
  const entries: Entry[] = [];
  const unknown: string[] = [];
  let waiting = 0;
  const of = (table: string): Counts => {
    const found = counts.get(table) ?? { rows: 0, moved: 0, merged: 0, changed: 0, left: 0 };
    counts.set(table, found);
    return found;
  };
  const note = (end: End, table: string, id: string, finding: Finding, detail = "") =>
    entries.push({ table, id, finding, end, detail, choice: choices.get(choiceKey(finding, id)) ?? "" });

  return {
    counts,
    entries,
    unknown,
    /** Findings whose answer is missing. */
    get waiting() {
      return waiting;
    },
    count(table: string, rows: number) {
      of(table).rows += rows;
    },
    countOf: (table: string) => of(table).rows,
    /** A table that is not read: what the hosted backend makes by itself, or one that this program does not know. */
    leaveTable(table: string, rows: number) {
      of(table).rows += rows;
      of(table).left += rows;
      if (!LEFT_BY_DESIGN.test(table) && !unknown.includes(table)) unknown.push(table);
    },
    /** A row that stays as it was, or that lost something (`findings`, each with its detail). */
    moved(table: string, id: string, findings: readonly (readonly [Finding, string])[] = []) {
      of(table)[findings.length > 0 ? "changed" : "moved"] += 1;
      for (const [finding, detail] of findings) note("changed", table, id, finding, detail);
    },
    merged(table: string, id: string, finding: Finding, detail = "") {
      of(table).merged += 1;
      note("merged", table, id, finding, detail);
    },
    left(table: string, id: string, finding: Finding, detail = "") {
      of(table).left += 1;
      if (asksOf(finding) && !choices.has(choiceKey(finding, id))) waiting += 1;
      note("left", table, id, finding, detail);
    },
    /** Something that was made for a row that is counted already. */
    note(table: string, id: string, finding: Finding, detail = "") {
      note("changed", table, id, finding, detail);
    },
    choice: (finding: Finding, id: string): string | null => choices.get(choiceKey(finding, id)) ?? null,
  };
}
