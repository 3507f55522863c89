import { states, fields, edit, type Guard } from "./guard.ts";

const consent = { file: "tests/privacy/consent.test.ts" };
const exported = { file: "tests/privacy/exports.test.ts" };
const views = { file: "tests/privacy/study-views.test.ts" };
const CASES = "app/domain/cases/cases.server.ts";
const OFFERED = "app/domain/cases/offered-cases.server.ts";
const OWN_CASE = "app/domain/cases/own-case.server.ts";
const APPLICATIONS = "app/domain/matches/applications.server.ts";
const MATCHES = "app/domain/matches/matches.server.ts";
const DECIDE = "app/domain/matches/decide.server.ts";
const REVIEWS = "app/domain/reviews/reviews.server.ts";
const EXPORTS = "app/domain/exports/exports.server.ts";
const LINK_VIEWER = "app/api/link-viewer.server.ts";

/** Guards of cases, consents, exports and applications. */
export const caseGuards: readonly Guard[] = [
  edit(
    "own cases",
    CASES,
    `db.selectFrom("cases as c").where("c.patient_id", "=", viewer.id)`,
    `db.selectFrom("cases as c")`,
    states("cases.get"),
  ),
  edit(
    "close one's own",
    CASES,
    `.where("patient_id", "=", viewer).where("status", "=", "matched")`,
    `.where("status", "=", "matched")`,
    states("cases.close"),
  ),
  edit(
    "edit and withdraw one's own",
    OWN_CASE,
    `.where("patient_id", "=", viewer.id)`,
    "",
    states("cases.(update|withdraw)"),
  ),
  edit(
    "applications to one's own",
    APPLICATIONS,
    `.where("m.case_id", "=", caseId)
    .where("c.patient_id", "=", patientId)`,
    `.where("m.case_id", "=", caseId)`,
    fields("cases.applications"),
  ),
  edit(
    "cases not closed",
    OFFERED,
    `.where("c.status", "in", ["open", "matched"])
    .where("c.dormant_at"`,
    `.where("c.dormant_at"`,
    fields("cases.available"),
  ),
  edit("offered with consent", OFFERED, `.where("poster.health_withdrawn_at", "is", null)`, "", consent),
  edit(
    "views of one's own studies",
    "app/domain/studies/study-views.server.ts",
    `.where("c.patient_id", "=", viewer)`,
    "",
    views,
  ),
  edit("three exports a day", EXPORTS, "Number(count) >= MOST_A_DAY", "false", exported),
  edit("an export once", EXPORTS, `if (taken.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");`, "", exported),
  edit(
    "an export's live session",
    LINK_VIEWER,
    "requireMember(await findViewer(db, { session_id, user_id: session.user_id }))",
    "{ id: session.user_id } as Viewer",
    exported,
  ),
  edit(
    "an export by a signed link",
    LINK_VIEWER,
    "readSignedLink(settings.secret, url, clock.now())",
    `url.searchParams.get("session")`,
    exported,
  ),
  edit("the audit for admins", "app/domain/audit/audit.server.ts", `requireRole(viewer, "admin");`, "", {
    file: "tests/privacy/audit-screen.test.ts",
  }),
  edit(
    "decide on one's own",
    DECIDE,
    `.where("c.patient_id", "=", patientId)\n        .where("asked.id"`,
    `.where("asked.id"`,
    states("matches.accept"),
  ),
  edit(
    "withdraw one's own",
    MATCHES,
    `.where("kine_id", "=", viewer.id).where("status", "=", "proposed")`,
    `.where("status", "=", "proposed")`,
    states("matches.withdraw"),
  ),
  edit(
    "another's decided application is not there",
    MATCHES,
    `select("id").where("id", "=", input.id).where("kine_id", "=", viewer.id)`,
    `select("id").where("id", "=", input.id)`,
    states("matches.withdraw"),
  ),
  edit(
    "another's application is not there",
    DECIDE,
    `.where("m.id", "=", matchId)\n    .where("c.patient_id", "=", patientId)`,
    `.where("m.id", "=", matchId)`,
    states("matches.reject"),
  ),
  edit(
    "own applications",
    "app/domain/matches/own-applications.server.ts",
    `.where("m.kine_id", "=", viewer)`,
    "",
    fields("matches.mine"),
  ),
  edit("reviews received", REVIEWS, `.where("r.kine_id", "=", viewer)`, "", fields("reviews.received")),
  edit("reviews owed", REVIEWS, `.where("c.patient_id", "=", viewer)`, "", fields("reviews.pending")),
  edit("reviews written", REVIEWS, `.where("r.patient_id", "=", viewer)`, "", fields("reviews.mine")),
  edit(
    "own hours",
    "app/domain/availabilities/availabilities.server.ts",
    `.where("kine_id", "=", viewer).orderBy`,
    ".orderBy",
    fields("availabilities.mine"),
  ),
];
