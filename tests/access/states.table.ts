import type { Cell } from "./procedures.table.ts";
import {
  acceptedOf,
  all,
  allKines,
  everyKine,
  everyMember,
  everyPatient,
  type Principal,
  everyPrincipal,
  noCase,
  noMatch,
  noReview,
  ownCase,
  ownMatch,
  ownReview,
  proposedOf,
  rejectedOf,
  type Row,
  theAdmin,
  theProvenAdmin,
} from "./states.rows.ts";

/** A decision on an application to the owner's case, by the state of the case and of the application. */
const decisions: Record<string, Row> = {
  "open proposed": ownMatch("ok"),
  "open rejected": ownMatch("MATCH_DECIDED"),
  "matched proposed": ownMatch("ok"),
  "matched accepted": ownMatch("MATCH_DECIDED"),
  "matched rejected": ownMatch("MATCH_DECIDED"),
  "closed proposed": ownMatch("CASE_CLOSED"),
  "closed accepted": ownMatch("MATCH_DECIDED"),
  "closed rejected": ownMatch("MATCH_DECIDED"),
  "reviewed proposed": ownMatch("CASE_CLOSED"),
  "reviewed accepted": ownMatch("MATCH_DECIDED"),
  "reviewed rejected": ownMatch("MATCH_DECIDED"),
  missing: noMatch,
};

/** Operations on a case that only its patient may run, while it is open. */
const whileOpen: Record<string, Row> = {
  open: ownCase("ok"),
  matched: ownCase("CASE_NOT_OPEN"),
  closed: ownCase("CASE_NOT_OPEN"),
  reviewed: ownCase("CASE_NOT_OPEN"),
  orphaned: noCase,
  missing: noCase,
};

/** Principals that are sessions of the same user. A forged token has no session, and a signed-out one has ended. */
const SAME_PERSON: Partial<Record<Principal, Principal>> = {
  "session over": "owner",
  expired: "owner",
  "owner in an old session": "owner",
  "kine in an old session": "kine without application",
  "admin in an old session": "admin",
};
const personOf = (who: Principal) => SAME_PERSON[who] ?? who;

/** Ending a session: admitted users may end their own, never another user's. */
const sessionEnds = Object.fromEntries(
  everyPrincipal.map((whose): [string, Row] => {
    const row = everyMember("NOT_FOUND");
    for (const who of everyPrincipal) {
      if (row[who] === "NOT_FOUND" && personOf(who) === personOf(whose)) row[who] = "ok";
    }
    return [whose, row];
  }),
);

const applicationDecisions = (row: (cell: Cell) => Row): Record<string, Row> => ({
  pending: row("ok"),
  approved: row("APPLICATION_DECIDED"),
  rejected: row("APPLICATION_DECIDED"),
  missing: row("APPLICATION_DECIDED"),
});

const changeDecisions = (row: (cell: Cell) => Row): Record<string, Row> => ({
  pending: row("ok"),
  rejected: row("APPLICATION_DECIDED"),
  missing: row("APPLICATION_DECIDED"),
});

/** Reporting: admitted users may report what they can see, except what is theirs. */
const reportOf = (seenBy: readonly Principal[] | "everybody", whose?: Principal): Row => {
  const row = everyMember("ok");
  for (const who of Object.keys(row) as Principal[]) {
    if (row[who] !== "ok") continue;
    if (who === whose || personOf(who) === whose) row[who] = "OWN_THING";
    else if (personOf(who) !== "admin" && seenBy !== "everybody" && !seenBy.includes(personOf(who)))
      row[who] = "NOT_FOUND";
  }
  return row;
};
const withApplication = ["kine proposed", "kine accepted", "kine rejected"] as const;
const hiddenFromAll = reportOf([]);

