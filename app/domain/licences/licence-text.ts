import { fold } from "../../shared/text/fold.ts";
import { CITY, JURISDICTION_NAMES } from "../places/jurisdictions.ts";
import type { LicenceKind } from "./licence.ts";

/** What people write before a number: national, provincial or neither, and then "number". */
const BEFORE =
  /^(?:(?<MN>mn|(?:mat(?:ricula)?)?nac(?:ional)?)|(?<MP>mp|(?:mat(?:ricula)?)?prov(?:incial)?)|mat(?:ricula)?)?(?:n|no|nro|num|numero)?$/;
/** What people write between a number and its province: "MP 87651 de la provincia de Buenos Aires". */
const OF = /^(?:de(?:la)?)?(?:prov(?:incia)?|pcia)?(?:de)?/;
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  [CITY]: ["caba", "capitalfederal", "ciudaddebuenosaires"],
  "06": ["bsas", "pba"],
  "14": ["cba"],
};
/** More than any way to write one; what is longer is refused, and not looked through. */
const LONGEST = 200;
const letters = (text: string) => text.replaceAll(/[^a-z]/g, "");
/** The names of jurisdictions in letters alone, long ones first: "Ciudad Autónoma de Buenos Aires" ends like "Buenos Aires". */
const NAMES = Object.entries(JURISDICTION_NAMES)
  .flatMap(([code, name]) => [letters(fold(name)), ...(SHORT_NAMES[code] ?? [])].map((spelt) => ({ code, spelt })))
  .toSorted((one, other) => other.spelt.length - one.spelt.length);

type Parts = { kind: LicenceKind | null; jurisdiction: string | null; number: string };

/**
 * The kind, jurisdiction and number of a licence as people write it ("MP Nº 87.651", "Mat. Prov. 087651", "MP 87651, Córdoba", in digits and
 * letters of any script); null for a text that is more than these. In the City the national licence is in force.
 */
function partsOf(text: string): Parts | null {
  if (text.length > LONGEST) return null;
  const [, lead = "", digits = "", rest = ""] = /^(\D*)(\d[\d\s./-]*)(\D*)$/.exec(fold(text).trim()) ?? [];
  const [before, after] = [letters(lead), letters(rest)];
  const place = after
    ? NAMES.find(({ spelt }) => after === spelt || after.replace(OF, "") === spelt)
    : NAMES.find(({ spelt }) => before.endsWith(spelt));
  if (after && !place) return null;
  const found = BEFORE.exec(place && !after ? before.slice(0, -place.spelt.length) : before);
  const number = digits.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (!found || number === "") return null;
  const written = found.groups?.["MN"] ? "MN" : found.groups?.["MP"] ? "MP" : null;
  if (written === "MN" || place?.code === CITY) return { kind: "MN", jurisdiction: CITY, number };
  return { kind: place ? "MP" : written, jurisdiction: place?.code ?? null, number };
}

/** Whether a text names one number, which an admin looks up. */
export const isLicenceRead = (text: string): boolean => partsOf(text) !== null;

/** The one form of a licence: "MP 87651, Córdoba", "MP 87651", "MN 68736", or "87651" without a kind; other texts stay as they are. */
export function normalLicence(text: string): string {
  const parts = partsOf(text);
  if (!parts) return text;
  const { kind, jurisdiction, number } = parts;
  const place = kind === "MP" && jurisdiction ? `, ${JURISDICTION_NAMES[jurisdiction]}` : "";
  const normal = [kind, number].filter(Boolean).join(" ") + place;
  // A number of two digits keeps the zeros that make it long enough.
  return normal.length >= 3 ? normal : text;
}

/** The one form of a number beside its kind: "87651"; other texts stay as they are. */
export const normalNumber = (text: string): string => partsOf(text)?.number ?? text;
