import { readList } from "../../shared/list-file.ts";
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
 * Parses the official list: the name replaces a missing short name; the default kind is obra social. Throws an error that names the line, as
 * `readList` does.
 */
export function readOfficialList(bytes: Uint8Array): OfficialCoverage[] {
  return readList(bytes, COLUMNS, ["code", "name"]).map(({ line, fields: { code, name, short, kind } }) => {
    const found = {
      code,
      name: cut(name, NAME_MAX),
      short: cut(short || name, SHORT_MAX).trim(),
      kind: (kind || "obra_social") as CoverageKind,
    };
    const problem = problemOf(found);
    if (problem) throw new Error(`línea ${line}: ${problem}`);
    return found;
  });
}

function problemOf({ code, name, short, kind }: OfficialCoverage): string | null {
  if (code === "" || code.length > CODE_MAX) return `el código "${code}" está vacío o tiene más de ${CODE_MAX} letras`;
  if (textKey(name) === "" || textKey(short) === "" || short.length < 2) return "falta el nombre";
  return COVERAGE_KINDS.includes(kind) ? null : `el tipo "${kind}" no es uno de ${COVERAGE_KINDS.join(", ")}`;
}
