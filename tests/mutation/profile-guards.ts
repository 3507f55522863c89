import { access, drop, states, fields, edit, rewriteFunction, trigger, type Guard, part } from "./guard.ts";

const GUARDS = "app/api/guards.server.ts";
const OFFERED = "app/domain/cases/offered-cases.server.ts";
const APPLICATIONS = "app/domain/matches/applications.server.ts";
const REVIEWS = "app/domain/reviews/reviews.server.ts";
const PUBLIC_PROFILE = "app/domain/profiles/public-profile.server.ts";
const OWN_PROFILE = "app/domain/profiles/own-profile.server.ts";
const reviewed = { file: "tests/rules/reviewed-profiles.test.ts" };
const OWN_CHANGE = "app/domain/profile-changes/own-change.server.ts";
const moderated = (test: string) => ({ file: "tests/rules/moderation.test.ts", test });
const IN_SIGHT = "app/domain/reports/reportable.server.ts";

/** Guards of profiles, reviews and moderation. */
export const profileGuards: readonly Guard[] = [
  edit(
    "license_number of a specialist",
    PUBLIC_PROFILE,
    `eb.case().when(open).then(eb.ref("p.license_number")).end().as("license_number")`,
    `"p.license_number"`,
    fields("profiles.publicProfile"),
  ),
  ...["phone", "email"].map((column) =>
    edit(
      `${column} of a specialist`,
      PUBLIC_PROFILE,
      `contact("${column}").as("${column}")`,
      `"p.${column}"`,
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
  edit(
    "a change of the version that was read",
    OWN_CHANGE,
    `if (version !== undefined && version !== shown.version) throw new AppError("PROFILE_CHANGED");`,
    "",
    reviewed,
  ),
  edit(
    "a change to a free licence",
    OWN_CHANGE,
    `if (asked.license_number !== shown.license_number) await mustBeFree(tx, asked.license_number, viewer.id);`,
    "",
    reviewed,
  ),
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
    ".where(sql<boolean>`is_licence_current(listed_since(p.id, p.license_checked_at))`)",
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
  part("profiles_show_what_was_checked", "profiles", reviewed),
  part("rejection_frees_the_licence", "profiles", reviewed),
  trigger("profile_changes_keep_their_course", "profile_changes", reviewed),
  drop(
    "a change of a profile raises its version",
    rewriteFunction("profile_changes_keep_their_course()", "version = version + 1", "version = version"),
    reviewed,
  ),
  part("kine_roles_wait_for_a_check", "user_roles", reviewed),
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
  edit("a message to oneself", IN_SIGHT, "'place') and c.patient_id = ${viewer}", "'place')", states("reports.create")),
  trigger("suspensions_by_admins", "suspensions", moderated("last admin")),
  trigger("suspended_have_no_session", "auth.sessions", moderated("no way in")),
  part("suspension_ends_sessions", "profiles", moderated("sessions ended")),
  part("reviews_hidden_by_admins", "reviews", moderated("by an admin alone")),
  trigger("reports_keep_their_course", "reports", { file: "tests/rules/reports.test.ts" }),
];
