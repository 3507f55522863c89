import { drop, edit, fields, type Guard, part, rewriteFunction, rewriteView, states, trigger } from "./guard.ts";

const OWN = "app/domain/reviews/own-review.server.ts";
const REPLIES = "app/domain/reviews/replies.server.ts";
const FOLLOW = "reviews_keep_their_course()";
const COURSE = "review_replies_keep_their_course()";
const answers = (test: string) => ({ file: "tests/rules/answers.test.ts", test });
const appeals = (test: string) => ({ file: "tests/rules/appeals.test.ts", test });
const HOURS = answers("is edited within 48 hours");
const DAYS = answers("is edited by its author within seven days");
const OWNS = `.where("patient_id", "=", viewer.id)`;

/** Guards of reviews that are edited, withdrawn and answered. */
export const reviewGuards: readonly Guard[] = [
  edit(
    "reviews edited",
    OWN,
    `.where("id", "=", id)${OWNS}.returning([...OF_REVIEW`,
    `.where("id", "=", id).returning([...OF_REVIEW`,
    states("reviews.edit"),
  ),
  edit(
    "reviews withdrawn",
    OWN,
    `.where("id", "=", id)${OWNS}.forUpdate()`,
    `.where("id", "=", id).forUpdate()`,
    states("reviews.withdraw"),
  ),
  edit("answers of reviews in sight", REPLIES, `.where("r.hidden_at", "is", null)`, "", answers("is given to nobody")),
  edit(
    "answers tell nobody's name",
    REPLIES,
    'if (contactsIn(body).length > 0 || saysName(body, names, public_name ?? ""))',
    "if (contactsIn(body).length > 0)",
    answers("is refused with another name"),
  ),
  edit(
    "answers give no contact",
    REPLIES,
    "if (contactsIn(body).length > 0 || saysName(",
    "if (saysName(",
    answers("is refused with another name"),
  ),
  edit(
    "an answer is shown as it was read",
    "app/domain/moderation/replies.server.ts",
    `if (isChanged(reply.edited_at, edited_at)) throw new AppError("REPLY_CHANGED");`,
    "",
    answers("waits for an admin"),
  ),
  edit(
    "answers go with their patient",
    "app/domain/accounts/delete-rows.server.ts",
    `await tx.deleteFrom("review_replies").where("review_id", "in", (eb) =>
      eb.selectFrom("reviews").select("id").where("patient_id", "=", id)).execute();`,
    "",
    answers("says no name of a suspended"),
  ),
  edit(
    "a review is shown as it was read",
    "app/domain/moderation/moderation.server.ts",
    `if (found && isChanged(found.edited_at, editedAt)) throw new AppError("REVIEW_CHANGED");`,
    "",
    answers("hidden by an admin is told"),
  ),
  drop("answers that wait", rewriteView("shown_replies", "held_at IS NULL AND", ""), fields("profiles.publicProfile")),
  drop("seven days", rewriteFunction(FOLLOW, "interval '7 days'", "interval '7 years'"), DAYS),
  drop("48 hours", rewriteFunction(COURSE, "interval '48 hours'", "interval '48 years'"), HOURS),
  drop("ten edits", "alter table review_versions drop constraint review_versions_at_most_ten", DAYS),
  trigger("appeals_keep_their_course", "appeals", appeals("of a hidden review is asked once")),
  drop(
    "another admin decides an appeal",
    rewriteFunction("appeals_keep_their_course()", "viewer_id() = old.first_by", "false"),
    appeals("of a hidden answer is its author's"),
  ),
  edit(
    "a report is decided as it was read",
    "app/domain/reports/reports.server.ts",
    "await mustBeAsRead(tx, id, edited_at ?? null);",
    "",
    appeals("of a review is decided about the words"),
  ),
  edit(
    "answers in sight are reported",
    "app/domain/reports/reportable.server.ts",
    "select from shown_replies w join",
    "select from review_replies w join",
    states("reports.create"),
  ),
  part("withdrawn_reviews_stay_withdrawn", "reviews", answers("is withdrawn at any time")),
  edit(
    "hidden reviews that waited are not told",
    "app/domain/profiles/public-profile.server.ts",
    "and not h.has_waited",
    "",
    { file: "tests/visibility/reviews.test.ts", test: "wait from the fourth" },
  ),
  edit(
    "hidden reviews of unproven addresses are not told",
    "app/domain/profiles/public-profile.server.ts",
    "and h.is_confirmed",
    "",
    appeals("a profile says how many"),
  ),
];
