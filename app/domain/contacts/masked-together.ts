import { type ContactKind, contactsIn, type FoundContact } from "./found-contacts.ts";
import { EDGE, isInParts, withMasks } from "./masked-text.ts";

/** The longest text that is looked through whole as the middle of three. */
const MIDDLE = 20;
/** Whether a text may hold digits of a number, also in words. */
const HAS_FIGURES =
  /\p{N}|(?:cero|sero|un[oa]|dos|tres|[ck]uatro|[cs]in[ck]o|se[ií]s|siete|ocho|nueve|d[ié]e[zc]|once|doce|[qk]u?ince|veint|treint|cuarent|ochent|novent|cien)/iu;

/**
 * Texts that are shown together, each with its contact data masked, also a number of which one text has a part and another the rest, in either
 * order. Only what is a valid number beyond doubt counts across texts, since values of one go on in the next.
 */
export function maskedTogether(masked: (text: string) => string, texts: readonly string[]): string[] {
  const { parts: across } = contactsAcross(texts);
  return texts.map((text, at) => {
    const parts = across[at] ?? [];
    if (parts.length === 0) return masked(text);
    return withMasks(
      text,
      [...contactsIn(text), ...parts].toSorted((one, other) => one.start - other.start),
    );
  });
}

type Across = {
  /** For each text its parts of them. */
  parts: FoundContact[][];
  /** What the parts say together. */
  said: { kind: ContactKind; said: string }[];
};

/** The contact data of which texts that are shown together have parts. */
export function contactsAcross(texts: readonly string[]): Across {
  const across: Across = { parts: texts.map(() => []), said: [] };
  const withFigures = texts.flatMap((text, at) => (HAS_FIGURES.test(text) ? [at] : []));
  for (const first of withFigures)
    for (const last of withFigures.filter((at) => at !== first)) {
      noteAcross(texts, [first, last], across);
      for (const middle of withFigures)
        if (middle !== first && middle !== last && (texts[middle]?.length ?? 0) <= MIDDLE)
          noteAcross(texts, [first, middle, last], across);
    }
  return across;
}

/** Adds to `across` what begins in the first of some texts and ends in the last. */
function noteAcross(texts: readonly string[], order: readonly number[], { parts: across, said }: Across): void {
  const parts = order.map((at) => texts[at] ?? "");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const before = first.slice(-EDGE);
  const between = ["", ...parts.slice(1, -1), ""].join(" ");
  const joined = before + between + last.slice(0, EDGE);
  const lastAt = before.length + between.length;
  for (const { kind, start, end } of contactsIn(joined)) {
    if (start >= before.length || end <= lastAt || !isInParts(kind, joined.slice(start, end), parts)) continue;
    said.push({ kind, said: joined.slice(start, end) });
    const cut = first.length - before.length;
    across[order[0] ?? 0]?.push({ kind, start: cut + start, end: first.length });
    for (const at of order.slice(1, -1)) across[at]?.push({ kind, start: 0, end: texts[at]?.length ?? 0 });
    across[order.at(-1) ?? 0]?.push({ kind, start: 0, end: end - lastAt });
  }
}
