import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { NODE_FLAGS } from "./bin/node-flags.mjs";
import { cast } from "./app/demo/cast.ts";
import { freePort } from "./tests/start/program.ts";
import { writeCheapBuild } from "./tests/support/cheap-build.ts";
import { makeFolder } from "./tests/support/folder.ts";
import { isFull } from "./tests/support/full.ts";
import { prepareDataDir } from "./tests/support/prepared.ts";

const WORKERS = 3;

const portOf = (worker: number) => process.env["E2E_PORTS"]?.split(",")[worker] ?? "";
const buildDir = () => join(process.env["E2E_FOLDER"] ?? "", "build");
const dataDirOf = (worker: number) => join(process.env["E2E_FOLDER"] ?? "", String(worker));

// Each worker evaluates this file again: only the first evaluation chooses. A worker has a server and a database of its own.
if (!process.env["E2E_FOLDER"]) {
  const ports = new Set<number>();
  while (ports.size < WORKERS) ports.add(await freePort());
  process.env["E2E_PORTS"] = [...ports].join();
  process.env["E2E_FOLDER"] = makeFolder("e2e");
  writeCheapBuild(buildDir());
  for (let each = 0; each < WORKERS; each += 1) {
    mkdirSync(dataDirOf(each), { mode: 0o711 });
    await prepareDataDir(dataDirOf(each));
  }
}

const worker = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);
process.env["E2E_PORT"] = portOf(worker);
process.env["E2E_DATA_DIR"] = dataDirOf(worker);

export default defineConfig({
  testDir: "tests/e2e",
  testIgnore: process.env["PICTURES"] ? [] : "pictures.spec.ts",
  globalTeardown: "./tests/e2e/pictures.sheet.ts",
  outputDir: "test-results",
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: WORKERS,
  retries: Number(process.env["RETRIES"] ?? 0),
  use: {
    baseURL: `http://localhost:${portOf(worker)}`,
    locale: "es-AR",
    // A control that never comes is said at once, and not when the whole test is over.
    actionTimeout: 60_000,
    // Without animations, and with one renderer for all pages of a context, a test takes a tenth less processor time.
    contextOptions: { reducedMotion: isFull ? "no-preference" : "reduce" },
    // A service worker's answers would bypass the tests that delay or break a page's requests; only its own test allows it.
    serviceWorkers: "block",
    // Without snapshots: they would fetch the previews of chosen files, which the page's own policy refuses and reports.
    // Off by default, since a trace costs an eighth of the processor time.
    trace: process.env["TRACE"] ? { mode: "retain-on-failure", snapshots: false, screenshots: false } : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"],
      args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", "--process-per-site"],
    },
  },
  webServer: Array.from({ length: WORKERS }, (_, each) => ({
    command: `node ${NODE_FLAGS.join(" ")} app/process/main.ts --build ${buildDir()} 2> ${dataDirOf(each)}.log`,
    url: `http://localhost:${portOf(each)}/healthz`,
    timeout: 120_000,
    env: {
      PORT: portOf(each),
      NODE_ENV: "production",
      DATA_DIR: dataDirOf(each),
      // Each sign-up by `enter` has an IP address of its own.
      TRUSTED_PROXIES: "1",
      ADMIN_EMAIL: cast.elena.email,
      ADMIN_PASSWORD: cast.elena.password,
      // Pushes are on, but go only to push services on this machine.
      CONTACT_EMAIL: "equipo@kinexo.ar",
      PUSH_LOOPBACK: "yes",
    },
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
  })),
});
