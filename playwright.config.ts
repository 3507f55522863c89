import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { cast } from "./db/cast.ts";

const PORT = process.env["E2E_PORT"] ?? "31873";
// Each worker reads this file again: only the first reading makes the folder.
process.env["E2E_DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "kinexo-e2e-"));

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "es-AR",
    trace: "retain-on-failure",
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
