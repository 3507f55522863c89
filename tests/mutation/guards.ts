import { coverageGuards } from "./coverage-guards.ts";
import { accountGuards } from "./account-guards.ts";
import { conversationGuards } from "./conversation-guards.ts";
import { handleGuards } from "./handle-guards.ts";
import { levelGuards } from "./level-guards.ts";
import { offerGuards } from "./offer-guards.ts";
import { privacyGuards } from "./privacy-guards.ts";
import { loadGuards } from "./load-guards.ts";

/** An access guard, how to remove it, and the test that must fail then. */
export type Guard = {
  name: string;
  edits?: { file: string; from: string; to: string }[];
  sql?: string;
  /** All procedures' own guards at once: each procedure's row must fail. */
  swapped?: true;
  /** A test file and, for speed, the tests of it to run; `fields` requests only the named procedures. */
  noticedBy: { file: string; test?: string; fields?: string };
};

/** Matches a piece of source code however a formatter breaks its lines. */
export function patternOf(source: string): RegExp {
  const characters = [...source.replaceAll(/\s/g, "")].map((each) => RegExp.escape(each));
  return new RegExp(characters.map((each) => (/^\\?[)\]}]$/.test(each) ? `,?\\s*${each}` : each)).join("\\s*"), "g");
}

/** Opens role procedures to every member, member procedures to everybody, and proof-protected ones to old sessions. */
export function swapGuards(code: string): string {
  return code.replace(/import \{([^}]*)\} from "(\.[^"]*\/guards\.server\.ts)"/, (_, names: string, path: string) => {
    const looser = names
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => {
        if (["member", "signedIn", "signedInSince"].includes(name)) return `anyone as ${name}`;
        if (name.startsWith("proven")) return `${name.slice("proven".length).toLowerCase()} as ${name}`;
        if (name === "memberReads") return `signedIn as ${name}`;
        if (["patientReads", "kineReads", "adminReads"].includes(name)) return `memberReads as ${name}`;
        return ["patient", "kine", "admin"].includes(name) ? `member as ${name}` : name;
      });
    return `import { ${looser.join(", ")} } from "${path}"`;
  });
}

const access = (test: string) => ({ file: "tests/access/procedures.test.ts", test });
const states = (test: string) => ({ file: "tests/access/states.test.ts", test });
const fields = (procedures: string) => ({
  file: "tests/exposure/exposure.test.ts",
  test: "no answer shows",
  fields: procedures,
});
const rules = { file: "tests/rules/database-rules.test.ts" };
const deletion = { file: "tests/privacy/deletion.test.ts" };
const study = states("a study of a case");
const consent = { file: "tests/privacy/consent.test.ts" };
const chain = { file: "tests/privacy/audit-chain.test.ts" };
const taken = { file: "tests/privacy/exports.test.ts" };
const views = { file: "tests/privacy/study-views.test.ts" };

const edit = (name: string, file: string, from: string, to: string, noticedBy: Guard["noticedBy"]): Guard => ({
  name,
  edits: [{ file, from, to }],
  noticedBy,
});
const drop = (name: string, sql: string, noticedBy: Guard["noticedBy"]): Guard => ({ name, sql, noticedBy });
const trigger = (name: string, table: string, noticedBy: Guard["noticedBy"] = rules) =>
  drop(`trigger ${name}`, `drop trigger ${name} on ${table}`, noticedBy);

const GUARDS = "app/api/guards.server.ts";
const VIEWER = "app/api/viewer.server.ts";
const CASES = "app/domain/cases/cases.server.ts";
const OFFERED = "app/domain/cases/offered-cases.server.ts";
const STUDIES = "app/domain/studies/studies.server.ts";
const OWN_CASE = "app/domain/cases/own-case.server.ts";
const CREATE_KINE = "app/domain/accounts/create-kine.server.ts";
const SESSIONS = "app/domain/sessions/sessions.server.ts";
const APPLICATIONS = "app/domain/matches/applications.server.ts";
const MATCHES = "app/domain/matches/matches.server.ts";
const REVIEWS = "app/domain/reviews/reviews.server.ts";
const PUBLIC_PROFILE = "app/domain/profiles/public-profile.server.ts";
const OWN_PROFILE = "app/domain/profiles/own-profile.server.ts";
const FILES = "app/server/files.server.ts";
const LINKS = "app/platform/signed-links.server.ts";

