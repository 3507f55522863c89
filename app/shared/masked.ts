/** Removes the contact data from a text; `together` from the texts of one author that are shown together, null for those that are not there. */
export type Masked = {
  (text: string): string;
  together: (texts: readonly (string | null | undefined)[]) => (string | null)[];
};
