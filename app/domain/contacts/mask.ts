/** Replaces contact data. Its length is fixed, so that it reveals nothing about the hidden text. */
export const MASK = "••••";
