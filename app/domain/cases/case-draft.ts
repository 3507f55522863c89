import { z } from "zod";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";
import { STUDIES_ACCESS } from "./case.ts";
import { factsKey, NewStructuredFacts } from "./structured-facts.ts";
import type { NewCase } from "./case-input.ts";
import { MODALITIES } from "../profiles/modality.ts";

export type CaseFields = z.input<typeof NewCase>;

export const emptyCase = {
  title: "",
  description: "",
  injury_area: "",
  location_city: "",
  preferred_modality: null,
  studies_access: STUDIES_ACCESS[0],
  coverage: null,
  facts: null,
  identity_access: "verified",
} satisfies CaseFields;

const text = z.string().catch("");
const TypedFacts = z.custom<CaseFields["facts"]>((typed) => typeof typed === "object");
const Draft = z.object({
  title: text,
  description: text,
  injury_area: text,
  location_city: text,
  preferred_modality: z.enum(MODALITIES).nullable().catch(null),
  studies_access: z.enum(STUDIES_ACCESS).catch(STUDIES_ACCESS[0]),
  coverage: z.object({ id: z.int(), short: z.string().optional(), plan: z.string().nullish() }).nullable().catch(null),
  facts: TypedFacts.nullish().catch(null),
  identity_access: z.enum(STUDIES_ACCESS).catch("verified"),
});

/** The form fields of a published case. */
export function caseFields(published: CaseFields): CaseFields {
  const { injury_area, location_city } = published;
  return Draft.parse({ ...published, injury_area: injury_area ?? "", location_city: location_city ?? "" });
}

/** The fields in which two versions of a case differ; null equals the empty text. */
export function differences(one: CaseFields, other: CaseFields): (keyof CaseFields)[] {
  return Draft.keyof().options.filter((field) =>
    field === "coverage"
      ? one.coverage?.id !== other.coverage?.id || (one.coverage?.plan || null) !== (other.coverage?.plan || null)
      : field === "facts"
        ? typedKey(one.facts) !== typedKey(other.facts)
        : (one[field] || null) !== (other[field] || null),
  );
}

// Forms are compared by the facts that they would send; facts that are typed only in part are compared as typed.
const typedKey = (facts: CaseFields["facts"]) => {
  const sent = NewStructuredFacts.nullish().safeParse(facts);
  return sent.success ? factsKey(sent.data) : JSON.stringify(facts);
};

/** The user's unpublished draft in this browser, or null. */
export function readCaseDraft(userId: string): CaseFields | null {
  return Draft.safeParse(readPersonal(`case-draft:${userId}`)).data ?? null;
}

/** Stores the draft of a case for this user in this browser; null removes it. */
export function keepCaseDraft(userId: string, fields: CaseFields | null): void {
  keepPersonal(`case-draft:${userId}`, fields, userId);
}

const Story = Draft.extend({ reached: z.int().catch(1) });
export type Story = z.output<typeof Story>;

/** The fields of a form as a story, with the furthest step reached. */
export const storyOf = (fields: CaseFields, reached: number): Story => Story.parse({ ...fields, reached });

/**
 * What a visitor told on this device before the account, with the furthest step reached and the landing page's newest words, or null.
 * `placeIn` names the place of those words.
 */
export function readStory(placeIn: (words: string) => string = () => ""): Story | null {
  const kept = readPersonal("case-story") as Partial<Story> | null;
  const told = readPersonal("sign-story") as Partial<Story> | null;
  if (!kept && !told?.description && !told?.injury_area) return null;
  const place = told?.injury_area ? "" : placeIn(told?.description ?? "");
  // A chosen side of the same place stays.
  const named = place && !kept?.injury_area?.startsWith(place) ? { injury_area: place } : {};
  // The title is proposed from the words.
  return Story.safeParse({ ...kept, ...told, ...named, ...(told?.description && { title: "" }) }).data ?? null;
}

/** Stores what a visitor tells in this tab before the account; null removes it. */
export function keepStory(story: Story | null): void {
  keepPersonal("sign-story", story && {});
  // It is of the visitor: a person who signed in meanwhile in another tab is not its author.
  keepPersonal("case-story", story, "");
}

/** Makes what a visitor told the draft of their account, unless that has one. */
export function adoptStory(userId: string): void {
  const story = readStory();
  keepStory(null);
  if (!story) return;
  const { reached: _reached, ...fields } = story;
  const before = readCaseDraft(userId)?.description;
  // The words of an earlier draft are not lost.
  const words = [fields.description, before].filter((each, place, all) => each && all.indexOf(each) === place);
  keepCaseDraft(userId, { ...fields, description: words.join("\n\n") });
}

const Edit = z.object({ version: z.int(), fields: Draft });
export type CaseEdit = z.output<typeof Edit>;

/** The unsaved edit of a case in this browser, with the version it is based on, or null. */
export function readCaseEdit(caseId: string): CaseEdit | null {
  return Edit.safeParse(readPersonal(`case-edit:${caseId}`)).data ?? null;
}

/** Stores the unsaved edit of a case in this browser; null removes it. */
export function keepCaseEdit(caseId: string, edit: { version: number; fields: CaseFields } | null): void {
  keepPersonal(`case-edit:${caseId}`, edit);
}
