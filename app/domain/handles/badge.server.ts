import { licenceName, slashed } from "../licences/licence-words.ts";
import type { PublicProfile } from "../profiles/profile-output.server.ts";
import type { z } from "zod";
import { widthOf } from "../../platform/drawing/lines.server.ts";
import { outline } from "../../platform/drawing/outlines.server.ts";

type Licences = z.output<typeof PublicProfile>["licences"];

const HEIGHT = 56;
const MARGIN = 16;
const TEXT_AT = 60;
const SIZES = { name: 17, date: 13 };

/** A specialist's first licence and the day of its check, as SVG for their own site; null without a checked licence. */
export function licenceBadge(licences: Licences, productName: string): string | null {
  const licence = licences[0];
  if (!licence) return null;
  const name = `Matrícula ${licenceName({ ...licence, number: null })}`;
  const date = `Comprobada el ${slashed(licence.checked_on)} por ${productName}`;
  const wide = Math.max(widthOf(name, SIZES.name, "display"), widthOf(date, SIZES.date, "text"));
  const width = Math.ceil(TEXT_AT + wide + MARGIN);
  const label = `${name}. ${date}`.replaceAll(/[&<>"]/g, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">
<rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="12" fill="#fff" stroke="#c9d3d6"/><circle cx="32" cy="28" r="17" fill="#1a6642"/>
<path d="M24 28l6 6 11-12" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>${
    outline(name, { x: TEXT_AT, y: 25, size: SIZES.name, face: "display", fill: "#14242b" }) +
    outline(date, { x: TEXT_AT, y: 43, size: SIZES.date, face: "text", fill: "#4a5c64" })
  }</svg>`;
}
