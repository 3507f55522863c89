import { readList } from "../../shared/list-file.ts";
import { textKey } from "../../shared/text/words.ts";
import type { LICENCE_KINDS } from "./licence.ts";
import { normalLicence } from "./licence-text.ts";

/** A line of a register: a licence in its one form, whose it is, and whether it was in force on a day (ISO 8601). */
export type RegisterEntry = { line: number; licence: string; name: string; is_active: boolean; on: string };

/** The columns that are read, with the names that registers give them. */
const COLUMNS = {
  kind: ["tipo", "kind"],
  jurisdiction: ["jurisdiccion", "provincia", "jurisdiction"],
  number: ["numero", "matricula", "number"],
  name: ["nombre", "apellido y nombre", "nombre y apellido", "name"],
  state: ["estado", "state"],
  date: ["fecha", "date"],
} as const;
const KINDS: Readonly<Record<string, (typeof LICENCE_KINDS)[number]>> = {
  mn: "MN",
  nacional: "MN",
  mp: "MP",
  provincial: "MP",
};
const ACTIVE = new Set(["activa", "activo", "habilitada", "habilitado", "matriculada", "matriculado", "vigente"]);
const INACTIVE = new Set(
  "baja cancelada cancelado fallecida fallecido inactiva inactivo inhabilitada inhabilitado suspendida suspendido vencida".split(
    " ",
  ),
);

/**
 * Parses the list of a register of licences as of `today` (ISO 8601). Throws an error that names the line, in Spanish, as `readList` does: a
 * licence without its province, a state that is not known, a day that does not exist or is to come.
 */
export function readRegister(bytes: Uint8Array, today: string): RegisterEntry[] {
  return readList(bytes, COLUMNS, ["kind", "number", "name", "state", "date"]).map(({ line, fields }) => {
    const wrong = (problem: string) => new Error(`línea ${line}: ${problem}`);
    const kind = KINDS[textKey(fields.kind).replaceAll(" ", "")];
    if (!kind) throw wrong(`el tipo "${fields.kind}" no es MN ni MP`);
    const licence = normalLicence(`${kind} ${fields.number}${kind === "MP" ? `, ${fields.jurisdiction}` : ""}`);
    if (!(kind === "MN" ? /^MN \d+$/ : /^MP \d+, ./).test(licence))
      throw wrong(`no se entiende la matrícula "${[fields.number, fields.jurisdiction].filter(Boolean).join(", ")}"`);
    if (textKey(fields.name) === "") throw wrong("falta el nombre");
    const state = textKey(fields.state);
    if (!ACTIVE.has(state) && !INACTIVE.has(state)) throw wrong(`no se conoce el estado "${fields.state}"`);
    const on = dayOf(fields.date);
    if (on === null || on > today) throw wrong(`la fecha "${fields.date}" no es un día que ya pasó`);
    return { line, licence, name: fields.name, is_active: ACTIVE.has(state), on };
  });
}

/** The ISO form of a day written as 2026-11-27 or 27/11/2026; null for any other text. */
function dayOf(text: string): string | null {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
  const time = /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : new Date(NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : null;
}

/**
 * Whether a register's name may be a specialist's. Registers write "MÉNDEZ LÓPEZ, Carla Inés" of whom signs as "Carla Méndez": the first surname
 * and one of the first names are common. Without a comma nobody knows which words are surnames, so any two are. "de la" and letters name nobody.
 */
export function isSamePerson(registered: string, own: string): boolean {
  const theirs = namesIn(own);
  const [surnames = "", firstNames] = registered.split(",", 2);
  const shared = (words: string[]) => words.filter((word) => theirs.includes(word)).length;
  if (firstNames === undefined) return shared(namesIn(surnames)) >= 2;
  return shared(namesIn(surnames).slice(0, 1)) === 1 && shared(namesIn(firstNames)) > 0;
}

const PARTICLES = new Set(
  "al da das de degli del della dello den der des di do dos du e el la las le lo los mac mc san santa st van von y zu zur".split(
    " ",
  ),
);
const namesIn = (text: string) =>
  [...new Set(textKey(text).split(" "))].filter((word) => word.length > 1 && !PARTICLES.has(word));
