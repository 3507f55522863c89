import { fold } from "../../shared/text/fold.ts";
import type { LicenceKind } from "./licence.ts";

/** What people write before a number: national, provincial or neither, and then "number". */
const BEFORE =
  /^(?:(?<MN>mn|(?:mat(?:ricula)?)?nac(?:ional)?)|(?<MP>mp|(?:mat(?:ricula)?)?prov(?:incial)?)|mat(?:ricula)?)?(?:n|no|nro|num|numero)?$/;
/** As keys of the database, which have neither spaces nor signs; the numbers that were stored before they had one form. */
const SPELLINGS: Record<LicenceKind, readonly string[]> = {
  MN: ["mn", "mnn", "mnno", "mnnº", "mnnro", "matnac", "matriculanacional", "nacional"],
  MP: ["mp", "mpn", "mpno", "mpnº", "mpnro", "matprov", "matriculaprovincial", "provincial"],
};

/**
 * The kind and the number of a licence as people write it ("MP Nº 87.651", "Mat. Prov. 087651", in digits and letters of any script); null for a
 * text that is more than a number and its kind.
 */
function partsOf(text: string): { kind: LicenceKind | null; number: string } | null {
  const [, before = "", digits = ""] = /^(\D*)(\d[\d\s./-]*)$/.exec(fold(text).trim()) ?? [];
  const found = BEFORE.exec(before.replaceAll(/[^a-z]/g, ""));
  const number = digits.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (!found || number === "") return null;
  return { kind: found.groups?.["MN"] ? "MN" : found.groups?.["MP"] ? "MP" : null, number };
}

/** The one form of a licence number with its kind: "MP 87651", or "87651" without one; other texts stay as they are. */
export function normalLicence(text: string): string {
  const parts = partsOf(text);
  const normal = parts && [parts.kind, parts.number].filter(Boolean).join(" ");
  // A number of two digits keeps the zeros that make it long enough.
  return normal && normal.length >= 3 ? normal : text;
}

/** The one form of a number beside its kind: "87651"; other texts stay as they are. */
export const normalNumber = (text: string): string => partsOf(text)?.number ?? text;

/** The keys under which the database may hold a licence of this kind and number. One that names no kind is told apart when it is checked. */
export function possibleKeys(license: string): string[] {
  const parts = partsOf(license);
  if (!parts) return [];
  const before = parts.kind ? SPELLINGS[parts.kind] : [""];
  return before.map((spelling) => spelling + parts.number);
}
