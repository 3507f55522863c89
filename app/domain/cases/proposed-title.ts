import { cut } from "../../shared/text/cut.ts";

/** The most characters of the words that a proposed title takes. */
const WORDS_MAX = 48;

/** Words that do not end a title. */
const HANGING = /(?:\s(?:a|al|con|de|del|desde|el|en|hace|la|las|los|me|mi|no|por|que|un|una|y))+$/iu;

/** A title from the zone and the first words of a case: "Rodilla derecha: me duele al bajar escaleras"; the words alone when they name the zone. */
export function proposedTitle({ zone, words }: { zone: string; words: string }): string {
  const [sentence = ""] = words.trim().split(/[.\n!?]/);
  const begun = cut(sentence.trim(), WORDS_MAX);
  const end = begun.length < sentence.trim().length ? begun.search(/\s\S*$/u) : -1;
  const first = end > 0 ? begun.slice(0, end).replace(HANGING, "") : begun;
  const [bare = ""] = zone.toLowerCase().split(" ");
  if (!zone || !first || first.toLowerCase().includes(bare)) return capitalised(first || zone);
  return `${zone}: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
