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
import { textInputs } from "../support/text-inputs.ts";

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

/** Texts that nobody reads as somebody's words: what is searched, and what is compared with what is stored. */
const NO_WORDS: Record<string, RegExp> = {
  "a search, which then finds nothing or is none": / (?:search|text|what|where)$|^cases\.available /,
  "an address of the directory": /^directory\.specialists (?:path|query)$/,
  "compared with what is stored": / (?:event|token|version|sha256|slug|removed_studies)$/,
  "a filter, which then counts nothing": /^pulse\.market (?:place|zone)$/,
  "the password": /^accounts\.confirmPassword password$/,
  "the name beside the id of a coverage, which decides": / coverage short$/,
  "an address of a push service, checked as one": /^push\.subscribe endpoint$/,
  "a province, which the check of the whole licence knows": /^licences\.add jurisdiction$/,
  "a value that the setting's own schema reads": /^settings\.(?:change|save changes) value$/,
  "what is only compared with what is stored":
    /^(?:(?:kineApplications|profileChanges)\.approve read |licences\.verify read |settings\.save changes read$)/,
};

test("what looks empty passes no procedure's schema as a text that somebody reads", () => {
  const inputs = textInputs();
  const takes = inputs.filter(({ schema }) =>
    EMPTY.some((text) => {
      const read = schema.safeParse(text);
      return read.success && (read.data ?? "") !== "";
    }),
  );
  const reasons = Object.values(NO_WORDS);
  const isRead = ({ field }: { field: string }) => !reasons.some((reason) => reason.test(field));
  expect(inputs.length).toBeGreaterThan(150);
  expect(takes.filter(isRead).map(({ field }) => field)).toEqual([]);
  // A reason that no field needs any more is no reason.
  for (const reason of reasons)
    expect(
      takes.some(({ field }) => reason.test(field)),
      String(reason),
    ).toBe(true);
});
