import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";

/** Tests that need modules of their own: they break globals, or look at what a first import does. */
const APART = ["app/client/trusted-types.test.ts", "tests/files/upload-processes.test.ts"];

/** The files that take the longest, which begin first: one that began last would run alone, on one core of two. */
const LONGEST = [
  "exposure/exposure",
  "replica/replica",
  "access/states",
  "access/procedures",
  "attacks/slow-uploads",
  "files/s3-storage",
  "operator/backup",
  "exposure/process",
  "start/lifetime",
  "auth/conformance",
  "start/stopping",
  "auth/protocol",
  "auth/timing",
  "start/places",
  "lists/plans-at-scale",
  "mutation/guards",
  "start/secret",
  "start/migrate-beside-readers",
  "mail/jobs",
  "faults/database-away",
  "attacks/one-byte-chunks",
  "attacks/one-byte-segments",
  "http/slow-clients",
  "faults/crash-journeys",
  "files/untrusted-files",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return rank === -1 ? LONGEST.length : rank;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- The method of the class, which returns another list.
    const sorted = await super.sort(files);
    // Files of one project stay together: its workers share what they have imported.
    return sorted.toSorted((one, other) => (one.project.name === other.project.name ? rankOf(one) - rankOf(other) : 0));
  }
}

export default defineConfig({
  test: {
    globalSetup: "./tests/global-setup.ts",
    pool: "forks",
    // More than cores: many tests wait for a timeout or another process.
    maxWorkers: 5,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: Number(process.env["RETRIES"] ?? 0),
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "apart", include: APART } },
      {
        extends: true,
        // A third of a small file's processor time is the import of the program: files of one worker share it.
        test: { name: "shared", include: ["{app,db,tests}/**/*.test.{ts,tsx}"], exclude: APART, isolate: false },
      },
    ],
  },
});
