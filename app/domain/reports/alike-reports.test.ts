import { expect, test } from "vitest";
import { alikeTo } from "./alike-reports.ts";

const notice = (id: string, reviewed_id: string | null, details: string, reporter_id: string | null = null) => ({
  id,
  reviewed_id,
  details,
  reporter_id,
  subject: "review" as const,
  reason: "other" as const,
  author_id: `author of ${id}`,
  acted_at: null,
});

test("notices of the program that say the same about one specialist are alike; what people report never is", () => {
  const all = [
    notice("1", "carla", "Es la cuarta"),
    notice("2", "diego", "Es la cuarta"),
    notice("3", "carla", "Es la cuarta"),
    notice("4", "carla", "Cambió sus estrellas"),
    notice("5", "carla", "Es la cuarta", "ana"),
    notice("6", null, "Es la cuarta"),
    notice("7", null, "Es la cuarta"),
  ];
  const ids = all.map((each) => alikeTo(each, all).map(({ id }) => id));
  expect(ids).toEqual([["1", "3"], ["2"], ["1", "3"], ["4"], ["5"], ["6"], ["7"]]);
});
