import { drop, edit, type Guard, part, refusal, rewriteFunction, rewriteView, trigger } from "./guard.ts";

const VISIBILITY = "tests/visibility";
const strangers = (test: string) => ({ file: `${VISIBILITY}/strangers.test.ts`, test });
const reviews = (test: string) => ({ file: `${VISIBILITY}/reviews.test.ts`, test });
const applications = (test: string) => ({ file: `${VISIBILITY}/applications.test.ts`, test });
const departures = (test: string) => ({ file: `${VISIBILITY}/departures.test.ts`, test });
const byValue = (test: string) => ({ file: "tests/licences/by-value.test.ts", test });
const handles = { file: "tests/rules/handles.test.ts" };
const changeOfRole = { file: "tests/rules/change-of-role.test.ts", test: "is asked before anything" };
const applicant = { file: "tests/rules/change-of-role.test.ts", test: "the patient of a case reads" };
const readings = { file: "tests/privacy/audit-screen.test.ts", test: "an admin's reading" };
const openings = { file: "tests/access/endings.test.ts", test: "a specialist opens a hundred cases" };

type Noticed = Guard["noticedBy"];
const replaced = (name: string, signature: string, from: string, to: string, noticedBy: Noticed) =>
  drop(`trust: ${name}`, rewriteFunction(signature, from, to), noticedBy);
const ACT = "may_act_at_once(text, uuid, uuid)";
const RANKED = "is_ranked(reviews)";
const WEIGH = "reviews_keep_their_course()";
const A_DAY = "matches_keep_their_course()";
const HOLD = "requests_hold_licences()";