/** Expected result of each procedure that takes an id, by the object's state; written by hand. */
export const states: Record<string, Record<string, Row>> = {
  "cases.get": {
    open: ownCase("ok"),
    matched: ownCase("ok"),
    closed: ownCase("ok"),
    reviewed: ownCase("ok"),
    orphaned: noCase,
    missing: noCase,
  },
  "cases.close": {
    open: ownCase("CASE_NOT_MATCHED"),
    matched: ownCase("ok"),
    closed: ownCase("CASE_NOT_MATCHED"),
    reviewed: ownCase("CASE_NOT_MATCHED"),
    orphaned: noCase,
    missing: noCase,
  },
  "cases.update": whileOpen,
  "cases.withdraw": whileOpen,
  // For another patient's case the list is empty.
  "cases.applications": {
    open: everyPatient("ok", "ok"),
    matched: everyPatient("ok", "ok"),
    closed: everyPatient("ok", "ok"),
    reviewed: everyPatient("ok", "ok"),
    orphaned: everyPatient("ok", "ok"),
    missing: everyPatient("ok", "ok"),
  },
  "cases.studyViews": {
    open: everyPatient("ok", "ok"),
    matched: everyPatient("ok", "ok"),
    closed: everyPatient("ok", "ok"),
    reviewed: everyPatient("ok", "ok"),
    orphaned: everyPatient("ok", "ok"),
    missing: everyPatient("ok", "ok"),
  },
  "cases.view": {
    open: allKines("ok"),
    matched: allKines("ok"),
    closed: everyKine("CASE_NOT_FOUND", "ok", "ok", "ok"),
    reviewed: everyKine("CASE_NOT_FOUND", "ok", "ok", "ok"),
    orphaned: allKines("CASE_NOT_FOUND"),
    missing: allKines("CASE_NOT_FOUND"),
  },
  "matches.apply": {
    open: everyKine("ok", "ALREADY_APPLIED", "ok", "ALREADY_APPLIED"),
    matched: everyKine("ok", "ALREADY_APPLIED", "ALREADY_APPLIED", "ALREADY_APPLIED"),
    closed: allKines("CASE_CLOSED"),
    reviewed: allKines("CASE_CLOSED"),
    orphaned: allKines("CASE_CLOSED"),
    missing: allKines("CASE_NOT_FOUND"),
  },
  "matches.withdraw": {
    "open proposed": proposedOf("ok"),
    "open rejected": rejectedOf("MATCH_DECIDED"),
    "matched proposed": proposedOf("ok"),
    "matched accepted": acceptedOf("MATCH_DECIDED"),
    "matched rejected": rejectedOf("MATCH_DECIDED"),
    "closed proposed": proposedOf("ok"),
    "closed accepted": acceptedOf("MATCH_DECIDED"),
    "closed rejected": rejectedOf("MATCH_DECIDED"),
    "reviewed proposed": proposedOf("ok"),
    "reviewed accepted": acceptedOf("MATCH_DECIDED"),
    "reviewed rejected": rejectedOf("MATCH_DECIDED"),
    missing: allKines("NOT_FOUND"),
  },
  "matches.accept": decisions,
  "matches.reject": decisions,
  "reviews.create": {
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
    "closed: kine accepted": ownReview("ok"),
    "closed: kine rejected": noReview,
    "closed: former kine": ownReview("ok"),
    "reviewed: kine without application": noReview,
    "reviewed: kine proposed": noReview,
    "reviewed: kine accepted": ownReview("ALREADY_REVIEWED"),
    "reviewed: kine rejected": noReview,
    "reviewed: former kine": ownReview("ok"),
    "orphaned: kine accepted": noReview,
    "missing: kine accepted": noReview,
  },
  "kineApplications.approve": applicationDecisions(theProvenAdmin),
  "kineApplications.reject": applicationDecisions(theAdmin),
  "kineApplications.reopen": {
    pending: theAdmin("NOT_REJECTED"),
    approved: theAdmin("NOT_REJECTED"),
    rejected: theAdmin("ok"),
    missing: theAdmin("NOT_REJECTED"),
  },
  "profileChanges.approve": changeDecisions(theProvenAdmin),
  "profileChanges.reject": changeDecisions(theAdmin),
  "accounts.assignRole": {
    "other patient as patient": theProvenAdmin("ok"),
    "other patient as kine": theProvenAdmin("ok"),
    "other patient as admin": theProvenAdmin("ok"),
    "kine accepted as patient": theProvenAdmin("ok"),
    "kine accepted as kine": theProvenAdmin("ok"),
    "kine accepted as admin": theProvenAdmin("ok"),
    "pending kine as patient": theProvenAdmin("ok"),
    "pending kine as kine": theProvenAdmin("ok"),
    "pending kine as admin": theProvenAdmin("NOT_APPROVED_YET"),
    "turned down kine as patient": theProvenAdmin("ok"),
    "turned down kine as kine": theProvenAdmin("ok"),
    "turned down kine as admin": theProvenAdmin("NOT_APPROVED_YET"),
    "unapproved admin as patient": theProvenAdmin("ok"),
    "unapproved admin as kine": theProvenAdmin("ok"),
    "unapproved admin as admin": theProvenAdmin("NOT_APPROVED_YET"),
    "admin as patient": theProvenAdmin("LAST_ADMIN"),
    "admin as kine": theProvenAdmin("LAST_ADMIN"),
    "admin as admin": theProvenAdmin("ok"),
    "deleted as patient": theProvenAdmin("NOT_FOUND"),
    "deleted as kine": theProvenAdmin("NOT_FOUND"),
    "deleted as admin": theProvenAdmin("NOT_FOUND"),
  },
  "moderation.suspend": {
    "other patient": theProvenAdmin("ok"),
    "kine accepted": theProvenAdmin("ok"),
    "pending kine": theProvenAdmin("ok"),
    admin: theProvenAdmin("OWN_ACCOUNT"),
    suspended: theProvenAdmin("ALREADY_DONE"),
    deleted: theProvenAdmin("NOT_FOUND"),
  },
  "moderation.restore": {
    suspended: theProvenAdmin("ok"),
    "other patient": theProvenAdmin("ALREADY_DONE"),
    admin: theProvenAdmin("ALREADY_DONE"),
    deleted: theProvenAdmin("ALREADY_DONE"),
  },
  "moderation.hideReview": { shown: theAdmin("ok"), hidden: theAdmin("ALREADY_DONE"), missing: theAdmin("NOT_FOUND") },
  "moderation.showReview": { shown: theAdmin("ALREADY_DONE"), hidden: theAdmin("ok"), missing: theAdmin("NOT_FOUND") },
  "moderation.closeCase": {
    open: theProvenAdmin("ok"),
    matched: theProvenAdmin("ok"),
    closed: theProvenAdmin("CASE_CLOSED"),
    reviewed: theProvenAdmin("CASE_CLOSED"),
    orphaned: theProvenAdmin("CASE_CLOSED"),
    missing: theProvenAdmin("CASE_NOT_FOUND"),
  },
  "reports.decide": { open: theAdmin("ok"), decided: theAdmin("ALREADY_DONE"), missing: theAdmin("NOT_FOUND") },
  "reports.create": {
    "profile: kine accepted": reportOf("everybody", "kine accepted"),
    "profile: owner": hiddenFromAll,
    "profile: pending kine": hiddenFromAll,
    "profile: suspended": hiddenFromAll,
    "case: open": reportOf(["kine without application", ...withApplication]),
    "case: matched": reportOf(["kine without application", ...withApplication]),
    "case: closed": reportOf(withApplication),
    "case: reviewed": reportOf(withApplication),
    "message: open proposed": reportOf(["owner"]),
    "message: matched accepted": reportOf(["owner"]),
    "message: without words": { ...hiddenFromAll, admin: "NOT_FOUND", "admin in an old session": "NOT_FOUND" },
    "review: shown": reportOf("everybody", "owner"),
    "review: hidden": hiddenFromAll,
  },
  "sessions.end": sessionEnds,
  "profiles.publicProfile": {
    "kine without application": all("ok"),
    "kine proposed": all("ok"),
    "kine accepted": all("ok"),
    "kine rejected": all("ok"),
    "pending kine": all("NOT_FOUND"),
    "turned down kine": all("NOT_FOUND"),
    "former kine": all("NOT_FOUND"),
    owner: all("NOT_FOUND"),
    admin: all("NOT_FOUND"),
    "unapproved admin": all("NOT_FOUND"),
    deleted: all("NOT_FOUND"),
  },
};
