/** What stands in the place of contact data: of one length, so that it says nothing about what it hides. */
export const MASK = "••••";
