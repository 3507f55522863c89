import { defineConfig } from "@playwright/test";
import { cast } from "./db/cast.ts";
import { makeFolder } from "./tests/folder.ts";

// Each worker reads this file again: only the first reading chooses.
process.env["E2E_PORT"] ??= String(20_000 + Math.floor(Math.random() * 12_000));
process.env["E2E_DATA_DIR"] ??= makeFolder("e2e");

const PORT = process.env["E2E_PORT"];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  // On a machine that is busy with something else an animation may still run when axe looks.
  retries: 1,
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "es-AR",
    // Snapshots would fetch the previews of chosen files, which the page's own policy refuses and reports.
    trace: { mode: "retain-on-failure", snapshots: false },
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"],
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
  webServer: {
    command: "node app/main.ts",
    url: `http://localhost:${PORT}/healthz`,
    env: {
      PORT,
      NODE_ENV: "production",
      DATA_DIR: process.env["E2E_DATA_DIR"],
      ADMIN_EMAIL: cast.elena.email,
      ADMIN_PASSWORD: cast.elena.password,
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