const hostile = (test: string) => ({ file: "tests/http/hostile-accounts.test.ts", test });
const sessions: Guard[] = [
  edit(
    "the gate to the half signed in",
    PUBLIC_PROFILE,
    "findMember(context)",
    "context.findViewer()",
    hostile("who has not shown"),
  ),
  edit(
    "enrolments of before",
    "app/auth/flows/factors/factors-verify.server.ts",
    `if (factor.status === "unverified")`,
    "if (false)",
    hostile("an enrolment begun"),
  ),
  edit(
    "ways in and temporary passwords",
    "app/auth/sessions/assurance.server.ts",
    "if (must_change_password)",
    "if (false)",
    hostile("with a temporary password"),
  ),
  { name: "the guard of each procedure", swapped: true, noticedBy: { file: "tests/access/procedures.test.ts" } },
  edit(
    "somebody",
    GUARDS,
    `const viewer = await context.findViewer();
  if (!viewer) throw new AppError("NOT_SIGNED_IN");`,
    "const viewer = await context.findViewer();",
    access("accounts.me"),
  ),
  edit(
    "somebody with a file",
    GUARDS,
    `Viewer {
  if (!viewer) throw new AppError("NOT_SIGNED_IN");`,
    "Viewer {",
    access("PUT /files/avatars"),
  ),
  edit(
    "second factor",
    GUARDS,
    `if (has_factor && aal !== "aal2") return "SECOND_FACTOR_NEEDED";`,
    "",
    access("cases.create"),
  ),
  edit(
    "password of one's own",
    GUARDS,
    `return must_change_password ? "PASSWORD_CHANGE_REQUIRED" : null;`,
    "return null;",
    access("cases.create"),
  ),
  edit(
    "own sessions",
    SESSIONS,
    `.where("user_id", "=", viewer).where("ended_at", "is", null).where("not_after"`,
    `.where("ended_at", "is", null).where("not_after"`,
    fields("sessions.mine"),
  ),
  edit(
    "end one's own session",
    SESSIONS,
    `.where("id", "=", input.id).where("user_id", "=", viewer.id)`,
    `.where("id", "=", input.id)`,
    states("sessions.end"),
  ),
  edit(
    "approval",
    GUARDS,
    `if (approval_status !== "approved") throw new AppError("APPROVAL_PENDING");`,
    "",
    access("cases.create"),
  ),
  edit(
    "role",
    GUARDS,
    `if (highestRole(roles) !== role) throw new AppError("NOT_ALLOWED");`,
    "",
    access("cases.create"),
  ),
  edit(
    "a recent proof for a procedure",
    GUARDS,
    `if (session && !hasRecentProof(session)) throw new AppError("RECENT_PROOF_NEEDED");`,
    "",
    access("accounts.assignRole"),
  ),
  edit(
    "admins told of a new one",
    "app/domain/accounts/accounts.server.ts",
    "if (isNewAdmin) await",
    "if (false) await",
    { file: "tests/rules/new-admin.test.ts" },
  ),
  edit("ended session", VIEWER, `.where("s.ended_at", "is", null)`, "", access("accounts.me")),
  edit("session past its time", VIEWER, `.where("s.not_after", ">", sql<Date>\`now()\`)`, "", access("accounts.me")),
  edit(
    "expired token",
    "app/auth/sessions/tokens.server.ts",
    `audience: AUDIENCE,`,
    "audience: AUDIENCE, clockTolerance: 1e6,",
    access("accounts.me"),
  ),
];

