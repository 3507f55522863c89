import { fold } from "../../shared/text/fold.ts";

/** Words of names that many names share. */
const PARTICLES = new Set([
  "de",
  "del",
  "la",
  "las",
  "los",
  "el",
  "y",
  "da",
  "di",
  "do",
  "dos",
  "san",
  "santa",
  "van",
  "von",
  "mac",
]);
const SHORTEST = 2;
/** From this length on, a name is found within a longer word: "anagomez". */
const WITHIN = 5;
/** Digits and signs as letters: "g0m3z". */
const AS_LETTERS: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
/** A word, also one with signs for some of its letters or between them: "g.o.m.e.z", "g*mez". */
const WORDS = /[\p{L}\d@$](?:[\p{L}\d@$'*_.·•#-]*[\p{L}\d@$])?/gu;
const SPELLED = /(?<![\p{L}\d])(?:[\p{L}\d][\s.,/-]{1,3}){2,}[\p{L}\d](?![\p{L}\d])/gu;

/** Words of every day that sound like a name, and are none as they are written: "días" is not Díaz. */
const EVERYDAY = new Set(["dias", "vos", "ves", "mas", "casa", "casas", "hay", "ahi", "vaya"]);

/** Letters of one sound as one: "gomes" and "gómez". */
const asHeard = (word: string) =>
  word
    .replaceAll(/c(?=[ei])|z/g, "s")
    .replaceAll("v", "b")
    .replaceAll(/ll/g, "y")
    .replaceAll(/qu|k/g, "c")
    .replaceAll("h", "")
    .replaceAll(/(.)\1+/g, "$1");
/** A folded text with letters for the digits and signs that look like them. */
export const withLetters = (text: string): string => text.replaceAll(/[013457@$]/g, (sign) => AS_LETTERS[sign] ?? "");
const lettersOf = (word: string) => asHeard(withLetters(word).replaceAll(/[^\p{L}]/gu, ""));

/**
 * Whether a text says more of a person's name than `shown`, the name by which everybody knows them ("Ana G."): another name of theirs, also
 * misspelt by its sound, spaced, in pieces, within a word, or with signs for letters.
 */
export function saysName(text: string, names: readonly string[], shown: string): boolean {
  const known = new Set(fold(shown).match(/\p{L}+/gu) ?? []);
  const secret = new Set(
    names
      .flatMap((name) => fold(name).match(/\p{L}+/gu) ?? [])
      .filter((word) => word.length >= SHORTEST && !PARTICLES.has(word) && !known.has(word)),
  );
  const folded = fold(text);
  const words = folded.match(WORDS) ?? [];
  const spelled = (folded.match(SPELLED) ?? []).map(lettersOf);
  const parts = new Set([...words, ...words.flatMap((word) => word.split(/[^\p{L}\d]+/u))]);
  const written = new Set([...parts].filter((part) => !EVERYDAY.has(part)).map(lettersOf));
  const pieces = folded.match(/[\p{L}\d@$]+/gu) ?? [];
  return [...secret].some((name) => {
    const heard = asHeard(name);
    if (parts.has(name) || written.has(heard) || (heard.length >= 3 && spelled.some((word) => word.includes(heard))))
      return true;
    if (heard.length >= WITHIN && ([...written].some((word) => word.includes(heard)) || isInPieces(pieces, heard)))
      return true;
    return name.length > 3 && words.some((word) => isWithSigns(word, name));
  });
}

/** Whether some words one after the other are a name: "gó mez". Not within words: "lo pesado" is not López. */
const isInPieces = (pieces: readonly string[], heard: string): boolean =>
  pieces.some((_, at) => {
    let joined = "";
    for (let end = at; end < pieces.length && joined.length <= 2 * heard.length; end += 1) {
      joined += pieces[end];
      if (lettersOf(joined) === heard) return true;
    }
    return false;
  });

/** Whether a word is a name with signs for at most half of its letters: "g*mez". */
function isWithSigns(word: string, name: string): boolean {
  if (word.length !== name.length || !/[^\p{L}]/u.test(word)) return false;
  const hidden = [...word].filter((letter) => !/\p{L}/u.test(letter)).length;
  return hidden <= name.length / 2 && [...word].every((letter, at) => !/\p{L}/u.test(letter) || letter === name[at]);
}
