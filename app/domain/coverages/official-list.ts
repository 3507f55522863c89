import { recordsOf } from "../../shared/csv.ts";
import { cut } from "../../shared/text/cut.ts";
import { textKey } from "../../shared/text/words.ts";
import { COVERAGE_KINDS, type CoverageKind } from "./coverage-labels.ts";

/** A line of the official list: its code there, its name, its short name, and its kind. */
export type OfficialCoverage = { code: string; name: string; short: string; kind: CoverageKind };

const NAME_MAX = 160;
const SHORT_MAX = 40;
const CODE_MAX = 20;

/** The columns that are read, with the names that the registers give them. */
const COLUMNS = {
  code: ["codigo", "rnos", "rnas", "rnemp", "code"],
  name: ["denominacion", "nombre", "name"],
  short: ["sigla", "short"],
  kind: ["tipo", "kind"],
} as const;

/**
 * Parses the official list: a CSV with a header, separated by commas or semicolons. The name replaces a missing short name; the default
 * kind is obra social. Throws an error that names the line.
 */
export function readOfficialList(text: string): OfficialCoverage[] {
  const [header, ...lines] = recordsOf(text.replace(/^\uFEFF/, ""));
  const names = (header ?? []).map(textKey);
  const columnOf = (column: keyof typeof COLUMNS) =>
    names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name));
  const [code, name, short, kind] = [columnOf("code"), columnOf("name"), columnOf("short"), columnOf("kind")];
  if (code < 0 || name < 0) throw new Error("line 1: the header needs a code (codigo, rnos) and a name (denominacion)");
  return lines.map((fields, index) => {
    const field = (column: number) => (fields[column] ?? "").trim().replaceAll(/\s+/g, " ");
    const found = {
      code: field(code),
      name: cut(field(name), NAME_MAX),
      short: cut(field(short) || field(name), SHORT_MAX).trim(),
      kind: (field(kind) || "obra_social") as CoverageKind,
    };
    const problem = problemOf(found);
    if (problem) throw new Error(`line ${index + 2}: ${problem}`);
    return found;
  });
}

function problemOf({ code, name, short, kind }: OfficialCoverage): string | null {
  if (code === "" || code.length > CODE_MAX) return `the code "${code}" is empty or longer than ${CODE_MAX}`;
  if (textKey(name) === "" || textKey(short) === "" || short.length < 2) return "there is no name";
  return COVERAGE_KINDS.includes(kind) ? null : `the kind "${kind}" is not one of ${COVERAGE_KINDS.join(", ")}`;
}
