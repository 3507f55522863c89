import { SEGMENTS } from "../../app/domain/pulse/segments.ts";
import { type Cell, type Principal, admins, members, personOf, principals, proven, type Who } from "./principals.ts";
import { about, type Row, row } from "./row.ts";

/** The results of reporting: admitted users may report what they can see, except their own things. */
function reportOf(seenBy: readonly Principal[] | "everybody", whose?: Principal): Who {
  const who: Record<Principal, Cell> = { ...members("ok") };
  for (const each of principals.filter((one) => who[one] === "ok")) {
    if (whose && personOf(each) === whose) who[each] = "OWN_THING";
    else if (personOf(each) !== "admin" && seenBy !== "everybody" && !seenBy.includes(personOf(each)))
      who[each] = "NOT_FOUND";
  }
  return who;
}
const withApplication = ["kine proposed", "kine accepted", "kine rejected"] as const;
const hiddenFromAll = reportOf([]);

/** A rare event, so that one page of the audit log holds every user's. */
export const PLANTED_EVENT = "passkey_removed";

/** The id of a job that does not exist. */
const NO_JOB = "999999999999";
const NO_ONE = "00000000-0000-7000-8000-000000000000";

/** A decision about a licence that is not withdrawn. */
const licenceDecision = {
  first: proven(admins("ok")),
  declared: proven(admins("ok")),
  verified: proven(admins("ok")),
  withdrawn: proven(admins("NOT_FOUND")),
  missing: proven(admins("NOT_FOUND")),
};