const short = { file: "tests/fast-path/fast-path.test.ts" };
const reads: Guard[] = [
  edit(
    "an answer after its guard",
    GUARDS,
    "await checking;",
    "checking.catch(() => undefined);",
    access("cases.mine"),
  ),
  edit(
    "the role of who reads",
    GUARDS,
    "requireRole(requireMember(viewer), role)",
    "requireMember(viewer)",
    access("cases.mine"),
  ),
  edit(
    "somebody who reads",
    GUARDS,
    "const readingAs = (role: Role) => reading((viewer) => requireRole(requireMember(viewer), role));",
    "const readingAs = (_: Role) => reading(() => undefined);",
    short,
  ),
  edit(
    "an answer to somebody else",
    VIEWER,
    "if (viewer && viewer.session_id !== session_id)",
    "if (viewer && !session_id)",
    short,
  ),
];

const cases: Guard[] = [
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
    "cases in course",
    OFFERED,
    `eb("c.status", "in", ["open", "matched"]), eb("poster.suspended_at"`,
    `eb("poster.suspended_at"`,
    states("cases.view"),
  ),
  edit("own application in a case", OFFERED, `.on("own.kine_id", "=", viewer.id))`, ")", fields("cases.view")),
  edit(
    "phone of the poster",
    OFFERED,
    `eb.case().when("own.status", "=", "accepted").then(eb.ref("poster.phone")).end().as("phone")`,
    `"poster.phone"`,
    fields("cases.view"),
  ),
  edit(
    "studies on view",
    OFFERED,
    `match_status === "accepted" || (row.studies_access === "verified" && row.status !== "closed" && !is_blocked)`,
    "true",
    fields("cases.view"),
  ),
  edit(
    "studies for the accepted",
    OFFERED,
    `row.studies_access === "verified" && row.status !== "closed" && !is_blocked`,
    `row.status !== "closed" && !is_blocked`,
    fields("cases.view"),
  ),
  edit(
    "contact of applicants",
    APPLICATIONS,
    "sql<boolean>`m.status = 'accepted'`",
    "sql<boolean>`true`",
    fields("cases.get"),
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
];

const consents: Guard[] = [
  edit("offered with consent", OFFERED, `.where("poster.health_withdrawn_at", "is", null)`, "", consent),
  edit(
    "read with consent",
    OFFERED,
    `eb.or([eb("poster.health_withdrawn_at", "is", null), eb("own.status", "=", "accepted")])`,
    "eb.val(true)",
    consent,
  ),
  edit("studies listed with consent", OFFERED, "health_withdrawn_at === null\n    && ", "", consent),
  edit("studies with consent", STUDIES, `eb("poster.health_withdrawn_at", "is", null),`, "", consent),
  edit(
    "applications with consent",
    MATCHES,
    `eb.or([eb("poster.health_withdrawn_at", "is", null), eb("m.status", "=", "accepted")])`,
    "eb.val(true)",
    consent,
  ),
  edit(
    "views of one's own studies",
    "app/domain/studies/study-views.server.ts",
    `.where("c.patient_id", "=", viewer)`,
    "",
    views,
  ),
];

const EXPORTS = "app/domain/exports/exports.server.ts";
const exports: Guard[] = [
  edit("three exports a day", EXPORTS, "Number(count) >= MOST_A_DAY", "false", taken),
  edit("an export once", EXPORTS, `if (taken.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");`, "", taken),
  edit(
    "an export's live session",
    EXPORTS,
    "requireMember(await findViewer(db, { session_id: sessionId, user_id: asked.user_id }))",
    "{ id: asked.user_id }",
    taken,
  ),
  edit(
    "an export by a signed link",
    FILES,
    "takeExport(services, sessionId,",
    `takeExport(services, new URL(c.req.url).searchParams.get("session"),`,
    taken,
  ),
  edit("the audit for admins", "app/domain/downloads/linked-admin.server.ts", `requireRole(viewer, "admin");`, "", {
    file: "tests/privacy/audit-screen.test.ts",
  }),
];

