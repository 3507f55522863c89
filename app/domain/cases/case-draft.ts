import { z } from "zod";
import { STUDIES_ACCESS, type NewCase } from "./case.ts";
import { MODALITIES } from "../profiles/modality.ts";

export type CaseFields = z.input<typeof NewCase>;

export const emptyCase = {
  title: "",
  description: "",
  injury_area: "",
  location_city: "",
  preferred_modality: null,
  studies_access: STUDIES_ACCESS[0],
} satisfies CaseFields;

const text = z.string().catch("");
const Draft = z.object({
  title: text,
  description: text,
  injury_area: text,
  location_city: text,
  preferred_modality: z.enum(MODALITIES).nullable().catch(null),
  studies_access: z.enum(STUDIES_ACCESS).catch(STUDIES_ACCESS[0]),
});

/** The fields of a form from what is published of a case. */
export function caseFields(published: CaseFields): CaseFields {
  const { injury_area, location_city } = published;
  return Draft.parse({ ...published, injury_area: injury_area ?? "", location_city: location_city ?? "" });
}

/** The fields in which two texts of a case differ; nothing and the empty text are the same. */
export function differences(one: CaseFields, other: CaseFields): (keyof CaseFields)[] {
  return Draft.keyof().options.filter((field) => (one[field] || null) !== (other[field] || null));
}

const keyOf = (userId: string) => `case-draft:${userId}`;

/** What a person had typed of a case in this browser; the empty case where there is nothing. */
export function readCaseDraft(userId: string): CaseFields {
  try {
    return Draft.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? "{}"));
  } catch {
    return emptyCase;
  }
}

/** Keeps what is typed of a case for this person in this browser; an empty case leaves nothing. */
export function keepCaseDraft(userId: string, fields: CaseFields): void {
  const isEmpty = JSON.stringify({ ...emptyCase, ...fields }) === JSON.stringify(emptyCase);
  try {
    if (isEmpty) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(fields));
  } catch {
    // A browser that keeps nothing still publishes.
  }
}

const Edit = z.object({ version: z.int(), fields: Draft });
export type CaseEdit = z.output<typeof Edit>;

const editKeyOf = (caseId: string) => `case-edit:${caseId}`;

/** What was typed of an edit in this browser, with the version it was made from; null where there is nothing. */
export function readCaseEdit(caseId: string): CaseEdit | null {
  try {
    return Edit.parse(JSON.parse(localStorage.getItem(editKeyOf(caseId)) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps what is typed of an edit in this browser; null forgets it. */
export function keepCaseEdit(caseId: string, edit: { version: number; fields: CaseFields } | null): void {
  try {
    if (edit) localStorage.setItem(editKeyOf(caseId), JSON.stringify(edit));
    else localStorage.removeItem(editKeyOf(caseId));
  } catch {
    // A browser that keeps nothing still saves.
  }
}
