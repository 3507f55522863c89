import { edit, type Guard, part } from "./guard.ts";

const removals: [name: string, file: string, from: string, to: string, noticedBy: string, test: string][] = [
  [
    "photos of the suspended",
    "app/domain/profiles/photos.server.ts",
    " && !person.suspended_at",
    "",
    "suspended-data",
    "of a suspended person",
  ],
  [
    "pages for nobody",
    "app/server/http-app.server.ts",
    "{ ...call, findViewer: async () => null }",
    "call",
    "suspended-data",
    "holds no contact data",
  ],
  [
    "pages with a token",
    "app/server/http-app.server.ts",
    `c.req.header("authorization") ? personal(page) : page`,
    "page",
    "suspended-data",
    "holds no contact data",
  ],
  [
    "suspended authors",
    "app/domain/profiles/public-profile.server.ts",
    "case when author.suspended_at is null then r.author_name end",
    "r.author_name",
    "named-reviews",
    "nothing of a suspended author",
  ],
  [
    "authors by first name",
    "app/domain/profiles/public-profile.server.ts",
    "then r.author_name end",
    "then author.name end",
    "named-reviews",
    "every way to read",
  ],
  [
    "suspended authors of received reviews",
    "app/domain/reviews/reviews.server.ts",
    "case when p.suspended_at is null then coalesce(a.patient_name, r.author_name) end",
    "coalesce(a.patient_name, r.author_name)",
    "named-reviews",
    "nothing of a suspended author",
  ],
  [
    "contact data of applications in an export",
    "app/domain/exports/sections.server.ts",
    "if (is_in_contact) return shown;",
    "return shown;",
    "exports",
    "hides contact data of applications",
  ],
  [
    "applications of the suspended in an export",
    "app/domain/exports/sections.server.ts",
    " and ${isVisibleToPatient}",
    "",
    "exports",
    "hides contact data of applications",
  ],
  [
    "hidden reviews in an export",
    "app/domain/exports/review-sections.server.ts",
    " and r.hidden_at is null",
    "",
    "exports",
    "the reviews in sight",
  ],
];

const REVOKED = { file: "tests/privacy/replay-revocations.test.ts", test: "what was revoked after a backup" };
const triggers: [name: string, table: string][] = [
  ["tombstone_passkey", "auth.webauthn_credentials"],
  ["tombstone_identity", "auth.identities"],
  ["tombstone_used_recovery_codes", "auth.recovery_codes"],
];

/** Guards that hide names, photos, studies and contact data from unauthorised viewers, and that keep revocations in effect. */
export const privacyGuards: readonly Guard[] = [
  ...removals.map(([name, file, from, to, noticedBy, test]) => ({
    name,
    edits: [{ file, from, to }],
    noticedBy: { file: `tests/privacy/${noticedBy}.test.ts`, test },
  })),
  part("tombstone_suspensions", "profiles", REVOKED),
  part("tombstone_roles", "user_roles", REVOKED),
  part("tombstone_passwords", "auth.users", REVOKED),
  ...triggers.map(([name, table]) => ({
    name: `trigger ${name}`,
    sql: `drop trigger ${name} on ${table}`,
    noticedBy: REVOKED,
  })),
  {
    name: "a note carried out once",
    edits: [
      { file: "app/domain/deletions/replay-deletions.server.ts", from: " || (await isOutdated(tx, deletion))", to: "" },
    ],
    noticedBy: { file: "tests/privacy/replay-revocations.test.ts", test: "two nodes start" },
  },
  edit(
    "what who proved nothing leaves",
    "app/domain/departures/remember-departure.server.ts",
    "mailboxesOf(sql`p.id`, isProven)",
    "mailboxesOf(sql`p.id`, sql`true`)",
    { file: "tests/visibility/departures.test.ts", test: "who proved no address" },
  ),
  edit(
    "the licence that a held approval is of",
    "app/domain/kine-applications/decide.server.ts",
    "...(past && { read, past })",
    "",
    { file: "tests/held-decisions/held-decisions.test.ts", test: "checks the licence that stood there" },
  ),
];
