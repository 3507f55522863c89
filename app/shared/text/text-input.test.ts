import { expect, test } from "vitest";
import { LicenseNumber } from "../../domain/profiles/profile-input.ts";
import { wrapped } from "../../platform/drawing/lines.server.ts";
import { Line, Text } from "./text-input.ts";

const LONG = 200_000;
const MOST_US = 500_000;

test.each(["  a  ", "\u200Ba\u2060", "\u2800 a\n\u00AD", "a"])("of %j what is seen stays", (text) => {
  expect(Text.parse(text)).toBe("a");
});

test("what is looked through before its length is refused takes time that grows with its length, and so does a long word that is wrapped", () => {
  const looks: Record<string, () => unknown> = {
    "blanks within a text": () => Text.max(100).safeParse(`a${" ".repeat(LONG)}b`),
    "blanks within a line": () => Line.max(100).safeParse(`a${"\u2800".repeat(LONG)}b`),
    "signs within a licence": () => LicenseNumber.safeParse(`1${".".repeat(LONG)}a1`),
    "a word of a document": () => wrapped("W".repeat(5_000), { width: 480, size: 11, face: "text" }),
    "signs of whole words in a document": () => wrapped("ﷺ".repeat(5_000), { width: 480, size: 11, face: "text" }),
  };
  wrapped("W", { width: 480, size: 11, face: "text" });
  for (const [what, look] of Object.entries(looks)) {
    const since = process.threadCpuUsage();
    look();
    expect(process.threadCpuUsage(since).user, what).toBeLessThan(MOST_US);
  }
});
