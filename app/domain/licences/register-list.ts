import { readList } from "../../shared/list-file.ts";
import { fold } from "../../shared/text/fold.ts";
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
 * Whether a register's name is a specialist's. Registers write "MÉNDEZ LÓPEZ, Carla Inés" of whom signs as "Carla Méndez": the own name ends with
 * the first surname, or the first ones, and what stands before it are first names. Without a comma the surnames stand first, how many nobody knows.
 */
export function isSamePerson(registered: string, own: string): boolean {
  const [before = [], after] = registered.split(",", 2).map(namesIn);
  const theirs = namesIn(own).filter(({ whole }) => !TITLES.has(whole));
  if (after) return isWritten(theirs, before, after);
  return before.some((_, n) => isWritten(theirs, before.slice(0, n), before.slice(n)));
}

/** Whether it is surely another person's: no surname is common, or no first name. What is neither is for an admin to look at. */
export function isOtherPerson(registered: string, own: string): boolean {
  const [before = [], after] = registered.split(",", 2).map(namesIn);
  const theirs = new Set(namesIn(own).flatMap(({ whole, bare }) => [whole, bare]));
  const shared = (names: Name[]) => names.filter(({ whole, bare }) => theirs.has(whole) || theirs.has(bare)).length;
  return after ? shared(before) === 0 || shared(after) === 0 : shared(before) < 2;
}

/** A name with the particles before it, and without: nobody whose name is "María del Valle" is called Valle. */
type Name = { whole: string; bare: string };

const isWritten = (own: Name[], surnames: Name[], firstNames: Name[]) =>
  surnames.some((_, n) => {
    const [first, last] = [own.slice(0, -n - 1), own.slice(-n - 1)];
    return (
      first.length > 0 &&
      first.every(({ whole }) => firstNames.some((name) => name.whole === whole)) &&
      last.every(({ whole }, at) => surnames[at]?.whole === whole)
    );
  });

const PARTICLES = new Set(
  "al da das de degli del della dello den der des di do dos du el la las le lo los mac mc san santa st van von zu zur".split(
    " ",
  ),
);
const TITLES = new Set("dr dra klga klgo lic licenciada licenciado".split(" "));

/** The names of a text; letters name nobody. */
function namesIn(text: string): Name[] {
  const names: Name[] = [];
  let particles = "";
  for (const word of fold(text).match(/[\p{L}\p{N}]+'?/gu) ?? []) {
    const bare = word.replace("'", "");
    if (word.length === 1) continue;
    if (word !== bare || PARTICLES.has(bare)) particles += bare;
    else {
      names.push({ whole: particles + bare, bare });
      particles = "";
    }
  }
  return names;
}
