import { describe, expect, test } from "vitest";
import { NewMessage } from "../../app/domain/conversations/conversation-input.ts";
import { MESSAGE_MAX } from "../../app/domain/conversations/conversation.ts";
import { fold } from "../../app/shared/text/fold.ts";
import { visible } from "../../app/shared/text/visible.ts";
import { textLength } from "../../app/ui/text-length.ts";
import { textKey, wordsOf } from "../../app/shared/text/words.ts";

/** All characters of Unicode, without private ones and ideographs, which are many and alike. */
const characters = Array.from({ length: 0x10ffff }, (_, at) => at + 1)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => !/[\p{Cn}\p{Co}\p{Unified_Ideograph}]/u.test(character));

describe("folding", () => {
  test.each([
    ["Núñez", "nunez"],
    ["Nu\u0301n\u0303ez", "nunez"],
    ["Božena Šimić", "bozena simic"],
    ["Łukasz Đorđe Weiß Ærø", "lukasz dorde weiss aero"],
    ["ana@gmаil.com", "ana@gmail.com"],
    ["١١٤٥٥٥٦٧٨٩", "1145556789"],
    ["❶❶ ❹❺❺❺ ❻❼❽❾", "11 4555 6789"],
    ["⓪①⓿⑳🔟1️⃣", "01020101"],
    ["D’Angelo D´Angelo Dʼ Angelo", "d'angelo d'angelo d' angelo"],
    ["−5 L4‐L5 a—b", "-5 l4-l5 a-b"],
    ["Le\u00ADsión\u200B", "lesion"],
    ["ΟΔΟΣ οδος", "oδoo oδoo"],
    ["한국", "한국"],
  ])("of %s is %s", (text, folded) => expect(fold(text)).toBe(folded));

  test("of a folded text changes nothing, and each character is folded on its own", () => {
    const changed = characters.filter((character) => {
      const folded = fold(character);
      return fold(folded) !== folded || fold(`a${character}a`) !== `a${folded}a`;
    });
    expect(changed).toEqual([]);
  });

  test("gives every decimal digit of Unicode its value", () => {
    const digits = characters.filter((character) => /\p{Nd}/u.test(character)).map(fold);
    expect(digits.length).toBeGreaterThan(600);
    expect(digits.join("")).toBe("0123456789".repeat(digits.length / 10));
  });
});

test("words are found between any signs, those with an apostrophe in parts and joined", () => {
  expect(wordsOf("¿Lumbalgia?")).toEqual(["lumbalgia"]);
  expect(wordsOf("“Tendinitis” Rodilla—derecha Dolor…cervical")).toEqual([
    "tendinitis",
    "rodilla",
    "derecha",
    "dolor",
    "cervical",
  ]);
  expect(wordsOf("Juan D’Angelo")).toEqual(["juan", "d", "angelo", "dangelo"]);
  expect(wordsOf(" … ")).toEqual([]);
  expect(textKey("“Palermo” – C.A.B.A.")).toBe("palermo c a b a");
});

describe("what is seen", () => {
  test.each([
    "\u3164",
    "\u2800",
    "\u200B",
    "\u00AD",
    "\u202E",
    "\u0301",
    "´",
    "ˊ",
    "..",
    "…",
    " \t\n\u00A0",
    "\uFFFC",
    "\u{E0041}",
    "",
  ])("is nothing in %j", (text) => expect(visible(text)).toBe(false));
  test.each(["a", "Ñ", "7", "👍", "½", "+", "$", "한", "ا", "3\u200B", "¿?a"])("is something in %j", (text) =>
    expect(visible(text)).toBe(true),
  );
});

test("a limit counts an emoji as the counter under its field does", () => {
  const { body } = NewMessage.shape;
  const longest =
    Array.from("😀é👩‍⚕️a".repeat(MESSAGE_MAX))
      .slice(0, MESSAGE_MAX - 1)
      .join("") + "😀";
  expect(textLength(longest)).toBe(MESSAGE_MAX);
  expect(body.safeParse(longest).success).toBe(true);
  expect(body.safeParse(`${longest}!`).success).toBe(false);
});