export const administration: Record<string, Row> = {
  "audit.list": row(
    admins("ok"),
    () => ({ event: "account_created_by_admin" }),
    ({ emails }) => [
      { event: PLANTED_EVENT },
      { event: PLANTED_EVENT, order: "oldest" },
      ...emails.map((search) => ({ search, event: PLANTED_EVENT })),
    ],
  ),
  "audit.csv": row(proven(admins("ok"))),
  "downloads.csv": row(
    proven(admins("ok")),
    () => ({ list: "users" }),
    () => [{ list: "applications", filter: { state: "pending" } }],
  ),
  "dossiers.person": about("account", "kine accepted", {
    "other patient": admins("ok"),
    "kine accepted": admins("ok"),
    "pending kine": admins("ok"),
    admin: admins("ok"),
    "moderated kine": admins("ok"),
    deleted: admins("NOT_FOUND"),
  }),
  "dossiers.caseFile": about("case", "matched", {
    open: admins("ok"),
    matched: admins("ok"),
    closed: admins("ok"),
    reviewed: admins("ok"),
    orphaned: admins("ok"),
    missing: admins("CASE_NOT_FOUND"),
  }),
  "dossiers.find": row(admins("ok"), () => ({ text: "ana" })),
  "operator.queues": row(admins("ok")),
  "operator.quietCases": row(admins("ok")),
  "operator.zones": row(admins("ok")),
  "pulse.market": row(
    admins("ok"),
    () => ({}),
    () => [{ weeks: 56, place: "moreno", modality: "online", zone: "rodilla" }],
  ),
  "pulse.signups": row(
    admins("ok"),
    () => ({}),
    () => [{ weeks: 56 }],
  ),
  "pulse.levels": row(admins("ok")),
  "pulse.kines": row(
    admins("ok"),
    () => ({ segment: "silent" }),
    () => SEGMENTS.map((segment) => ({ segment })),
  ),
  "today.read": row(admins("ok")),
  "today.waiting": row(admins("ok")),
  "status.read": row(admins("ok")),
  "pulse.mail": row(admins("ok")),
  // tests/mail/bounces.test.ts clears some.
  "mailStates.clear": about(
    "account",
    "other patient",
    { "other patient": proven(admins("ALREADY_DONE")), deleted: proven(admins("ALREADY_DONE")) },
    ({ id }) => ({ id }),
  ),
  "jobs.list": row(admins("ok"), () => ({ state: "failed" })),
  // No job that waits is among the objects: tests/operator/jobs.test.ts changes some.
  "jobs.retry": row(proven(admins("JOB_GONE")), () => ({ id: NO_JOB })),
  "jobs.discard": row(proven(admins("JOB_GONE")), () => ({ id: NO_JOB })),
  "adminViews.unseen": row(admins("ok")),
  "adminViews.markSeen": row(admins("ok"), ({ subjects }) => ({
    entity_type: "case",
    ids: Object.values(subjects.case).map((one) => (one as { id: string }).id),
  })),
  "licences.queue": row(admins("ok")),
  "licences.verify": about("licence", "declared", licenceDecision),
  "licences.doubt": about("licence", "verified", licenceDecision),
  "licences.deactivate": about("licence", "verified", licenceDecision),
  // tests/visibility/whose-stars.test.ts answers about some.
  "licences.answerPast": about(
    "account",
    "kine accepted",
    {
      "kine accepted": proven(admins("NOT_FOUND")),
      "other patient": proven(admins("NOT_FOUND")),
      "pending kine": proven(admins("NOT_FOUND")),
      admin: proven(admins("OWN_ACCOUNT")),
      deleted: proven(admins("NOT_FOUND")),
    },
    ({ id }) => ({ kine_id: id, earlier_id: NO_ONE, is_same: true }),
  ),
  "settings.read": row(admins("ok")),
  "settings.save": row(proven(admins("ok")), () => ({
    changes: [{ key: "unchecked_may_apply", value: true, read: true }],
  })),
  "settings.change": row(proven(admins("ok")), () => ({ key: "unchecked_may_apply", value: true })),
  "holidays.list": row(admins("ok"), () => ({ year: 2026 })),
  "holidays.save": row(proven(admins("ok")), () => ({ day: "2028-03-03", name: "Carnaval" })),
  "holidays.remove": row(proven(admins("ok")), () => ({ day: "2028-03-03" })),
  "vocabulary.queue": row(admins("ok")),
  "vocabulary.link": row(
    proven(admins("ok")),
    () => ({ kind: "place", text: "El barrio de siempre", slug: "palermo" }),
    () => [{ kind: "zone", text: "La gamba", slug: "pierna", side: "left" }],
  ),
  "vocabulary.keep": row(proven(admins("ok")), () => ({ kind: "place", text: "Por ahí" })),
  "moderation.suspend": about(
    "account",
    "other patient",
    {
      "other patient": proven(admins("ok")),
      "kine accepted": proven(admins("ok")),
      "pending kine": proven(admins("ok")),
      admin: proven(admins("OWN_ACCOUNT")),
      "moderated kine": proven(admins("ALREADY_DONE")),
      deleted: proven(admins("NOT_FOUND")),
    },
    ({ id }) => ({ id, reason: "Spam" }),
  ),
  "moderation.restore": about(
    "account",
    "moderated kine",
    {
      "moderated kine": proven(admins("ok")),
      "other patient": proven(admins("ALREADY_DONE")),
      admin: proven(admins("ALREADY_DONE")),
      deleted: proven(admins("ALREADY_DONE")),
    },
    ({ id }) => ({ id, reason: "Error" }),
  ),
  "moderation.hideReview": about(
    "review",
    "shown",
    { shown: proven(admins("ok")), hidden: proven(admins("ALREADY_DONE")), missing: proven(admins("NOT_FOUND")) },
    ({ id }) => ({ id, reason: "Insultos" }),
  ),
  "moderation.showReview": about(
    "review",
    "hidden",
    { shown: proven(admins("ALREADY_DONE")), hidden: proven(admins("ok")), missing: proven(admins("NOT_FOUND")) },
    ({ id }) => ({ id, edited_at: null }),
  ),
  "moderation.askEdit": about(
    "review",
    "shown",
    { shown: proven(admins("ok")), hidden: proven(admins("ok")), missing: proven(admins("NOT_FOUND")) },
    ({ id }) => ({ id, reason: "Sin insultos" }),
  ),
  "moderation.hideReply": about(
    "reply",
    "shown",
    {
      shown: proven(admins("ok")),
      held: proven(admins("ok")),
      hidden: proven(admins("ALREADY_DONE")),
      missing: proven(admins("NOT_FOUND")),
    },
    ({ id }) => ({ id, reason: "Cuenta de más" }),
  ),
  "moderation.showReply": about(
    "reply",
    "held",
    {
      shown: proven(admins("ALREADY_DONE")),
      held: proven(admins("ok")),
      hidden: proven(admins("ok")),
      missing: proven(admins("NOT_FOUND")),
    },
    ({ id }) => ({ id, edited_at: null }),
  ),
  "moderation.closeCase": about(
    "case",
    "open",
    {
      open: proven(admins("ok")),
      matched: proven(admins("ok")),
      closed: proven(admins("CASE_CLOSED")),
      reviewed: proven(admins("CASE_CLOSED")),
      orphaned: proven(admins("CASE_CLOSED")),
      missing: proven(admins("CASE_NOT_FOUND")),
    },
    ({ id }) => ({ id, reason: "Publicidad" }),
  ),
  "coverages.disputes": row(admins("ok")),
  "coverages.decide": about(
    "dispute",
    "open",
    { open: proven(admins("ok")), decided: proven(admins("ALREADY_DONE")), missing: proven(admins("NOT_FOUND")) },
    ({ id }) => ({ id, decision: "removed" }),
  ),
  "coverages.list": row(admins("ok")),
  "coverages.save": row(proven(admins("ok")), () => ({
    kind: "prepaga",
    short: "Prepaga Nueva",
    name: "Prepaga Nueva del Sur",
    aliases: ["nueva"],
  })),
  "coverages.merge": row(proven(admins("ok")), () => ({ from: 2, into: 1 })),
  "coverages.retire": row(proven(admins("ok")), () => ({ id: 2, is_retired: true })),
  "reports.create": about(
    "reported",
    "profile: kine accepted",
    {
      "profile: kine accepted": reportOf("everybody", "kine accepted"),
      "profile: owner": hiddenFromAll,
      "profile: pending kine": hiddenFromAll,
      "profile: moderated kine": hiddenFromAll,
      "case: open": reportOf(["kine without application", ...withApplication]),
      "case: matched": reportOf(["kine without application", ...withApplication]),
      "case: closed": reportOf(withApplication),
      "case: reviewed": reportOf(withApplication),
      "message: open proposed": reportOf(["owner"]),
      "message: matched accepted": reportOf(["owner"]),
      "message: without words": { ...hiddenFromAll, admin: "NOT_FOUND", "admin in an old session": "NOT_FOUND" },
      "sent_message: of the patient": reportOf(["kine proposed"], "owner"),
      "sent_message: of the specialist": reportOf(["owner"], "kine proposed"),
      "sent_message: missing": { ...hiddenFromAll, admin: "NOT_FOUND", "admin in an old session": "NOT_FOUND" },
      "review: shown": reportOf("everybody", "owner"),
      "review: hidden": hiddenFromAll,
      "reply: shown": reportOf("everybody", "kine accepted"),
      "reply: held": hiddenFromAll,
      "reply: hidden": hiddenFromAll,
      "reply: missing": { ...hiddenFromAll, admin: "NOT_FOUND", "admin in an old session": "NOT_FOUND" },
    },
    (subject) => ({ ...subject, reason: "other" }),
  ),
  "reports.list": row(
    admins("ok"),
    () => ({ state: "open" }),
    () => [{ state: "decided" }],
  ),
  "reports.decide": about(
    "report",
    "open",
    { open: proven(admins("ok")), decided: proven(admins("ALREADY_DONE")), missing: proven(admins("NOT_FOUND")) },
    ({ id }) => ({ id, decision: "Sin falta" }),
  ),
};
