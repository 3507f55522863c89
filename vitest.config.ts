import { defineConfig } from "vitest/config";

/** Tests that need modules of their own: they start processes, break globals, or look at what a first import does. */
const APART = ["app/client/trusted-types.test.ts", "tests/{attacks,fast-path,faults,files,live}/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "./tests/global-setup.ts",
    pool: "forks",
    // More than cores: many tests wait for a timeout or another process.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: Number(process.env["RETRIES"] ?? 0),
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
