import { admins, everybody, kines, members, patients, proven } from "./principals.ts";
import { about, inStates, type Row, row } from "./row.ts";

/**
 * States of the owner's case. An open one has no accepted application; matched and closed ones have a proposed, an
 * accepted and a rejected one. An orphaned one lost its patient's account but stays for its review; a missing one never existed.
 */
export const caseStates = ["open", "matched", "closed", "reviewed", "orphaned", "missing"] as const;
export type CaseState = (typeof caseStates)[number];

const noCase = patients("CASE_NOT_FOUND");
const noMatch = patients("NOT_FOUND");
const noReview = patients("REVIEW_NOT_DUE");

/** Operations on a case that only its patient may run, while it is open. */
const whileOpen = {
  open: patients("ok", "CASE_NOT_FOUND"),
  matched: patients("CASE_NOT_OPEN", "CASE_NOT_FOUND"),
  closed: patients("CASE_NOT_OPEN", "CASE_NOT_FOUND"),
  reviewed: patients("CASE_NOT_OPEN", "CASE_NOT_FOUND"),
  orphaned: noCase,
  missing: noCase,
};

/** A decision on an application to the owner's case, by the state of the case and of the application. */
const decisions = {
  "open proposed": patients("ok", "NOT_FOUND"),
  "open rejected": patients("MATCH_DECIDED", "NOT_FOUND"),
  "matched proposed": patients("ok", "NOT_FOUND"),
  "matched accepted": patients("MATCH_DECIDED", "NOT_FOUND"),
  "matched rejected": patients("MATCH_DECIDED", "NOT_FOUND"),
  "closed proposed": patients("CASE_CLOSED", "NOT_FOUND"),
  "closed accepted": patients("MATCH_DECIDED", "NOT_FOUND"),
  "closed rejected": patients("MATCH_DECIDED", "NOT_FOUND"),
  "reviewed proposed": patients("CASE_CLOSED", "NOT_FOUND"),
  "reviewed accepted": patients("MATCH_DECIDED", "NOT_FOUND"),
  "reviewed rejected": patients("MATCH_DECIDED", "NOT_FOUND"),
  missing: noMatch,
};
const notAccepted = patients("MATCH_NOT_ACCEPTED", "NOT_FOUND");
const ofProposed = (cell: Parameters<typeof kines>[0]) => kines("NOT_FOUND", cell, "NOT_FOUND", "NOT_FOUND");
const ofAccepted = kines("NOT_FOUND", "NOT_FOUND", "MATCH_DECIDED", "NOT_FOUND");
const ofRejected = kines("NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "MATCH_DECIDED");

const byCaseId = ({ id }: { id: string }) => ({ case_id: id });

/** The measures of a case: its patient, and its accepted specialist once there is one. */
const measured = (kine: boolean) => ({
  ...members("NOT_FOUND"),
  owner: "ok" as const,
  "owner in an old session": "ok" as const,
  ...(kine && { "kine accepted": "ok" as const }),
});
const noMeasure = members("NOT_FOUND");

export const cases: Record<string, Row> = {
  "measures.list": about(
    "case",
    "matched",
    {
      open: measured(false),
      matched: measured(true),
      closed: measured(true),
      reviewed: measured(true),
      orphaned: noMeasure,
      missing: noMeasure,
    },
    byCaseId,
  ),
  "measures.save": about(
    "case",
    "matched",
    {
      open: patients("CASE_NOT_MATCHED", "CASE_NOT_FOUND"),
      matched: patients("ok", "CASE_NOT_FOUND"),
      closed: patients("ok", "CASE_NOT_FOUND"),
      reviewed: patients("ok", "CASE_NOT_FOUND"),
      orphaned: noCase,
      missing: noCase,
    },
    ({ id }) => ({ case_id: id, pain: 3, activities: [{ name: "Subir escaleras", score: 4 }] }),
  ),
  "measures.remove": about("measure", "said", { said: measured(false), missing: noMeasure }),
  "cases.create": row(patients("ok"), () => ({
    title: "Rodilla",
    description: "Me duele al bajar",
    studies_access: "verified",
  })),
  "cases.mine": row(patients("ok")),
  "cases.get": about("case", "matched", {
    open: patients("ok", "CASE_NOT_FOUND"),
    matched: patients("ok", "CASE_NOT_FOUND"),
    closed: patients("ok", "CASE_NOT_FOUND"),
    reviewed: patients("ok", "CASE_NOT_FOUND"),
    orphaned: noCase,
    missing: noCase,
  }),
  "cases.compare": about("case", "matched", {
    open: patients("ok", "CASE_NOT_FOUND"),
    matched: patients("ok", "CASE_NOT_FOUND"),
    closed: patients("ok", "CASE_NOT_FOUND"),
    reviewed: patients("ok", "CASE_NOT_FOUND"),
    orphaned: noCase,
    missing: noCase,
  }),
  "cases.summary": about("case", "matched", {
    open: patients("CASE_NOT_MATCHED", "CASE_NOT_FOUND"),
    matched: patients("ok", "CASE_NOT_FOUND"),
    closed: patients("ok", "CASE_NOT_FOUND"),
    reviewed: patients("ok", "CASE_NOT_FOUND"),
    orphaned: noCase,
    missing: noCase,
  }),
  "cases.update": about("case", "open", whileOpen, ({ id }) => ({
    id,
    version: 1,
    title: "Otra",
    description: "Ya no",
    studies_access: "accepted",
    removed_studies: ["1-00000000.pdf"],
  })),
  "cases.reach": about("case", "open", {
    open: patients("ok", "CASE_NOT_FOUND"),
    matched: noCase,
    closed: noCase,
    reviewed: noCase,
    orphaned: noCase,
    missing: noCase,
  }),
  "cases.invite": {
    ...about("case", "open", whileOpen),
    input: ({ subjects }, subject) => {
      const [somebody] = Object.values(subjects.account);
      const { id } = (subjects.account["kine without application"] ?? somebody) as { id: string };
      return { ...subject, kine_id: id };
    },
  },
  "cases.widen": about("case", "open", whileOpen, ({ id }) => ({ id, to: "more_places" })),
  "cases.keepLooking": about("case", "open", whileOpen),
  // Authorised by the token of a link in a message to the patient.
  "cases.answerByLink": row(
    everybody("ok"),
    ({ looking }) => ({ token: looking, is_looking: true }),
    () => [{ token: "altered", is_looking: true }],
  ),
  "cases.withdraw": about("case", "open", whileOpen),
  // For another patient's case the list is empty.
  "cases.applications": about("case", "matched", inStates(caseStates, patients("ok")), byCaseId),
  "cases.close": about("case", "matched", {
    open: patients("CASE_NOT_MATCHED", "CASE_NOT_FOUND"),
    matched: patients("ok", "CASE_NOT_FOUND"),
    closed: patients("CASE_CLOSED", "CASE_NOT_FOUND"),
    reviewed: patients("CASE_CLOSED", "CASE_NOT_FOUND"),
    orphaned: noCase,
    missing: noCase,
  }),
  "cases.outlook": about("case", "open", {
    open: patients("ok", "CASE_NOT_FOUND"),
    matched: patients("ok", "CASE_NOT_FOUND"),
    closed: patients("ok", "CASE_NOT_FOUND"),
    reviewed: patients("ok", "CASE_NOT_FOUND"),
    orphaned: noCase,
    missing: noCase,
  }),
  "cases.available": row(
    kines("ok"),
    () => ({}),
    () => [{ preferred_modality: "online" }, { location_city: "zq" }],
  ),
  "cases.fits": row(kines("ok"), () => ({ ids: ["01890000-0000-7000-8000-000000000000"] })),
  "cases.view": about("case", "matched", {
    open: kines("ok"),
    matched: kines("ok"),
    closed: kines("CASE_NOT_FOUND", "ok", "ok", "ok"),
    reviewed: kines("CASE_NOT_FOUND", "ok", "ok", "ok"),
    orphaned: kines("CASE_NOT_FOUND"),
    missing: kines("CASE_NOT_FOUND"),
  }),
  "cases.list": row(
    admins("ok"),
    () => ({}),
    () => [{ search: "zqct" }, { status: "closed" }, { order: "status" }],
  ),
  "cases.studyViews": about("case", "matched", inStates(caseStates, patients("ok")), byCaseId),
  "consents.health": row(members("ok")),
  "consents.giveHealth": row(
    patients("ok"),
    ({ consent }) => consent,
    () => [{ version: "2020-01-01", sha256: "" }],
  ),
  "consents.withdrawHealth": row(proven(members("ok"))),
  "matches.apply": about(
    "case",
    "matched",
    {
      open: kines("ok", "ALREADY_APPLIED", "ok", "ALREADY_APPLIED"),
      matched: kines("ok", "ALREADY_APPLIED", "ALREADY_APPLIED", "ALREADY_APPLIED"),
      closed: kines("CASE_CLOSED"),
      reviewed: kines("CASE_CLOSED"),
      orphaned: kines("CASE_CLOSED"),
      missing: kines("CASE_NOT_FOUND"),
    },
    byCaseId,
  ),
  "matches.offerFacts": row(kines("ok")),
  "matches.withdraw": about("match", "matched proposed", {
    "open proposed": ofProposed("ok"),
    "open rejected": ofRejected,
    "matched proposed": ofProposed("ok"),
    "matched accepted": ofAccepted,
    "matched rejected": ofRejected,
    "closed proposed": ofProposed("ok"),
    "closed accepted": ofAccepted,
    "closed rejected": ofRejected,
    "reviewed proposed": ofProposed("ok"),
    "reviewed accepted": ofAccepted,
    "reviewed rejected": ofRejected,
    missing: kines("NOT_FOUND"),
  }),
  "matches.mine": row(
    kines("ok"),
    () => ({}),
    () => [{ status: "accepted" }],
  ),
  "matches.edit": about(
    "match",
    "matched proposed",
    {
      "open proposed": ofProposed("ok"),
      "open rejected": ofRejected,
      "matched proposed": ofProposed("ok"),
      "matched accepted": ofAccepted,
      "matched rejected": ofRejected,
      "closed proposed": ofProposed("CASE_CLOSED"),
      "closed accepted": ofAccepted,
      "closed rejected": ofRejected,
      "reviewed proposed": ofProposed("CASE_CLOSED"),
      "reviewed accepted": ofAccepted,
      "reviewed rejected": ofRejected,
      missing: kines("NOT_FOUND"),
    },
    ({ id }) => ({ id, offer: { session: 20_000 }, valid_days: 7 }),
  ),
  "matches.queue": about("case", "open", {
    open: kines("ok", "ALREADY_APPLIED", "ok", "ALREADY_APPLIED"),
    matched: kines("ok", "ALREADY_APPLIED", "ALREADY_APPLIED", "ALREADY_APPLIED"),
    closed: kines("CASE_NOT_FOUND"),
    reviewed: kines("CASE_NOT_FOUND"),
    orphaned: kines("CASE_NOT_FOUND"),
    missing: kines("CASE_NOT_FOUND"),
  }),
  "matches.leaveQueue": about("case", "open", inStates(caseStates, kines("ok"))),
  "matches.accept": about("match", "matched proposed", decisions),
  "matches.reject": about("match", "matched proposed", decisions),
  "matches.undoReject": about("match", "matched proposed", {
    ...decisions,
    "closed proposed": patients("ok", "NOT_FOUND"),
    "reviewed proposed": patients("ok", "NOT_FOUND"),
  }),
  "matches.end": about("match", "matched accepted", {
    "open proposed": notAccepted,
    "open rejected": notAccepted,
    "matched proposed": notAccepted,
    "matched accepted": patients("ok", "NOT_FOUND"),
    "matched rejected": notAccepted,
    "closed proposed": notAccepted,
    "closed accepted": patients("CASE_CLOSED", "NOT_FOUND"),
    "closed rejected": notAccepted,
    "reviewed proposed": notAccepted,
    "reviewed accepted": patients("CASE_CLOSED", "NOT_FOUND"),
    "reviewed rejected": notAccepted,
    missing: noMatch,
  }),
  "matches.coordinate": about("match", "matched accepted", {
    "open proposed": noMeasure,
    "open rejected": noMeasure,
    "matched proposed": noMeasure,
    "matched accepted": measured(true),
    "matched rejected": noMeasure,
    "closed proposed": noMeasure,
    "closed accepted": noMeasure,
    "closed rejected": noMeasure,
    "reviewed proposed": noMeasure,
    "reviewed accepted": noMeasure,
    "reviewed rejected": noMeasure,
    missing: noMeasure,
  }),
  "reviews.create": about(
    "reviewed",
    "closed: kine accepted",
    {
      "open: kine without application": noReview,
      "open: kine proposed": noReview,
      "open: kine accepted": noReview,
      "open: kine rejected": noReview,
      "open: former kine": noReview,
      "matched: kine without application": noReview,
      "matched: kine proposed": noReview,
      "matched: kine accepted": noReview,
      "matched: kine rejected": noReview,
      "matched: former kine": noReview,
      "closed: kine without application": noReview,
      "closed: kine proposed": noReview,
      "closed: kine accepted": patients("ok", "REVIEW_NOT_DUE"),
      "closed: kine rejected": noReview,
      "closed: former kine": patients("ok", "REVIEW_NOT_DUE"),
      "reviewed: kine without application": noReview,
      "reviewed: kine proposed": noReview,
      "reviewed: kine accepted": patients("ALREADY_REVIEWED", "REVIEW_NOT_DUE"),
      "reviewed: kine rejected": noReview,
      "reviewed: former kine": patients("ok", "REVIEW_NOT_DUE"),
      "orphaned: kine accepted": noReview,
      "missing: kine accepted": noReview,
    },
    (subject) => ({ ...subject, stars: 5 }),
  ),
  "reviews.edit": about(
    "review",
    "shown",
    { shown: patients("ok", "NOT_FOUND"), hidden: patients("ok", "NOT_FOUND"), missing: patients("NOT_FOUND") },
    ({ id }) => ({ id, stars: 4, comment: null }),
  ),
  "reviews.withdraw": about("review", "shown", {
    shown: patients("ok", "NOT_FOUND"),
    hidden: patients("ok", "NOT_FOUND"),
    missing: patients("NOT_FOUND"),
  }),
  "reviews.reply": about(
    "review",
    "shown",
    {
      shown: kines("NOT_FOUND", "NOT_FOUND", "ok", "NOT_FOUND"),
      hidden: kines("NOT_FOUND"),
      missing: kines("NOT_FOUND"),
    },
    ({ id }) => ({ review_id: id, body: "¡Muchas gracias!" }),
  ),
  "reviews.editReply": about(
    "reply",
    "shown",
    {
      shown: kines("NOT_FOUND", "NOT_FOUND", "ok", "NOT_FOUND"),
      held: kines("NOT_FOUND", "NOT_FOUND", "ok", "NOT_FOUND"),
      hidden: kines("NOT_FOUND"),
      missing: kines("NOT_FOUND"),
    },
    ({ id }) => ({ review_id: id, body: "¡Muchas gracias!" }),
  ),
  "reviews.heldReplies": row(admins("ok")),
  "appeals.ask": about(
    "review",
    "hidden",
    {
      shown: members("NOT_FOUND"),
      hidden: { ...members("NOT_FOUND"), owner: "ok", "owner in an old session": "ok" },
      missing: members("NOT_FOUND"),
    },
    ({ id }) => ({ review_id: id, about: "review", text: "No insulté" }),
  ),
  "appeals.list": row(admins("ok")),
  "appeals.decide": about(
    "appeal",
    "open",
    { open: proven(admins("ok")), decided: proven(admins("ALREADY_DONE")), missing: proven(admins("NOT_FOUND")) },
    ({ id }) => ({ id, outcome: "kept", decision: "Queda", edited_at: null }),
  ),
  "coverages.search": row(everybody("ok"), () => ({ text: "osde" })),
  "coverages.kines": row(
    patients("ok"),
    () => ({ coverage_id: 1 }),
    () => [{ coverage_id: 1, is_confirmed: false }],
  ),
  "coverages.own": row(patients("ok")),
  "coverages.saveOwn": row(patients("ok"), () => ({ coverage: { id: 1, plan: "210" } })),
  "coverages.questions": about("case", "closed", inStates(caseStates, patients("ok")), byCaseId),
  // Each case of the owner's has a coverage.
  "coverages.answer": about(
    "reviewed",
    "closed: kine accepted",
    {
      "open: kine proposed": noMatch,
      "open: kine accepted": noMatch,
      "matched: kine accepted": noMatch,
      "closed: kine without application": noMatch,
      "closed: kine proposed": noMatch,
      "closed: kine accepted": patients("ok", "NOT_FOUND"),
      "closed: kine rejected": noMatch,
      // This specialist states no coverage.
      "closed: former kine": noMatch,
      "reviewed: kine accepted": patients("ok", "NOT_FOUND"),
      "reviewed: kine rejected": noMatch,
      "orphaned: kine accepted": noMatch,
      "missing: kine accepted": noMatch,
    },
    (subject) => ({ ...subject, answer: "no" }),
  ),
  "reviews.received": row(kines("ok")),
  "reviews.pending": row(patients("ok")),
  "reviews.mine": row(patients("ok")),
  "reviews.list": row(admins("ok")),
  "reviews.totals": row(admins("ok")),
};
