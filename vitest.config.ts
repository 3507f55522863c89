import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["app/**/*.test.{ts,tsx}", "db/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: "./tests/global-setup.ts",
    pool: "forks",
    // More than cores: many tests wait for a timeout or another process.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: Number(process.env["RETRIES"] ?? 0),
  },
});
