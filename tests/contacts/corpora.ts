import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { contactsIn } from "../../app/domain/contacts/found-contacts.ts";

/** The texts of corpora, one a line; ␤ stands for the end of a line within a text. */
export const textsOf = (...names: string[]) =>
  names.flatMap((name) =>
    readFileSync(new URL(`corpora/${name}.txt`, import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.replaceAll("␤", "\n")),
  );

/** All texts were written before the rules. The rules were then written with the known half in sight; the unseen half only measures them. */
export const HALVES = ["known", "unseen"] as const;
export type Half = (typeof HALVES)[number];
const halfOf = (text: string): Half =>
  (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 0 ? "known" : "unseen";

/** Sets written later by who had not read the rules, the third to deceive them. Each was measured once (decisions 64 and 65), then seen. */
export const LATER = ["third", "fourth", "fifth", "sixth"] as const;

/** The texts of a half with contact data that are missed, and those without that are masked, each with the number of its texts. */
export function measured(half: Half) {
  const ofHalf = (text: string) => halfOf(text) === half;
  const contacts = textsOf("contacts-numbers", "contacts-names").filter(ofHalf);
  const plain = textsOf("plain-clinical", "plain-office").filter(ofHalf);
  return measuredOf(contacts, plain);
}

/** All texts without contact data. */
export const plainTexts = () =>
  textsOf("plain-clinical", "plain-office", "alike-plain", ...LATER.map((set) => `${set}-plain`));

/** The same of texts of the kinds of the fifth set, which were written together with its rules. */
export const measuredAlike = () => measuredOf(textsOf("alike-contacts"), textsOf("alike-plain"));

/** The same of a set that was written later. */
export const measuredLater = (set: (typeof LATER)[number]) =>
  measuredOf(textsOf(`${set}-contacts`), textsOf(`${set}-plain`));

function measuredOf(contacts: readonly string[], plain: readonly string[]) {
  return {
    contacts: contacts.length,
    missed: contacts.filter((text) => contactsIn(text).length === 0),
    plain: plain.length,
    masked: plain.filter((text) => contactsIn(text).length > 0),
  };
}
