import { states, rules, edit, drop, part, refusal, rewriteFunction, trigger, type Guard } from "./guard.ts";

const deletion = { file: "tests/privacy/deletion.test.ts" };
const consent = { file: "tests/privacy/consent.test.ts" };
const chain = { file: "tests/privacy/audit-chain.test.ts" };
const views = { file: "tests/privacy/study-views.test.ts" };
const ACTS = "app/api/idempotency.server.ts";
const twice = { file: "tests/idempotency/idempotency.test.ts" };

const LAST_ADMIN = part("last_admin_stays", "user_roles", deletion);

/** Rules of the database, and guards of repeated requests. */
export const databaseGuards: readonly Guard[] = [
  part("changes_end_with_their_session", "auth.sessions", { file: "tests/auth/pending-changes.test.ts" }),
  trigger("audit_events_are_chained", "auth.audit_events", chain),
  trigger("audit_chain_stays", "auth.audit_chain", chain),
  trigger("audit_head_stays", "auth.audit_head", chain),
  trigger("audit_reasons_stay", "auth.audit_reasons", chain),
  part("cases_need_consent", "cases", consent),
  refusal("matches_need_consent", "matches_keep_their_course()", consent),
  part("consents_stay", "consents", consent),
  part("course", "consents", consent),
  part("consents_follow_their_text", "consents", consent),
  part("profiles_follow_consents", "profiles", consent),
  trigger("study_views_stay", "study_views", views),
  part("course", "cases"),
  part("cases_change_while_open", "cases"),
  part("cases_go_while_open", "cases"),
  part("course", "matches"),
  part("matches_go_while_proposed", "matches"),
  part("acceptance_matches_the_case", "matches"),
  part("reviews_follow_a_closed_case", "reviews"),
  part("approval_is_decided_once", "profiles"),
  LAST_ADMIN,
  part("departure_opens_the_case", "matches", deletion),
  drop(
    "the approved alone have a role",
    rewriteFunction("has_role(uuid, app_role)", "(p.approval_status = 'approved'::approval_status)", "true"),
    states("publicProfile"),
  ),
  drop(
    "only an admin assigns roles",
    rewriteFunction("assign_role(uuid, app_role)", "not has_role(viewer_id(), 'admin')", "false"),
    rules,
  ),
  drop(
    "only an admin decides",
    rewriteFunction("approve_kine_application(uuid, boolean, text)", "not has_role(viewer_id(), 'admin')", "false"),
    rules,
  ),
  edit(
    "a change is decided once",
    "app/domain/profile-changes/profile-changes.server.ts",
    `.where("c.rejected_at", "is", null)`,
    "",
    states("profileChanges"),
  ),
  edit(
    "only the rejected is taken up again",
    "app/domain/kine-applications/kine-applications.server.ts",
    `.where("status", "=", "rejected")`,
    "",
    states("kineApplications"),
  ),
  drop(
    "an admin is approved",
    rewriteFunction("assign_role(uuid, app_role)", "_role = 'admin' and exists", "false and exists"),
    states("assignRole"),
  ),
  drop(
    "an admin has confirmed their address",
    rewriteFunction("assign_role(uuid, app_role)", "(select email_confirmed_at is null from", "(select false from"),
    { file: "tests/rules/new-admin.test.ts" },
  ),
  // The trigger alone would still protect the role, with the same message.
  drop(
    "the last admin keeps the role",
    `${LAST_ADMIN.sql};
    ${rewriteFunction("assign_role(uuid, app_role)", "_role <> 'admin' and has_role", "false and has_role")}`,
    states("assignRole"),
  ),
  drop(
    "an application is decided once",
    rewriteFunction("approve_kine_application(uuid, boolean, text)", "and status = 'pending'", ""),
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
  edit(
    "the same key for the same request",
    ACTS,
    `if (![fingerprint, ...earlier].some((each) => each.equals(done.fingerprint))) throw new AppError("KEY_REUSED");`,
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
