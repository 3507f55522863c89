/**
 * The groups of tests. A test is of the product unless its file says `// @module-tag operations/full` or it says so itself (`tags` of
 * Vitest, `tag` of Playwright). `operations/short` keeps a test of such a file in `npm test`.
 */
export const TAGS = ["operations/full", "operations/short"] as const;

/** The groups with what selects their tests: for Vitest an expression of tags, for Playwright an argument. */
export const GROUPS = {
  /** `npm test`: what a change of the product would break first, and the short form of what guards operations. */
  product: { vitest: "operations/short or !operations/full", playwright: "--grep-invert=@operations/full" },
  /** `npm run test:ops`: faults, starts, attacks, backups, replicas, times. */
  operations: { vitest: "operations/full and !operations/short", playwright: "--grep=@operations/full" },
} as const;
export type GroupName = keyof typeof GROUPS;

/** The one group of a test with these tags. */
export function groupOf(tags: readonly string[]): GroupName {
  return tags.includes("operations/full") && !tags.includes("operations/short") ? "operations" : "product";
}

/** Files that run together, in their full form (`FULL=1`) where they have one; or a program that is a test of its own. */
type TestSet = { files: readonly string[]; env?: Readonly<Record<string, string>> } | { program: string };

const FULL_FORM = { FULL: "1" };

/** The named sets: `npm test -- --set crash`. */
export const SETS: Record<string, TestSet> = {
  crash: { files: ["tests/faults/crash.test.ts"], env: FULL_FORM },
  told: { files: ["tests/faults/notifications-crash.test.ts"], env: FULL_FORM },
  journeys: { files: ["tests/faults/crash-journeys.test.ts"], env: FULL_FORM },
  clocks: { files: ["tests/faults/clocks.test.ts"], env: FULL_FORM },
  "disk-full": { files: ["tests/faults/disk-full.test.ts"], env: FULL_FORM },
  "push-rate": { files: ["tests/push/push-rate.test.ts"], env: FULL_FORM },
  backup: { files: ["tests/operator/backup.test.ts", "tests/privacy/replay-deletions.test.ts"] },
  fields: { files: ["tests/exposure/exposure.test.ts", "tests/exposure/process.test.ts"], env: FULL_FORM },
  reviews: { files: ["tests/rules/answers.test.ts", "tests/reviews/replies.test.ts"], env: FULL_FORM },
  attendance: {
    files: ["app/domain/treatments/treatment.test.ts", "tests/treatments/treatments.test.ts"],
    env: FULL_FORM,
  },
  measures: { files: ["app/domain/measures/measure.test.tsx", "tests/measures/measures.test.ts"], env: FULL_FORM },
  move: { files: ["tests/move-in", "tests/auth/moved-passwords.test.ts"], env: FULL_FORM },
  lists: { files: ["tests/lists/plans-at-scale.test.ts"], env: FULL_FORM },
  slots: {
    files: ["tests/bookings/two-walls.test.ts", "tests/bookings/kills.test.ts", "tests/bookings/bars.test.ts"],
    env: FULL_FORM,
  },
  walls: { files: ["tests/bookings/zones.test.ts", "tests/bookings/rezone.test.ts"], env: FULL_FORM },
  reminders: {
    files: ["app/domain/bookings/levels.test.ts", "tests/bookings/levels.test.ts", "tests/bookings/bookings.test.ts"],
    env: FULL_FORM,
  },
  pulse: {
    files: ["tests/flow", "app/domain/flow", "tests/weekly/weekly.test.ts", "tests/mail/bounces.test.ts"],
    env: FULL_FORM,
  },
  calendars: { files: ["tests/calendars"], env: FULL_FORM },
  directory: { files: ["tests/directory"], env: FULL_FORM },
  screens: {
    files: ["tests/e2e/screens.spec.ts", "tests/e2e/screens-dialogs.spec.ts", "tests/e2e/screens-public.spec.ts"],
    env: FULL_FORM,
  },
  path: { files: ["tests/e2e/path-bars.spec.ts"] },
  refresh: { files: ["tests/auth/refresh-model.test.ts"], env: FULL_FORM },
  attacks: { files: ["tests/attacks"], env: FULL_FORM },
  conformance: { files: ["tests/auth/conformance.test.ts", "tests/auth/protocol.test.ts"] },
  stuffing: { files: ["tests/auth/stuffing.test.ts"], env: FULL_FORM },
  "fuzz-api": { files: ["tests/http/api-fuzz.test.ts"], env: FULL_FORM },
  "fuzz-uploads": { files: ["tests/files/uploads-fuzz.test.ts"], env: FULL_FORM },
  pooler: {
    files: [
      "tests/nodes/nodes.test.ts",
      "tests/live/live.test.ts",
      "tests/mail/jobs.test.ts",
      "tests/idempotency/idempotency.test.ts",
      "tests/rules/rules.test.ts",
      "tests/faults/failover.test.ts",
      "tests/privacy/exports.test.ts",
      "tests/privacy/deletion.test.ts",
      "tests/lists/lists.test.ts",
    ],
    env: { TEST_POOLER: "1" },
  },
  newer: { files: ["tests/e2e/main-job.spec.ts"], env: FULL_FORM },
  browsers: { program: "tests/browsers/run.ts" },
  guards: { program: "tests/mutation/run.ts" },
  nodes: { program: "tests/nodes/run.ts" },
  failover: { program: "tests/ha/run.ts" },
  soak: { program: "tests/soak/run.ts" },
  pictures: {
    files: [
      "tests/mail/render-message.test.ts",
      "tests/e2e/pictures.spec.ts",
      "tests/e2e/face.spec.ts",
      "tests/e2e/main-job.spec.ts",
      "tests/e2e/moderation.spec.ts",
      "tests/e2e/security.spec.ts",
      "tests/e2e/email-links.spec.ts",
      "tests/e2e/create-kine.spec.ts",
      "tests/e2e/screens-dialogs.spec.ts",
      "tests/e2e/screens-public.spec.ts",
      "tests/e2e/screens.spec.ts",
      "tests/e2e/directory.spec.ts",
    ],
    env: { PICTURES: "pictures" },
  },
};

/** What only `npm run test:nightly` runs, after every test in its full form. */
export const PROGRAMS = Object.values(SETS).flatMap((set) => ("program" in set ? [set.program] : []));
