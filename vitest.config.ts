import { defineConfig } from "vitest/config";
import { TAGS } from "./tests/groups.ts";

/** Tests that need isolated modules: they break globals, or check the effects of a first import. */
const ISOLATED = ["app/client/trusted-types.test.ts", "tests/files/upload-processes.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "./tests/global-setup.ts",
    pool: "forks",
    // More than cores: many tests wait for a timeout or another process.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Patience costs nothing where what is awaited comes: machines differ tenfold.
    expect: { poll: { timeout: 60_000 } },
    retry: Number(process.env["RETRIES"] ?? 0),
    tags: TAGS.map((name) => ({ name })),
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
