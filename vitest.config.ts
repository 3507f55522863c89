import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";

/** Tests that need isolated modules: they break globals, or check the effects of a first import. */
const ISOLATED = ["app/client/trusted-types.test.ts", "tests/files/upload-processes.test.ts"];

/** The slowest files, which start first: a slow file that started last would run alone, on one core of two. */
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
    // Files of one project stay together: its workers share their imports.
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
      { extends: true, test: { name: "apart", include: ISOLATED } },
      {
        extends: true,
        // Importing the program takes a third of a small file's processor time: the files of one worker share the import.
        test: { name: "shared", include: ["{app,db,tests}/**/*.test.{ts,tsx}"], exclude: ISOLATED, isolate: false },
      },
    ],
  },
});
