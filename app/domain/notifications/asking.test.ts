import { expect, test } from "vitest";
import { askingOf } from "./asking.ts";
import type { Kind } from "./notification.ts";

const told = (id: string, kind: Kind, match_id: string | null, isSeen: boolean) => {
  const at = new Date();
  return { id, kind, match_id, case_id: "case", created_at: at, seen_at: isSeen ? at : null };
};

test("what is asked waits until it is done, or was read where nothing says that it is done, and once for each matter", () => {
  const newestFirst = [
    told("asked again", "booking_requested", "a", true),
    told("of another", "booking_requested", "b", true),
    told("asked before", "booking_requested", "a", false),
    told("new", "application_received", null, false),
    told("read", "case_invitation", null, true),
    told("news", "application_accepted", "a", false),
    told("of a review", "review_edit_asked", null, true),
    told("of another review", "review_edit_asked", null, true),
    told("coordinate", "nobody_wrote_kine", "a", true),
  ];
  expect([...askingOf(newestFirst)].toSorted()).toEqual([
    "asked again",
    "coordinate",
    "new",
    "of a review",
    "of another",
    "of another review",
  ]);
});
