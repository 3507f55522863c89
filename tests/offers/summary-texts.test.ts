import { expect, test } from "vitest";
import { isFull } from "../support/full.ts";
import { pdfText } from "../support/pdf-text.ts";
import { STAND_IN } from "../../app/shared/text/drawable.ts";
import { summaryPdf } from "../../app/domain/cases/summary-pdf.server.ts";

const summaryOf = async (text: string) =>
  (
    await pdfText(
      await summaryPdf({ title: "Caso", about: "Hoy", parts: [{ heading: "Motivo", lines: [text] }], foot: "Fin" }),
    )
  ).replaceAll(/\s+/g, " ");

test.each([
  ["Extensión −5°", "Extensión −5°"],
  ["Dexametasona 500 μg", "Dexametasona 500 μg"],
  ["Dexametasona 500 µg", "Dexametasona 500 µg"],
  ["flexión ≥ 90° y ≤ 120°, ≠ 3, ≈ 4", "flexión ≥ 90° y ≤ 120°, ≠ 3, ≈ 4"],
  ["PCR 10⁻³, 10³, 10⁴, m²", "PCR 10^−3, 10³, 10^4, m²"],
  ["fuerza 7⁄10", "fuerza 7⁄10"],
  ["L4‐L5, L4‑L5, L4–L5", "L4‐L5, L4-L5, L4–L5"],
  ["CO₂ y O₂", "CO2 y O2"],
  ["2⅓ tomas, ½ comprimido", "2 1⁄3 tomas, ½ comprimido"],
  ["Łukasz Šimić, Wałęsa, Đặng, Ñandú", "Łukasz Šimić, Wałęsa, Đặng, Ñandú"],
  ["Иван Петров, Γιώργος, Δ 3 → 5, √2, ∞", "Иван Петров, Γιώργος, Δ 3 → 5, √2, ∞"],
  ["N\u0303andu\u0301 ﬁbras ㎎ ℃ ③ ١٢", "Ñandú fibras mg °C (3) 12"],
  ["日本 😀 fin", "□□ □ fin"],
  ["a\u200bb\u00adc\u202ed", "abcd"],
])("a summary says %s with no sign lost", async (text, read) => {
  expect(await summaryOf(text)).toContain(` ${read} `);
});

test("a summary says below it what the sign for others stands for, where it is used", async () => {
  expect(await summaryOf("dolor 😀")).toContain(`${STAND_IN} está en lugar de un signo`);
  expect(await summaryOf("dolor")).not.toContain(STAND_IN);
});

test(
  "of texts with random characters of Unicode each is read back from the PDF, in a form of the same meaning or as a stand-in",
  { timeout: 600_000 },
  async () => {
    const random = seeded(7);
    let read = 0;
    for (let round = 0; round < (isFull ? 2000 : 25); round += 1) {
      const letters = Array.from({ length: 60 }, () => {
        // Half of them from the planes that people write in most.
        const code = Math.floor(random() * (random() < 0.5 ? 0x2600 : 0x110000));
        const letter = code < 0x21 || (code >= 0xd800 && code < 0xe000) ? "a" : String.fromCodePoint(code);
        return /[[\]|]/.test(letter.normalize("NFKC")) ? "a" : letter;
      });
      const pieces = (await summaryOf(`[ ${letters.join(" | ")} ]`)).split("[").at(-1)?.split("]")[0]?.split("|") ?? [];
      expect(pieces.length, letters.join(" ")).toBe(letters.length);
      for (const [place, letter] of letters.entries()) {
        const piece = (pieces[place] ?? "").replaceAll(" ", "");
        const isBlank = /^[\p{Default_Ignorable_Code_Point}\p{Z}\u0085]$/u.test(letter);
        const same = piece.normalize("NFKC") === letter.normalize("NFKC").replaceAll(/\s/g, "");
        if (!same && !isBlank) expect(piece, `U+${letter.codePointAt(0)?.toString(16)}`).not.toBe("");
        if (!same && !isBlank && !piece.includes(STAND_IN))
          expect(
            plainer(letter),
            `U+${letter.codePointAt(0)?.toString(16)} as ${JSON.stringify(piece)} ${[...piece].map((c) => c.codePointAt(0)?.toString(16)).join(" ")}`,
          ).toBe(true);
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(1000);
  },
);

/** Whether a sign may be written otherwise: its parts, or its value. */
const plainer = (letter: string) =>
  /^[\p{No}\p{Nd}\p{Sm}\p{Pd}\p{Po}]$/u.test(letter) || letter.normalize("NFKD") !== letter;

/** Random numbers from 0 to 1, the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