const applications: Guard[] = [
  edit(
    "decide on one's own",
    MATCHES,
    `.where("c.patient_id", "=", patientId).where("asked.id"`,
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
    MATCHES,
    `.where("m.id", "=", matchId).where("c.patient_id", "=", patientId)`,
    `.where("m.id", "=", matchId)`,
    states("matches.reject"),
  ),
  edit("own applications", MATCHES, `.where("m.kine_id", "=", viewer)`, "", fields("matches.mine")),
  edit("patient of accepted ones", MATCHES, ".on(sql<boolean>`m.status = 'accepted'`)", "", fields("matches.mine")),
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

const profiles: Guard[] = [
  ...["phone", "email", "license_number"].map((column) =>
    edit(
      `${column} of a specialist`,
      PUBLIC_PROFILE,
      `eb.case().when(open).then(eb.ref("private.${column}")).end().as("${column}")`,
      `"private.${column}"`,
      fields("profiles.publicProfile"),
    ),
  ),
  edit(
    "own profile",
    OWN_PROFILE,
    `"c.rejection_reason",
    ])
    .where("p.id", "=", viewer)`,
    `"c.rejection_reason", ])`,
    fields("profiles.mine"),
  ),
  edit(
    "approved before a change",
    OWN_PROFILE,
    `if (viewer.approval_status !== "approved") throw new AppError("APPROVAL_PENDING");`,
    "",
    access("profiles.update"),
  ),
  edit("a specialist's own fields", OWN_PROFILE, `if (isOfKines(change)) requireRole(viewer, "kine");`, "", {
    file: "tests/rules/profiles.test.ts",
  }),
  edit("a change of one's own", OWN_PROFILE, `.set(says).where("id", "=", viewer)`, ".set(says)", {
    file: "tests/rules/profiles.test.ts",
  }),
  edit(
    "what was told to others",
    "app/platform/live/live-table.server.ts",
    "${audiences ? sql`and audience = any(${audiences}::bytea[])` : sql``}",
    "",
    { file: "tests/live/live-table.test.ts", test: "what it missed" },
  ),
  edit(
    "another role since the last event",
    "app/domain/live/live-events.server.ts",
    `missed?.every(({ type }) => type !== "person" && type !== "session")`,
    "missed",
    { file: "tests/live/live-table.test.ts", test: "starts anew" },
  ),
  edit("own unseen counts", "app/domain/admin-views/admin-views.server.ts", "v.admin_id = ${adminId} and ", "", {
    file: "tests/live/live.test.ts",
  }),
];

const reviewed = { file: "tests/rules/reviewed-profiles.test.ts" };
const OWN_CHANGE = "app/domain/profile-changes/own-change.server.ts";
const reviews: Guard[] = [
  edit(
    "a change of the version that was read",
    OWN_CHANGE,
    `if (version !== undefined && version !== shown.version) throw new AppError("PROFILE_CHANGED");`,
    "",
    reviewed,
  ),
  edit("a change to a free licence", OWN_CHANGE, `if (taken) throw new AppError("LICENSE_TAKEN");`, "", reviewed),
  edit(
    "a change of one's own to withdraw",
    OWN_CHANGE,
    `deleteFrom("profile_changes").where("kine_id", "=", viewer.id).executeTakeFirst()`,
    `deleteFrom("profile_changes").executeTakeFirst()`,
    reviewed,
  ),
  edit(
    "samples that were checked",
    "app/domain/profiles/best-rated.server.ts",
    ".where(sql<boolean>`is_licence_current(p.license_checked_at)`)",
    "",
    { file: "tests/lists/best-rated.test.ts" },
  ),
  edit(
    "unseen requests that wait",
    "app/domain/admin-views/admin-views.server.ts",
    "from kine_applications where status = 'pending'",
    "from kine_applications",
    reviewed,
  ),
  edit(
    "unseen changes that wait",
    "app/domain/admin-views/admin-views.server.ts",
    "from profile_changes where rejected_at is null",
    "from profile_changes",
    reviewed,
  ),
  trigger("profiles_show_what_was_checked", "profiles", reviewed),
  trigger("rejection_frees_the_licence", "profiles", reviewed),
  trigger("profile_changes_of_kines", "profile_changes", reviewed),
  trigger("profile_changes_are_told", "profile_changes", reviewed),
  trigger("kine_roles_wait_for_a_check", "user_roles", reviewed),
];

const moderated = (test: string) => ({ file: "tests/rules/moderation.test.ts", test });
const IN_SIGHT = "app/domain/reports/reportable.server.ts";
const moderation: Guard[] = [
  edit(
    "the suspended in process",
    GUARDS,
    `if (is_suspended) return "ACCOUNT_SUSPENDED";`,
    "",
    moderated("acting in process"),
  ),
  edit(
    "specialists not suspended",
    "app/domain/profiles/specialists.server.ts",
    `.where("p.suspended_at", "is", null)`,
    "",
    moderated("of a specialist vanishes"),
  ),
  edit(
    "cases of patients not suspended",
    OFFERED,
    `.where("poster.suspended_at", "is", null)`,
    "",
    moderated("of a patient offers"),
  ),
  edit(
    "a case of a suspended patient",
    OFFERED,
    `, eb("poster.suspended_at", "is", null)`,
    "",
    moderated("of a patient offers"),
  ),
  edit("applications in sight", APPLICATIONS, `.where(isVisibleToPatient)`, "", moderated("of a specialist vanishes")),
  edit("reviews in sight", PUBLIC_PROFILE, `.where("r.hidden_at", "is", null)`, "", fields("profiles.publicProfile")),
  edit("reviews received in sight", REVIEWS, `.where("r.hidden_at", "is", null)`, "", fields("reviews.received")),
  edit(
    "a report of what is seen",
    "app/domain/reports/reports.server.ts",
    "if (!(await isReportable(tx, viewer, subject, id)))",
    "if (false)",
    states("reports.create"),
  ),
  edit("a message to oneself", IN_SIGHT, " and c.patient_id = ${viewer}", "", states("reports.create")),
  trigger("suspensions_by_admins", "suspensions", moderated("last admin")),
  trigger("suspended_have_no_session", "auth.sessions", moderated("no way in")),
  trigger("suspension_ends_sessions", "profiles", moderated("sessions ended")),
  trigger("reviews_hidden_by_admins", "reviews", moderated("by an admin alone")),
  trigger("reports_keep_their_course", "reports", { file: "tests/rules/reports.test.ts" }),
];

const photo = states("a photo for somebody else");
const files: Guard[] = [
  edit("a photo of whom one added", CREATE_KINE, `.where("a.approved_by", "=", viewer.id)`, "", photo),
  edit("a photo until they enter", CREATE_KINE, `.where("u.must_change_password", "=", true)`, "", photo),
  edit("a photo by an admin", CREATE_KINE, `requireRole(viewer, "admin");`, "", photo),
  edit(
    "a study for one's own case",
    STUDIES,
    `.where("id", "=", caseId).where("patient_id", "=", viewer.id)`,
    `.where("id", "=", caseId)`,
    states("a study sent"),
  ),
  edit(
    "a study for a case in course",
    STUDIES,
    `if (found.status === "closed") throw new AppError("CASE_CLOSED");`,
    "",
    states("a study sent"),
  ),
  edit(
    "five studies",
    STUDIES,
    `if (found.studies_urls.length >= MAX_STUDIES) throw new AppError("TOO_MANY_STUDIES");`,
    "",
    states("a study sent"),
  ),
  edit("a study by a patient", FILES, `requireRole(viewer, "patient");`, "", states("a study sent")),
  edit(
    "a signed link",
    FILES,
    "readSignedLink(services.settings.secret, new URL(c.req.url), services.clock.now());\n    const reader",
    `new URL(c.req.url).searchParams.get("session");\n    const reader`,
    study,
  ),
  edit("a link read anew", FILES, "if (!reader) throw", "if (!sessionId) throw", study),
  edit("a link of our secret", LINKS, `!timingSafeEqual(given, due)`, "false", study),
  edit("a link's five minutes", LINKS, `expires * 1000 > now ? sessionId : null`, "sessionId", study),
  edit("a link's live session", STUDIES, `.where("s.ended_at", "is", null)`, "", study),
  edit("a link's session in its time", STUDIES, `.where("s.not_after", ">", sql<Date>\`now()\`)`, "", study),
  edit("a link of one's own password", STUDIES, `.where("u.must_change_password", "=", false)`, "", study),
  edit("a link of a whole session", STUDIES, `eb("s.aal", "=", "aal2"),`, `eb.val(true),`, study),
  edit("a link of the approved", STUDIES, `.where("p.approval_status", "=", "approved")`, "", study),
  edit("a study of the case", STUDIES, `.where(stored, "is not", null)`, "", study),
  edit(
    "studies for specialists",
    STUDIES,
    `eb.exists(eb.selectFrom("user_roles as r").select("r.role").whereRef("r.user_id", "=", "p.id").where("r.role", "=", "kine")),`,
    "",
    study,
  ),
  edit("studies for the verified", STUDIES, `eb("c.studies_access", "=", "verified"), eb(`, "eb(", study),
  edit("studies of a case in course", STUDIES, `, eb("c.status", "in", ["open", "matched"])`, "", study),
];

const gate = (from: string, to: string) =>
  `do $$ declare was text := pg_get_functiondef('contact_open(uuid, uuid)'::regprocedure); begin
    if position(${quote(from)} in was) = 0 then raise 'the gate is not what it was'; end if;
    execute replace(was, ${quote(from)}, ${quote(to)}); end $$`;
const rewrite = (signature: string, from: string, to: string) =>
  `do $$ declare was text := pg_get_functiondef('${signature}'::regprocedure); begin
    if position(${quote(from)} in was) = 0 then raise 'the function is not what it was'; end if;
    execute replace(was, ${quote(from)}, ${quote(to)}); end $$`;
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const database: Guard[] = [
  drop("a change of address ended with its session", "drop trigger changes_end_with_their_session on auth.sessions", {
    file: "tests/auth/pending-changes.test.ts",
  }),
  trigger("audit_events_are_chained", "auth.audit_events", chain),
  trigger("audit_chain_stays", "auth.audit_chain", chain),
  trigger("audit_head_stays", "auth.audit_head", chain),
  trigger("audit_reasons_stay", "auth.audit_reasons", chain),
  trigger("cases_need_consent", "cases", consent),
  trigger("matches_need_consent", "matches", consent),
  trigger("consents_stay", "consents", consent),
  trigger("consents_take_effect", "consents", consent),
  trigger("consents_follow_their_text", "consents", consent),
  trigger("profiles_follow_consents", "profiles", consent),
  trigger("study_views_stay", "study_views", views),
  trigger("cases_keep_their_course", "cases"),
  trigger("cases_change_while_open", "cases"),
  trigger("cases_go_while_open", "cases"),
  trigger("matches_keep_their_course", "matches"),
  trigger("matches_go_while_proposed", "matches"),
  trigger("acceptance_matches_the_case", "matches"),
  trigger("reviews_follow_a_closed_case", "reviews"),
  trigger("approval_is_decided_once", "profiles"),
  trigger("last_admin_stays", "user_roles", deletion),
  trigger("departure_opens_the_case", "matches", deletion),
  ...["accepted", "patient"].map((what) =>
    drop(
      `the contact gate's ${what}`,
      what === "accepted"
        ? gate("(m.status = 'accepted'::match_status)", "true")
        : gate("(c.patient_id = contact_open._viewer)", "true"),
      fields("profiles.publicProfile"),
    ),
  ),
  drop(
    "the approved alone have a role",
    rewrite("has_role(uuid, app_role)", "(p.approval_status = 'approved'::approval_status)", "true"),
    states("publicProfile"),
  ),
  drop(
    "only an admin assigns roles",
    rewrite("assign_role(uuid, app_role)", "not has_role(viewer_id(), 'admin')", "false"),
    rules,
  ),
  drop(
    "only an admin decides",
    rewrite("approve_kine_application(uuid, boolean, text)", "not has_role(viewer_id(), 'admin')", "false"),
    rules,
  ),
  drop(
    "only an admin decides a change",
    rewrite("decide_profile_change(uuid, boolean, text)", "not has_role(viewer_id(), 'admin')", "false"),
    reviewed,
  ),
  drop(
    "a change is decided once",
    rewrite("decide_profile_change(uuid, boolean, text)", "and rejected_at is null", ""),
    states("profileChanges"),
  ),
  drop(
    "only an admin takes a request up again",
    rewrite("reopen_kine_application(uuid)", "not has_role(viewer_id(), 'admin')", "false"),
    reviewed,
  ),
  drop(
    "only the rejected is taken up again",
    rewrite("reopen_kine_application(uuid)", "and status = 'rejected'", ""),
    states("kineApplications"),
  ),
  drop(
    "an admin is approved",
    rewrite("assign_role(uuid, app_role)", "_role = 'admin' and exists", "false and exists"),
    states("assignRole"),
  ),
  // The trigger alone would still protect the role, with the same message.
  drop(
    "the last admin keeps the role",
    `drop trigger last_admin_stays on user_roles;
    ${rewrite("assign_role(uuid, app_role)", "_role <> 'admin' and has_role", "false and has_role")}`,
    states("assignRole"),
  ),
  drop(
    "an application is decided once",
    rewrite("approve_kine_application(uuid, boolean, text)", "and status = 'pending'", ""),
    states("kineApplications"),
  ),
  drop(
    "one application a case",
    "alter table matches drop constraint matches_case_id_kine_id_key",
    states("matches.apply"),
  ),
  drop(
    "one review a case",
    "alter table reviews drop constraint reviews_case_id_kine_id_key",
    states("reviews.create"),
  ),
  drop("one licence", "drop index profiles_license_number_key", rules),
  drop("five studies in the database", "alter table cases drop constraint cases_studies_urls_check", rules),
];

const ACTS = "app/api/idempotency.server.ts";
const twice = { file: "tests/idempotency/idempotency.test.ts" };
const repeated: Guard[] = [
  edit(
    "the same key for the same request",
    ACTS,
    `if (!fingerprint.equals(done.fingerprint)) throw new AppError("KEY_REUSED");`,
    "",
    twice,
  ),
  edit(
    "a key is its sender's",
    ACTS,
    `.select(["fingerprint", "answer"]).where("person_id", "=", personId).where("key", "=", key)`,
    `.select(["fingerprint", "answer"]).where("key", "=", key)`,
    twice,
  ),
];

/** Every guard, each removed in turn. */
export const guards: readonly Guard[] = [
  ...sessions,
  ...accountGuards,
  ...reads,
  ...cases,
  ...consents,
  ...exports,
  ...applications,
  ...profiles,
  ...moderation,
  ...files,
  ...database,
  ...repeated,
  ...privacyGuards,
  ...coverageGuards,
  ...conversationGuards,
  ...handleGuards,
  ...levelGuards,
  ...offerGuards,
  ...reviews,
  ...loadGuards,
];