/** Guards of what strangers move, of licences by value, and of what a change of role or an admin's reading does. */
export const trustGuards: readonly Guard[] = [
  replaced("acts of confirmed people", ACT, "not is_counted(_actor) or", "", strangers("waits in the queue")),
  replaced("acts with a relation", ACT, "or not knows(_actor, _subject)", "", strangers("waits in the queue")),
  replaced("two acts of a person", ACT, ">= 2", ">= 200", strangers("takes two badges")),
  replaced("twenty acts of all", ACT, ">= 20", ">= 2000", strangers("takes two badges")),
  replaced(
    "a colleague with a checked licence",
    "knows(uuid, uuid)",
    "is_licence_current(profiles.license_checked_at)",
    "true",
    strangers("waits in the queue"),
  ),
  drop(
    "trust: one account of a mailbox counts",
    "create or replace function is_counted(_person uuid) returns boolean language sql stable return is_confirmed(_person)",
    { file: "tests/visibility/mailboxes.test.ts", test: "reports of one mailbox" },
  ),
  part("cases_leave_what_counts", "cases", { file: "tests/bookings/bookings.test.ts", test: "missed sessions" }),
  edit(
    "trust: one invitation of a pair a week",
    "app/domain/service-levels/reach.server.ts",
    "if (!(await noteInvitation(tx, viewer.id, kine_id)))",
    "if (false as boolean)",
    { file: "tests/service-levels/service-levels.test.ts", test: "a pair has one invitation" },
  ),
  part("rejected_reports_give_back", "reports", strangers("is given back")),
  replaced(
    "denials of confirmed people",
    "denials_open_a_dispute()",
    "and is_counted(a.patient_id)",
    "",
    strangers("hides nothing"),
  ),
  replaced(
    "denials of what lasted",
    "denials_open_a_dispute()",
    "has_lasted(coalesce(m.decided_at, m.created_at))",
    "true",
    strangers("hides nothing"),
  ),
  replaced("the order counts confirmed people", RANKED, "AND (_review).is_confirmed", "", reviews("takes a review")),
  replaced(
    "the order counts what lasted",
    RANKED,
    "AND has_lasted((_review).accepted_at)",
    "",
    reviews("takes a review"),
  ),
  part("reviews_replace_earlier_ones", "reviews", reviews("the first is shown")),
  edit(
    "trust: whose a review is",
    "app/domain/reviews/reviews.server.ts",
    "await noteReviewAuthor(tx, services.settings.secret, viewer.id, [created.id]);",
    "",
    reviews("replaces their review instead of adding"),
  ),
  replaced(
    "who leaves keeps a place of the day",
    WEIGH,
    "r.patient_id is null or",
    "",
    reviews("takes a place of the day's"),
  ),
  edit(
    "trust: reports without a proven address",
    "app/domain/reports/reports.server.ts",
    "is_confirmed ? MOST_REPORTS_A_DAY : MOST_REPORTS_UNCONFIRMED",
    "MOST_REPORTS_A_DAY",
    { file: "tests/rules/reports.test.ts", test: "a person reports twenty things" },
  ),
  edit(
    "trust: whose endings end what is booked",
    "app/domain/bookings/bookings.server.ts",
    `if (endedBy !== null && endedBy !== pair.side) throw new AppError("TREATMENT_OVER");`,
    "",
    { file: "tests/treatments/treatments.test.ts", test: "once it ended only who ended it" },
  ),
  replaced(
    "the fourth review of a day waits",
    WEIGH,
    "new.is_waiting then",
    "false then",
    reviews("wait from the fourth"),
  ),
  refusal("matches_within_a_day", A_DAY, applications("twenty cases")),
  replaced("the first week", A_DAY, "and is_new_account(new.kine_id)", "and false", applications("twenty cases")),
  replaced("a repeated text", A_DAY, "bool_or(text_hash = hash)", "bool_or(false)", applications("the same text")),
  edit(
    "a case hears twice",
    "app/domain/matches/course.server.ts",
    "kine_id = ${kine_id}::uuid) <= 2`",
    "kine_id = ${kine_id}::uuid) <= 200`",
    applications("a case hears"),
  ),
  trigger("handles_are_closed", "handles", handles),
  part("handles_are_free", "handles", handles),
  edit(
    "trust: rejections are remembered",
    "app/domain/departures/remember-departure.server.ts",
    "!rejection && ",
    "",
    departures("who deletes an account whose admission was rejected"),
  ),
  edit(
    "trust: departures are remembered",
    "app/domain/accounts/delete-rows.server.ts",
    "await rememberDeparture(tx, noted.secret, id, noted.at);",
    "",
    departures("who deletes a reported account"),
  ),
  edit(
    "trust: an approval waits for an answer about who was there before",
    "app/domain/departures/answer.server.ts",
    `if (asked.size > 0) throw new AppError("PAST_UNANSWERED");`,
    "",
    { file: `${VISIBILITY}/whose-stars.test.ts`, test: "pass to who comes with" },
  ),
  part("first_licences_have_one_holder", "licences", byValue("whoever writes it")),
  trigger("requests_hold_licences", "kine_applications", byValue("a sign-up reserves")),
  replaced(
    "a conflict at the confirmation",
    HOLD,
    "licence_conflict(held, new.profile_id) is null",
    "true",
    byValue("a sign-up reserves"),
  ),
  replaced(
    "unconfirmed requests hold",
    HOLD,
    "if is_confirmed(new.user_id) then\n    perform",
    "if true then\n    perform",
    byValue("a sign-up reserves"),
  ),
  part("licences_are_taken_in_turn", "profiles", byValue("who writes a number waits")),
  part("confirmed_people_reserve_licences", "auth.users", byValue("a sign-up reserves")),
  edit(
    "trust: another number is free",
    "app/domain/kine-applications/own-application.server.ts",
    "await mustBeFree(tx, license_number, viewer.id);",
    "",
    byValue("a sign-up reserves"),
  ),
  edit(
    "trust: an own pending request",
    "app/domain/kine-applications/own-application.server.ts",
    `.where("user_id", "=", viewer.id)`,
    "",
    byValue("an admin approves the licence"),
  ),
  replaced("cases opened a day", "note_case_opening(uuid, uuid)", ">= most", ">= 100 * most", openings),
  edit(
    "trust: readings of people",
    "app/domain/dossiers/dossiers.server.ts",
    `await noteReading(db, { event: "person_read", user_id: id }, viewer);`,
    "",
    readings,
  ),
  edit(
    "trust: readings of cases",
    "app/domain/dossiers/dossiers.server.ts",
    `await noteReading(db, { event: "case_read", user_id: found.patient_id }, viewer);`,
    "",
    readings,
  ),
  replaced(
    "a change of role asks",
    "assign_role(uuid, app_role)",
    "set publish_asked_at = now()",
    "set publish_asked_at = null",
    changeOfRole,
  ),
  replaced(
    "the directory waits for its person",
    "directory_facts(uuid[])",
    "and p.publish_asked_at is null",
    "",
    changeOfRole,
  ),
  drop(
    "trust: a page waits for its person",
    rewriteView("public_profiles", "AND publish_asked_at IS NULL", ""),
    changeOfRole,
  ),
  edit(
    "trust: the list waits for its people",
    "app/domain/profiles/specialists.server.ts",
    `.where("p.publish_asked_at", "is", null)`,
    "",
    changeOfRole,
  ),
  edit(
    "trust: the best rated wait for their people",
    "app/domain/profiles/best-rated.server.ts",
    `.where("p.publish_asked_at", "is", null)`,
    "",
    changeOfRole,
  ),
  edit(
    "trust: a coverage waits for its people",
    "app/domain/coverages/covered-kines.server.ts",
    `.where("p.publish_asked_at", "is", null)`,
    "",
    changeOfRole,
  ),
  edit(
    "trust: the sitemap waits for its people",
    "app/domain/profiles/listed-profiles.server.ts",
    "and p.publish_asked_at is null",
    "",
    changeOfRole,
  ),
  edit(
    "trust: an applicant is known to the patient alone",
    "app/domain/profiles/public-profile.server.ts",
    "and r.patient_id = ${viewerId}",
    "",
    applicant,
  ),
  edit(
    "trust: an applicant is known while it lasts",
    "app/domain/profiles/public-profile.server.ts",
    "and r.access in ('applied', 'accepted')",
    "",
    applicant,
  ),
  edit(
    "trust: one's own profile is published",
    "app/domain/profiles/publish.server.ts",
    `.where("id", "=", viewer.id)`,
    "",
    changeOfRole,
  ),
];
