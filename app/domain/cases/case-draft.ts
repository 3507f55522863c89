import { z } from "zod";
import { MODALITIES, STUDIES_ACCESS, type NewCase } from "./case.ts";

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
