import type { Answers } from "../../client/api.ts";

type Report = Answers["reports"]["list"]["items"][number];
type Told = Pick<
  Report,
  "id" | "subject" | "reason" | "details" | "reviewed_id" | "author_id" | "reporter_id" | "acted_at"
>;

/** What a notice of the program says about whom: of a review, its specialist. What a person reported is like nothing else. */
const matterOf = ({ id, subject, reason, details, reviewed_id, author_id, reporter_id, acted_at }: Told) =>
  reporter_id !== null || acted_at !== null ? id : [subject, reason, details, reviewed_id ?? author_id ?? id].join(" ");

/** The reports that say the same about the same person as one of them, itself among them, in the order of the list. */
export const alikeTo = <Each extends Told>(report: Each, all: readonly Each[]): Each[] =>
  all.filter((other) => matterOf(other) === matterOf(report));
