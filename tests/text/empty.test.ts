import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { NewCase } from "../../app/domain/cases/case-input.ts";
import { NewMessage } from "../../app/domain/conversations/conversation-input.ts";
import { VocabularyEntry } from "../../app/domain/coverages/vocabulary.ts";
import { NewMatch } from "../../app/domain/matches/match.ts";
import { Act } from "../../app/domain/moderation/moderation-input.ts";
import { KineProfile } from "../../app/domain/profiles/own-profile-input.ts";
import { Name } from "../../app/domain/profiles/profile-input.ts";
import { NewReview } from "../../app/domain/reviews/review.ts";
import { UnknownWord } from "../../app/domain/vocabulary/unknown-word.ts";

const EMPTY = ["\u3164", "\u2800", "\u200B", "\u00AD", "\u202E", "\u0301", "´", "..", "\u3164\u3164\u3164"];

const required: [string, z.ZodType][] = [
  ["name", Name],
  ["own name", KineProfile.shape.name],
  ["title", NewCase.shape.title],
  ["description", NewCase.shape.description],
  ["message", NewMessage.shape.body],
  ["reason", Act.shape.reason],
  ["specialty", KineProfile.shape.specialty],
  ["price range", KineProfile.shape.price_range],
  ["coverage", VocabularyEntry.shape.name],
  ["unknown word", UnknownWord.shape.text],
];
const optional: [string, z.ZodType][] = [
  ["comment", NewReview.shape.comment],
  ["first message", NewMatch.shape.message],
  ["bio", KineProfile.shape.bio],
  ["place of a case", NewCase.shape.location_city],
  ["zone of a case", NewCase.shape.injury_area],
  ["place of a profile", KineProfile.shape.location_city],
  ["code of a coverage", VocabularyEntry.shape.code],
];

describe("what looks empty", () => {
  test.each(required)("is refused as %s", (_, field) => {
    expect(EMPTY.filter((text) => field.safeParse(text).success)).toEqual([]);
    expect(field.safeParse("Ana 123").success).toBe(true);
  });

  test.each(optional)("is no %s", (_, field) => {
    expect(EMPTY.filter((text) => field.parse(text) !== null)).toEqual([]);
  });
});

test("a name keeps single blanks", () => {
  expect(Name.parse("  Ana\u00A0\u00A0María \u200B de  la Paz ")).toBe("Ana María de la Paz");
});
